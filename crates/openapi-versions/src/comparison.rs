//! Decides for the parts of two versions whether each value of the one is a value of the
//! other.

use std::collections::{HashMap, HashSet};

use openapi_conformance::{Level, compare_versions};
use openapi_dropshot::{Comparison, OperationName, Part, Verdict};
use openapi_inclusion::{About, Direction, Document, Inclusion, Schema, Side, Verdict as Included};
use openapi_source::Node;

use crate::report::version_of;

/// The maximum number of characters of a value in documentation.
const MAXIMUM_VALUE: usize = 300;

/// The documents of several versions.
pub(crate) struct Comparer<'d> {
    documents: &'d [Document],
    inclusions: HashMap<(usize, usize), Inclusion<'d>>,
    /// The places that differ from the next version, by version.
    changed: HashMap<usize, HashSet<String>>,
}

impl<'d> Comparer<'d> {
    pub fn new(documents: &'d [Document]) -> Self {
        Self {
            documents,
            inclusions: HashMap::new(),
            changed: HashMap::new(),
        }
    }

    fn inclusion(&mut self, one: usize, other: usize) -> &mut Inclusion<'d> {
        let documents = self.documents;
        let new = || Inclusion::new(&[&documents[one], &documents[other]]);
        self.inclusions.entry((one, other)).or_insert_with(new)
    }

    /// Returns whether each value of `narrow` is one of `wide`, as far as values are of a
    /// generated type: it has no members that its schema doesn't declare.
    fn decide(
        &mut self,
        (from, narrow): (usize, Schema<'d>),
        (to, wide): (usize, Schema<'d>),
    ) -> Verdict {
        let inclusion = self.inclusion(from, to);
        let mut found = inclusion.decide(&narrow, &wide);
        if found != Included::Included
            && let Some(differences) = inclusion.differences(&narrow, &wide)
        {
            let relevant = differences.iter().filter(|one| {
                one.about == About::Values && one.relation.sides().contains(&Side::Left)
            });
            let relevant: Vec<_> = relevant.collect();
            let (additions, others): (Vec<_>, Vec<_>) = relevant
                .into_iter()
                .partition(|one| inclusion.is_addition(one));
            if !additions.is_empty() {
                let verdicts = others.iter().map(|one| inclusion.verdict(one, Side::Left));
                let decided = verdicts.filter(|one| *one != Included::Included);
                let mut decided: Vec<_> = decided.collect();
                decided.sort_by_key(|one| !matches!(one, Included::Witness(_)));
                found = decided.into_iter().next().unwrap_or(Included::Included);
            }
        }
        let (from, to) = (self.version(from), self.version(to));
        match found {
            Included::Included => Verdict::Proved,
            Included::Witness(value) => {
                let value = as_code(&value.to_string());
                Verdict::Different(format!(
                    "{from} allows this value, and {to} does not: {value}"
                ))
            }
            Included::Undecided => Verdict::Different(format!(
                "It is not proved that each value of {from} is one of {to}."
            )),
        }
    }

    fn version(&self, index: usize) -> String {
        version_of(&self.documents[index])
    }

    fn component_schema(&self, version: usize, name: &str) -> Option<Schema<'d>> {
        let document = &self.documents[version];
        let schemas = document.root().get("components")?.get("schemas")?;
        Some(Schema::new(document, schemas.get(name)?))
    }
}

impl Comparison for Comparer<'_> {
    fn is_unchanged(
        &mut self,
        (older, operation): (usize, &OperationName),
        (newer, other): (usize, &OperationName),
    ) -> bool {
        let documents = self.documents;
        let changed = self.changed.entry(older).or_insert_with(|| {
            let report =
                compare_versions(Level::Documentation, &documents[older], &documents[newer]);
            let places = report
                .findings
                .into_iter()
                .flat_map(|finding| finding.seen_in);
            places.collect()
        });
        let name = format!("{} {}", operation.method, operation.path);
        let is_in = |place: &String| {
            let rest = place.strip_prefix(&name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
        };
        operation.path == other.path && operation.id == other.id && !changed.iter().any(is_in)
    }

    fn verdict(
        &mut self,
        (from, operation): (usize, &OperationName),
        (to, other): (usize, &OperationName),
        part: Part<'_>,
    ) -> Verdict {
        let (own, others) = match part {
            Part::Response(own, others) => (own, others),
            _ => ("", ""),
        };
        let narrow = schema(&self.documents[from], operation, part, own);
        let wide = schema(&self.documents[to], other, part, others);
        match (narrow, wide) {
            (Some(narrow), Some(wide)) => {
                let direction = match part {
                    Part::Response(..) => Direction::Response,
                    _ => Direction::Request,
                };
                match [from, to].map(|one| self.documents[one].in_direction(direction)) {
                    [None, None] => self.decide((from, narrow), (to, wide)),
                    forms => self.decide_in_direction((from, &narrow), (to, &wide), &forms),
                }
            }
            _ => Verdict::Different("A part has no schema of its own.".to_owned()),
        }
    }

    fn is_equal(&mut self, older: usize, newer: usize, component: &str) -> bool {
        let schemas = [older, newer].map(|one| self.component_schema(one, component));
        let [Some(one), Some(other)] = schemas else {
            return false;
        };
        let mut includes = |from: (usize, &_), to: (usize, &_)| {
            let inclusion = self.inclusion(from.0, to.0);
            inclusion.decide(from.1, to.1) == Included::Included
        };
        includes((older, &one), (newer, &other)) && includes((newer, &other), (older, &one))
    }

    fn component(&mut self, from: usize, to: usize, component: &str) -> Verdict {
        let schemas = [from, to].map(|one| self.component_schema(one, component));
        match schemas {
            [Some(narrow), Some(wide)] => self.decide((from, narrow), (to, wide)),
            _ => Verdict::Different(format!("`{component}` is not in both versions.")),
        }
    }
}

impl Comparer<'_> {
    /// Decides for documents with members for one direction, which are copies.
    fn decide_in_direction(
        &self,
        (from, narrow): (usize, &Schema<'_>),
        (to, wide): (usize, &Schema<'_>),
        forms: &[Option<Document>; 2],
    ) -> Verdict {
        let documents = [from, to].map(|one| self.documents[one].clone());
        let [one, other] = [0, 1].map(|index| {
            let form = forms[index].as_ref();
            form.unwrap_or(&documents[index]).clone()
        });
        let at = |schema: &Schema<'_>| schema.location().location.pointer.clone();
        let pair = [one, other];
        let (Some(narrow), Some(wide)) = (pair[0].at(&at(narrow)), pair[1].at(&at(wide))) else {
            return Verdict::Different("A part has no schema of its own.".to_owned());
        };
        let mut comparer = Comparer::new(&pair);
        comparer.decide(
            (0, Schema::new(&pair[0], narrow)),
            (1, Schema::new(&pair[1], wide)),
        )
    }
}

/// Returns the schema of a part of an operation.
fn schema<'d>(
    document: &'d Document,
    operation: &OperationName,
    part: Part<'_>,
    status: &str,
) -> Option<Schema<'d>> {
    let item = document.root().get("paths")?.get(&operation.path)?;
    let item = document.resolve(item);
    let node = item.get(&operation.method.to_string().to_lowercase())?;
    let resolved = |node: &'d Node| document.resolve(node);
    let content = |owner: &'d Node| owner.get("content");
    let owner = match part {
        Part::Parameter(location, name) => {
            let owners = [node, item].into_iter();
            let lists = owners.filter_map(|owner| owner.get("parameters"));
            let mut parameters = lists.flat_map(Node::items).map(resolved);
            let parameter = parameters.find(|one| {
                one.member_text("in") == Some(location)
                    && one.member_text("name").is_some_and(|own| {
                        own == name || (location == "header" && own.eq_ignore_ascii_case(name))
                    })
            })?;
            match content(parameter) {
                Some(content) => only(content)?,
                None => parameter,
            }
        }
        Part::RequestBody => only(content(resolved(node.get("requestBody")?))?)?,
        Part::Response(..) => {
            let mut responses = node.get("responses")?.members();
            let (_, response) = responses.find(|(key, _)| key.eq_ignore_ascii_case(status))?;
            only(content(resolved(response))?)?
        }
    };
    Some(match owner.get("schema") {
        Some(schema) => Schema::new(document, schema),
        None => Schema::any(owner),
    })
}

/// Returns the media type of a body. The generator asks about bodies with one alone.
fn only(content: &Node) -> Option<&Node> {
    content.members().next().map(|(_, node)| node)
}

/// Returns JSON as code in documentation: on one line, without the end of the code.
fn as_code(json: &str) -> String {
    let json = untrusted_text::json(json).replace('`', "\\u0060");
    let mut shown: String = json.chars().take(MAXIMUM_VALUE).collect();
    if shown.len() < json.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}

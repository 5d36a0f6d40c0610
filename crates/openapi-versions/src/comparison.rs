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

/// A version of a document, as it is written and as it applies to requests and responses.
pub(crate) struct Version {
    written: Document,
    request: Document,
    response: Document,
}

impl Version {
    pub fn new(document: &Document) -> Self {
        let form = |direction| {
            let form = document.in_direction(direction);
            form.unwrap_or_else(|| document.clone())
        };
        Self {
            written: document.clone(),
            request: form(Direction::Request),
            response: form(Direction::Response),
        }
    }

    fn form(&self, direction: Option<Direction>) -> &Document {
        match direction {
            None => &self.written,
            Some(Direction::Request) => &self.request,
            Some(Direction::Response) => &self.response,
        }
    }
}

/// Compares several versions of a document.
pub(crate) struct Comparer<'d> {
    versions: &'d [Version],
    inclusions: HashMap<(Option<Direction>, usize, usize), Inclusion<'d>>,
    /// The places that differ from the next version, by version.
    changed: HashMap<usize, HashSet<String>>,
}

impl<'d> Comparer<'d> {
    pub fn new(versions: &'d [Version]) -> Self {
        Self {
            versions,
            inclusions: HashMap::new(),
            changed: HashMap::new(),
        }
    }

    fn inclusion(
        &mut self,
        direction: Option<Direction>,
        from: usize,
        to: usize,
    ) -> &mut Inclusion<'d> {
        let versions = self.versions;
        let new = || Inclusion::new(&[from, to].map(|one| versions[one].form(direction)));
        self.inclusions
            .entry((direction, from, to))
            .or_insert_with(new)
    }

    /// Returns whether each value of `narrow` is one of `wide`, as far as values are of a
    /// generated type: it has no members that its schema doesn't declare.
    fn decide(
        &mut self,
        direction: Direction,
        (from, narrow): (usize, Option<Schema<'d>>),
        (to, wide): (usize, Option<Schema<'d>>),
    ) -> Verdict {
        let (Some(narrow), Some(wide)) = (narrow, wide) else {
            return Verdict::Different("A part has no schema of its own.".to_owned());
        };
        let inclusion = self.inclusion(Some(direction), from, to);
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
        version_of(&self.versions[index].written)
    }

    /// Returns a component schema.
    fn component_schema(
        &self,
        direction: Option<Direction>,
        version: usize,
        name: &str,
    ) -> Option<Schema<'d>> {
        let document = self.versions[version].form(direction);
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
        let versions = [older, newer].map(|one| &self.versions[one].written);
        let changed = self.changed.entry(older).or_insert_with(|| {
            let report = compare_versions(Level::Documentation, versions[0], versions[1]);
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
        let (direction, own, others) = match part {
            Part::Response(own, others) => (Direction::Response, own, others),
            _ => (Direction::Request, "", ""),
        };
        let form = |version: usize| self.versions[version].form(Some(direction));
        let narrow = schema(form(from), operation, part, own);
        let wide = schema(form(to), other, part, others);
        self.decide(direction, (from, narrow), (to, wide))
    }

    fn is_equal(&mut self, older: usize, newer: usize, component: &str) -> bool {
        let schemas = [older, newer].map(|one| self.component_schema(None, one, component));
        let [Some(one), Some(other)] = schemas else {
            return false;
        };
        let mut includes = |from: (usize, &_), to: (usize, &_)| {
            let inclusion = self.inclusion(None, from.0, to.0);
            inclusion.decide(from.1, to.1) == Included::Included
        };
        includes((older, &one), (newer, &other)) && includes((newer, &other), (older, &one))
    }

    fn component(&mut self, from: usize, to: usize, component: &str) -> Verdict {
        let direction = Direction::Response;
        let [narrow, wide] =
            [from, to].map(|one| self.component_schema(Some(direction), one, component));
        self.decide(direction, (from, narrow), (to, wide))
    }
}

/// Returns the schema of a part of an operation. `status` is the key of a response.
fn schema<'d>(
    document: &'d Document,
    operation: &OperationName,
    part: Part<'_>,
    status: &str,
) -> Option<Schema<'d>> {
    let item = document.root().get("paths")?.get(&operation.path)?;
    let item = document.resolve(item);
    let node = openapi_source::operation(item, operation.method.as_str())?;
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

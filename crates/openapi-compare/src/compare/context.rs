//! The state of a comparison: the two documents, the current operation, and the
//! findings.

use super::direction::{Directed, direction};
use super::findings::Findings;
use super::operation_part::OperationPart;
use super::{Conventions, compatibility};
use crate::Document;
use crate::inclusion::{self, About, Classes, Difference, Inclusion, Relation, Schema, Verdict};
use crate::limit::{Limit, Limits};
use crate::report::{Finding, Report, Side, Witness};
use crate::rule::Rule;
use openapi_document::Direction;
use openapi_source::findings::Level;
use openapi_source::{Diagnostic, Location, Node, SourceLocation};
use std::collections::HashSet;

/// The state of a comparison.
pub(super) struct Context<'d> {
    pub(super) base: &'d Document,
    pub(super) candidate: &'d Document,
    /// Whether `candidate` declares a header of any response.
    pub(super) declares_headers: bool,
    /// Both documents by direction, base first.
    pub(super) directed: (&'d Directed<'d>, &'d Directed<'d>),
    pub(super) schemas: Inclusion<'d>,
    pub(super) conventions: Conventions,
    pub(super) terms: Terms,
    /// The prefix of all paths in the emitted document that the contract has in its
    /// server URL.
    pub(super) prefix_in_paths: String,
    /// The level of the report. Findings below it are dropped.
    level: Level,
    /// Pairs of values whose annotations are compared, by the addresses of their schemas (never
    /// dereferenced) and by whether the service reads them. The texts of a pair are reported once.
    pub(super) compared: HashSet<([Vec<*const Node>; 2], bool)>,
    /// Compared pairs of schemas that extend a base, and of the documents' servers, by address (never
    /// dereferenced) and by the part of an operation.
    pub(super) compared_pairs: HashSet<(*const Node, *const Node, String)>,
    /// Equivalence classes of schemas, with texts and defaults taken into account.
    pub(super) texts: Classes,
    findings: Findings,
    limits: Limits,
    /// The method and path of the current operation: `POST` and `/things`.
    operation: (String, String),
    /// The number of callbacks and webhooks around the current operation.
    callbacks: usize,
}

/// The names of the two documents in messages.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) base: &'static str,
    pub(super) candidate: &'static str,
}

/// A path of one document.
pub(super) struct PathItem<'d> {
    /// The path with its parameter names; for a callback, a description of its
    /// target.
    pub(super) template: String,
    /// The location of the template.
    pub(super) at: &'d Node,
    /// The path item, with a `$ref` resolved.
    pub(super) item: &'d Node,
}

/// The rules for a difference of schemas, by its direction.
#[derive(Clone, Copy)]
pub(super) struct SchemaRules {
    pub(super) narrower: Rule,
    pub(super) wider: Rule,
    pub(super) different: Rule,
}

impl<'d> Context<'d> {
    pub(super) fn new(
        level: Level,
        directed: (&'d Directed<'d>, &'d Directed<'d>),
        conventions: Conventions,
    ) -> Context<'d> {
        let (base, candidate) = (directed.0.document, directed.1.document);
        let forms: Vec<&Document> = directed.0.forms().chain(directed.1.forms()).collect();
        let terms = match conventions {
            Conventions::Dropshot => {
                Terms { base: "the contract", candidate: "the emitted document" }
            }
            Conventions::None => Terms { base: "the old document", candidate: "the new document" },
        };
        Context {
            conventions,
            terms,
            base,
            candidate,
            declares_headers: declares_headers(candidate),
            directed,
            schemas: Inclusion::new(&forms),
            prefix_in_paths: String::new(),
            level,
            compared: HashSet::new(),
            compared_pairs: HashSet::new(),
            texts: Classes::new(&[base, candidate], is_ignored),
            findings: Findings::default(),
            limits: Limits::default(),
            operation: Default::default(),
            callbacks: 0,
        }
    }

    pub(super) fn into_report(self) -> Report {
        Report {
            base: self.terms.base,
            candidate: self.terms.candidate,
            changed: match self.conventions {
                Conventions::Dropshot => Side::Base,
                Conventions::None => Side::Candidate,
            },
            findings: self.findings.up_to(self.level),
            limits: self.limits.into_sorted(),
        }
    }

    /// Sets the current operation.
    pub(super) fn enter(&mut self, method: &str, path: &str) {
        self.operation = (method.to_owned(), path.to_owned());
    }

    /// Returns the current operation, as `POST /things`.
    pub(super) fn operation(&self) -> String {
        OperationPart::Operation.within(&self.operation)
    }

    /// Returns whether the current operation is a webhook or in a callback.
    pub(super) fn is_callback(&self) -> bool {
        self.callbacks > 0
    }

    /// Returns whether the service sends the request of the current operation.
    pub(super) fn is_outgoing(&self) -> bool {
        self.callbacks % 2 == 1
    }

    /// Returns whether the service reads the values of `part`.
    pub(super) fn reads(&self, part: &OperationPart) -> bool {
        direction(part, self.is_outgoing()) == Direction::Request
    }

    /// Runs `compare` with the roles of caller and service exchanged, then restores
    /// the current operation.
    pub(super) fn with_reversed_roles(&mut self, compare: impl FnOnce(&mut Self)) {
        let operation = self.operation.clone();
        self.callbacks += 1;
        compare(self);
        self.callbacks -= 1;
        self.operation = operation;
    }

    /// Notes a limit that `place` meets.
    pub(super) fn note(&mut self, limit: Limit, place: String) {
        self.limits.add(limit, place);
    }

    /// Adds a finding about `part` of the current operation.
    pub(super) fn report(
        &mut self,
        rule: Rule,
        part: &OperationPart,
        message: impl Into<String>,
        locations: (&Node, &Node),
    ) {
        self.report_at(rule.level(), rule, part, message, locations);
    }

    /// Like [`report`](Context::report), with a level other than the rule's.
    pub(super) fn report_at(
        &mut self,
        level: Level,
        rule: Rule,
        part: &OperationPart,
        message: impl Into<String>,
        locations: (&Node, &Node),
    ) {
        self.report_witnessed(level, rule, part, message.into(), locations, Vec::new());
    }

    /// Like [`report_at`](Context::report_at), with witnesses.
    pub(super) fn report_witnessed(
        &mut self,
        level: Level,
        rule: Rule,
        part: &OperationPart,
        message: String,
        locations: (&Node, &Node),
        witnesses: Vec<Witness>,
    ) {
        let seen_in = part.within(&self.operation);
        let level = self.level(rule, part, level);
        if self.findings.add_occurrence(rule, level, &message, locations, &seen_in) {
            return;
        }
        let shown_by = if self.is_outgoing() { None } else { part.shown_by(&self.operation, rule) };
        let shown_by = shown_by.filter(|_| witnesses.is_empty());
        let at = (&locations.0.location, &locations.1.location);
        let finding = finding(rule, level, message, seen_in, witnesses, at);
        self.findings.push(Finding { shown_by, ..finding }, locations);
    }

    /// Adds a finding about a keyword that can't be read in the document called
    /// `name`.
    pub(super) fn report_unreadable(
        &mut self,
        level: Level,
        name: &str,
        diagnostic: &Diagnostic,
        locations: (&Location, &Location),
    ) {
        let message = format!("{} in {name}; the keyword is left out", diagnostic.message);
        let seen_in = OperationPart::Document.within(&self.operation);
        let rule = Rule::KeywordUnreadable;
        let finding = finding(rule, level, message, seen_in, Vec::new(), locations);
        // Findings of this rule are never looked up, so any nodes will do.
        self.findings.push(finding, (self.base.root(), self.candidate.root()));
    }

    /// Compares two schemas, including their annotations, and adds a finding for
    /// each difference.
    pub(super) fn compare_schemas(
        &mut self,
        rules: SchemaRules,
        part: &OperationPart,
        base: &Schema<'d>,
        candidate: &Schema<'d>,
    ) {
        let mut reported: Vec<Difference> = Vec::new();
        let direction = direction(part, self.is_outgoing());
        let left = self.directed.0.schema(base, direction);
        let right = self.directed.1.schema(candidate, direction);
        let differences = self.schemas.differences(&left, &right);
        if differences.is_none() {
            let references = [&left, &right].map(Schema::dynamic_reference);
            let reason = match references {
                [None, None] => "that takes too many steps",
                _ => "the target of `$dynamicRef` depends on the schemas around it",
            };
            let message = format!("the schemas are not compared: {reason}");
            let base = references[0].unwrap_or(left.location());
            let candidate = references[1].unwrap_or(right.location());
            self.report(Rule::Undecided, part, message, (base, candidate));
        }
        for difference in differences.into_iter().flatten() {
            let is_reported = reported.iter().any(|reported| reported.same_as(&difference));
            if !is_reported && self.report_difference(rules, part, &difference) {
                reported.push(difference);
            }
        }
        // Between versions, some annotations have other levels than texts: defaults, discriminators.
        if self.level == Level::Documentation || self.conventions == Conventions::None {
            self.compare_annotations(rules, part, base, candidate);
        }
    }

    /// Adds a finding for a difference, unless it is none of values. Returns whether the same
    /// difference of other pairs of schemas can be skipped: not if a side was proved to be
    /// included, because that depends on the schemas around it.
    fn report_difference(
        &mut self,
        rules: SchemaRules,
        part: &OperationPart,
        difference: &Difference<'d>,
    ) -> bool {
        if self.conventions == Conventions::Dropshot
            && let Some(limit) = Limit::of(difference, self.candidate)
        {
            self.note(limit, difference.within(&part.within(&self.operation)));
            return true;
        }
        // What callers send may have this member from now on, and nothing that follows the old
        // version has it.
        let is_addition = self.conventions == Conventions::None
            && self.reads(part)
            && difference.about == About::Values
            && self.schemas.is_addition(difference);
        let rule = |relation| match (difference.about, relation) {
            (About::Annotation, _) => Rule::SchemaAnnotationDifferent,
            (About::Values, Relation::Wider) => rules.wider,
            (About::Values, _) if is_addition => Rule::RequestPropertyAdded,
            (About::Values, Relation::Narrower) => rules.narrower,
            (About::Values, Relation::Different) => rules.different,
        };
        let mut message = self.contrast(&difference.what, &difference.left, &difference.right);
        if is_addition {
            let reason = format!("; a caller that follows {} doesn't send it", self.terms.base);
            message.push_str(&reason);
        }
        let locations = (difference.left_at, difference.right_at);
        let first = rule(difference.relation);
        let seen_in = difference.within(&part.within(&self.operation));
        let level = self.level_of(difference, first, part);
        if self.findings.add_occurrence(first, level, &message, locations, &seen_in) {
            return true;
        }
        let mut witnesses = Vec::new();
        let mut shown_rule = first;
        if difference.about == About::Values {
            let (mut is_included, mut is_undecided) = (false, false);
            for side in difference.relation.sides().iter().copied() {
                match self.schemas.verdict(difference, side) {
                    Verdict::Witness(value) => {
                        witnesses.push(Witness { value, allowed_by: side.into() })
                    }
                    Verdict::Included => is_included = true,
                    Verdict::Undecided => is_undecided = true,
                }
            }
            shown_rule = match witnesses.as_slice() {
                // The two schemas are equivalent.
                [] if !is_undecided => return false,
                [] if is_addition => first,
                [] => Rule::Undecided,
                [witness] if is_included => rule(match witness.allowed_by {
                    Side::Base => Relation::Narrower,
                    Side::Candidate => Relation::Wider,
                }),
                _ => first,
            };
        }
        let is_all = shown_rule == first || shown_rule == Rule::Undecided;
        let level = self.level_of(difference, shown_rule, part);
        if !self.findings.add_occurrence(shown_rule, level, &message, locations, &seen_in) {
            let at = (&locations.0.location, &locations.1.location);
            let finding = finding(shown_rule, level, message, seen_in, witnesses, at);
            self.findings.push(finding, locations);
        }
        is_all
    }

    /// Reports an element that only one side requires.
    pub(super) fn compare_requirement(
        &mut self,
        rule: Rule,
        part: &OperationPart,
        elements: [&Node; 2],
    ) {
        let required = elements.map(|element| element.flag("required"));
        if required[0] != required[1] {
            let word = |required| if required { "required" } else { "optional" };
            let Terms { base, candidate } = self.terms;
            let message =
                format!("{} in {base}, {} in {candidate}", word(required[0]), word(required[1]));
            // Callers must send what is required now, and rely on what a response always had.
            let is_sent = !matches!(part, OperationPart::Header { .. });
            let level = if required[1] == is_sent { Level::Breaking } else { Level::Contract };
            let at = elements.map(|element| element.get("required").unwrap_or(element));
            self.report_at(level, rule, part, message, at.into());
        }
    }

    /// Returns the level of an element that only the old version of a request or the new version of
    /// an answer has. The receiver of a webhook or a callback relies on it, or can't know it, only
    /// if it is required.
    pub(super) fn level_of_element(&self, rule: Rule, is_required: bool) -> Level {
        match (self.is_outgoing(), is_required) {
            (false, _) => rule.level(),
            (true, true) => Level::Breaking,
            (true, false) => Level::Documentation,
        }
    }

    /// Returns a message such as `operationId: a in the contract, b in the emitted document`.
    pub(super) fn contrast(&self, what: &str, left: &str, right: &str) -> String {
        let Terms { base, candidate } = self.terms;
        format!("{what}: {left} in {base}, {right} in {candidate}")
    }

    fn level_of(&self, difference: &Difference, rule: Rule, part: &OperationPart) -> Level {
        match self.conventions {
            Conventions::None if compatibility::is_documentation_only(difference) => {
                Level::Documentation
            }
            _ => self.level(rule, part, rule.level()),
        }
    }

    pub(super) fn level(&self, rule: Rule, part: &OperationPart, level: Level) -> Level {
        match self.conventions {
            Conventions::Dropshot => level,
            Conventions::None if self.is_outgoing() => {
                compatibility::level_of_outgoing(rule, part, level)
            }
            Conventions::None => compatibility::level(rule, part, level),
        }
    }
}

fn finding(
    rule: Rule,
    level: Level,
    message: String,
    seen_in: String,
    witnesses: Vec<Witness>,
    (base, candidate): (&Location, &Location),
) -> Finding {
    Finding {
        rule,
        level,
        message,
        seen_in: vec![seen_in],
        witnesses,
        shown_by: None,
        base: SourceLocation::of(base),
        candidate: SourceLocation::of(candidate),
    }
}

/// Returns whether `keyword` neither constrains values nor is an annotation that is compared.
fn is_ignored(keyword: &str) -> bool {
    inclusion::is_ignored(keyword)
        && !["default", "discriminator", "title", "description"].contains(&keyword)
}

/// Returns whether a document declares a header of any response.
fn declares_headers(document: &Document) -> bool {
    let has_headers = |response: &Node| {
        let response = document.resolve(response);
        response.get("headers").is_some_and(|headers| headers.members().next().is_some())
    };
    let items = document.root().get("paths").into_iter().flat_map(Node::members);
    let operations = items.flat_map(|(_, item)| document.resolve(item).members());
    operations
        .filter_map(|(_, operation)| operation.get("responses"))
        .flat_map(Node::members)
        .any(|(_, response)| has_headers(response))
}

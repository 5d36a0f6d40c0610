//! What all areas share: the two documents, where one is in them, and the
//! findings. It must never drop a finding; the same one met again only gains
//! another place where it is seen.

use crate::document::{Document, Node};
use crate::report::{Finding, Report};
use crate::rule::Rule;
use crate::schema::{Comparison, Relation, Schema};

/// A comparison under way.
pub(super) struct Context<'d> {
    pub(super) contract: &'d Document,
    pub(super) emitted: &'d Document,
    pub(super) schemas: Comparison<'d>,
    findings: Vec<Finding>,
    /// `POST /things` while that operation is compared.
    operation: String,
}

/// The rules for a schema, by how it differs.
#[derive(Clone, Copy)]
pub(super) struct SchemaRules {
    pub(super) narrower: Rule,
    pub(super) wider: Rule,
    pub(super) different: Rule,
}

impl<'d> Context<'d> {
    pub(super) fn new(contract: &'d Document, emitted: &'d Document) -> Context<'d> {
        Context {
            contract,
            emitted,
            schemas: Comparison::default(),
            findings: Vec::new(),
            operation: String::new(),
        }
    }

    pub(super) fn into_report(self) -> Report {
        Report {
            findings: self.findings,
        }
    }

    /// What follows is about this operation.
    pub(super) fn enter(&mut self, method: &str, path: &str) {
        self.operation = format!("{} {path}", method.to_uppercase());
    }

    /// Adds a finding about the operation. `part` is the part of it, or empty.
    pub(super) fn report(
        &mut self,
        rule: Rule,
        part: &str,
        message: impl Into<String>,
        contract: &Node,
        emitted: &Node,
    ) {
        let seen_in = match part {
            "" => self.operation.clone(),
            part => format!("{}, {part}", self.operation),
        };
        let message = message.into();
        let contract = self.contract.place(contract);
        let emitted = self.emitted.place(emitted);
        let known = self.findings.iter_mut().find(|finding| {
            finding.rule == rule
                && finding.message == message
                && finding.contract == contract
                && finding.emitted == emitted
        });
        match known {
            Some(finding) if finding.seen_in.contains(&seen_in) => {}
            Some(finding) => finding.seen_in.push(seen_in),
            None => self.findings.push(Finding {
                rule,
                message,
                seen_in: vec![seen_in],
                contract,
                emitted,
            }),
        }
    }

    /// Compares two schemas and adds a finding for each difference.
    pub(super) fn compare_schemas(
        &mut self,
        rules: SchemaRules,
        part: &str,
        contract: &Schema<'d>,
        emitted: &Schema<'d>,
    ) {
        for difference in self.schemas.compare(contract, emitted) {
            let rule = match difference.relation {
                Relation::Narrower => rules.narrower,
                Relation::Wider => rules.wider,
                Relation::Different => rules.different,
            };
            let message = format!(
                "{}: {} in the contract, {} in the emitted document",
                difference.what, difference.left, difference.right
            );
            let part = match difference.path.as_str() {
                "" => part.to_owned(),
                path => format!("{part}, at {path}"),
            };
            self.report(
                rule,
                &part,
                message,
                difference.left_at,
                difference.right_at,
            );
        }
    }
}

//! Compares parameters: location, name, whether required, serialization, and
//! values. A parameter of a path item counts once in each operation that inherits
//! it.

use super::context::{Context, SchemaRules};
use super::operation_part::OperationPart;
use super::{Conventions, serialization, texts};
use crate::Document;
use crate::rule::Rule;
use openapi_source::Node;
use openapi_source::findings::Level;

const RULES: SchemaRules = SchemaRules {
    narrower: Rule::ParameterNarrower,
    wider: Rule::ParameterWider,
    different: Rule::ParameterDifferent,
};

/// A parameter, with its reference resolved in `node`.
pub(super) struct Parameter<'d> {
    pub(super) location: &'d str,
    pub(super) name: &'d str,
    pub(super) node: &'d Node,
    declared: &'d Node,
}

impl Parameter<'_> {
    /// Returns whether this is the parameter with that location and name; the names
    /// of header fields are case-insensitive (RFC 9110 §5.1).
    fn is(&self, location: &str, name: &str) -> bool {
        self.location == location
            && if location == "header" {
                self.name.eq_ignore_ascii_case(name)
            } else {
                self.name == name
            }
    }

    /// Path parameters are required, whatever `required` says.
    fn is_required(&self) -> bool {
        self.location == "path" || self.node.flag("required")
    }

    fn part(&self) -> OperationPart {
        OperationPart::Parameter { location: self.location.to_owned(), name: self.name.to_owned() }
    }
}

pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    base: (&'d Node, &'d Node),
    candidate: (&'d Node, &'d Node),
    renamed: &[(&str, &str)],
) {
    let is_compared = |one: &Parameter| !(one.location == "header" && is_reserved_header(one.name));
    let mut emitted_only = collect(context.candidate, candidate);
    emitted_only.retain(is_compared);
    for parameter in collect(context.base, base) {
        if !is_compared(&parameter) {
            continue;
        }
        let name = renamed
            .iter()
            .find(|(name, _)| parameter.location == "path" && *name == parameter.name)
            .map_or(parameter.name, |(_, name)| name);
        let counterpart = emitted_only.iter().position(|other| other.is(parameter.location, name));
        match counterpart.map(|index| emitted_only.remove(index)) {
            Some(other) => compare_one(context, &parameter, &other),
            None => {
                let message = format!("{} doesn't have this parameter", context.terms.candidate);
                let at = candidate.1.get("parameters").unwrap_or(candidate.1);
                let rule = Rule::ParameterMissing;
                let level = context.level_of_element(rule, parameter.is_required());
                let locations = (parameter.node, at);
                context.report_at(level, rule, &parameter.part(), message, locations);
            }
        }
    }
    for parameter in emitted_only {
        let mut message = format!("{} doesn't have this parameter", context.terms.base);
        let mut level = Level::Contract;
        if parameter.is_required() {
            message.push_str(", and it is required");
            level = Level::Breaking;
        }
        let at = base.1.get("parameters").unwrap_or(base.1);
        let rule = Rule::ParameterUndocumented;
        context.report_at(level, rule, &parameter.part(), message, (at, parameter.node));
    }
}

/// Returns whether OpenAPI ignores this header parameter: three headers are left to
/// `content` and `security` (3.1.1 §4.8.12.2.1). `security` reads the emitted
/// document's `Authorization`.
fn is_reserved_header(name: &str) -> bool {
    ["accept", "content-type", "authorization"]
        .iter()
        .any(|reserved| name.eq_ignore_ascii_case(reserved))
}

/// Returns the parameters of an operation and those of its path item that the
/// operation doesn't override.
pub(super) fn collect<'d>(
    document: &'d Document,
    (item, operation): (&'d Node, &'d Node),
) -> Vec<Parameter<'d>> {
    let mut parameters: Vec<Parameter<'d>> = Vec::new();
    for owner in [operation, item] {
        for declared in owner.get("parameters").map_or(&[][..], Node::items) {
            let node = document.resolve(declared);
            if let (Some(location), Some(name)) = (node.member_text("in"), node.member_text("name"))
                && !parameters.iter().any(|known| known.is(location, name))
            {
                parameters.push(Parameter { location, name, node, declared });
            }
        }
    }
    parameters
}

fn compare_one<'d>(context: &mut Context<'d>, base: &Parameter<'d>, candidate: &Parameter<'d>) {
    let part = base.part();
    if base.location != "path" {
        let nodes = [base.node, candidate.node];
        context.compare_requirement(Rule::ParameterRequiredDifferent, &part, nodes);
    }
    compare_deprecation(context, &part, base.node, candidate.node);
    if context.conventions == Conventions::None && !context.is_outgoing() {
        compare_declared_default(context, &part, base, candidate);
    }
    let fields = ["description", texts::SUNSET];
    texts::compare(context, &part, base.declared, candidate.declared, &fields);

    if base.location == "query" {
        for flag in ["allowReserved", "allowEmptyValue"] {
            compare_allowance(context, &part, flag, base.node, candidate.node);
        }
    }
    serialization::compare(
        context,
        (Rule::ParameterStyleDifferent, RULES),
        &part,
        base.location,
        (base.node, candidate.node),
    );
}

/// Reports a `default` that only one version of an optional parameter declares: servers
/// apply it, so callers that omit the parameter can get another result. The new document may
/// declare a default that servers applied before. Two declared defaults are compared
/// with the schemas.
fn compare_declared_default<'d>(
    context: &mut Context<'d>,
    part: &OperationPart,
    base: &Parameter<'d>,
    candidate: &Parameter<'d>,
) {
    let left = declared_default(context.base, base);
    let right = declared_default(context.candidate, candidate);
    if candidate.is_required() || left.is_some() == right.is_some() {
        return;
    }
    let word = |node: Option<&Node>| node.map_or("none".to_owned(), |node| node.value.excerpt());
    let message = context.contrast("`default`", &word(left), &word(right));
    let level = match right {
        None => Level::Contract,
        Some(_) => Level::Documentation,
    };
    let locations = (left.unwrap_or(base.node), right.unwrap_or(candidate.node));
    let rule = Rule::SchemaAnnotationDifferent;
    context.report_at(level, rule, part, message, locations);
}

/// Returns the default that servers apply to an optional parameter.
fn declared_default<'d>(document: &'d Document, parameter: &Parameter<'d>) -> Option<&'d Node> {
    let schema = parameter.node.get("schema").filter(|_| !parameter.is_required())?;
    schema.get("default").or_else(|| document.resolve(schema).get("default"))
}

/// Compares a flag that allows more characters or values in a query. dropshot can't
/// declare these flags, and accepts all such values.
fn compare_allowance(
    context: &mut Context,
    part: &OperationPart,
    flag: &str,
    base: &Node,
    candidate: &Node,
) {
    let flags = (base.flag(flag), candidate.flag(flag));
    if flags.0 == flags.1 {
        return;
    }
    // The receiver of a request from the service must understand more.
    let level = match (context.conventions, flags.1 != context.is_outgoing()) {
        (_, true) => Level::Contract,
        (Conventions::None, false) => Level::Breaking,
        (Conventions::Dropshot, false) => return,
    };
    let word = |flag: bool| flag.to_string();
    let message = context.contrast(&format!("`{flag}`"), &word(flags.0), &word(flags.1));
    let locations = (base.get(flag).unwrap_or(base), candidate.get(flag).unwrap_or(candidate));
    let rule = Rule::ParameterStyleDifferent;
    context.report_at(level, rule, part, message, locations);
}

/// Compares `deprecated`. dropshot has no way to declare a parameter as deprecated.
fn compare_deprecation(context: &mut Context, part: &OperationPart, base: &Node, candidate: &Node) {
    let flags = (base.flag("deprecated"), candidate.flag("deprecated"));
    if flags.0 != flags.1 {
        let word = |flag| if flag { "yes" } else { "no" };
        let message = context.contrast("deprecated", word(flags.0), word(flags.1));
        let level = match (context.conventions, flags) {
            (Conventions::Dropshot, (true, false)) => Level::Documentation,
            _ => Level::Contract,
        };
        let at = [base, candidate].map(|node| node.get("deprecated").unwrap_or(node));
        let rule = Rule::ParameterDeprecationDifferent;
        context.report_at(level, rule, part, message, at.into());
    }
}

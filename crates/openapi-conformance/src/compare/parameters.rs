//! Parameters: where, how named, required or not, how written, and which
//! values. It must never count one twice that an operation takes over from its
//! path.

use super::context::{Context, SchemaRules};
use super::part::Part;
use super::{Conventions, serialization, texts};
use crate::document::{Document, Node};
use crate::level::Level;
use crate::rule::Rule;

const RULES: SchemaRules = SchemaRules {
    narrower: Rule::ParameterNarrower,
    wider: Rule::ParameterWider,
    different: Rule::ParameterDifferent,
};

/// A parameter with its references resolved.
pub(super) struct Parameter<'d> {
    pub(super) place: &'d str,
    pub(super) name: &'d str,
    pub(super) node: &'d Node,
}

impl Parameter<'_> {
    /// Whether both are the same parameter; the names of header fields have no
    /// case (RFC 9110 §5.1).
    fn is(&self, place: &str, name: &str) -> bool {
        self.place == place
            && if place == "header" {
                self.name.eq_ignore_ascii_case(name)
            } else {
                self.name == name
            }
    }

    /// Path parameters are required, whatever stands there.
    fn is_required(&self) -> bool {
        self.place == "path" || self.node.flag("required")
    }

    fn part(&self) -> Part {
        Part::Parameter {
            place: self.place.to_owned(),
            name: self.name.to_owned(),
        }
    }
}

pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    contract: (&'d Node, &'d Node),
    emitted: (&'d Node, &'d Node),
    renamed: &[(&str, &str)],
) {
    let is_compared = |one: &Parameter| !(one.place == "header" && is_reserved_header(one.name));
    let mut emitted_only = collect(context.emitted, emitted);
    emitted_only.retain(is_compared);
    for parameter in collect(context.contract, contract) {
        if !is_compared(&parameter) {
            continue;
        }
        let name = renamed
            .iter()
            .find(|(name, _)| parameter.place == "path" && *name == parameter.name)
            .map_or(parameter.name, |(_, name)| name);
        let counterpart = emitted_only
            .iter()
            .position(|other| other.is(parameter.place, name));
        match counterpart.map(|index| emitted_only.remove(index)) {
            Some(other) => compare_one(context, &parameter, &other),
            None => {
                let message = format!("{} doesn't have this parameter", context.terms.emitted);
                let at = emitted.1.get("parameters").unwrap_or(emitted.1);
                let rule = Rule::ParameterMissing;
                context.report(rule, &parameter.part(), message, parameter.node, at);
            }
        }
    }
    for parameter in emitted_only {
        let mut message = format!("{} doesn't have this parameter", context.terms.contract);
        let mut level = Level::Contract;
        if parameter.is_required() {
            message.push_str(", and it is required");
            level = Level::Breaking;
        }
        let at = contract.1.get("parameters").unwrap_or(contract.1);
        let rule = Rule::ParameterUndocumented;
        context.report_at(
            level,
            rule,
            &parameter.part(),
            message,
            (at, parameter.node),
        );
    }
}

/// Whether a header parameter isn't one: OpenAPI leaves these three to
/// `content` and `security` (3.1.1 §4.8.12.1). What `Authorization` shows on
/// the emitted side is read by `security`.
fn is_reserved_header(name: &str) -> bool {
    ["accept", "content-type", "authorization"]
        .iter()
        .any(|reserved| name.eq_ignore_ascii_case(reserved))
}

/// The parameters of an operation and, unless it has them itself, of its path
/// item.
pub(super) fn collect<'d>(
    document: &'d Document,
    (item, operation): (&'d Node, &'d Node),
) -> Vec<Parameter<'d>> {
    let mut parameters: Vec<Parameter<'d>> = Vec::new();
    for owner in [operation, item] {
        for node in owner.get("parameters").map_or(&[][..], Node::items) {
            let node = document.resolve(node);
            if let (Some(place), Some(name)) = (node.member_text("in"), node.member_text("name"))
                && !parameters.iter().any(|known| known.is(place, name))
            {
                parameters.push(Parameter { place, name, node });
            }
        }
    }
    parameters
}

fn compare_one<'d>(context: &mut Context<'d>, contract: &Parameter<'d>, emitted: &Parameter<'d>) {
    let part = contract.part();
    if let Some((message, level)) =
        context.requires((contract.is_required(), emitted.is_required()))
    {
        let at = |one: &Parameter<'d>| one.node.get("required").unwrap_or(one.node);
        let rule = Rule::ParameterRequiredDifferent;
        context.report_at(level, rule, &part, message, (at(contract), at(emitted)));
    }
    compare_deprecation(context, &part, contract.node, emitted.node);
    texts::compare(
        context,
        &part,
        contract.node,
        emitted.node,
        &["description"],
    );

    if contract.place == "query" {
        for flag in ["allowReserved", "allowEmptyValue"] {
            compare_allowance(context, &part, flag, contract.node, emitted.node);
        }
    }
    serialization::compare(
        context,
        (Rule::ParameterStyleDifferent, RULES),
        &part,
        contract.place,
        (contract.node, emitted.node),
    );
}

/// dropshot has no way to say what else a caller may write in a query, and reads
/// it all.
fn compare_allowance(
    context: &mut Context,
    part: &Part,
    flag: &str,
    contract: &Node,
    emitted: &Node,
) {
    let flags = (contract.flag(flag), emitted.flag(flag));
    let level = match (context.conventions, flags) {
        (_, (false, true)) => Level::Contract,
        (Conventions::None, (true, false)) => Level::Breaking,
        _ => return,
    };
    let word = |flag: bool| flag.to_string();
    let message = context.differs(&format!("`{flag}`"), &word(flags.0), &word(flags.1));
    let places = (
        contract.get(flag).unwrap_or(contract),
        emitted.get(flag).unwrap_or(emitted),
    );
    let rule = Rule::ParameterStyleDifferent;
    context.report_at(level, rule, part, message, places);
}

/// dropshot has no way to say that a parameter is deprecated.
fn compare_deprecation(context: &mut Context, part: &Part, contract: &Node, emitted: &Node) {
    let flags = (contract.flag("deprecated"), emitted.flag("deprecated"));
    if flags.0 != flags.1 {
        let word = |flag| if flag { "yes" } else { "no" };
        let message = context.differs("deprecated", word(flags.0), word(flags.1));
        let level = match (context.conventions, flags) {
            (Conventions::Dropshot, (true, false)) => Level::Documentation,
            _ => Level::Contract,
        };
        let places = (
            contract.get("deprecated").unwrap_or(contract),
            emitted.get("deprecated").unwrap_or(emitted),
        );
        let rule = Rule::ParameterDeprecationDifferent;
        context.report_at(level, rule, part, message, places);
    }
}

//! How a value is written into a parameter or a header (OpenAPI 3.1.1 §4.8.12.2):
//! by `style` and `explode`, or as a media type. It must never tell of what makes
//! no difference for the values that both sides allow.

use super::context::{Context, SchemaRules};
use super::media_types;
use super::part::Part;
use crate::document::{Document, Node};
use crate::rule::Rule;
use crate::schema::{Kind, Schema};

/// Compares how values are written, by `rule`, and which are allowed, by `rules`.
/// `place` is that of the parameter; a header is like one in `header`.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    (rule, rules): (Rule, SchemaRules),
    part: &Part,
    place: &str,
    (contract, emitted): (&'d Node, &'d Node),
) {
    let (left, left_media) = schema(context.contract, contract);
    let (right, right_media) = schema(context.emitted, emitted);
    let is_written_alike = match (left_media, right_media) {
        (Some(one), Some(other)) => media_types::are_same(one, other),
        (one, other) => one == other,
    };
    if !is_written_alike {
        let (one, other) = (left_media.unwrap_or("none"), right_media.unwrap_or("none"));
        let message = context.differs("content", one, other);
        let at = |one: &'d Node| one.get("content").unwrap_or(one);
        context.report(rule, part, message, at(contract), at(emitted));
    } else if left_media.is_none() {
        let mut allow = |kind| {
            let schemas = [&left, &right];
            schemas.iter().any(|one| context.schemas.allows(one, kind))
        };
        let kinds = (allow(Kind::Array), allow(Kind::Object));
        let way = |one| {
            let style = style(place, one);
            match explodes(style, one) && says_more_exploded(style, kinds) {
                true => format!("{style}, exploded"),
                false => style.to_owned(),
            }
        };
        let (one, other) = (way(contract), way(emitted));
        if one != other {
            let message = context.differs("style", &one, &other);
            let at = |one: &'d Node| one.get("style").or(one.get("explode")).unwrap_or(one);
            context.report(rule, part, message, at(contract), at(emitted));
        }
    }
    context.compare_schemas(rules, part, &left, &right);
}

/// `style` or its default.
fn style<'d>(place: &str, node: &'d Node) -> &'d str {
    let default = match place {
        "query" | "cookie" => "form",
        _ => "simple",
    };
    node.member_text("style").unwrap_or(default)
}

/// `explode` or its default, which depends on the style.
fn explodes(style: &str, node: &Node) -> bool {
    let explode = node.get("explode").and_then(Node::boolean);
    explode.unwrap_or(style == "form")
}

/// Whether `explode` changes how such values are written, by whether arrays and
/// objects are among them: single values never, and neither lists in `simple`.
/// `deepObject` has one way only.
fn says_more_exploded(style: &str, (arrays, objects): (bool, bool)) -> bool {
    match style {
        "simple" => objects,
        "deepObject" => false,
        _ => arrays || objects,
    }
}

/// The schema of a parameter or header and, if it has `content` in place of
/// `schema`, its media type.
fn schema<'d>(document: &'d Document, node: &'d Node) -> (Schema<'d>, Option<&'d str>) {
    let content = node
        .get("content")
        .and_then(|content| content.members().next());
    let (owner, media_type) = match content {
        Some((media_type, owner)) => (owner, Some(media_type)),
        None => (node, None),
    };
    let schema = match owner.get("schema") {
        Some(node) => Schema::new(document, node),
        None => Schema::any(owner),
    };
    (schema, media_type)
}

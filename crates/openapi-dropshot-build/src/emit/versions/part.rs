//! The part of a body that a function converts: what is around it is converted by way of JSON.

use openapi_rust::names::value_name;
use openapi_rust::types::{Body, Kind, Shape};

use super::Adapter;

pub(super) struct BodyPart {
    /// A JSON Pointer with `*` for any item and any member of a map; empty for the whole body.
    pub pointer: String,
    pub from: Shape,
    pub to: Shape,
    /// The type and the member that the part is, unless it is the whole body.
    member: Option<String>,
}

impl BodyPart {
    /// Returns the name in that of the function: of the type in the older version, of the member
    /// if its type has another name in the newer, or another one for a whole body.
    pub fn name(&self, older: &Shape, otherwise: &str) -> String {
        let name = older.held().filter(|_| !older.nullable);
        match (&self.member, name) {
            (Some(member), _) if self.from.held() != self.to.held() || name.is_none() => {
                value_name(member)
            }
            (_, Some(name)) => value_name(name),
            (_, None) => otherwise.to_owned(),
        }
    }

    /// Returns the reason for the function, with the place of the part.
    pub fn explained(&self, reason: String) -> String {
        if self.pointer.is_empty() {
            return reason;
        }
        // Names of members are any text.
        let pointer = self.pointer.escape_debug().to_string().replace('`', "\\u0060");
        format!("{reason}\n\nThe part is `{pointer}`.")
    }
}

impl Adapter<'_> {
    /// Returns the innermost part on the way to the differences of two versions for which both
    /// have a type. Absent members and null stay what they are.
    pub(super) fn differing(
        &self,
        at: &str,
        (from_version, from): (usize, &Shape),
        (to_version, to): (usize, &Shape),
    ) -> BodyPart {
        let (from, to, member) = (from.clone(), to.clone(), None);
        let mut found = BodyPart { pointer: String::new(), from, to, member };
        let (mut from, mut to) = (found.from.clone(), found.to.clone());
        let (mut pointer, mut member) = (String::new(), String::new());
        for token in at.split('/').skip(1) {
            if let Some(name) = from.held() {
                member = format!("{name} {token}");
            }
            let inner =
                (self.inner(from_version, &from, token), self.inner(to_version, &to, token));
            let (Some(inner_from), Some(inner_to)) = inner else {
                break;
            };
            (from, to) = (inner_from, inner_to);
            pointer = format!("{pointer}/{token}");
            if from.nullable == to.nullable {
                let shape =
                    |shape: &Shape| Shape { nullable: false, boxed: false, ..shape.clone() };
                found = BodyPart {
                    pointer: pointer.clone(),
                    from: shape(&from),
                    to: shape(&to),
                    member: Some(member.clone()),
                };
            }
        }
        found
    }

    fn inner(&self, version: usize, shape: &Shape, token: &str) -> Option<Shape> {
        match &shape.kind {
            _ if shape.external.is_some() => None,
            Kind::Array(inner) | Kind::Map(inner) => (token == "*").then(|| (**inner).clone()),
            Kind::Named(name) => match &self.plan.modules[version].definition(name)?.body {
                Body::Struct { fields, .. } => {
                    let name = token.replace("~1", "/").replace("~0", "~");
                    let field = fields.iter().find(|field| field.wire_name == name)?;
                    Some(field.shape.clone())
                }
                Body::Transparent(shape) | Body::Alias(shape) => self.inner(version, shape, token),
                _ => None,
            },
            _ => None,
        }
    }
}

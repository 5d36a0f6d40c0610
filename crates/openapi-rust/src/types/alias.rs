//! Schemas that only refer to another schema, and so have its type.

use openapi_document::{Discriminator, Schema};

use crate::keywords;

/// Returns the target of a schema that is an alias: beside annotations and the type that the target
/// has, too, its only keyword is `$ref`, or `allOf`, `oneOf` or `anyOf` with a single branch. What
/// extends a base by `allOf` is none, even if it adds nothing: the discriminator of the base names
/// it.
pub fn alias<'d>(schema: &Schema<'d>) -> Option<Schema<'d>> {
    let mut others = asserting(schema).filter(|name| *name != "type");
    let (only, None) = (others.next()?, others.next()) else {
        return None;
    };
    let target = match only {
        "$ref" => schema.reference().ok().flatten()?,
        "allOf" | "anyOf" | "oneOf" => {
            let mut branches = schema.schemas(only).ok()?;
            let describes =
                |one: &Schema<'d>| one.boolean().is_none() && asserting(one).next().is_none();
            branches.retain(|one| only != "allOf" || !describes(one));
            let [branch] = branches[..] else {
                return None;
            };
            branch
        }
        _ => return None,
    };
    let types = schema.types().ok()?;
    let named = target.reference().ok().flatten().unwrap_or(target);
    let base = Discriminator::read(named.node()).filter(|_| only == "allOf");
    let pointer = &schema.location().pointer;
    let extends = base.is_some_and(|base| base.mapping.iter().any(|(_, one)| one == pointer));
    let adds = extends || types.is_some() && types != named.types().ok()?;
    (!adds).then_some(target)
}

/// Returns the keywords that may restrict values.
fn asserting<'d>(schema: &Schema<'d>) -> impl Iterator<Item = &'d str> {
    schema.keywords().filter(|name| !keywords::is_annotation(name))
}

/// Returns the target of a chain of aliases. The rest of a chain of more than 32 is not looked at.
pub fn unaliased(schema: Schema<'_>) -> Schema<'_> {
    let mut current = schema;
    // A cycle of aliases is reported when its type is looked up.
    for _ in 0..32 {
        match alias(&current) {
            Some(target) => current = target,
            None => break,
        }
    }
    current
}

/// Returns the description of a schema, of a part of `allOf` that only describes it, or of the
/// target of its alias.
pub(super) fn described(schema: Schema<'_>) -> Option<String> {
    schema.text("description").map(str::to_owned).or_else(|| {
        let parts = schema.schemas("allOf").unwrap_or_default().into_iter();
        let parts = parts.filter(|part| asserting(part).next().is_none());
        alias(&schema).and_then(|target| parts.chain([target]).find_map(described))
    })
}

//! Reads the parts of generated code.

use syn::{Attribute, Expr, GenericArgument, Ident, Lit, Meta, PathArguments, Type};

/// Returns the lines of a documentation.
pub(crate) fn docs(attributes: &[Attribute]) -> Vec<String> {
    let lines = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(documentation) if documentation.path.is_ident("doc") => {
                match &documentation.value {
                    Expr::Lit(text) => match &text.lit {
                        Lit::Str(text) => Some(text.value().trim().to_owned()),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        });
    lines.collect()
}

/// Returns the last name of a path type, such as `Option`, and the types between its
/// angle brackets.
pub(crate) fn path(kind: &Type) -> Option<(&Ident, Vec<&Type>)> {
    let Type::Path(path) = kind else { return None };
    let last = path.path.segments.last()?;
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => {
            let types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(kind) => Some(kind),
                _ => None,
            });
            types.collect()
        }
        _ => Vec::new(),
    };
    Some((&last.ident, inner))
}

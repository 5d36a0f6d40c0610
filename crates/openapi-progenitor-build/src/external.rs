//! Types of other crates instead of generated types: `x-rust-type`.

use progenitor::{GenerationSettings, TypeImpl};

use crate::ExternalType;

/// Makes progenitor use the types.
pub(crate) fn replace(settings: &mut GenerationSettings, types: &[ExternalType]) {
    for ExternalType { name, path } in types {
        // No traits: generated types implement none because these types do.
        let traits = std::iter::empty::<TypeImpl>();
        settings.with_replacement(name, format!("::{path}"), traits);
    }
}

/// Returns the type that replaces a generated type such as `types::Tree`.
pub(crate) fn replaced(generated: &str, types: &[ExternalType]) -> Option<String> {
    let name = generated.strip_prefix("types::")?;
    let replaced = types.iter().find(|one| one.name == name)?;
    Some(format!("::{}", replaced.path))
}

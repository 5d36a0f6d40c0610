//! Types of other crates, which values have instead of a generated type: `x-rust-type`.
//!
//! A shape keeps what its schema alone would be. The emitted document has this schema, and
//! everything but the Rust type follows from it.

use openapi_document::{Diagnostics, RustType, Schema};

use super::{External, Types};

impl<'d> Types<'d> {
    /// Returns the type of another crate that a schema names.
    pub(super) fn external(
        &mut self,
        schema: Schema<'d>,
        place: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<External> {
        let named = diagnostics.report(RustType::of(schema))??;
        let parameters = named.parameters.iter().map(|parameter| {
            let place = format!("{place} parameter");
            self.shape(*parameter, &place, diagnostics)
        });
        let external = External { path: named.path.to_owned(), parameters: parameters.collect() };
        self.externals.insert(format!(
            "`{}` of the crate `{}`, version {}",
            named.path, named.crate_name, named.version
        ));
        Some(external)
    }
}

/// Warns about types of other crates that no value has, because the schemas that name
/// them apply together with others to the values at `at`.
pub(super) fn mention_unused(
    schemas: &[Schema<'_>],
    at: Schema<'_>,
    diagnostics: &mut Diagnostics,
) {
    for schema in schemas {
        let named = diagnostics.report(RustType::of(*schema)).flatten();
        diagnostics.extend(named.map(|named| named.unused(at)));
    }
}

//! Numeric formats as ranges (OpenAPI Format Registry; the unsigned and the
//! short ones are what schemars writes for Rust's integers). It must never
//! give a range to a format that isn't numeric, nor take a number for an integer
//! because of one: that is for `type` to say.

use bigdecimal::BigDecimal;

/// What a numeric format allows.
pub(crate) struct Range {
    pub(crate) minimum: BigDecimal,
    pub(crate) maximum: BigDecimal,
}

/// The range of `format`; `None` if it isn't numeric.
pub(crate) fn range(format: &str) -> Option<Range> {
    Some(match format {
        "int8" => integer(i8::MIN, i8::MAX),
        "int16" => integer(i16::MIN, i16::MAX),
        "int32" => integer(i32::MIN, i32::MAX),
        // schemars says `int` and `uint` for `isize` and `usize`.
        "int64" | "int" => integer(i64::MIN, i64::MAX),
        "int128" => integer(i128::MIN, i128::MAX),
        "uint8" => integer(u8::MIN, u8::MAX),
        "uint16" => integer(u16::MIN, u16::MAX),
        "uint32" => integer(u32::MIN, u32::MAX),
        "uint64" | "uint" => integer(u64::MIN, u64::MAX),
        "uint128" => integer(u128::MIN, u128::MAX),
        "float" => symmetric(f64::from(f32::MAX)),
        "double" => symmetric(f64::MAX),
        _ => return None,
    })
}

fn integer(minimum: impl Into<BigDecimal>, maximum: impl Into<BigDecimal>) -> Range {
    Range {
        minimum: minimum.into(),
        maximum: maximum.into(),
    }
}

fn symmetric(limit: f64) -> Range {
    // Both limits are finite, which is all the conversion asks for.
    let maximum = BigDecimal::try_from(limit).unwrap_or_default();
    Range {
        minimum: -maximum.clone(),
        maximum,
    }
}

//! Scalars and tags: which value a text in YAML or JSON is.

use bigdecimal::BigDecimal;
use granit_parser::{ScalarStyle, Tag};

use crate::parse::Reader;
use crate::{Diagnostic, Location, Value};

/// The maximum number of digits and the maximum exponent of a number. Arithmetic on
/// `1e1000000000` would write out all of its zeros.
const MAX_DIGITS: usize = 1_000;

/// The maximum length of a number's text: the digits before and after the point, the signs
/// and the exponent. Parsing takes a time that grows with the square of the length.
const MAX_NUMBER: usize = 2 * MAX_DIGITS + 16;

impl Reader<'_> {
    /// Resolves a scalar by its tag or by YAML's core schema (YAML 1.2.2 §10.3.2).
    pub(crate) fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        tag: Option<&Tag>,
        location: &Location,
    ) -> Value {
        self.check_tag(tag, &["str", "int", "float", "bool", "null"], location);
        let is_plain = match tag {
            Some(tag) => matches!(tag.core_suffix(), Some("int" | "float" | "bool" | "null")),
            None => style == ScalarStyle::Plain,
        };
        if !is_plain {
            return Value::String(text.to_owned());
        }
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Value::Null,
            "true" | "True" | "TRUE" => Value::Bool(true),
            "false" | "False" | "FALSE" => Value::Bool(false),
            ".inf" | "-.inf" | "+.inf" | ".nan" | ".Inf" | "-.Inf" | "+.Inf" | ".NaN" | ".INF"
            | "-.INF" | "+.INF" | ".NAN" => {
                let message = format!("`{text}` is a number that JSON doesn't have");
                let diagnostic = Diagnostic::error(location, message);
                self.diagnostics.push(diagnostic.help("quote it if it is meant as a string"));
                Value::Null
            }
            _ => match json_number(text) {
                Some(digits) => self.number(&digits, location),
                None => {
                    if tag.is_some() {
                        let message = format!("`{text}` is not what its YAML tag says");
                        self.diagnostics.push(Diagnostic::error(location, message));
                    }
                    Value::String(text.to_owned())
                }
            },
        }
    }

    fn number(&mut self, digits: &str, location: &Location) -> Value {
        let short = Some(digits).filter(|digits| digits.len() <= MAX_NUMBER);
        let number = short.and_then(|digits| digits.parse::<BigDecimal>().ok());
        let number = number.filter(|number| {
            let limit = MAX_DIGITS as u64;
            number.digits() <= limit && number.fractional_digit_count().unsigned_abs() <= limit
        });
        if number.is_none() {
            let message = format!("the number has more than {MAX_DIGITS} digits");
            self.diagnostics.push(Diagnostic::error(location, message));
        }
        Value::Number(number.unwrap_or_default())
    }

    /// Adds an error if the tag is none of these of YAML's core schema.
    pub(crate) fn check_tag(&mut self, tag: Option<&Tag>, allowed: &[&str], location: &Location) {
        let is_known = |tag: &Tag| {
            let name = tag.core_suffix();
            tag.suffix() == "!" || name.is_some_and(|name| allowed.contains(&name))
        };
        if let Some(tag) = tag.filter(|tag| !is_known(tag)) {
            let message = format!("the YAML tag `{tag}` has no meaning here");
            let diagnostic = Diagnostic::error(location, message);
            self.diagnostics.push(
                diagnostic
                    .reason("OpenAPI allows the tags of JSON's types alone, such as `!!str`")
                    .help("remove the tag"),
            );
        }
    }
}

/// Returns a plain scalar in JSON's spelling of numbers, with as many digits after the
/// point, if it is a number by YAML's core schema.
fn json_number(text: &str) -> Option<String> {
    let radix = |prefix, radix| {
        let digits = text.strip_prefix(prefix)?;
        u128::from_str_radix(digits, radix).ok()
    };
    if let Some(number) = radix("0x", 16).or_else(|| radix("0o", 8)) {
        return Some(number.to_string());
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let exponent_is_number = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !digits.is_empty() && is_digits(digits)
    });
    (has_digits && is_digits(whole) && is_digits(fraction) && exponent_is_number).then(|| {
        let sign = if text.starts_with('-') { "-" } else { "" };
        let point = if mantissa.contains('.') { ".0" } else { "" };
        let fraction = if fraction.is_empty() { point.to_owned() } else { format!(".{fraction}") };
        let exponent = exponent.map_or(String::new(), |exponent| format!("e{exponent}"));
        format!("{sign}0{whole}{fraction}{exponent}")
    })
}

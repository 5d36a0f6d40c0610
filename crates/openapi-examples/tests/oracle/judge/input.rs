//! The seed corpus and the dictionary of a fuzzer, generated from the document.
//!
//! An input is a body, preceded by a byte that selects the operation if the
//! document has several.

use std::collections::BTreeSet;

use openapi_values::change::dictionary_words;
use openapi_values::{Document, Random, Sampler};
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::case::Case;
use super::oracle::{Oracle, OracleError};

fn joined(operation: usize, operations: usize, body: Vec<u8>) -> Vec<u8> {
    let first = u8::try_from(operation).ok().filter(|_| operations > 1);
    first.into_iter().chain(body).collect()
}

/// Returns the examples of every body, and generated bodies with and without a
/// fault.
///
/// # Errors
/// The document has no operation with a JSON body, or an invalid schema.
pub fn inputs(document: &Document, made: usize) -> Result<Vec<Vec<u8>>, OracleError> {
    let document = &document.in_requests();
    let oracle = Oracle::new(document)?;
    let count = oracle.operations.len();
    let mut inputs = Vec::new();
    for (number, operation) in oracle.operations.iter().enumerate() {
        let examples = operation.examples.iter();
        inputs.extend(examples.map(|example| joined(number, count, example.to_string().into())));
    }
    let mut seeds = Random::seed_from_u64(0);
    for number in 0..made {
        let operation = number % count;
        let mut sampler = Sampler::new(document, &oracle.validator, seeds.random());
        let case = Case::new(&mut sampler, &oracle.operations, operation);
        inputs.push(joined(operation, count, case.bytes()));
    }
    Ok(inputs)
}

/// Returns the names and values in a document's schemas, and texts that JSON
/// parsers often handle incorrectly, one per line in libFuzzer's dictionary format.
pub fn dictionary(document: &Document) -> String {
    let mut found: BTreeSet<Vec<u8>> = dictionary_words().map(<[u8]>::to_vec).collect();
    collect(document.root(), &mut found);
    let lines = found.iter().filter(|word| !word.is_empty());
    lines
        .map(|word| {
            let escaped = |byte: &u8| format!("\\x{byte:02x}");
            format!("\"{}\"\n", word.iter().map(escaped).collect::<String>())
        })
        .collect()
}

/// Collects the words of a schema and of its subschemas.
fn collect(node: &Value, words: &mut BTreeSet<Vec<u8>>) {
    if let Value::Array(items) = node {
        items.iter().for_each(|item| collect(item, words));
    }
    for (keyword, value) in node.as_object().into_iter().flatten() {
        match keyword.as_str() {
            "properties" => {
                let names = value.as_object().into_iter().flatten();
                words.extend(names.map(|(name, _)| Value::from(name.as_str()).to_string().into()));
                collect(value, words);
            }
            "const" | "enum" | "required" | "default" | "example" | "examples" | "minimum"
            | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                values(value, words);
            }
            _ => collect(value, words),
        }
    }
}

/// Collects the scalar values in a value, as written.
fn values(value: &Value, words: &mut BTreeSet<Vec<u8>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| values(item, words)),
        Value::Object(members) => members.values().for_each(|member| values(member, words)),
        single => {
            words.insert(single.to_string().into());
        }
    }
}

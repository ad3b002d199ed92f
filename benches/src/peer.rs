//! A pest parser of JSON, to compare with.

/// The parser that pest derives.
#[derive(pest_derive::Parser)]
#[grammar = "src/json.pest"]
pub(crate) struct Json;

//! A pest parser of JSON, to compare with.
#![expect(missing_docs, reason = "the derived items have no documentation")]

/// The parser that pest derives.
#[derive(pest_derive::Parser)]
#[grammar = "src/json.pest"]
pub(crate) struct Json;

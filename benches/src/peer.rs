//! A pest parser of JSON: a peer that knows a grammar and keeps nodes, as grammarc does.

/// The parser that pest derives.
#[derive(pest_derive::Parser)]
#[grammar = "src/json.pest"]
pub(crate) struct Json;

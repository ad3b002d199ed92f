//! A formatter of JSON on the typed tree of the generated crate: one member or element a line, indented by two blanks.
//!
//! It keeps a list of what is still to be written instead of calling itself, so an input may be nested as deeply as it likes.

use json::Json;
use json::nodes::{Member, Value};

/// What is still to be written.
enum Step<'t> {
    Value(Value<'t>),
    Member(Member<'t>),
    Text(&'t str),
    /// A line break, and as much indentation as is open.
    Line,
    Deeper,
    Shallower,
}

/// Returns a JSON text, formatted.
///
/// ```
/// let formatted = grammarc_format::format(br#"{"a": [1,2], "b": {}}"#).unwrap();
/// assert_eq!(formatted, "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}\n");
/// ```
///
/// # Errors
/// If it is not JSON: a line that says where and why, and the line of the input with a caret.
pub fn format(input: &[u8]) -> Result<String, String> {
    let parsed = Json::parse(input).map_err(|error| error.to_string())?;
    let mut out = String::new();
    let mut depth = 0;
    let mut open = vec![Step::Line, Step::Value(parsed.root().value())];
    while let Some(step) = open.pop() {
        match step {
            Step::Text(text) => out.push_str(text),
            Step::Line => out.extend(["\n"].into_iter().chain(std::iter::repeat_n("  ", depth))),
            Step::Deeper => depth += 1,
            Step::Shallower => depth -= 1,
            Step::Member(member) => {
                open.extend([Step::Value(member.value()), Step::Text(": "), Step::Text(member.key().text())]);
            }
            Step::Value(value) => match value {
                Value::Object(object) => open.extend(block("{", object.members().map(Step::Member), "}")),
                Value::Array(array) => open.extend(block("[", array.elements().map(Step::Value), "]")),
                Value::String(token)
                | Value::Number(token)
                | Value::True(token)
                | Value::False(token)
                | Value::Null(token) => out.push_str(token.text()),
            },
        }
    }
    Ok(out)
}

/// Returns the steps that write a list in brackets, the last one first.
fn block<'t>(left: &'t str, items: impl Iterator<Item = Step<'t>>, right: &'t str) -> Vec<Step<'t>> {
    let mut steps = vec![Step::Text(left), Step::Deeper];
    for (place, item) in items.enumerate() {
        steps.extend((place > 0).then_some(Step::Text(",")));
        steps.extend([Step::Line, item]);
    }
    let is_empty = steps.len() == 2;
    steps.push(Step::Shallower);
    steps.extend((!is_empty).then_some(Step::Line));
    steps.push(Step::Text(right));
    steps.reverse();
    steps
}

/// The examples of the page about typed trees.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/trees.md")]
struct Trees;

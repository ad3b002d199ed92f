//! Typed views of JSON: what is printed, visited and folded, in trees of any depth.

use json::Json;
use json::nodes::{Any, Array, Member, Value, Visitor, visit};

/// How deeply brackets nest where depth must cost nothing but memory.
const DEPTH: usize = 1_000_000;

/// Counts arrays and the bytes of keys.
#[derive(Default)]
struct Counts {
    arrays: usize,
    key_bytes: usize,
}

impl<'t> Visitor<'t> for Counts {
    fn array(&mut self, _: Array<'t>) {
        self.arrays += 1;
    }

    fn member(&mut self, member: Member<'t>) {
        self.key_bytes += member.key().text().len();
    }
}

/// Returns how deeply arrays nest.
fn depth(input: &[u8]) -> usize {
    let parsed = Json::parse(input).expect("it is JSON");
    let values = parsed.syntax().fold(|node: Any<'_>, parts| {
        let below = parts.iter().copied().max().unwrap_or(0);
        below + usize::from(matches!(node, Any::Array(_)))
    });
    values[0]
}

#[test]
fn a_visitor_comes_to_every_node() {
    let parsed = Json::parse(br#"{"ab": [[], [1]], "c": {"d": []}}"#).expect("it is JSON");
    let mut counts = Counts::default();
    visit(parsed.syntax(), &mut counts);
    assert_eq!((counts.arrays, counts.key_bytes), (4, 4 + 3 + 3));
}

#[test]
fn a_million_brackets_are_visited_and_folded() {
    let input = ["[".repeat(DEPTH), "]".repeat(DEPTH)].concat();
    assert_eq!(depth(input.as_bytes()), DEPTH);
    let parsed = Json::parse(input.as_bytes()).expect("it is JSON");
    let mut counts = Counts::default();
    visit(parsed.syntax(), &mut counts);
    assert_eq!(counts.arrays, DEPTH);
    let mut value = parsed.root().value();
    let mut arrays = 0;
    while let Value::Array(array) = value {
        arrays += 1;
        let Some(element) = array.elements().next() else { break };
        value = element;
    }
    assert_eq!(arrays, DEPTH);
}

#[test]
fn a_view_is_small_and_prints_its_tree() {
    assert_eq!((size_of::<Array<'_>>(), size_of::<Value<'_>>()), (16, 24));
    let parsed = Json::parse(b"[true]").expect("it is JSON");
    let Value::Array(array) = parsed.root().value() else { panic!("it is an array") };
    assert_eq!(format!("{array:?}"), "array\n  value \"true\"");
    assert_eq!(format!("{:?}", array.elements().next()), "Some(\"true\" \"true\")");
}

//! On grammars of which the next bytes decide everything: nodes are then written in another way.

use grammarc_runtime::choices::Choices;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::tree::Arena;

use crate::formats::{self, Compared};

/// Texts that are fuzzed, and damaged.
const TEXTS: u64 = 500;

#[test]
fn on_every_form_of_direct_rules() {
    agree_on_fuzzed(&formats::direct());
}

#[test]
fn on_json_in_few_nodes() {
    agree_on_fuzzed(&formats::json_values());
}

#[test]
fn on_every_form_of_node_that_is_put_around_others() {
    agree_on_fuzzed(&formats::around());
}

#[test]
fn on_expressions_of_either_recursion() {
    formats::expressions().iter().for_each(agree_on_fuzzed);
}

/// All of them are small, large, or of any size in between: how nodes get to their places depends on that.
#[test]
fn where_nodes_are_put_around_few_and_many() {
    let [_, left] = formats::expressions();
    let around = formats::around();
    let mut arena = Arena::new();
    for count in (0..40).chain([1000, 50_000]) {
        let sum = |operand: &str, operator: &str| [operand, &[operator, operand].concat().repeat(count)].concat();
        let nested = ["(".repeat(count), "1".to_owned(), " + 1)".repeat(count)].concat();
        let texts = [sum("1", " + "), sum("12", " * "), sum("1.23", " - "), nested, "7".repeat(count + 1)];
        for text in &texts {
            let tree = left.interpreted.parse(text.as_bytes()).unwrap();
            assert_eq!(left.generated.parsing().run_in(&mut arena, text.as_bytes()), Ok(&tree), "{count}");
            assert_eq!(left.generated.parse(text.as_bytes()), Ok(tree), "{count}");
        }
        let nested = ["=".to_owned(), "(".repeat(count), "a".to_owned(), "[1])^2 + 3".repeat(count)].concat();
        for text in [nested, format!("={}", sum("a!", "^")), format!("@{}", sum("<b>", "."))] {
            let tree = around.interpreted.parse(text.as_bytes());
            assert_eq!(around.generated.parsing().run_in(&mut arena, text.as_bytes()).cloned(), tree, "{count}");
        }
    }
}

/// What nests is kept in states, not in calls.
#[test]
fn a_million_brackets_need_no_stack() {
    let run = || {
        let depth = 1_000_000;
        let text = ["(".repeat(depth), "1".to_owned(), " + 1)".repeat(depth)].concat();
        for format in formats::expressions() {
            let tree = format.generated.parse(text.as_bytes()).unwrap();
            assert_eq!(format.interpreted.parse(text.as_bytes()), Ok(tree), "{}", format.name);
        }
    };
    let small = std::thread::Builder::new().stack_size(1 << 20);
    small.spawn(run).expect("a thread").join().expect("it is parsed");
}

/// A macro and white space inside of a token are no nodes, so there are as few as can be.
#[test]
fn values_members_and_tokens_alone_are_nodes() {
    let text = b" {\"a\" : [1, true ] }\n";
    let tree = formats::json_values().parse(text, "a small object").unwrap();
    let grammar = &formats::json_values().interpreted.grammar;
    let mut found = Vec::new();
    let mut open = vec![tree.root()];
    while let Some(id) = open.pop() {
        let node = tree.node(id);
        found.push((grammar.name(node.symbol), std::str::from_utf8(&text[node.span.clone()]).unwrap()));
        let children: Vec<_> = tree.children(id).collect();
        open.extend(children.into_iter().rev());
    }
    let expected = [
        ("document", " {\"a\" : [1, true ] }\n"),
        ("ws", " "),
        ("object", "{\"a\" : [1, true ] }\n"),
        ("begin-object", "{"),
        ("member", "\"a\" : [1, true ] "),
        ("string", "\"a\" "),
        ("colon", ": "),
        ("array", "[1, true ] "),
        ("begin-array", "["),
        ("number", "1"),
        ("comma", ", "),
        ("true", "true "),
        ("end-array", "] "),
        ("end-object", "}\n"),
    ];
    assert_eq!(found, expected);
}

fn agree_on_fuzzed(format: &Compared) {
    let mut arena = Arena::new();
    for seed in 0..TEXTS {
        let text = fuzz(format.generated, &mut Choices::fresh(seed), 8).unwrap();
        let tree = format.parse(&text, &text.escape_ascii().to_string()).unwrap();
        assert_eq!(format.generated.parsing().run_in(&mut arena, &text), Ok(&tree), "{}", text.escape_ascii());
        assert_eq!(format.generated.parsing().by(EngineChoice::Engine).run(&text), Ok(tree), "{}", text.escape_ascii());
        for place in 0..text.len().min(40) {
            let without = [&text[..place], &text[place + 1..]].concat();
            let twice = [&text[..=place], &text[place..]].concat();
            for damaged in [without, twice, text[..place].to_vec()] {
                let answer = format.parse(&damaged, &damaged.escape_ascii().to_string());
                assert_eq!(
                    format.generated.parsing().run_in(&mut arena, &damaged).cloned(),
                    answer,
                    "{}",
                    damaged.escape_ascii()
                );
            }
        }
    }
}

#[test]
fn where_there_are_far_more_nodes_than_bytes() {
    let json = formats::json();
    let mut arena = Arena::new();
    // Once more with memory for as many, and for more, than there are.
    for depth in [10_000, 100, 10_000, 20_000] {
        let text = [b"[".repeat(depth), b"]".repeat(depth)].concat();
        let tree = json.interpreted.parsing().by(EngineChoice::Engine).run(&text).unwrap();
        assert!(tree.len() > 2 * text.len());
        assert_eq!(json.generated.parsing().run_in(&mut arena, &text), Ok(&tree));
        assert_eq!(json.generated.parse(&text), Ok(tree));
    }
}

#[test]
fn where_a_large_input_is_wrong_at_the_end() {
    let json = formats::json();
    let text = ["[", &"{\"a\": [1, true]}, ".repeat(20_000), "]"].concat();
    let answer = json.parse(text.as_bytes(), "a comma too many");
    assert_eq!(answer.unwrap_err().offset, text.len() - 1);
}

//! Islands in a tree: an input that is in the language but for some parts keeps the nodes of the rest.

use std::fs;
use std::ops::Range;
use std::process::Stdio;

use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::reduce::{Languages, Options, View};
use grammarc_runtime::steps;

use crate::common::{all_strategies, binary, bundled, contains, data, entries, folder_of, run};

/// The text with its islands between « and ».
fn marked(text: &[u8], islands: &[Range<usize>]) -> String {
    let mut marked = Vec::new();
    let mut at = 0;
    for island in islands {
        let parts = [&text[at..island.start], "«".as_bytes(), &text[island.clone()], "»".as_bytes()];
        marked.extend(parts.concat());
        at = island.end;
    }
    marked.extend(&text[at..]);
    String::from_utf8_lossy(&marked).into_owned()
}

/// The islands of a text by a language, and whether its tree is of that language at all.
fn seen(language: &Format, text: &[u8]) -> (String, bool) {
    let languages = Languages::new(language);
    let view = languages.view(text);
    check(&view);
    let islands = languages.islands(&view);
    (marked(text, &islands), !std::ptr::eq(view.language, &raw const ISLAND))
}

/// Nodes lie in their parents, one after another, and the root is all of the text.
fn check(view: &View<'_>) {
    let tree = &view.tree;
    assert_eq!(tree.node(tree.root()).span, 0..view.text.len());
    for (id, _) in tree.walk() {
        let around = tree.node(id).span;
        let mut at = around.start;
        for part in tree.parts(id) {
            let span = tree.node(part).span;
            assert!(at <= span.start && span.start <= span.end && span.end <= around.end, "{span:?} in {around:?}");
            at = span.end;
        }
    }
}

#[test]
fn what_is_not_in_the_language_is_an_island() {
    for name in ["json", "toml", "lua", "csv", "xml"] {
        let language = bundled(name);
        let path = data("islands").join(name).with_extension("txt");
        let cases = fs::read_to_string(path).expect("it is there");
        for case in cases.trim_end().split("\n----\n") {
            let text = case.replace(['«', '»'], "");
            assert_eq!(seen(&language, text.as_bytes()), (case.to_owned(), true), "{name}");
        }
    }
}

#[test]
fn an_input_of_another_language_is_an_island_tree() {
    let json = bundled("json");
    for text in ["int main(void) { return f(1, 2) + 3; }", "NaN", "", "[1, 2", "\u{1}\u{2}\0", "]]]]]]", "\"", "{{{}}"]
    {
        let languages = Languages::new(&json);
        let view = languages.view(text.as_bytes());
        check(&view);
        assert!(std::ptr::eq(view.language, &raw const ISLAND), "{text}");
    }
}

/// A list of records, some of which have what JSON has not.
fn records(count: usize) -> Vec<u8> {
    let value = |place: usize| match place % 7 {
        3 => "NaN",
        5 => "undefined",
        _ => "\"x\"",
    };
    let record = |place| format!("  {{\"id\": {place}, \"name\": {}, \"tags\": [\"a\", \"b\"]}}", value(place));
    format!("{{\n\"records\": [\n{}\n]}}", (0..count).map(record).collect::<Vec<_>>().join(",\n")).into_bytes()
}

#[test]
fn every_strategy_works_on_both_and_jobs_do_not_show() {
    let json = bundled("json");
    let input = records(14);
    for strategy in all_strategies() {
        let trace = |jobs| {
            let options = Options { jobs, strategies: vec![strategy], ..Options::default() };
            let reduced = run(&json, &input, &options, |text| contains(text, b"NaN") && contains(text, b"\"id\": 8"));
            (reduced.text, reduced.counters.asked, reduced.counters.tests)
        };
        assert_eq!(trace(1), trace(4), "{}", strategy.name);
        // Choices generate texts of the grammar alone, and only these are wrapped or unwrapped. Another order makes nothing shorter,
        // there are no headers, comments or calls, and it is no program.
        let finds_nothing = [
            "choices",
            "comments",
            "reorder",
            "wrap",
            "rescue",
            "unwrap",
            "blanks",
            "definitions",
            "letters",
            "headers",
        ];
        let is_shorter = !finds_nothing.contains(&strategy.name);
        assert!(trace(1).0.len() < input.len() || !is_shorter, "{}", strategy.name);
    }
}

#[test]
fn damaged_samples_have_sound_trees() {
    let foreign: [&[u8]; 6] = [b"NaN", b" @x ", b"(", b"\"", b"<<a b>>", b"\0\xff"];
    let mut with_islands = 0;
    for name in ["json", "toml", "lua", "csv", "html", "sql", "http", "tlv", "xml"] {
        let language = bundled(name);
        let paths = entries(&folder_of(name).join("accept"));
        let step = paths.len() / 8 + 1;
        for path in paths.into_iter().step_by(step) {
            let text = fs::read(path).expect("it can be read");
            for (number, part) in foreign.iter().enumerate().filter(|_| text.len() < 3000) {
                let at = text.len() * (number + 1) / 7;
                let damaged = [&text[..at], part, &text[at..]].concat();
                with_islands += usize::from(seen(&language, &damaged).0.contains('«'));
            }
        }
    }
    assert!(with_islands > 0);
}

/// Most steps that the tree of a hostile input takes. A chart takes some ten million in a second.
const MAX_STEPS: u64 = 1 << 29;

#[test]
fn hostile_inputs_take_no_long_time() {
    let (json, lua) = (bundled("json"), bundled("lua"));
    let list = |items: Vec<String>| format!("[{}]", items.join(", ")).into_bytes();
    let deep = |inside: &str| [vec![b'['; 100_000], inside.as_bytes().to_vec(), vec![b']'; 100_000]].concat();
    let noise =
        |count: usize| (0..count as u64).map(|at| (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as u8).collect();
    let inputs: [(&str, &Format, Vec<u8>); 8] = [
        ("one unknown token everywhere", &json, list(vec!["NaN".to_owned(); 10_000])),
        ("unknown tokens, all different", &json, list((0..10_000).map(|number| format!("a{number}")).collect())),
        ("half of them", &json, list((0..10_000).map(|it| format!("1, 2, \"abcdefgh\", x{}", it % 100)).collect())),
        ("nested", &json, deep("NaN")),
        ("nested, not closed", &json, vec![b'['; 1_000_000]),
        ("a megabyte of noise", &json, noise(1_000_000)),
        ("a megabyte of noise", &lua, noise(1_000_000)),
        ("wrong at the end", &json, [list(vec!["1".to_owned(); 300_000]), b"}}}}] ((((a, b".to_vec()].concat()),
    ];
    for (what, language, input) in inputs {
        let languages = Languages::new(language);
        let (view, taken) = steps::within(u64::MAX >> 1, || languages.view(&input));
        let view = view.expect("the limit is far");
        assert_eq!(view.tree.node(view.tree.root()).span, 0..input.len());
        assert!(languages.islands(&view).len() < input.len());
        assert!(taken < MAX_STEPS, "{what}: {taken} steps");
    }
}

#[test]
fn the_first_line_says_where_the_islands_are() {
    let folder = tempfile::tempdir().expect("there is room");
    let reduced = |text: &str| {
        fs::write(folder.path().join("odd.json"), text).expect("there is room");
        let mut command = binary();
        command.current_dir(folder.path()).stdin(Stdio::null());
        command.args(["reduce", "odd.json", "--force", "--json", "--", "grep", "-q", "undefined"]);
        let output = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        (said.lines().next().unwrap_or_default().to_owned(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (first, json) = reduced("{\"a\": [1, NaN,\n \"é\", {\"b\": undefined}], \"c\": [2, 3], \"d\": \"some text\"}");
    assert_eq!(
        first,
        "grammar: json, by the extension .json; 2 parts do not parse and are kept as islands: 1:11, 2:13"
    );
    let islands = r#""islands":[{"line":1,"column":11,"bytes":3},{"line":2,"column":13,"bytes":9}]"#;
    assert!(json.contains(islands), "{json}");
    let (first, json) = reduced("undefined = f(x);\n");
    assert_eq!(
        first,
        "grammar: json, by the extension .json; the input does not parse from 1:1 on: using island instead"
    );
    assert!(json.contains(r#""islands":null"#), "{json}");
    let (first, json) = reduced("[\"undefined\"]");
    assert_eq!(first, "grammar: json, by the extension .json");
    assert!(json.contains(r#""islands":[]"#), "{json}");
}

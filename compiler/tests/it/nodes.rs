//! Trees by the names of their grammar: which nodes show, under which names, and what is computed of them.

use std::path::Path;

use expect_test::{expect, expect_file};
use grammarc::bundled;
use grammarc_runtime::grammar::{RuleKind, Slot, TerminalKind};
use grammarc_runtime::language::Language;
use grammarc_runtime::syntax::{Parsed, Role, SyntaxNode};
use grammarc_runtime::tree::{NodeId, Tree};

/// How deeply brackets nest where depth must cost nothing but memory.
const DEPTH: usize = 1_000_000;

/// Names that are something else in Rust, or become the same name there.
const HOSTILE: &str = r##"
%start <self>
<self> ::= type:<Option> self:<type> <type> <some> <Result>* <any> <visitor> <from-clause>? not:<debug> <elementName> <element-name>
         | "x" <_> neg:<neg> parse:<some> syntax:<some> <Self>
<Self> ::= <some> @as(Self) | <type> @as(self) | "a" <some> @as(Ok) | "(" @as(Err) | "b" "b" @as(err) | <self> @as(N2)
<type> ::= "1" "t" | "2" | "3"
<Option> ::= "n" @as(None) | "s" <some> @as(Some)
<some> ::= "." ","
<Result> ::= <some> "!" | <Option> "?"
<any> ::= <vec> | <string> | <copy>
<vec> ::= "v" <Language>
<string> ::= "q" <view> | <token>
<copy> ::= "c" <clone> "c"
<clone> ::= "k" "k" | "é" "ü"
<visitor> ::= "@" | "#" | "é" | "ü"
<from-clause> ::= "f" <parsed>
<parsed> ::= "p" <children>
<children> ::= <root> ++ ","
<root> ::= "r" | "R" "R"
<debug> ::= "d" <fmt> "d"
<fmt> ::= "f" "m" "t"
<elementName> ::= "e" "E"
<element-name> ::= "e" "e"
<_> ::= "_" "_"
<neg> ::= "-" "-"
<view> ::= "w" <syntax-node>
<syntax-node> ::= "y" <label-id>
<label-id> ::= "l" "l"
<token> ::= "t" <bytes>
<bytes> ::= "b" "y"
<Language> ::= "L" "L" | <Self>
"##;

/// Labels on groups and lists, and groups in those.
const LABELS: &str = r#"
%start <call>
<call> ::= name:<word> "(" args:(<word> ++ (<dot> ",")) ")" op:("+" | "-" | <plus>) mark:("+" @w(3) | "-") pair:(<word> inner:(<word> | <plus>) <word>)
           <word> flag:"!"? rest:<words> (":" <plus>)*
<words> ::= <word>*
<plus> ::= "p" "p"
%token <word> ::= [a-z]
%token <dot> ::= "."
"#;

fn load(text: &str) -> Language {
    grammarc::load_text("example", text).unwrap_or_else(|report| panic!("{report}")).language()
}

fn bundled(name: &str) -> Language {
    load(bundled::named(name).expect("it is bundled").text)
}

fn parse<'i>(language: &'i Language, input: &'i [u8]) -> Parsed<'i> {
    Parsed::new(language, input, language.parse(input).expect("it is in the language"))
}

fn texts(nodes: impl Iterator<Item = SyntaxNode<'static>>) -> Vec<String> {
    nodes.map(|node| node.text().into_owned()).collect()
}

/// A language and an input that last as long as the tests.
fn parse_static(grammar: &str, input: &'static str) -> &'static Parsed<'static> {
    let language = Box::leak(Box::new(load(grammar)));
    Box::leak(Box::new(parse(language, input.as_bytes())))
}

#[test]
fn a_tree_is_printed_by_its_names() {
    let json = bundled("json");
    let parsed = parse(&json, br#" {"a": [1, true], "b": {}} "#);
    expect![[r#"
        json
          value
            object
              member
                key: string "\"a\""
                value
                  array
                    value
                      number "1"
                    value "true"
              member
                key: string "\"b\""
                value
                  object "{}""#]]
    .assert_eq(&format!("{parsed:?}"));
}

#[test]
fn parts_are_found_by_name() {
    let json = bundled("json");
    let parsed = parse(&json, br#" {"a": [1, true], "b": {}} "#);
    let value = parsed.root().child("value").expect("it has a value");
    let object = value.child("object").expect("it is an object");
    let members: Vec<_> = object.children_named("members").collect();
    let keys: Vec<_> = members.iter().map(|member| member.child("key").expect("it has a key").text()).collect();
    assert_eq!(keys, ["\"a\"", "\"b\""]);
    assert_eq!(members[0].child("string"), None);
    assert_eq!((members[1].rule(), members[1].span(), members[1].label()), ("member", 17..25, None));
    let array = members[0].child("value").and_then(|value| value.child("array")).expect("it is an array");
    let elements: Vec<_> = array.children_named("elements").map(|element| element.text()).collect();
    assert_eq!(elements, ["1", "true"]);
    let expr = bundled("expr");
    let sum = parse(&expr, b"1 + 2");
    assert_eq!(sum.root().child("expr").and_then(SyntaxNode::alternative), Some("Add"));
}

#[test]
fn labels_name_groups() {
    let root = parse_static(LABELS, "f(a.,b.,c)-+xppye!uv:pp:pp").root();
    let named = |name| texts(root.children_named(name));
    assert_eq!(named("name"), ["f"]);
    assert_eq!(named("args"), ["a", "b", "c"]);
    // A literal shows where a label means nothing else.
    assert_eq!(named("op"), [""; 0]);
    assert_eq!(named("mark"), ["+"]);
    assert_eq!(named("pair"), ["x", "y"]);
    assert_eq!(named("inner"), ["pp"]);
    assert_eq!(named("flag"), ["!"]);
    assert_eq!(named("rest"), ["u", "v"]);
    // Without a label.
    assert_eq!(named("word"), ["e"]);
    assert_eq!(named("plus"), ["pp", "pp"]);
    let shown = root.children().map(|node| format!("{}:{}", node.label().unwrap_or_default(), node.text()));
    let expected = "name:f args:a :. args:b :. args:c mark:+ pair:x inner:pp pair:y :e flag:! :u :v :pp :pp";
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn lists_in_lists_stay_apart() {
    let csv = bundled("csv");
    let parsed = parse(&csv, b"a,b\nc\n");
    let rows: Vec<usize> = parsed.root().children_named("record").map(|row| row.children().count()).collect();
    assert_eq!(rows, [2, 1, 1]);
}

/// Returns what must show: named rules and tokens, but helpers, white space and what is in a skip.
fn named(language: &Language, tree: &Tree) -> Vec<NodeId> {
    let grammar = &language.grammar;
    let mut skipped = 0;
    let nodes = tree.walk().filter(|&(id, _)| {
        let node = tree.node(id);
        let index = tree.index_of(id).expect("it is there");
        if grammar.item(node.item).is_some_and(|item| item.slot == Slot::Skip) {
            skipped = skipped.max(index + tree.size(id));
        }
        let is_named = match grammar.rule(node.symbol) {
            Some(rule) => rule.kind == RuleKind::Named && !node.hidden,
            None => grammar.terminal(node.symbol).is_some_and(|terminal| terminal.kind == TerminalKind::Token),
        };
        let is_meant = !matches!(language.roles().of(node.symbol), Role::Helper | Role::Blank);
        index >= skipped && is_named && is_meant
    });
    nodes.map(|(id, _)| id).collect()
}

#[test]
fn every_named_node_of_every_sample_shows() {
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars");
    let (mut samples, mut nodes) = (0, 0);
    for bundled in bundled::ALL {
        let language = load(bundled.text);
        let folder = std::fs::read_dir(grammars.join(bundled.name).join("accept")).expect("it has samples");
        for entry in folder {
            let input = std::fs::read(entry.expect("the folder can be read").path()).expect("it can be read");
            let Ok(tree) = language.parse(&input) else { continue };
            let expected = named(&language, &tree);
            let parsed: Parsed<'_> = Parsed::new(&language, &input, tree);
            let all = std::iter::once(parsed.root()).chain(parsed.root().descendants());
            let (labelled, shown): (Vec<_>, Vec<_>) = all.partition(|node| expected.binary_search(&node.id()).is_err());
            assert_eq!(shown.iter().map(|node| node.id()).collect::<Vec<_>>(), expected, "{}", bundled.name);
            let unnamed = labelled.iter().find(|node| node.label().is_none());
            assert_eq!(unnamed.map(|node| (node.rule(), node.text())), None, "{}", bundled.name);
            let mut below = 0;
            for node in shown.iter().chain(&labelled) {
                below += node.children().inspect(|child| assert!(node.span().start <= child.span().start)).count();
            }
            assert_eq!(below + 1, shown.len() + labelled.len(), "{}: each node has one parent", bundled.name);
            samples += 1;
            nodes += shown.len();
        }
    }
    assert!(samples > 150 && nodes > 10_000, "{samples} samples, {nodes} nodes");
}

/// The number of brackets around the middle.
fn depth(parsed: &Parsed<'_>, rule: &str) -> usize {
    parsed
        .fold(|node: SyntaxNode<'_>, parts| parts.iter().copied().max().unwrap_or(0) + usize::from(node.rule() == rule))
}

#[test]
fn a_million_brackets_are_folded_and_walked() {
    let json = bundled("json");
    let input = ["[".repeat(DEPTH), "]".repeat(DEPTH)].concat();
    let parsed = parse(&json, input.as_bytes());
    assert_eq!(depth(&parsed, "array"), DEPTH);
    assert_eq!(parsed.root().descendants().filter(|node| node.rule() == "array").count(), DEPTH);
    let expr = bundled("expr");
    let input = ["(".repeat(DEPTH / 4), "1".to_owned(), ")".repeat(DEPTH / 4)].concat();
    assert_eq!(depth(&parse(&expr, input.as_bytes()), "expr"), DEPTH / 4 + 1);
}

#[test]
fn deep_trees_are_printed() {
    let json = bundled("json");
    let input = ["[".repeat(2_000), "]".repeat(2_000)].concat();
    assert_eq!(format!("{:?}", parse(&json, input.as_bytes())).lines().count(), 4_001);
}

#[test]
fn parts_of_a_fold_are_found_by_node() {
    let expr = bundled("expr");
    let parsed = parse(&expr, b"1 + 2 * (3 + 4)");
    let counted = parsed.fold(|node: SyntaxNode<'_>, parts| {
        let below: usize = node.children().map(|child| parts[child]).sum();
        assert!(parts.get(node).is_none(), "a node is not below itself");
        below + 1
    });
    assert_eq!(counted, 1 + parsed.root().descendants().count());
}

/// Groups of counts of counts nest as deeply as 1,000 each.
#[test]
fn counts_do_not_recurse() {
    let nested = (0..20).fold("<b> <c>".to_owned(), |inner, _| format!("({inner}){{0,1000}}"));
    let language = load(&format!("<a> ::= {nested}\n<b> ::= \"x\" \"y\"\n<c> ::= \"z\" \"w\"\n"));
    let parsed = parse(&language, b"xyzwxyzw");
    assert_eq!(parsed.root().children().count(), 4);
    let chain: String = (0..5_000).map(|rule| format!("<r{rule}> ::= <r{}>?\n", rule + 1)).collect();
    let language = load(&format!("%start <s>\n<s> ::= \"(\" <r0> \")\"\n{chain}<r5000> ::= \"x\" \"y\"\n"));
    assert_eq!(parse(&language, b"(xy)").root().child("r0").map(SyntaxNode::rule), Some("r5000"));
}

#[test]
fn names_do_not_clash() {
    let loaded = grammarc::load_text("hostile", HOSTILE).unwrap_or_else(|report| panic!("{report}"));
    let module = grammarc::emit::module(&loaded, grammarc::emit::Parts::ALL);
    let (_, nodes) = module.split_once("pub mod nodes {\n").expect("it has nodes");
    let (nodes, _) = nodes.split_once("\n}\n").expect("the module ends");
    let names = |line: &&str| {
        ["pub struct", "pub enum", "pub fn", "impl<'t> ", "views!", "}"]
            .iter()
            .any(|it| line.trim_start().starts_with(it))
            || line.ends_with("),")
            || line.contains(" = s::")
    };
    let lines: Vec<&str> = nodes.lines().filter(names).filter(|line| line.trim() != "}").collect();
    expect_file!["../nodes/hostile.txt"].assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn groups_with_labels_have_methods() {
    let loaded = grammarc::load_text("labels", LABELS).unwrap_or_else(|report| panic!("{report}"));
    let module = grammarc::emit::module(&loaded, grammarc::emit::Parts::ALL);
    let methods: Vec<&str> =
        module.lines().map(str::trim).filter(|line| line.starts_with("pub fn") && line.contains("(self) ->")).collect();
    expect![[r#"
        pub fn name(self) -> Token<'t> {
        pub fn args(self) -> Children<'t, Token<'t>> {
        pub fn op(self) -> Option<Plus<'t>> {
        pub fn mark(self) -> Token<'t> {
        pub fn pair(self) -> Children<'t, Token<'t>> {
        pub fn inner(self) -> SyntaxNode<'t> {
        pub fn flag(self) -> Token<'t> {
        pub fn rest(self) -> Children<'t, Token<'t>> {
        pub fn word(self) -> Token<'t> {
        pub fn plus(self) -> Children<'t, Plus<'t>> {"#]]
    .assert_eq(&(methods.join("\n")));
}

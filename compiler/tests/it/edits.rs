//! Edits of trees: what is left is in the language, and its tree is what parsing it again would give.

use grammarc_runtime::edit::{Change, Edit, Fill, Joints};
use grammarc_runtime::facts::Place;
use grammarc_runtime::format::Format;
use grammarc_runtime::tree::{NodeId, Tree};

const LISTS: &str = r#"
%start <file>
%skip <space>
<file> ::= <entry>*
<entry> ::= <name> ("=" <value>)? ("if" <name>+)? ";"
<value> ::= "[" <value> ** "," "]" | "(" <value> ++ ";" ")" | <name> | "not" <value>
%token <name> ::= [a-z]+ - ("if" | "not")
%token <space> ::= [ \n]+
"#;

const TEXT: &str = " a = [ b , c, [d]] ;\nb=(x; y ;z) if q r s;  not2 ; c = not not [] ;d;";

fn language() -> Format {
    match grammarc::load_text("lists", LISTS) {
        Ok(loaded) => loaded.format(),
        Err(report) => panic!("{}", report.render(grammarc_dsl::diagnostic::Color::Never)),
    }
}

fn parse(language: &Format, text: &str) -> Tree {
    language.parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error:?}"))
}

/// Returns the changed text, having changed the tree.
fn edit(language: &Format, tree: &mut Tree, text: &str, edits: &[Edit]) -> Option<String> {
    let facts = language.facts();
    let change = Change::of(tree, &language.grammar, facts, edits)?;
    let spliced = change.splice(text.as_bytes(), Joints { blank: facts.blank, keeps_lines: false });
    change.apply(tree, &spliced);
    Some(String::from_utf8(spliced.text.clone()).expect("ASCII"))
}

/// Returns what readers see of a tree: names and texts, in preorder. Nodes without text do not count: what was dropped is
/// gone, where parsing again finds something empty; nor does space: what keeps words apart is no node.
fn visible<'a>(language: &'a Format, tree: &Tree, text: &'a str) -> Vec<(&'a str, &'a str)> {
    let nodes = tree.walk().map(|(id, _)| tree.node(id)).filter(|node| !node.hidden && !node.span.is_empty());
    let named = nodes.map(|node| (language.grammar.name(node.symbol), &text[node.span]));
    named.filter(|&(name, _)| name != "space").collect()
}

fn find(tree: &Tree, text: &str, wanted: &str) -> NodeId {
    let mut found = tree.walk().filter(|&(id, _)| &text[tree.node(id).span] == wanted);
    found.next().unwrap_or_else(|| panic!("no node {wanted:?}")).0
}

#[test]
fn whatever_is_dropped_the_rest_is_in_the_language() {
    let language = language();
    let text = TEXT.replace("not2", "e");
    let tree = parse(&language, &text);
    let places = |id: NodeId| language.facts().place(tree.node(id).item);
    let droppable = |&id: &NodeId| matches!(places(id), Place::Optional | Place::Element { .. });
    let nodes: Vec<NodeId> = tree.walk().map(|(id, _)| id).filter(droppable).collect();
    let mut random = 1u64;
    for round in 0..2000 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round);
        let chosen = nodes.iter().enumerate().filter(|(place, _)| (random >> (place % 60)) & 3 == 0);
        let edits: Vec<Edit> = chosen.map(|(_, &id)| Edit::Drop(id)).collect();
        let mut changed = tree.clone();
        let left = edit(&language, &mut changed, &text, &edits).expect("no node is gone");
        let again = parse(&language, &left);
        // A minimal string is a leaf, whatever it would be parsed as.
        if !left.contains("(a)") && !left.contains("if a") {
            assert_eq!(visible(&language, &changed, &left), visible(&language, &again, &left), "{left:?}");
        }
    }
}

#[test]
fn separators_go_with_the_right_element() {
    let language = language();
    let drop = |text: &str, wanted: &[&str]| {
        let mut tree = parse(&language, text);
        let edits: Vec<Edit> = wanted.iter().map(|wanted| Edit::Drop(find(&tree, text, wanted))).collect();
        edit(&language, &mut tree, text, &edits).expect("no node is gone")
    };
    assert_eq!(drop("a=[b, c, d];", &["b"]), "a=[c, d];");
    assert_eq!(drop("a=[b, c, d];", &[", c"]), "a=[b, d];");
    assert_eq!(drop("a=[b, c, d];", &["b", ", c"]), "a=[d];");
    assert_eq!(drop("a=[b, c, d];", &["b", ", c", ", d"]), "a=[];");
    assert_eq!(drop("a=(b; c);", &["b", "; c"]), "a=(a);", "one must stay");
    assert_eq!(drop("a=[[b, c], d];", &["b"]), "a=[[c], d];");
    assert_eq!(drop("a=[[b], d];", &["b"]), "a=[[], d];");
    assert_eq!(drop("a=(b; c);", &["(b; c)"]), "a=a;", "what cannot go becomes a minimal string");
}

#[test]
fn words_do_not_run_together() {
    let language = language();
    let mut tree = parse(&language, "a=not(b);");
    let by = find(&tree, "a=not(b);", "b");
    let node = find(&tree, "a=not(b);", "(b)");
    assert_eq!(edit(&language, &mut tree, "a=not(b);", &[Edit::Hoist { node, by }]).as_deref(), Some("a=not b;"));
}

#[test]
fn what_is_replaced_keeps_its_identity_and_what_is_gone_is_void() {
    let language = language();
    let text = "a=[b, [c]];d;";
    let mut tree = parse(&language, text);
    let (node, inner) = (find(&tree, text, "[b, [c]]"), find(&tree, text, "[c]"));
    let untouched = find(&tree, text, "d;");
    let left = edit(&language, &mut tree, text, &[Edit::Hoist { node, by: inner }]).expect("both are there");
    assert_eq!((left.as_str(), &left[tree.node(node).span]), ("a=[c];d;", "[c]"));
    assert_eq!(&left[tree.node(untouched).span], "d;");
    assert!(!tree.contains(inner));
    assert_eq!(edit(&language, &mut tree, &left, &[Edit::Drop(inner)]), None);
    let copy = find(&tree, &left, "c");
    assert!(!parse(&language, text).contains(copy), "copies have identities that were never used");
}

#[test]
fn a_list_comes_out_of_its_brackets() {
    let language = language();
    let text = "a=[b, [c, d, e], f];";
    let mut tree = parse(&language, text);
    let (node, first, last) = (find(&tree, text, "[c, d, e]"), find(&tree, text, "c"), find(&tree, text, ", e"));
    let left = edit(&language, &mut tree, text, &[Edit::Unwrap { node, first, last }]);
    assert_eq!(left.as_deref(), Some("a=[b, c, d, e, f];"));
    let left = left.expect("checked");
    let second = find(&tree, &left, "c");
    assert_eq!(edit(&language, &mut tree, &left, &[Edit::Drop(second)]).as_deref(), Some("a=[b, d, e, f];"));
}

#[test]
fn another_expansion_is_filled_from_the_tree() {
    let language = language();
    let text = "a=[b, c];";
    let mut tree = parse(&language, text);
    let (node, b) = (find(&tree, text, "[b, c]"), find(&tree, text, "b"));
    let value = language.grammar.symbol("value").expect("it is written");
    let not = language.grammar.productions_of(value).last().expect("it has four");
    let parts = vec![Fill::Text(b"not ".to_vec()), Fill::Node(b)];
    let left = edit(&language, &mut tree, text, &[Edit::Expand { node, production: not, parts }]);
    assert_eq!(left.as_deref(), Some("a=not b;"));
    assert_eq!(tree.node(node).production, Some(not));
}

#[test]
fn the_root_stays_whatever_took_its_place() {
    let language = language();
    let text = "a;b;";
    let mut tree = parse(&language, text);
    let (root, entry) = (tree.root(), find(&tree, text, "b;"));
    let left = edit(&language, &mut tree, text, &[Edit::Unwrap { node: root, first: entry, last: entry }]);
    assert_eq!(left.as_deref(), Some("b;"));
    let element = tree.root();
    assert!(matches!(language.facts().place(tree.node(element).item), Place::Element { .. }));
    let left = edit(&language, &mut tree, "b;", &[Edit::Drop(element)]).expect("the root is there");
    assert_eq!((left.as_str(), tree.len(), tree.root()), ("a;", 1, element));
}

#[test]
fn a_tree_has_one_root() {
    let language = language();
    let text = "a;b;";
    let mut tree = parse(&language, text);
    let (root, first, last) = (tree.root(), find(&tree, text, "a;"), find(&tree, text, "b;"));
    assert_eq!(edit(&language, &mut tree, text, &[Edit::Unwrap { node: root, first, last }]), None);
    assert_eq!(tree.root(), root);
}

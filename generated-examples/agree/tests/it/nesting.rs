//! Matched tags of a page are the two ends of one element in its tree.

use grammarc_runtime::grammar::Symbol;
use grammarc_runtime::tree::{NodeId, Tree};

use crate::formats::{self, Compared, Sample};
use crate::tags::{self, Pair};

/// What is torn in `soup.html`, where the end tag of a block that is not open (`</CENTER>`) ends what it stands in. A
/// grammar that passes over it there would be too ambiguous to be parsed by chart.
const TORN: [&str; 2] =
    ["soup.html: <body> of line 4, which ends in line 13", "soup.html: <html> of line 2, which ends in line 13"];

/// Returns the element that a pair of tags makes, if there is exactly one.
fn element(tree: &Tree, element: Symbol, pair: &Pair) -> Option<NodeId> {
    let span = pair.start.span.start..pair.end.span.end;
    let is_it = |&id: &NodeId| tree.node(id).symbol == element && tree.node(id).span == span;
    let mut found = tree.subtree(tree.root()).filter(is_it);
    found.next().filter(|_| found.next().is_none())
}

/// Returns whether both tags are parts of the element itself: its leaves begin and end where they do.
fn holds(tree: &Tree, element: NodeId, pair: &Pair) -> bool {
    let has = |is_there: &dyn Fn(usize, usize) -> bool| {
        tree.children(element).any(|child| is_there(tree.node(child).span.start, tree.node(child).span.end))
    };
    has(&|start, _| start == pair.start.span.start)
        && has(&|_, end| end == pair.start.span.end)
        && has(&|start, _| start == pair.end.span.start)
        && has(&|_, end| end == pair.end.span.end)
}

fn describe(page: &[u8], pair: &Pair) -> String {
    let line = |at: usize| page[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    format!(
        "<{}> of line {}, which ends in line {}",
        pair.start.name,
        line(pair.start.span.start),
        line(pair.end.span.start)
    )
}

/// Returns the pairs of a page that are not one element each, and how many pairs there are.
fn torn(format: &Compared, sample: &Sample) -> (Vec<String>, usize) {
    let path = sample.path.file_name().unwrap_or_default().display().to_string();
    let tree = format.parse(&sample.text, &path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let symbol = format.generated.grammar.symbol("element").expect("the grammar has elements");
    let pairs = tags::pairs(&sample.text);
    let is_torn = |pair: &&Pair| !element(&tree, symbol, pair).is_some_and(|element| holds(&tree, element, pair));
    let torn = pairs.iter().filter(is_torn).map(|pair| format!("{path}: {}", describe(&sample.text, pair)));
    (torn.collect(), pairs.len())
}

#[test]
fn matched_elements_nest() {
    let format = formats::html();
    let ours = format.samples("accept").into_iter().chain(format.samples("reduce"));
    let pages: Vec<Sample> = ours.chain(formats::corpus("html")).collect();
    let mut all = Vec::new();
    for page in &pages {
        let (torn, pairs) = torn(&format, page);
        eprintln!("{}: {pairs} elements, {} torn", page.path.display(), torn.len());
        all.extend(torn);
    }
    assert_eq!(all, TORN);
}

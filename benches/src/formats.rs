//! HTML, CSV, TLV and expressions: generated parsers beside the best peer for each format, or beside a handwritten parser if there
//! is no peer.

mod expressions;
mod nodes;
mod records;

use std::cell::RefCell;

use grammarc_benches::page::{Part, Section};
use grammarc_benches::plot::{Plot, Shape};
use grammarc_benches::side_by_side::{Race, Run, figure, race, table};
use grammarc_benches::{book, corpus, csv, geometric_mean, left, tlv};
use grammarc_runtime::fields::is_computed;
use grammarc_runtime::format::Format;
use grammarc_runtime::parse::Outcome;
use grammarc_runtime::tree::Arena;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use markup5ever_rcdom::RcDom;
use nodes::Nodes;

/// Name of the generated parser where it reuses the memory of the run before.
const AGAIN: &str = "generated, memory reused";
/// Size of generated inputs, in bytes: larger than the caches of most processors near the cores.
const INPUT_BYTES: usize = 1_000_000;

/// Measures all other formats.
pub(crate) fn section() -> Section {
    let mut parts = vec![Part::Words(INTRODUCTION.to_owned())];
    let mut all = Vec::new();
    for FormatMeasurement { measure, introduction, why } in FORMATS {
        let races = measure();
        let again = |race: &Race| race.results.iter().position(|it| it.name == AGAIN).unwrap_or(0);
        let mean = geometric_mean(races.iter().map(|race| race.ratio(again(race))));
        let first = races.first().map_or("", |race| &race.results[0].name);
        parts.push(Part::Words(introduction.to_owned()));
        parts.push(Part::Table(table("MB/s", &races)));
        parts
            .push(Part::Words(format!("With memory reused {} × *{first}* on the geometric mean. {why}", figure(mean))));
        all.extend(races);
    }
    let caption = "Other formats: megabytes a second".to_owned();
    parts.push(Part::Plot(Plot { name: "formats", caption, shape: Shape::Dots(all) }));
    Section { title: "Other formats", parts }
}

const INTRODUCTION: &str = "Generated parsers validate all of the input and keep a node for each rule application and token. *Judged* \
                    means that computed fields are compared and hooks are folded as well.";

/// How a format is measured.
struct FormatMeasurement {
    measure: fn() -> Vec<Race>,
    /// The words above the results: the formats and peers in the comparison.
    introduction: &'static str,
    /// Why it is as fast as it is.
    why: &'static str,
}

const FORMATS: [FormatMeasurement; 4] = [
    FormatMeasurement {
        measure: html,
        introduction: "**HTML**, pages as people write them. `html5ever` builds the tree of the standard (`markup5ever_rcdom`), or only \
               finds tags.",
        why: "The automata of tokens follow look-aheads, and comments and the like are written out as code. \
              `node`, `element`, `attrs` and `attr` are tried in order (`grammarc check` says so), so the cursor saves and \
              restores its place for each. Names of attributes are folded when the tree is there, not while it is read.",
    },
    FormatMeasurement {
        measure: separated,
        introduction: "**CSV**, a list of releases and small files with quotes, repeated. `csv` keeps every record, or reads one after \
               another into the same memory.",
        why: "The next bytes decide all, so nodes are written as they come. The reader that keeps nothing writes no nodes.",
    },
    FormatMeasurement {
        measure: lengths,
        introduction: "**TLV**, records of single bytes and of all kinds, with lengths, their number and a checksum (`crc32fast` in the \
               parser by hand, which compares all of it). The parser by hand builds a tree with the same nodes.",
        why: "The grammar has two nodes for each byte of such a record, and lengths and counts make every repetition a slice \
              and a loop of the cursor, which writes postorder and puts it in order at the end. Judging goes over the tree once \
              more and keeps three numbers for each node: its parent, its application, where the labels of that begin.",
    },
    FormatMeasurement {
        measure: expressions,
        introduction: "**Expressions** of 1 MB: the grammar of the Fuzzing Book, which is right-recursive, the same with operators that \
               group to the left, and `expr` with precedence annotations. The parsers by hand, recursive descent and precedence \
               climbing, build trees with the same nodes in postorder.",
        why: "The next two bytes decide all, so nodes are written as they come; a node gets its kind when it is complete. Open \
              rules wait on a stack of their own, so that nesting needs none of the machine's. A node that is put around \
              finished nodes, as left recursion and operators do, belongs before them: up to eight nodes are moved at once, and \
              where there are more, all such nodes are put in their places at the end. The parsers by hand leave postorder as \
              it is.",
    },
];

/// Returns whether fields are computed in a language, or names are defined and used. For example, TLV has lengths and a checksum, and CSV
/// has neither.
fn means_more(language: &Format) -> bool {
    let grammar = &language.grammar;
    !grammar.namespaces.is_empty() || grammar.items.iter().any(|item| is_computed(grammar, item))
}

/// Adds the generated parser three times: with reused memory, at its first parse, and, if the language has fields or hooks, with
/// these checked.
fn with_generated<'a>(
    title: &str,
    text: &'a [u8],
    language: &'a Format,
    arena: &'a RefCell<Arena>,
    mut peers: Vec<Run<'a>>,
) -> Race {
    let again = || language.parsing().run_in(&mut arena.borrow_mut(), text).expect("parses").len();
    peers.push((AGAIN, Box::new(again)));
    peers.push(("generated, first parse", Box::new(|| language.parse(text).expect("parses").len())));
    if means_more(language) {
        let judged = || matches!(language.parsing().judge(text), Outcome::Valid(_)).into();
        peers.push(("generated, judged", Box::new(judged)));
    }
    race(title, text.len(), 0.5, peers)
}

fn html() -> Vec<Race> {
    let names =
        ["bc", "delta", "expat-reference", "fontconfig", "libxslt-chunk7", "node-async-hooks", "rustdoc-std-detect"];
    let page = |name: &str| {
        let text = corpus::read(&format!("html/{name}.html"))?;
        let shared = StrTendril::from(String::from_utf8_lossy(&text).as_ref());
        let tree = || {
            let dom: RcDom = html5ever::parse_document(RcDom::default(), Default::default()).one(shared.clone());
            dom.document.children.borrow().len()
        };
        let tags = || {
            let queue = BufferQueue::default();
            queue.push_back(shared.clone());
            let tokenizer = Tokenizer::new(Counter::default(), TokenizerOpts::default());
            _ = tokenizer.feed(&queue);
            tokenizer.end();
            tokenizer.sink.0.get()
        };
        let peers: Vec<Run<'_>> = vec![("html5ever, tree", Box::new(tree)), ("html5ever, tags only", Box::new(tags))];
        Some(with_generated(name, &text, &::html::FORMAT, &RefCell::default(), peers))
    };
    names.into_iter().filter_map(page).collect()
}

/// Counts the tokens of `html5ever`.
#[derive(Default)]
struct Counter(std::cell::Cell<usize>);

impl TokenSink for Counter {
    type Handle = ();

    fn process_token(&self, _: Token, _: u64) -> TokenSinkResult<()> {
        self.0.set(self.0.get() + 1);
        TokenSinkResult::Continue
    }
}

fn separated() -> Vec<Race> {
    let plain = &include_bytes!("../../grammars/csv/accept/distro-info-ubuntu.csv")[..];
    let quoted = [
        &include_bytes!("../../grammars/csv/accept/quotes_and_newlines.csv")[..],
        include_bytes!("../../grammars/csv/accept/escaped_quotes.csv"),
        include_bytes!("../../grammars/csv/accept/comma_in_quotes.csv"),
    ];
    let inputs = [("csv, few quotes", plain.to_vec()), ("csv, many quotes", quoted.join(&b'\n'))];
    let one = |(title, text): (&str, Vec<u8>)| {
        let text = text.repeat(INPUT_BYTES / text.len());
        let reader = || ::csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&text[..]);
        let kept = || reader().into_byte_records().map(|record| record.expect("it is CSV")).collect::<Vec<_>>().len();
        let passed = || {
            let (mut reader, mut record, mut fields) = (reader(), ::csv::ByteRecord::new(), 0);
            while reader.read_byte_record(&mut record).expect("it is CSV") {
                fields += record.len();
            }
            fields
        };
        let peers: Vec<Run<'_>> = vec![("csv, records kept", Box::new(kept)), ("csv, nothing kept", Box::new(passed))];
        with_generated(title, &text, &csv::FORMAT, &RefCell::default(), peers)
    };
    inputs.into_iter().map(one).collect()
}

/// Races a handwritten parser that builds the same nodes.
fn beside_hand(title: &str, text: &[u8], language: &Format, by_hand: fn(&[u8], &mut Nodes) -> Option<()>) -> Race {
    let nodes = RefCell::new(Nodes::default());
    let peer = || {
        let nodes = &mut *nodes.borrow_mut();
        nodes.clear();
        by_hand(text, nodes).expect("parses");
        nodes.len()
    };
    assert_eq!(peer(), language.parse(text).expect("parses").len(), "{title}: both trees have the same nodes");
    assert!(nodes.borrow().is_tree(text.len()), "{title}: by hand, too, it is a tree");
    with_generated(title, text, language, &RefCell::default(), vec![("by hand, memory reused", Box::new(peer))])
}

fn lengths() -> Vec<Race> {
    [("tlv, bytes", records::blobs(INPUT_BYTES)), ("tlv, mixed", records::mixed(INPUT_BYTES))]
        .into_iter()
        .map(|(title, text)| beside_hand(title, &text, &tlv::FORMAT, records::parse))
        .collect()
}

fn expressions() -> Vec<Race> {
    let Some(text) = corpus::read("expr/expr_1m.txt") else { return Vec::new() };
    vec![
        beside_hand("right-recursive", &text, &book::FORMAT, expressions::right),
        beside_hand("left-recursive", &text, &left::FORMAT, expressions::left),
        beside_hand("precedence", &text, &expr::FORMAT, expressions::climbing),
    ]
}

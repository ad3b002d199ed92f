//! Reducing under hooks: what reaches the oracle, what is repaired, what is left alone.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use grammarc_runtime::edit::{Candidate, Edit};
use grammarc_runtime::format::Format;
use grammarc_runtime::hooks::{is_subset, violations};
use grammarc_runtime::parse::Outcome;
use grammarc_runtime::reduce::{Hooks, Languages, Options, Reduction, Search, Validity, View};
use grammarc_runtime::tree::NodeId;
use grammarc_runtime::trial::{self, Trial};

use crate::common::{all_strategies, bundled, contains, entries, folder_of, language, run, sample};

fn options(hooks: Hooks, validity: Validity) -> Options {
    Options { hooks, validity, ..Options::default() }
}

/// Reduces along the tree alone.
fn along_tree(hooks: Hooks) -> Options {
    let strategies = all_strategies().filter(|strategy| ["hdd", "perses"].contains(&strategy.name));
    Options { strategies: strategies.collect(), ..options(hooks, Validity::Prefer) }
}

fn shown(reduced: &Reduction) -> String {
    String::from_utf8_lossy(&reduced.text).into_owned()
}

/// Reduces, and holds every candidate against the language on its way to the oracle.
fn always_valid(language: &Format, input: &[u8], interesting: impl Fn(&[u8]) -> bool + Sync) -> (Vec<u8>, u64) {
    let reduced = run(language, input, &options(Hooks::Repair, Validity::Strict), |text| {
        let outcome = language.parsing().judge(text);
        assert!(matches!(outcome, Outcome::Valid(_)), "{:?}: {outcome:?}", text.escape_ascii().to_string());
        interesting(text)
    });
    (reduced.text, reduced.counters.tests)
}

#[test]
fn what_is_wrong_inside_of_a_wrong_text_goes_with_it() {
    // The second `<t>` is not what the first is, and neither is what it should be.
    let grammar = r#"%start <s> <s> ::= a:<t> "=" <t> := text(a)  <t> ::= b:<u> "," <u> := text(b) ";"  <u> ::= "x"+"#;
    let filled = grammarc_runtime::fields::fill(&language(grammar), b"xx,x;=x,xx;".to_vec());
    assert_eq!(filled.escape_ascii().to_string(), "xx,xx;=xx,xx;");
}

#[test]
fn a_record_file_is_right_at_every_step() {
    let tlv = bundled("tlv");
    let record = |tag: u8, value: &[u8]| [&[tag], &(value.len() as u16).to_be_bytes()[..], value].concat();
    let inner = [record(1, b"needle in here"), record(2, b"text\0"), record(0x20, b"other")].concat();
    let records = [record(1, b"abc"), record(3, &inner), record(2, b"more\0"), record(3, &record(3, b""))].concat();
    let blank = [&b"\x89TLV\0\0"[..], &records, &[0; 4]].concat();
    let input = grammarc_runtime::fields::fill(&tlv, blank);
    assert!(matches!(tlv.parsing().judge(&input), Outcome::Valid(_)));
    let (text, _) = always_valid(&tlv, &input, |text| contains(text, b"needle"));
    assert_eq!(text.len(), 4 + 2 + 3 + 6 + 4, "{}", text.escape_ascii());
}

#[test]
fn the_chunks_of_an_image_are_right_at_every_step() {
    let png = bundled("png");
    let largest = |path: &std::path::PathBuf| std::fs::metadata(path).map_or(0, |it| it.len());
    let path = entries(&folder_of("png").join("accept"))
        .into_iter()
        .filter(|path| largest(path) < 4000)
        .max_by_key(largest)
        .expect("a sample");
    let input = std::fs::read(path).expect("readable");
    let (text, _) = always_valid(&png, &input, |text| contains(text, b"IDAT"));
    assert!(text.len() < input.len() && contains(&text, b"IDAT"));
    assert!(text.ends_with(b"\0\0\0\0IEND\xae\x42\x60\x82"), "{}", text.escape_ascii());
}

#[test]
fn an_element_keeps_its_tags_matched() {
    let html = bundled("html");
    let page = b"<html><body><section class=x><b>bold <i>word</i></b></section><div>more</div></body></html>";
    let seen = Mutex::new(BTreeSet::new());
    run(&html, page, &along_tree(Hooks::Repair), |text| {
        if let Outcome::Valid(tree) = html.parsing().judge(text) {
            let rules = tree.walk().map(|(id, _)| html.grammar.name(tree.node(id).symbol).to_owned());
            seen.lock().unwrap().extend(rules.filter(|rule| rule == "stray" || rule == "end"));
        }
        contains(text, b"word")
    });
    assert!(seen.into_inner().unwrap().is_empty(), "an end tag without its start tag was proposed");
}

/// Each name is defined by the one before it. Without the first none of them can stay, however many there are.
#[test]
fn what_depends_on_what_depends_goes_too() {
    let grammar = language(
        "<s> ::= <one>*\n<one> ::= \"def \" <id> @def(v) \";\" | \"let \" <id> @use(v) \"=\" <id> @def(v) \";\" | \"keep;\"\n%token <id> ::= [a-z]\n",
    );
    for length in [1, 2, 7] {
        let names: Vec<char> = ('a'..='z').take(length + 1).collect();
        let lets: String = names.windows(2).map(|pair| format!("let {}={};", pair[0], pair[1])).collect();
        let input = format!("def a;{lets}keep;");
        let asked = Mutex::new(Vec::new());
        let oracle = |text: &[u8]| {
            asked.lock().unwrap().push(String::from_utf8_lossy(text).into_owned());
            text == b"keep;"
        };
        Trial::run(&oracle, &trial::TrialOptions::default(), None, input.as_bytes(), |trial| {
            let languages = Languages::new(&grammar);
            let mut search =
                Search::new(trial, languages, Validity::Strict, input.as_bytes()).with_hooks(Hooks::Repair);
            let tree = &search.view().tree;
            let node = tree.subtree(tree.root()).find(|&id| tree.node(id).span == (0..6)).expect("the definition");
            search.first([((), Candidate::Edits(vec![Edit::Drop(node)]))]).expect("nothing stops it");
            assert_eq!(search.view().text, b"keep;", "{length}");
        });
        assert_eq!(asked.into_inner().unwrap(), ["keep;"], "{length}");
    }
}

#[test]
fn without_hooks_all_is_as_it_was() {
    let json = bundled("json");
    let input = sample("json/accept/y_object_long_strings.json");
    let trace = |hooks| {
        let asked = Mutex::new(Vec::new());
        let reduced = run(&json, &input, &options(hooks, Validity::Prefer), |text| {
            asked.lock().unwrap().push(text.to_vec());
            contains(text, b"id")
        });
        (reduced.text, reduced.counters, asked.into_inner().unwrap())
    };
    assert_eq!(trace(Hooks::Repair), trace(Hooks::Off));
}

/// Lines of a length and a text; where the length is not that of the text, the line is read for what it looks like.
const LINES: &str =
    "%import \"std/bin.bnf\"\n<s> ::= <line>*\n<line> ::= n:<dec> := size(v) \":\" v:(<c>*) \";\"\n<c> ::= [a-z]\n";

/// What takes the place of a list that is counted is read as one, with as many elements as it likes.
#[test]
fn a_counted_list_takes_any_other_text() {
    let grammar = language(
        r#"%import "std/bin.bnf" <l> ::= n:<dec> := count(e) "[" e:(<x> ** ",") "]"  <x> ::= <dec> | <l>  %start <l>"#,
    );
    let (input, list) = (b"2[12,3[939,0[],77]]".as_slice(), b"939,0[],77".as_slice());
    for (other, expected) in [("938", "2[12,1[938]]"), ("1,0[]", "2[12,2[1,0[]]]"), ("", "2[12,0[]]")] {
        let asked = Mutex::new(Vec::new());
        let oracle = |text: &[u8]| {
            asked.lock().unwrap().push(String::from_utf8_lossy(text).into_owned());
            text == input
        };
        Trial::run(&oracle, &trial::TrialOptions::default(), None, input, |trial| {
            let languages = Languages::new(&grammar);
            let mut search = Search::new(trial, languages, Validity::Strict, input).with_hooks(Hooks::Repair);
            let tree = &search.view().tree;
            let node = tree.subtree(tree.root()).find(|&id| &input[tree.node(id).span] == list).expect("the list");
            let edit = Edit::Text { node, text: other.into() };
            search.first([((), Candidate::Edits(vec![edit]))]).expect("nothing stops it");
        });
        assert!(asked.lock().unwrap().contains(&expected.to_owned()), "{asked:?}");
    }
}

/// What drops characters obeys hooks as well: where a candidate has a tree, it is mended, or not tried.
#[test]
fn characters_are_dropped_with_their_meaning() {
    let bytes = |hooks| Options {
        strategies: all_strategies().filter(|strategy| ["tokens", "bytes"].contains(&strategy.name)).collect(),
        ..options(hooks, Validity::Prefer)
    };
    let grammar = language(LINES);
    let reduce_by = |hooks, broken: &AtomicUsize| {
        run(&grammar, b"5:abcde;3:xyz;", &bytes(hooks), |text| {
            let is_right = grammar.parse(text).is_ok();
            let has_lines = text.ends_with(b";") && contains(text, b":") && contains(text, b"c");
            broken.fetch_add(
                usize::from(!is_right && grammar.is_bound() && grammar.parsing().without_fields().tree(text).is_some()),
                Relaxed,
            );
            is_right && has_lines
        })
    };
    let broken = AtomicUsize::new(0);
    assert_eq!(shown(&reduce_by(Hooks::Repair, &broken)), "1:c;");
    assert_eq!(broken.load(Relaxed), 0, "a length was wrong");
    assert_eq!(shown(&reduce_by(Hooks::Discard, &broken)), "1:c;");
    assert_eq!(broken.load(Relaxed), 0, "a length was wrong");
    reduce_by(Hooks::Off, &broken);
    assert!(broken.load(Relaxed) > 5);
    // However long the text is: a length in front of it is known from the tree before.
    let long = format!("199:{0}c{0};3:xyz;", "a".repeat(99));
    let reduced = run(&grammar, long.as_bytes(), &bytes(Hooks::Repair), |text| {
        grammar.parse(text).is_ok() && contains(text, b"c")
    });
    assert_eq!(shown(&reduced), "1:c;");
    let names = language(
        "<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v) \";\" | \"u\" <id> @use(v) \";\"\n%token <id> ::= [A-Z]+\n",
    );
    let reduced = run(&names, b"dLONG;uLONG;dOTHER;uOTHER;", &bytes(Hooks::Repair), |text| {
        let outcome = names.parsing().judge(text);
        assert!(!matches!(outcome, Outcome::Invalid(..)), "{}", text.escape_ascii());
        matches!(outcome, Outcome::Valid(_)) && contains(text, b"u")
    });
    assert_eq!(reduced.text.len(), 6, "{}", shown(&reduced));
}

/// Small numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// Grammars with names of all kinds, and inputs.
const NAMES: [(&str, &str); 5] = [
    (
        "<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v) \";\" | \"u\" <id> @use(v) \";\" | \"{\" <one>* @scope(v) \"}\"\n%token <id> ::= [a-z]\n",
        "da;ua;{db;ub;ua;{dc;ua;uc;}ub;}dd;ud;{ua;ud;de;}ua;df;uf;ud;",
    ),
    (
        "<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v, at=scope) \";\" | \"u\" <id> @use(v) \";\" | \"{\" <one>* @scope(v) \"}\"\n%token <id> ::= [a-z]\n",
        "ua;{ub;ua;{uc;}db;dc;}da;uc;dc;{ua;{dd;ud;}}",
    ),
    (
        "<s> ::= <one>*\n<one> ::= <id> @def(v, at=end, unique) \"=\" <sum> \";\"\n<sum> ::= <sum> \"+\" <value> | <value>\n<value> ::= <id> @use(v) | [0-9]\n%token <id> ::= [a-z]\n",
        "a=1;b=a+1;c=b+a;d=c+2;e=1+d+a;f=e;g=2+f+0;",
    ),
    (
        "<s> ::= <list>*\n<list> ::= \"(\" (<id> @unique(v)) ** \",\" @scope(v) \")\" | \"[\" <list>* \"]\"\n%token <id> ::= [a-z]+\n",
        "(a,b,c)[(a,d)(e,a)[(f)]](b,c,d)",
    ),
    (
        "<s> ::= <one>*\n<one> ::= \"u\" <id> @use(v, at=scope) \";\" | \"d\" <id> @def(v) \";\" | \"<\" <one>* @scope(v) \">\"\n%token <id> ::= [a-z]\n",
        "ua;<ub;ua;db;>da;uc;<uc;<dc;uc;>>dc;",
    ),
];

/// What reaches the oracle is what is right by the fold over its text from the beginning, whatever was edited before.
#[test]
fn the_fold_from_an_edit_is_the_fold_from_the_start() {
    let (mut asked_in_all, mut refused_in_all) = (0, 0);
    for (number, (grammar, input)) in NAMES.iter().enumerate() {
        let language = language(grammar);
        let original = View::parse(&language, input.as_bytes()).expect("parses");
        let original = violations(language.meaning(), &original.text, &original.tree);
        for seed in 0..60 {
            let dice = Mutex::new(Dice(seed * 7 + number as u64));
            let asked = Mutex::new(None);
            let oracle = |text: &[u8]| {
                *asked.lock().unwrap() = Some(text.to_vec());
                dice.lock().unwrap().roll(4) == 0
            };
            Trial::run(&oracle, &trial::TrialOptions::default(), None, input.as_bytes(), |trial| {
                let languages = Languages::new(&language);
                let mut search =
                    Search::new(trial, languages, Validity::Prefer, input.as_bytes()).with_hooks(Hooks::Discard);
                let mut known = BTreeSet::from([input.as_bytes().to_vec()]);
                for _ in 0..60 {
                    let view = search.view();
                    let edits = random_edits(&view, &mut dice.lock().unwrap());
                    let Some((_, plain)) = view.change(&edits) else { continue };
                    *asked.lock().unwrap() = None;
                    search.first([((), Candidate::Edits(edits.clone()))]).expect("nothing stops it");
                    let is_smaller = grammarc_runtime::order::compare(&plain.text, &view.text).is_lt();
                    if !is_smaller || !known.insert(plain.text.clone()) {
                        continue;
                    }
                    let Some(parsed) = View::parse(&language, &plain.text) else { continue };
                    let found = violations(language.meaning(), &parsed.text, &parsed.tree);
                    let is_right = is_subset(&found, &original);
                    let was_asked = asked.lock().unwrap().take();
                    let text = plain.text.escape_ascii();
                    assert_eq!(
                        was_asked.is_some(),
                        is_right,
                        "{number}, {seed}: {edits:?} makes {text} of {}",
                        view.text.escape_ascii()
                    );
                    if is_right { asked_in_all += 1 } else { refused_in_all += 1 }
                }
            });
        }
    }
    assert!(asked_in_all > 500 && refused_in_all > 500, "{asked_in_all} asked, {refused_in_all} refused");
}

fn random_edits(view: &View<'_>, dice: &mut Dice) -> Vec<Edit> {
    let nodes: Vec<NodeId> = view.tree.walk().map(|(id, _)| id).collect();
    let count = 1 + dice.roll(3);
    let edits = (0..count).filter_map(|_| {
        let node = nodes[dice.roll(nodes.len())];
        match dice.roll(3) {
            0 => Some(Edit::Drop(node)),
            1 => Some(Edit::Minimal(node)),
            _ => {
                let below: Vec<NodeId> =
                    view.tree.subtree(node).skip(1).filter(|&by| view.may_stand(by, node)).collect();
                (!below.is_empty()).then(|| Edit::Hoist { node, by: below[dice.roll(below.len())] })
            }
        }
    });
    edits.collect()
}

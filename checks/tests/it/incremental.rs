//! Candidates are worked out from the edit on: their fields, their names. Here each is worked out from the start, and that
//! must come to the same, whatever was edited before.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::Mutex;

use grammarc::bundled;
use grammarc_checks::laws::Subject;
use grammarc_checks::progress::Progress;
use grammarc_runtime::choices::{Choices, Random};
use grammarc_runtime::edit::{Candidate, Change, Edit, Joints};
use grammarc_runtime::facts::Place;
use grammarc_runtime::fields::{corrections, fill, is_computed, lies};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::grammar::{FunctionId, Symbol, TerminalKind, Value};
use grammarc_runtime::hooks::{CustomFunctions, Node, Offer, State, Verdict, Violation, is_subset, violations};
use grammarc_runtime::order;
use grammarc_runtime::reduce::{Hooks, Languages, Search, Validity, View};
use grammarc_runtime::tree::{NodeId, Patch, Tree, patched};
use grammarc_runtime::trial::{self, Trial};

/// How many inputs of each grammar are edited, unless `GRAMMARC_INPUTS` says how many.
const INPUTS: u64 = 6;
/// How often each is edited.
const EDITS: usize = 40;
/// The longest inputs that are edited.
const LONGEST: usize = 300;
/// How often fields are computed again, as in the library.
const ROUNDS: usize = 64;

/// Small grammars with `:=` and hooks of all kinds, and inputs some of which are wrong already.
const SMALL: &[(&str, &[&str])] = &[
    (
        r#"%import "std/bin.bnf" <s> ::= <one>*  <one> ::= n:<dec> := size(v) ":" v:(<c>*) ";"  <c> ::= [a-z] | "(" <one> ")" | "[" <one>* "]""#,
        &["3:abc;7:a(1:x;);0:;", "11:[1:a;2:bc;];12:[1:a;(0:;)];"],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= <l>*  <l> ::= n:<dec> := count(l) ":" l:((<x> | "(" <l> ")")*) @scope(v) "\n"  <x> ::= <i> @unique(v) ","  <i> ::= [a-z]+"#,
        &["2:a,b,\n3:a,bb,(1:a,\n)\n0:\n"],
    ),
    (
        r#"<s> ::= <e>*  <e> ::= "<" open:<i> @def(v) ">" <e>* "</" <i> := text_ci(open) ">" | "[" o:<i> "=" text(o) ("=" text_ci(o))? "]" | "!" <i> @use(v)  <i> ::= <l>+  <l> ::= [a-zA-Z]"#,
        &["<ab><c>!ab</C>[x=x=X]</aB>!c", "<a>!a</a><b>!a!b</b>"],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= <p>*  <p> ::= a:<dec> "+" b:<dec> ("+" c:<dec>)? "=" <dec> := value(a) + value(b) * 2 - 1 + value(c) / 2 ";" | "(" <p>* ")" "#,
        &["1+2=4;(3+4+9=14;)10+20+1=49;", "1+1=5;2+2=5;"],
    ),
    (
        r#"%encoding bytes %import "std/bin.bnf" <s> ::= <u16be> := offset(t) (<r> | "-")* t:<t>  <r> ::= "r" <u8> := offset(v) - 1 v:("x"+) ";" | "{" <dec> := offset(l) "|" <r>* "|" l:"}"  <t> ::= "end" [a-z]*"#,
        &[],
    ),
    (
        r#"%encoding bytes %import "std/bin.bnf" <s> ::= c:<u32be> := crc32(b, c) b:(<p>*) <u8> := sum8(c, b)  <p> ::= "(" n:<u8> := sum8(q) q:(<p>*) ")" | [a-z]+ "." "#,
        &[],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= <one>*  <one> ::= "d" a:<i> @def(v) "=" <dec> := size(a) @unique(w) ";" | "u" a:<i> @use(v) "=" <i> := text(a) @use(v, ci) ";" | "{" <one>* @scope(v, w) "}"  <i> ::= [a-z]+"#,
        &["dab=2;uab=ab;{da=1;ua=a;uab=ab;}dabc=3;uabc=abc;", "da=1;db=1;ub=b;uc=c;"],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= (n:<dec> := size(v) ":" v:(<i> @use(w)) "," | k:<dec> "$" (<i> @def(w, at=scope)){k} ("=" <dec> := count(j) j:"+"* | "-"))*  <i> ::= "("* [a-z] ")"*"#,
        &["1$a=2++1:a,3:(a),2$b(c)-1:b,3:(c),", "3:(a),1$(a)-1:q,"],
    ),
    (
        r#"%start <s> %skip <ws> %import "std/bin.bnf" %token <ws> ::= " "+ <s> ::= <d>*  <d> ::= "def" a:<n> @def(v, at=end, unique) "(" <dec> := count(p) ")" p:(<n> ** ",") "=" <e> ";"  <e> ::= <n> @use(v) | <e> "+" <e> @left(1) | "(" <e> ")" | [0-9]  <n> ::= [a-z]+"#,
        &["def a (2) b, c = 1; def bb(0)=a + (a +2); def c (1) x = bb+a;", "def a(1) b = a; def c(0) = a+a;"],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= <l>*  <l> ::= n:<dec> := count(a) ":" a:(<i> ",")* "=" <i>{n} ";" | k:<dec> := size(b) "<" b:<i>* ">" ("[" <l> "]"){k}  <i> ::= [a-z]"#,
        &["2:a,b,=cd;2<ab>[0:=;][1:a,=b;]1<c>[0<>]", "1:a,=;2<ab>[0<>]"],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= <one>*  <one> ::= "d" <i> @def(v) ";" | "u" <i> @use(v, at=scope) ";" | n:<dec> := size(b) "{" b:(<one>* @scope(v)) "}"  <i> ::= [a-z]+"#,
        &["ua;6{uab;ua;}da;7{dab;ub;}12{ux;7{uyy;dx;}}db;dx;dyy;"],
    ),
    (
        r#"%start <s> %skip <ws> %import "std/bin.bnf" %token <ws> ::= " "+ <s> ::= <o>*  <o> ::= "=" a:<p> "," <p> := text(a) ";" | "<" a:<l> ">" <o>* "</" text(a) ">" | n:<n> := size(v) ":" v:<l> ";" | "(" v:<l> ")" <n> := sum8(v) c:<n> := count(w) w:(<w>*) ";"  <p> ::= <w> <w>?  <l> ::= (<w> | "[" <o>* "]")*  <n> ::= <dec>  <w> ::= [a-z]+"#,
        &[
            "= a b , a b ; 4 : a  b  ; (a  b ) 3 2 c dd ; <a [ = a, a ; ] ></ a [ = a, a ; ] >",
            "5:a  b ; =a,b; (a )97 0; 9:[ 1:b ; ]  ;",
        ],
    ),
];

/// A grammar that asks functions of the author.
const ASKING: &str = r#"<s> ::= <one>*
    <one> ::= a:<w> @post(short) "=" <w> := twice(a) "," <w> @pre(free) @post(take) ";" | "{" <one>* @pre(shallow) "}"
    <w> ::= [a-z]+"#;

const ASKED: &[&str] = &["a=aa,x;b=bb,y;{c=cc,z;}ab=abab,w;", "a=aa,x;abcd=abcdabcd,x;b=aa,y;"];

/// Words are short, others are twice as long, and some can be taken once. Numbers are given in the order of the grammar.
struct Words;

const SHORT: u16 = 0;
const TWICE: u16 = 1;
const FREE: u16 = 2;

impl CustomFunctions for Words {
    fn pre(&self, FunctionId(number): FunctionId, state: &State) -> Offer {
        match number {
            FREE => Offer::NoneOf(state.names("taken").into_iter().map(<[u8]>::to_vec).chain(taken(state)).collect()),
            _ => Offer::NoneOf(vec![Vec::new()]),
        }
    }

    fn post(&self, FunctionId(number): FunctionId, state: &mut State, node: Node<'_>) -> Verdict {
        if number == SHORT {
            return Verdict::from(node.text().len() < 4);
        }
        let all = [state.get("taken").unwrap_or_default(), node.text()].join(&b' ');
        state.set("taken", all);
        Verdict::Ok
    }

    fn compute(&self, FunctionId(number): FunctionId, texts: &[&[u8]]) -> Value {
        assert_eq!(number, TWICE);
        texts.concat().repeat(2).into()
    }
}

fn taken(state: &State) -> impl Iterator<Item = Vec<u8>> {
    state.get("taken").unwrap_or_default().split(|&byte| byte == b' ').map(<[u8]>::to_vec)
}

/// Returns whether an item has no text but that of a label.
fn repeats(language: &Format, symbol: Symbol) -> bool {
    let terminal = language.grammar.terminal(symbol);
    terminal.is_some_and(|terminal| matches!(terminal.kind, TerminalKind::Text { .. }))
}

/// Returns whether an edit touches nothing that is kept, and lies in nothing that is computed.
fn permits(language: &Format, tree: &Tree, edit: &Edit) -> bool {
    let grammar = &language.grammar;
    let node = edit.node();
    let item = |id: NodeId| grammar.item(tree.node(id).item);
    let is_kept =
        |id: NodeId| item(id).is_some_and(|item| grammar.hooks_of(item).iter().any(|hook| hook.meaning().keeps));
    let parents = tree.parents();
    let up = |id: &NodeId| Some(parents[tree.index_of(*id)?]).filter(|parent| parent != id);
    let mut around = std::iter::successors(Some(node), up);
    let is_computed = |id: NodeId| item(id).is_some_and(|item| is_computed(grammar, item));
    !tree.subtree(node).any(is_kept) && !around.any(|id| is_kept(id) || is_computed(id))
}

/// Works out a candidate: its text if it may be asked about. Nothing is remembered, nothing is repaired.
fn from_scratch(subject: &Subject, view: &View<'_>, edits: &[Edit], allowed: &[Violation]) -> Option<Vec<u8>> {
    let (language, grammar) = (&subject.language, &subject.language.grammar);
    let facts = language.facts();
    let edits: Vec<Edit> = edits.iter().filter(|edit| permits(language, &view.tree, edit)).cloned().collect();
    let mut change = Change::of(&view.tree, grammar, facts, &edits).filter(|_| !edits.is_empty())?;
    change.grow(&view.tree, grammar, &view.text, |symbol, text| subject.tree(symbol, text).map(Rc::new));
    let mut spliced = change.splice(&view.text, Joints { blank: facts.blank, keeps_lines: false });
    let mut text = std::mem::take(&mut spliced.text);
    let is_smaller = |text: &[u8]| order::compare(text, &view.text).is_lt();
    if !is_smaller(&text) {
        return None;
    }
    let mut tree = view.tree.clone();
    change.apply(&mut tree, &spliced);
    let frozen = frozen(language, view, &change.copies(&view.tree));
    for _ in 0..ROUNDS {
        let mut patches = corrections(language.meaning(), &text, &tree, |node| frozen.contains(&node)).patches;
        if patches.is_empty() {
            let is_right = is_smaller(&text) && is_subset(&violations(language.meaning(), &text, &tree), allowed);
            return is_right.then_some(text);
        }
        patches.sort_by_key(|patch| patch.range.start);
        patches.dedup_by_key(|patch| patch.node);
        let is_right = |patch: &Patch| {
            let symbol = grammar.item(tree.node(patch.node).item).map(|item| item.symbol);
            symbol.is_none_or(|symbol| repeats(language, symbol) || subject.has(symbol, &patch.text))
        };
        if !patches.iter().all(is_right) {
            return None;
        }
        text = patched(&text, &patches);
        tree.patch(&patches);
    }
    None
}

/// The nodes of a changed tree that lied before, copies included.
fn frozen(language: &Format, view: &View<'_>, copies: &[(NodeId, Range<usize>)]) -> HashSet<NodeId> {
    let lying: Vec<NodeId> = lies(language.meaning(), &view.text, &view.tree).into_iter().map(|lie| lie.node).collect();
    let places = lying.iter().filter_map(|&id| view.tree.index_of(id));
    let copied = places.flat_map(|place| {
        let of = copies.iter().filter(move |(_, places)| places.contains(&place));
        of.map(move |(first, places)| NodeId(first.0 + (place - places.start) as u32))
    });
    copied.chain(lying.iter().copied()).collect()
}

/// A node that can stand in the place of another, if there is one among these.
fn one_for(view: &View<'_>, node: NodeId, among: &[NodeId], random: &mut Random) -> Option<NodeId> {
    let others: Vec<NodeId> = among.iter().copied().filter(|&by| by != node && view.may_stand(by, node)).collect();
    others.get(below(random, others.len())).copied()
}

/// The elements of a list in a node, in place of the element that the node is.
fn spread(view: &View<'_>, node: NodeId, random: &mut Random) -> Option<Edit> {
    let facts = view.language.facts();
    let wanted = view.tree.wanted(&view.language.grammar, node);
    let around: Vec<NodeId> = view.tree.subtree(node).collect();
    let around = around[below(random, around.len())];
    let fits = |part: &NodeId| match view.place(*part) {
        Place::Element { list, .. } => facts.may_stand(facts.lists[list as usize].element, wanted),
        _ => false,
    };
    let parts: Vec<NodeId> = view.tree.parts(around).filter(fits).collect();
    let is_element = matches!(view.place(node), Place::Element { .. }) && !view.tree.node(node).hidden;
    is_element.then_some(Edit::Unwrap { node, first: *parts.first()?, last: *parts.last()? })
}

fn below(random: &mut Random, bound: usize) -> usize {
    random.below(u32::try_from(bound.max(1)).expect("trees are small")) as usize
}

fn any_edits(view: &View<'_>, random: &mut Random) -> Vec<Edit> {
    let nodes: Vec<NodeId> = view.tree.walk().map(|(id, _)| id).collect();
    let count = 1 + below(random, 3);
    let mut any = |_| {
        let node = nodes[below(random, nodes.len())];
        match below(random, 8) {
            0..=2 => Some(Edit::Drop(node)),
            3 => Some(Edit::Minimal(node)),
            4 => {
                let by = one_for(view, node, &nodes, random)?;
                Some(Edit::Text { node, text: view.text_of(by).to_vec() })
            }
            5 => spread(view, node, random),
            6 => Some(Edit::Hoist { node, by: one_for(view, node, &nodes, random)? }),
            _ => {
                let inside: Vec<NodeId> = view.tree.subtree(node).collect();
                Some(Edit::Hoist { node, by: one_for(view, node, &inside, random)? })
            }
        }
    };
    (0..count).filter_map(&mut any).collect()
}

/// What was seen in one run.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    /// Candidates that were right as they were.
    right: usize,
    /// Those that were not.
    wrong: usize,
    /// Those that were repaired.
    repaired: usize,
    accepted: usize,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.repaired += other.repaired;
        self.accepted += other.accepted;
    }
}

/// Edits an input again and again; one candidate in three is accepted.
fn run(subject: &Subject, input: &[u8], hooks: Hooks, seed: u64) -> Counts {
    let language = &subject.language;
    let Some(first) = View::parse(language, input) else { return Counts::default() };
    let allowed = violations(language.meaning(), &first.text, &first.tree);
    let random = Mutex::new(Random::new(seed));
    let asked = Mutex::new(None);
    let oracle = |text: &[u8]| {
        *asked.lock().expect("nobody panics here") = Some(text.to_vec());
        random.lock().expect("nobody panics here").below(3) == 0
    };
    let mut counts = Counts::default();
    Trial::run(&oracle, &trial::TrialOptions::default(), None, input, |trial| {
        let mut search = Search::new(trial, Languages::new(language), Validity::Prefer, input).with_hooks(hooks);
        let mut known = BTreeSet::from([input.to_vec()]);
        for _ in 0..EDITS {
            let view = search.view();
            let edits = any_edits(&view, &mut random.lock().expect("nobody panics here"));
            if edits.is_empty() {
                continue;
            }
            let expected = from_scratch(subject, &view, &edits, &allowed);
            *asked.lock().expect("nobody panics here") = None;
            let taken = search.first([((), Candidate::Edits(edits.clone()))]).expect("nothing stops it");
            let asked = asked.lock().expect("nobody panics here").take();
            counts.accepted += usize::from(taken.is_some());
            let told = || {
                let shown = |text: &Option<Vec<u8>>| text.as_ref().map(|text| text.escape_ascii().to_string());
                let of = view.text.escape_ascii();
                format!(
                    "{}, seed {seed}, {hooks:?}: {edits:?}\nof    {of}\nasked {:?}\nshall {:?}",
                    subject.name,
                    shown(&asked),
                    shown(&expected)
                )
            };
            match (&asked, &expected) {
                (_, Some(expected)) if known.contains(expected) => assert_eq!(asked, None, "{}", told()),
                (_, Some(_)) => {
                    assert!(asked == expected, "{}", told());
                    counts.right += 1;
                }
                (None, None) => counts.wrong += 1,
                (Some(_), None) => {
                    assert_eq!(hooks, Hooks::Repair, "{}", told());
                    counts.repaired += 1;
                }
            }
            known.extend(asked.iter().cloned());
            // A text of a larger grammar may be read in another way than it was made.
            let is_plain = subject.name.starts_with("small") && hooks == Hooks::Repair;
            if let Some(text) = asked.as_ref().filter(|_| taken.is_some() || is_plain) {
                check_meaning(subject, text, &allowed, taken.is_some().then(|| search.tree()), &told);
            }
        }
    });
    counts
}

/// Parsed and folded from the start, a text is no worse than the input.
fn check_meaning(
    subject: &Subject,
    text: &[u8],
    allowed: &[Violation],
    tree: Option<&Tree>,
    told: &dyn Fn() -> String,
) {
    let language = &subject.language;
    let Some(again) = View::parse(language, text) else { return };
    if tree.is_none_or(|tree| *tree == again.tree) {
        let found = violations(language.meaning(), &again.text, &again.tree);
        let said: Vec<String> = found.iter().map(|it| it.message(&language.grammar)).collect();
        assert!(is_subset(&found, allowed), "{said:?} is wrong\n{}", told());
    }
}

fn inputs() -> u64 {
    std::env::var("GRAMMARC_INPUTS").map_or(INPUTS, |number| number.parse().expect("a number of inputs"))
}

/// Edits inputs, and others that are generated.
fn check(subject: &Subject, inputs: &[Vec<u8>], count: u64, progress: &Progress) -> Counts {
    let mut counts = Counts::default();
    for seed in 0..count {
        let given = inputs.get(seed as usize % (inputs.len() + 2)).cloned();
        let generated = || {
            let texts = (0..50).filter_map(|next| {
                let depth = 3 + (next % 8) as usize;
                Some(fill(
                    &subject.language,
                    fuzz(&subject.language, &mut Choices::fresh(seed * 50 + next), depth).ok()?,
                ))
            });
            texts.filter(|text| text.len() <= LONGEST).max_by_key(Vec::len)
        };
        let Some(input) = given.or_else(generated) else { continue };
        for hooks in [Hooks::Discard, Hooks::Repair] {
            counts.add(run(subject, &input, hooks, seed));
        }
        progress.say(&subject.name, seed, count);
    }
    eprintln!("{}: {counts:?}", subject.name);
    counts
}

#[test]
fn small_grammars() {
    let progress = Progress::begin();
    for (number, (grammar, inputs)) in SMALL.iter().enumerate() {
        let subject = Subject::new(&format!("small {number}"), grammar);
        let inputs: Vec<Vec<u8>> = inputs.iter().map(|input| input.as_bytes().to_vec()).collect();
        let counts = check(&subject, &inputs, self::inputs(), &progress);
        assert!(counts.right > 20 && counts.wrong > 20 && counts.accepted > 10, "{number}: {counts:?}");
    }
}

#[test]
fn functions_of_the_author() {
    let mut subject = Subject::new("asking", ASKING);
    subject.language = subject.language.with_custom(&Words);
    let inputs: Vec<Vec<u8>> = ASKED.iter().map(|input| input.as_bytes().to_vec()).collect();
    let counts = check(&subject, &inputs, self::inputs(), &Progress::begin());
    assert!(counts.right > 20 && counts.wrong > 20 && counts.repaired > 10, "{counts:?}");
}

/// Every grammar that is bundled and has fields or hooks. Those with layout are left out, because a text from the start is not
/// indented again.
#[test]
fn bundled_grammars() {
    let progress = Progress::begin();
    for bundled in bundled::ALL {
        let subject = Subject::new(bundled.name, bundled.text);
        let grammar = &subject.language.grammar;
        let has_meaning = !grammar.hooks.is_empty() || grammar.items.iter().any(|item| is_computed(grammar, item));
        let has_layout = grammar.terminals.iter().any(|terminal| matches!(terminal.kind, TerminalKind::Indent(_)));
        if !has_meaning || has_layout {
            continue;
        }
        let counts = check(&subject, &samples(bundled.name), inputs(), &progress);
        assert!(counts.right > 20, "{}: {counts:?}", bundled.name);
    }
}

/// The short samples of a grammar, those whose meaning is wrong included.
fn samples(name: &str) -> Vec<Vec<u8>> {
    let folders = ["accept", "invalid"]
        .map(|kind| Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars").join(name).join(kind));
    let files = folders.into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let mut paths: Vec<_> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read(path).expect("the sample can be read"));
    texts.filter(|text| text.len() <= LONGEST).collect()
}

//! Terminals in `parser.rs`: literals as comparisons, tokens and plain leaves as state machines written out from their
//! automata. What looks ahead, excludes, or may have to be left open is matched by the tables of the runtime.

use std::collections::{BTreeMap, BTreeSet};

use codegen::Function;
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Check, Drive, ItemId, Regular, RegularId, Symbol, Terminal, TerminalKind};
use grammarc_runtime::regular::{Dfa, Order, token_parts};

use super::super::names::{byte, byte_lit};
use super::choice::patterns;
use super::{Parser, Part, code_doc, then};

/// States beyond which a machine stays a table.
const MAX_STATES: usize = 64;

/// Ranges beyond which a set of bytes is not compared eight bytes at a time.
const MAX_RANGES: usize = 4;

impl Parser<'_> {
    /// What matches a terminal item, or returns none.
    pub(super) fn terminal(&self, item: ItemId, follow: &ByteSet) -> String {
        let row = &self.grammar.items[item.0 as usize];
        let symbol = row.symbol;
        let is_slice = matches!(row.drive, Drive::Size(_));
        match self.end_of(symbol, follow).filter(|_| !is_slice) {
            Some(end) => {
                let symbol = self.symbol(symbol);
                let leaf = format!("p.leaf({symbol}, ItemId({}), {end})", item.0);
                match self.demand(item) {
                    Some(demand) => then(&leaf, demand),
                    None => leaf,
                }
            }
            None => format!("p.scan(ItemId({}), {})", item.0, self.set(*follow)),
        }
    }

    /// The test of whether a text is what its item demands besides; none if it demands nothing.
    pub(super) fn demand(&self, item: ItemId) -> Option<String> {
        let row = &self.grammar.items[item.0 as usize];
        match (row.consume, row.check, row.label, row.drive) {
            (false, Check::None, None, Drive::None | Drive::Count { .. } | Drive::Next(_)) => None,
            (true, Check::None, None, Drive::None) => Some("p.consumed()".to_owned()),
            _ => Some(format!("p.settle(ItemId({}))", item.0)),
        }
    }

    /// The expression for the end of a terminal; none if only the tables know.
    pub(super) fn end_of(&self, symbol: Symbol, follow: &ByteSet) -> Option<String> {
        let terminal = self.grammar.terminal(symbol)?;
        if let Some((text, fold)) = self.literal(terminal) {
            let method = if fold { "folded" } else { "literal" };
            return Some(format!("p.{method}({})", byte_lit(text)));
        }
        let dfa = self.dfa(terminal)?;
        if terminal.kind == TerminalKind::Leaf && !self.is_closed(terminal, dfa, follow) {
            return None;
        }
        self.ask(Part::Matcher(symbol));
        Some(format!("{}(p.input(), p.position())", self.names.function("match", symbol)))
    }

    /// The only text of a terminal, and whether its letters may be in either case.
    fn literal(&self, terminal: &Terminal) -> Option<(&[u8], bool)> {
        let is_plain = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf) && terminal.word.is_none();
        match &self.grammar.regulars[terminal.regular.0 as usize] {
            Regular::Literal { text, fold } if is_plain => Some((text.as_ref(), *fold)),
            _ => None,
        }
    }

    /// The automaton to write out for a terminal.
    fn dfa(&self, terminal: &Terminal) -> Option<&Dfa> {
        if terminal.word.is_some() {
            return None;
        }
        let regular = match terminal.kind {
            TerminalKind::Token => match token_parts(self.grammar, terminal.regular) {
                (body, None) => body,
                _ => return None,
            },
            TerminalKind::Leaf => terminal.regular,
            TerminalKind::Ahead { .. } | TerminalKind::Text { .. } => return None,
        };
        self.dfa_of(regular)
    }

    fn dfa_of(&self, regular: RegularId) -> Option<&Dfa> {
        let dfa = self.automata.dfa(self.grammar, regular, Order::All)?;
        (dfa.states() <= MAX_STATES && !live(dfa).is_empty()).then_some(dfa)
    }

    /// Whether the first end of a leaf is the longest, and no other could be gone on from.
    fn is_closed(&self, terminal: &Terminal, all: &Dfa, follow: &ByteSet) -> bool {
        let goes_on = |state: u32| {
            all.transitions(state).into_iter().any(|(low, high, _)| (low..=high).any(|byte| follow.contains(byte)))
        };
        let accepting = (0..all.states() as u32).filter(|&state| all.is_accepting(state));
        let is_longest = self.automata.dfa(self.grammar, terminal.regular, Order::First) == Some(all);
        let is_single = accepting.clone().all(|state| all.transitions(state).is_empty());
        is_single || is_longest && !accepting.into_iter().any(goes_on)
    }

    /// `fn match_<terminal>(input, at) -> Option<usize>`: the end of the longest match.
    pub(super) fn matcher(&self, symbol: Symbol) -> Function {
        let dfa = self.grammar.terminal(symbol).and_then(|terminal| self.dfa(terminal));
        let mut function = Function::new(self.names.function("match", symbol));
        function.attr(&format!("doc = {}", code_doc(&self.texts[symbol.0 as usize])));
        function.arg("input", "&[u8]").arg("start", "usize").ret("Option<usize>");
        function.line(dfa.map_or_else(|| "None".to_owned(), machine));
        function
    }

    /// The constant of a symbol.
    fn symbol(&self, symbol: Symbol) -> String {
        format!("symbols::{}", self.names.constant(symbol))
    }
}

/// Writes an automaton out. States that nothing leads out of end the match; `end` is the last accepting place passed.
fn machine(dfa: &Dfa) -> String {
    let passed = passed(dfa);
    if let [only] = passed.as_slice() {
        return single(dfa, *only);
    }
    let has_end = passed.iter().any(|&state| is_left(dfa, state));
    if !has_end && passed.iter().all(|&state| Ways::of(dfa, state).bytes.is_empty()) {
        return steps(dfa, &passed);
    }
    let arms: Vec<String> = passed.iter().map(|&state| arm(dfa, state, has_end)).collect();
    let (last, arms) = arms.split_last().map_or(("", [].as_slice()), |(last, arms)| (last.as_str(), arms));
    let numbered: String = passed.iter().zip(arms).map(|(state, arm)| format!("{state} => {arm}\n")).collect();
    let start = dfa.start();
    let begin = if has_end {
        format!("let (mut at, mut end, mut state) = (start, None, {start}u8);")
    } else {
        format!("let (mut at, mut state) = (start, {start}u8);")
    };
    format!("{begin}\nloop {{ match state {{ {numbered} _ => {last} }} at += 1; }}")
}

/// Writes a machine that never stays in a state: what it does at each state and byte.
fn steps(dfa: &Dfa, passed: &[u32]) -> String {
    let step = |state: u32, (target, set): (u32, ByteSet)| {
        let is_end = dfa.is_accepting(target) && dfa.transitions(target).is_empty();
        let next = if is_end { "return Some(at + 1)".to_owned() } else { target.to_string() };
        format!("({state}, {}) => {next},\n", patterns(&set))
    };
    let arms: String = passed
        .iter()
        .flat_map(|&state| Ways::of(dfa, state).targets.into_iter().map(move |way| step(state, way)))
        .collect();
    let ends = numbers(passed.iter().copied().filter(|&state| dfa.is_accepting(state)));
    let ends = if ends.is_empty() { ends } else { format!("({ends}, _) => return Some(at),\n") };
    format!(
        "let (mut at, mut state) = (start, {}u8);\nloop {{ state = match (state, input.get(at)) {{ {arms} {ends} _ => \
         return None, }}; at += 1; }}",
        dfa.start()
    )
}

/// The pattern for some ascending numbers.
fn numbers(all: impl Iterator<Item = u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in all {
        match ranges.last_mut() {
            Some((_, high)) if *high + 1 == number => *high = number,
            _ => ranges.push((number, number)),
        }
    }
    let range = |(low, high): &(u32, u32)| if low == high { low.to_string() } else { format!("{low}..={high}") };
    ranges.iter().map(range).collect::<Vec<_>>().join(" | ")
}

/// The states that something leads out of.
fn live(dfa: &Dfa) -> Vec<u32> {
    (0..dfa.states() as u32).filter(|&state| !dfa.transitions(state).is_empty()).collect()
}

/// The ones of them that a match comes to, ascending; runs are not gone through byte by byte.
fn passed(dfa: &Dfa) -> Vec<u32> {
    let mut found = BTreeSet::from([dfa.start()]);
    let mut open = vec![dfa.start()];
    while let Some(state) = open.pop() {
        let next = Ways::of(dfa, state).targets.into_keys().filter(|&next| !dfa.transitions(next).is_empty());
        open.extend(next.filter(|&next| found.insert(next)));
    }
    found.into_iter().collect()
}

/// Whether a state accepts, and a byte leads from it to one that does not.
fn is_left(dfa: &Dfa, state: u32) -> bool {
    dfa.is_accepting(state) && Ways::of(dfa, state).targets.into_keys().any(|to| !dfa.is_accepting(to))
}

/// The ways out of a state.
struct Ways {
    /// How a run of bytes that lead back to it is passed: what comes before and after the place where it begins.
    run: Option<(String, String)>,
    /// The bytes of the run.
    bytes: ByteSet,
    /// Whether characters of several bytes are in the run.
    is_text: bool,
    /// Where the others lead.
    targets: BTreeMap<u32, ByteSet>,
}

impl Ways {
    fn of(dfa: &Dfa, state: u32) -> Self {
        let mut targets = BTreeMap::new();
        for (low, high, target) in dfa.transitions(state) {
            targets.entry(target).or_insert(ByteSet::EMPTY).insert_range(low, high);
        }
        let bytes = targets.remove(&state).unwrap_or(ByteSet::EMPTY);
        let ranges = halves(&bytes);
        let pairs: Vec<String> = ranges.iter().map(|&(low, high)| format!("({}, {})", byte(low), byte(high))).collect();
        let is_text = ranges.len() <= MAX_RANGES && passes_characters(dfa, state);
        if is_text {
            targets = targets.into_iter().map(|(target, set)| (target, set.intersection(ascii()))).collect();
            targets.retain(|_, set| !set.is_empty());
        }
        let name = if is_text { "end_of_text" } else { "end_of_run" };
        let is_run = is_text || (1..=MAX_RANGES).contains(&ranges.len());
        let run = is_run.then(|| (format!("{name}(input, "), format!(", [{}])", pairs.join(", "))));
        Self { run, bytes, is_text, targets }
    }

    /// The expression for where the run ends; none if its bytes have so many parts that to look at one after the other is as
    /// fast.
    fn end_of_run(&self, start: &str) -> Option<String> {
        self.run.as_ref().map(|(before, after)| format!("{before}{start}{after}"))
    }

    /// Passes the bytes of the run, if there are any, one after the other.
    fn steps(&self) -> String {
        if self.bytes.is_empty() {
            return String::new();
        }
        format!("while matches!(input.get(at), {}) {{ at += 1; }}\n", patterns(&self.bytes))
    }
}

/// The ranges of a set, each below 0x80 or from there on.
fn halves(set: &ByteSet) -> Vec<(u8, u8)> {
    let halves = |(low, high): (u8, u8)| match low < 0x80 && high >= 0x80 {
        true => vec![(low, 0x7f), (0x80, high)],
        false => vec![(low, high)],
    };
    set.ranges().into_iter().flat_map(halves).collect()
}

fn ascii() -> ByteSet {
    let mut ascii = ByteSet::EMPTY;
    ascii.insert_range(0, 0x7f);
    ascii
}

/// The lowest and the highest of some bytes.
type Bounds = (u8, u8);

/// What the bytes of characters beyond ASCII are: the first one, and those that follow (The Unicode Standard, table 3-7).
const CHARACTERS: [(Bounds, &[Bounds]); 8] = [
    ((0xc2, 0xdf), &[(0x80, 0xbf)]),
    ((0xe0, 0xe0), &[(0xa0, 0xbf), (0x80, 0xbf)]),
    ((0xe1, 0xec), &[(0x80, 0xbf), (0x80, 0xbf)]),
    ((0xed, 0xed), &[(0x80, 0x9f), (0x80, 0xbf)]),
    ((0xee, 0xef), &[(0x80, 0xbf), (0x80, 0xbf)]),
    ((0xf0, 0xf0), &[(0x90, 0xbf), (0x80, 0xbf), (0x80, 0xbf)]),
    ((0xf1, 0xf3), &[(0x80, 0xbf), (0x80, 0xbf), (0x80, 0xbf)]),
    ((0xf4, 0xf4), &[(0x80, 0x8f), (0x80, 0xbf), (0x80, 0xbf)]),
];

/// Whether from a state each character beyond ASCII leads back to it, and no other byte beyond ASCII anywhere, and nothing on
/// the way accepts.
fn passes_characters(dfa: &Dfa, state: u32) -> bool {
    let leads = |from: u32, low: u8, high: u8| {
        let found = dfa.transitions(from).into_iter().find(|way| way.0 <= low && high <= way.1);
        found.map(|(_, _, to)| to)
    };
    let follows = |from: u32, (low, high): Bounds| match dfa.transitions(from).as_slice() {
        [way] if (way.0, way.1) == (low, high) && !dfa.is_accepting(from) => Some(way.2),
        _ => None,
    };
    let is_back = |&((low, high), rest): &(Bounds, &[Bounds])| {
        let end = rest.iter().try_fold(leads(state, low, high)?, |from, &range| follows(from, range));
        Some(end? == state)
    };
    let others =
        dfa.transitions(state).into_iter().any(|(low, high, _)| low.max(0x80) < 0xc2 && high >= 0x80 || high > 0xf4);
    !others && CHARACTERS.iter().all(|character| is_back(character) == Some(true))
}

/// A machine with one state that goes on: a run of bytes, and at most one more byte.
fn single(dfa: &Dfa, state: u32) -> String {
    let ways = Ways::of(dfa, state);
    let (at, skip) = match (ways.end_of_run("start"), ways.steps()) {
        (Some(end), _) => ("at", format!("let at = {end};\n")),
        (None, steps) if steps.is_empty() => ("start", steps),
        (None, steps) => ("at", format!("let mut at = start;\n{steps}")),
    };
    let last = ways.targets.into_values().fold(ByteSet::EMPTY, ByteSet::union);
    let last = patterns(&last);
    match (dfa.is_accepting(state), last.as_str()) {
        // Often there is nothing to skip, and one look is enough.
        (true, "None") if ways.run.is_some() && !ways.is_text => {
            let first = patterns(&ways.bytes);
            format!("if !matches!(input.get(start), {first}) {{ return Some(start); }}\n{skip}Some({at})")
        }
        (true, "None") => format!("{skip}Some({at})"),
        (true, last) => format!("{skip}Some({at} + usize::from(matches!(input.get({at}), {last})))"),
        (false, last) => format!("{skip}matches!(input.get({at}), {last}).then_some({at} + 1)"),
    }
}

/// What a state does at `at`: it goes to the next one, or returns. `has_end` is whether the last accepting place is known.
fn arm(dfa: &Dfa, state: u32, has_end: bool) -> String {
    let ways = Ways::of(dfa, state);
    let stays = ways.end_of_run("at").map_or_else(|| ways.steps(), |end| format!("at = {end};\n"));
    let is_accepting = dfa.is_accepting(state);
    let end = match is_accepting {
        true => "Some(at)",
        false if has_end => "end",
        false => "None",
    };
    let arms: String = ways
        .targets
        .iter()
        .map(|(&target, set)| {
            let next = match (dfa.is_accepting(target), dfa.transitions(target).is_empty()) {
                (true, true) => "return Some(at + 1)".to_owned(),
                (false, _) if is_accepting => format!("{{ end = Some(at); state = {target}; }}"),
                _ => format!("state = {target}"),
            };
            format!("{} => {next},\n", patterns(set))
        })
        .collect();
    if arms.is_empty() {
        return format!("{{ {stays} return {end}; }}");
    }
    format!("{{ {stays} match input.get(at) {{ {arms} _ => return {end}, }} }}")
}

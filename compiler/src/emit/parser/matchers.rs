//! Terminals in `parser.rs`: literals as comparisons, tokens and plain leaves as state machines written out from their
//! automata. What looks ahead, excludes, or may have to be left open is matched by the tables of the runtime.

use std::collections::BTreeMap;

use codegen::Function;
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Check, Drive, ItemId, Regular, RegularId, Symbol, Terminal, TerminalKind};
use grammarc_runtime::regular::{Dfa, Order, token_parts};

use super::super::names::byte_lit;
use super::choice::patterns;
use super::{Parser, Part, code_doc};

/// States beyond which a machine stays a table.
const MAX_STATES: usize = 64;

impl Parser<'_> {
    /// The expression for whether a terminal item matches.
    pub(super) fn terminal(&self, item: ItemId, follow: &ByteSet) -> String {
        let row = &self.grammar.items[item.0 as usize];
        let symbol = row.symbol;
        let is_slice = matches!(row.drive, Drive::Size(_));
        match self.end_of(symbol, follow).filter(|_| !is_slice) {
            Some(end) => {
                let symbol = self.symbol(symbol);
                let leaf = format!("p.leaf({symbol}, ItemId({}), {end})", item.0);
                match self.demand(item) {
                    Some(demand) => format!("({leaf} && {demand})"),
                    None => leaf,
                }
            }
            None => format!("p.scan(ItemId({}), {})", item.0, self.set(*follow)),
        }
    }

    /// The expression for whether a text is what its item demands besides; none if it demands nothing.
    pub(super) fn demand(&self, item: ItemId) -> Option<String> {
        let row = &self.grammar.items[item.0 as usize];
        match (row.consume, row.check, row.label, row.drive) {
            (false, Check::None, None, Drive::None | Drive::Count { .. } | Drive::Next(_)) => None,
            (true, Check::None, None, Drive::None) => Some("p.consumed()".to_owned()),
            _ => Some(format!("p.settle(ItemId({}))", item.0)),
        }
    }

    /// The expression for the end of a terminal; none if only the tables know.
    fn end_of(&self, symbol: Symbol, follow: &ByteSet) -> Option<String> {
        let terminal = self.grammar.terminal(symbol)?;
        if let Some(text) = self.literal(terminal) {
            return Some(format!("p.literal({})", byte_lit(text)));
        }
        let dfa = self.dfa(terminal)?;
        if terminal.kind == TerminalKind::Leaf && !self.is_closed(terminal, dfa, follow) {
            return None;
        }
        self.ask(Part::Matcher(symbol));
        Some(format!("{}(p.input(), p.position())", self.names.function("match", symbol)))
    }

    /// The only text of a terminal.
    fn literal(&self, terminal: &Terminal) -> Option<&[u8]> {
        let is_plain = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf) && terminal.word.is_none();
        match &self.grammar.regulars[terminal.regular.0 as usize] {
            Regular::Literal { text, fold: false } if is_plain => Some(text.as_ref()),
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
    let live = live(dfa);
    if let [only] = live.as_slice() {
        return single(dfa, *only);
    }
    let arms: Vec<String> = live.iter().map(|&state| arm(dfa, state)).collect();
    let (last, arms) = arms.split_last().map_or(("", [].as_slice()), |(last, arms)| (last.as_str(), arms));
    let numbered: String = live.iter().zip(arms).map(|(state, arm)| format!("{state} => {arm}\n")).collect();
    let start = dfa.start();
    let begin = if live.iter().any(|&state| is_left(dfa, state)) {
        format!("let (mut at, mut end, mut state) = (start, None, {start}u8);")
    } else {
        format!("let (mut at, mut state) = (start, {start}u8);")
    };
    format!("{begin}\nloop {{ match state {{ {numbered} _ => {last} }} at += 1; }}")
}

/// The states that something leads out of.
fn live(dfa: &Dfa) -> Vec<u32> {
    (0..dfa.states() as u32).filter(|&state| !dfa.transitions(state).is_empty()).collect()
}

/// Whether a state accepts, and a byte leads from it to one that does not.
fn is_left(dfa: &Dfa, state: u32) -> bool {
    dfa.is_accepting(state) && dfa.transitions(state).iter().any(|(_, _, to)| !dfa.is_accepting(*to))
}

/// A machine with one state that goes on: a run of bytes, and at most one more byte.
fn single(dfa: &Dfa, state: u32) -> String {
    let mut targets = targets(dfa, state);
    let run = targets.remove(&state);
    let last = targets.into_values().fold(ByteSet::EMPTY, ByteSet::union);
    let (at, skip) = match run {
        Some(set) => {
            let run = patterns(&set);
            ("at", format!("let mut at = start;\nwhile matches!(input.get(at), {run}) {{ at += 1; }}\n"))
        }
        None => ("start", String::new()),
    };
    let last = patterns(&last);
    match (dfa.is_accepting(state), last.as_str()) {
        (true, "None") => format!("{skip}Some({at})"),
        (true, last) => format!("{skip}Some({at} + usize::from(matches!(input.get({at}), {last})))"),
        (false, last) => format!("{skip}matches!(input.get({at}), {last}).then_some({at} + 1)"),
    }
}

/// Where each byte leads.
fn targets(dfa: &Dfa, state: u32) -> BTreeMap<u32, ByteSet> {
    let mut targets = BTreeMap::new();
    for (low, high, target) in dfa.transitions(state) {
        targets.entry(target).or_insert(ByteSet::EMPTY).insert_range(low, high);
    }
    targets
}

/// What a state does at `at`: it goes to the next one, or returns.
fn arm(dfa: &Dfa, state: u32) -> String {
    let mut targets = targets(dfa, state);
    let stays = targets
        .remove(&state)
        .map_or_else(String::new, |set| format!("while matches!(input.get(at), {}) {{ at += 1; }}\n", patterns(&set)));
    let is_accepting = dfa.is_accepting(state);
    let end = match is_accepting {
        true => "Some(at)",
        false if live(dfa).into_iter().any(|state| is_left(dfa, state)) => "end",
        false => "None",
    };
    let arms: String = targets
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

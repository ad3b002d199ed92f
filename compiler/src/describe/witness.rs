//! Inputs that show a clash: one beginning, and two whole inputs that go on from it, each by another option.
//!
//! The search moves the configurations of both options (Knuth's items with their stacks) over the same bytes, one after the other.
//! The call chain from the start symbol is the bottom of every stack, so that each beginning found is the beginning of a real
//! input. Then each side is completed with shortest texts, and the parser is asked about both. So every example is proven; where
//! the search finds none within its bounds, there is none to show.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use grammarc_runtime::grammar::{Grammar, ProductionId, RuleKind, Shape, Symbol, TerminalKind};
use grammarc_runtime::language::Language;
use grammarc_runtime::regular::{Dfa, Order};

use crate::clash::Clash;

/// Two inputs that begin alike and go on differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Length of the common beginning in bytes, or less: behind it both options are still open.
    pub shared: usize,
    /// Where the two options part: before it the input is the same, whichever is taken.
    pub from: usize,
    /// An input in which the first option goes on.
    pub first: Vec<u8>,
    /// An input in which the second does.
    pub second: Vec<u8>,
}

/// Most bytes for which both options are followed: the lookahead of the deterministic engines.
const MAX_FOLLOWED_BYTES: usize = 4;
/// Most configurations of one option, because an ambiguous grammar can have very many of them.
const MAX_CONFIGURATIONS: usize = 400;
/// Most bytes tried after a beginning. With four bytes of lookahead, the search tries at most 6⁴ beginnings.
const MAX_NEXT_BYTES: usize = 6;
/// Most pairs of inputs that the parser is asked about for one clash, because each pair costs two parses.
const MAX_INPUT_PAIRS: usize = 8;
/// Most bytes of an input: a longer one is not worth showing.
const MAX_WITNESS_BYTES: usize = 2_000;
/// Most steps for one clash. A configuration that is followed is a step, and a parse costs at least 100 of them.
const MAX_CLASH_STEPS: usize = 100_000;
/// Most steps for one grammar, counted in the same way: a large one with thousands of clashes gets examples for the first of them.
const MAX_GRAMMAR_STEPS: usize = 1_000_000;

/// Finds examples in one grammar.
pub struct Witnesses<'a> {
    language: &'a Language,
    minimal: &'a [Vec<u8>],
    /// For each rule the item, as a production and a place, on the start symbol's shortest way to it.
    callers: Vec<Option<(ProductionId, usize)>>,
    /// Steps left of [`MAX_GRAMMAR_STEPS`].
    steps: usize,
}

/// Where to go on after a rule: none at the end of the input.
type Stack = Option<Rc<Frame>>;

/// A production with a place in it.
#[derive(Debug)]
struct Frame {
    production: ProductionId,
    place: usize,
    below: Stack,
    /// Of all frames, to tell stacks apart.
    hash: u64,
    depth: usize,
}

fn frame(production: ProductionId, place: usize, below: Stack) -> Rc<Frame> {
    let (hash, depth) = below.as_ref().map_or((0, 0), |below| (below.hash, below.depth));
    let own = (u64::from(production.0) << 20) ^ place as u64;
    let hash = (hash ^ own).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    Rc::new(Frame { production, place, below, hash, depth: depth + 1 })
}

/// A terminal that is being read.
#[derive(Debug, Clone)]
struct Reading {
    terminal: Symbol,
    state: u32,
    after: Stack,
    /// It begins right behind a keyword, so not with a byte of a word.
    is_apart: bool,
}

impl Reading {
    /// Returns whether a byte may come next: after a keyword, no letter, digit or `_` may.
    fn takes(&self, byte: u8) -> bool {
        !(self.is_apart && (byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80))
    }
}

impl<'a> Witnesses<'a> {
    /// Prepares for a grammar; `minimal` holds the shortest text of every symbol.
    pub fn new(language: &'a Language, minimal: &'a [Vec<u8>]) -> Self {
        let callers = callers(&language.grammar);
        Self { language, minimal, callers, steps: MAX_GRAMMAR_STEPS }
    }

    /// Returns an example of a clash, if one is found in time.
    pub fn of(&mut self, clash: &Clash) -> Option<Example> {
        let budget = self.steps.min(MAX_CLASH_STEPS);
        if budget == 0 {
            return None;
        }
        let (before, below) = self.context(clash.rule)?;
        let first = self.language.grammar.productions_of(clash.rule).next()?.0;
        let [one, other] = [clash.productions.0, clash.productions.1].map(|number| ProductionId(first + number));
        let place = if clash.is_inner { self.alike(one, other) } else { 0 };
        let mut prefix = before;
        for item in &self.language.grammar.items_of(one)[..place] {
            prefix.extend_from_slice(&self.minimal[item.symbol.0 as usize]);
        }
        let from = prefix.len();
        let start = |production| Some(frame(production, place, below.clone()));
        let productions = [one, other];
        let mut finder =
            WitnessFinder { owner: self, left: budget, tries: MAX_INPUT_PAIRS, best: None, from, productions };
        let sides = [one, other].map(|production| finder.closure(vec![start(production)]));
        let [one, other] = sides;
        finder.go(&mut prefix, &one, &other, 0);
        let WitnessFinder { left, best, .. } = finder;
        self.steps -= budget - left;
        best
    }

    /// Returns the shortest text that leads to a rule, and the stack of items that must follow it.
    fn context(&self, rule: Symbol) -> Option<(Vec<u8>, Stack)> {
        let grammar = &self.language.grammar;
        let mut chain = Vec::new();
        let mut at = rule;
        while at != grammar.start {
            let (production, place) = self.callers[at.0 as usize].filter(|_| chain.len() < MAX_WITNESS_BYTES)?;
            chain.push((production, place));
            at = grammar.production(production).rule;
        }
        let (mut text, mut stack) = (Vec::new(), None);
        for (production, place) in chain.into_iter().rev() {
            for item in &grammar.items_of(production)[..place] {
                text.extend_from_slice(&self.minimal[item.symbol.0 as usize]);
            }
            stack = Some(frame(production, place + 1, stack));
            if text.len() > MAX_WITNESS_BYTES {
                return None;
            }
        }
        Some((text, stack))
    }

    /// Returns how many items two productions have in common at their beginning.
    fn alike(&self, one: ProductionId, other: ProductionId) -> usize {
        let items = |id| self.language.grammar.items_of(id).iter().map(|item| (item.symbol, item.label, item.check));
        items(one).zip(items(other)).take_while(|(a, b)| a == b).count()
    }

    fn dfa(&self, terminal: Symbol) -> Option<&Dfa> {
        let row = self.language.grammar.terminal(terminal)?;
        self.language.automata.dfa(&self.language.grammar, row.regular, Order::All)
    }
}

/// For each rule how the start symbol reaches it on the shortest way.
fn callers(grammar: &Grammar) -> Vec<Option<(ProductionId, usize)>> {
    let mut callers = vec![None; grammar.rules.len()];
    let mut seen = vec![false; grammar.rules.len()];
    seen[grammar.start.0 as usize] = true;
    let mut pending = VecDeque::from([grammar.start]);
    while let Some(rule) = pending.pop_front() {
        for production in grammar.productions_of(rule) {
            for (place, item) in grammar.items_of(production).iter().enumerate() {
                let number = item.symbol.0 as usize;
                if seen.get(number) == Some(&false) {
                    seen[number] = true;
                    callers[number] = Some((production, place));
                    pending.push_back(item.symbol);
                }
            }
        }
    }
    callers
}

/// Finds the example of one clash.
struct WitnessFinder<'s, 'a> {
    owner: &'s Witnesses<'a>,
    left: usize,
    tries: usize,
    best: Option<Example>,
    from: usize,
    /// The options.
    productions: [ProductionId; 2],
}

/// The possible continuations of one option: terminals to be read, and whether the input may end.
struct Continuations {
    readings: Vec<Reading>,
    ends: bool,
}

impl WitnessFinder<'_, '_> {
    /// Moves both sides over the same bytes, longest beginnings first, and keeps the first pair that the parser accepts.
    fn go(&mut self, prefix: &mut Vec<u8>, one: &Continuations, other: &Continuations, depth: usize) {
        if depth < MAX_FOLLOWED_BYTES {
            for byte in self.common(one, other).into_iter().take(MAX_NEXT_BYTES) {
                if self.best.is_some() || self.left == 0 || self.tries == 0 {
                    return;
                }
                let (next_one, next_other) = (self.step(one, byte), self.step(other, byte));
                prefix.push(byte);
                self.go(prefix, &next_one, &next_other, depth + 1);
                prefix.pop();
            }
        }
        if self.best.is_none() && self.tries > 0 && self.left > 0 && depth > 0 {
            self.tries -= 1;
            self.best = self.example(prefix, one, other);
        }
    }

    fn example(&mut self, prefix: &[u8], one: &Continuations, other: &Continuations) -> Option<Example> {
        let [first, second] = [one, other].map(|side| self.complete(prefix, side));
        let (first, second) = (first?, second?);
        let is_proven = self.accepts(&first, 0) && self.accepts(&second, 1);
        is_proven.then_some(Example { shared: prefix.len(), from: self.from, first, second })
    }

    /// Asks the parser whether a text is an input whose tree takes an option. Where only Earley can tell, that costs time in
    /// proportion to the grammar and the text.
    fn accepts(&mut self, text: &[u8], option: usize) -> bool {
        let cost = 100 + self.owner.language.grammar.items.len() / 16 * (4 + text.len());
        let is_affordable = cost <= self.left;
        self.left = self.left.saturating_sub(cost);
        let Some(tree) = is_affordable.then(|| self.owner.language.parse(text).ok()).flatten() else { return false };
        let production = self.productions[option];
        let shows = matches!(self.owner.language.grammar.production(production).shape, Shape::Node(_));
        let takes = |id| tree.node(id).production == Some(production);
        !shows || tree.subtree(tree.root()).any(takes)
    }

    /// Returns the bytes that both sides can read next, the most readable first.
    fn common(&mut self, one: &Continuations, other: &Continuations) -> Vec<u8> {
        let mut bytes = Vec::new();
        let [one, other] = [one, other].map(|side| self.next_bytes(side));
        bytes.extend((0..=u8::MAX).filter(|&byte| one[usize::from(byte)] && other[usize::from(byte)]));
        let rank = |byte: u8| match byte {
            b'a'..=b'z' => 0,
            b'0'..=b'9' => 1,
            b'!'..=b'~' => 2,
            b' ' => 3,
            _ => 4,
        };
        bytes.sort_by_key(|&byte| (rank(byte), byte));
        // One byte of each kind: others probably lead to the same readings.
        let mut kinds = HashSet::new();
        let (telling, rest): (Vec<u8>, Vec<u8>) = bytes.into_iter().partition(|&byte| match rank(byte) {
            rank @ (0 | 1 | 4) => kinds.insert(rank),
            _ => true,
        });
        telling.into_iter().chain(rest).collect()
    }

    fn next_bytes(&mut self, side: &Continuations) -> [bool; 256] {
        let mut bytes = [false; 256];
        for reading in &side.readings {
            self.left = self.left.saturating_sub(1);
            let Some(dfa) = self.owner.dfa(reading.terminal) else { continue };
            for (low, high, _) in dfa.transitions(reading.state) {
                let open = (low..=high).filter(|&byte| reading.takes(byte));
                open.for_each(|byte| bytes[usize::from(byte)] = true);
            }
        }
        bytes
    }

    fn step(&mut self, side: &Continuations, byte: u8) -> Continuations {
        let mut next = Continuations { readings: Vec::new(), ends: false };
        let (mut ended, mut keywords) = (Vec::new(), Vec::new());
        for reading in side.readings.iter().filter(|reading| reading.takes(byte)) {
            self.left = self.left.saturating_sub(1);
            let Some(dfa) = self.owner.dfa(reading.terminal) else { continue };
            let state = dfa.next(reading.state, byte);
            if state == dfa.dead() {
                continue;
            }
            if dfa.is_accepting(state) {
                let row = self.owner.language.grammar.terminal(reading.terminal);
                let is_keyword = row.is_some_and(|row| row.word.is_some());
                if is_keyword { &mut keywords } else { &mut ended }.push(reading.after.clone());
            }
            next.readings.push(Reading { state, is_apart: false, ..reading.clone() });
        }
        let mut apart = self.closure(keywords);
        apart.readings.iter_mut().for_each(|reading| reading.is_apart = true);
        for after in [self.closure(ended), apart] {
            next.readings.extend(after.readings);
            next.ends |= after.ends;
        }
        next.readings.truncate(MAX_CONFIGURATIONS);
        next
    }

    /// Follows calls and returns until terminals are next. Shallow stacks come first.
    fn closure(&mut self, from: Vec<Stack>) -> Continuations {
        let grammar = &self.owner.language.grammar;
        let mut side = Continuations { readings: Vec::new(), ends: false };
        let mut seen = HashSet::new();
        let mut pending: VecDeque<Stack> = from.into();
        while let Some(stack) = pending.pop_front() {
            let Some(top) = stack else {
                side.ends = true;
                continue;
            };
            if self.left == 0
                || side.readings.len() >= MAX_CONFIGURATIONS
                || seen.len() >= 4 * MAX_CONFIGURATIONS
                || !seen.insert(top.hash)
            {
                continue;
            }
            self.left -= 1;
            let Some(item) = grammar.items_of(top.production).get(top.place) else {
                pending.push_back(top.below.clone());
                continue;
            };
            let after = Some(frame(top.production, top.place + 1, top.below.clone()));
            let Some(terminal) = grammar.terminal(item.symbol) else {
                let calls = grammar.productions_of(item.symbol);
                pending.extend(calls.map(|production| Some(frame(production, 0, after.clone()))));
                continue;
            };
            match terminal.kind {
                TerminalKind::Ahead { .. } => pending.push_back(after),
                TerminalKind::Text { .. } | TerminalKind::Indent(_) => {}
                TerminalKind::Token | TerminalKind::Leaf => {
                    if let Some(dfa) = self.owner.dfa(item.symbol) {
                        let state = dfa.start();
                        pending.extend(dfa.is_accepting(state).then(|| after.clone()));
                        side.readings.push(Reading { terminal: item.symbol, state, after, is_apart: false });
                    }
                }
            }
        }
        side
    }

    /// Returns the shortest whole input that goes on from a beginning.
    fn complete(&self, prefix: &[u8], side: &Continuations) -> Option<Vec<u8>> {
        let ends = side.ends.then(|| prefix.to_vec());
        let rests = side.readings.iter().take(50).filter_map(|reading| {
            let mut text = prefix.to_vec();
            let rest = shortest(self.owner.dfa(reading.terminal)?, reading.state)?;
            text.extend(rest.first().is_none_or(|&byte| reading.takes(byte)).then_some(rest)?);
            self.rest(&reading.after, &mut text)?;
            Some(text)
        });
        ends.into_iter().chain(rests).min_by_key(Vec::len)
    }

    /// Adds the shortest text of the items left on a stack.
    fn rest(&self, stack: &Stack, text: &mut Vec<u8>) -> Option<()> {
        let mut at = stack.clone();
        while let Some(top) = at {
            for item in self.owner.language.grammar.items_of(top.production).get(top.place..).unwrap_or_default() {
                text.extend_from_slice(&self.owner.minimal[item.symbol.0 as usize]);
                if text.len() > MAX_WITNESS_BYTES {
                    return None;
                }
            }
            at = top.below.clone();
        }
        Some(())
    }
}

/// The shortest text from a state to an accepting one.
fn shortest(dfa: &Dfa, from: u32) -> Option<Vec<u8>> {
    let mut before: Vec<Option<(u32, u8)>> = vec![None; dfa.states()];
    let mut seen = vec![false; dfa.states()];
    seen[from as usize] = true;
    let mut pending = VecDeque::from([from]);
    while let Some(state) = pending.pop_front() {
        if dfa.is_accepting(state) {
            let (mut text, mut at) = (Vec::new(), state);
            while let Some((source, byte)) = before[at as usize] {
                text.push(byte);
                at = source;
            }
            text.reverse();
            return Some(text);
        }
        for (low, high, target) in dfa.transitions(state) {
            if !std::mem::replace(&mut seen[target as usize], true) {
                // A letter if there is one.
                let byte = (low..=high).find(u8::is_ascii_lowercase).unwrap_or(low);
                before[target as usize] = Some((state, byte));
                pending.push_back(target);
            }
        }
    }
    None
}

/// Returns one of two clashing options, 0 or 1, as it would be written; stopping a repetition in words.
pub fn option(grammar: &Grammar, clash: &Clash, which: usize) -> String {
    let number = if which == 0 { clash.productions.0 } else { clash.productions.1 };
    let Some(rule) = grammar.rule(clash.rule) else { return String::new() };
    let production = ProductionId(rule.productions.start + number);
    match (rule.kind, number) {
        (RuleKind::Repeat, 0) => {
            let mut text = String::from("continue: ");
            grammar.items_of(production).iter().take(1).for_each(|item| symbol(grammar, item.symbol, 3, &mut text));
            text
        }
        (RuleKind::Repeat, _) => "stop".to_owned(),
        _ => written(grammar, production),
    }
}

/// Writes the items of a production much as they would stand in a grammar file. A hidden rule is replaced by its items.
pub fn written(grammar: &Grammar, production: ProductionId) -> String {
    let mut text = String::new();
    items(grammar, production, 3, &mut text);
    if text.is_empty() { "\"\"".to_owned() } else { text }
}

/// Most bytes of one option's text, so that both options fit a line.
const MAX_OPTION_BYTES: usize = 60;

fn items(grammar: &Grammar, production: ProductionId, depth: u32, text: &mut String) {
    use grammarc_runtime::grammar::Slot;
    for item in grammar.items_of(production).iter().filter(|item| item.slot != Slot::Skip) {
        if !text.is_empty() && !text.ends_with('(') {
            text.push(' ');
        }
        if text.len() > MAX_OPTION_BYTES {
            text.push('…');
            return;
        }
        symbol(grammar, item.symbol, depth, text);
    }
}

fn symbol(grammar: &Grammar, of: Symbol, depth: u32, text: &mut String) {
    let Some(rule) = grammar.rule(of) else {
        let is_token = grammar.terminal(of).is_some_and(|terminal| terminal.kind == TerminalKind::Token);
        let name = grammar.name(of);
        if is_token {
            text.push_str(&format!("<{name}>"));
        } else {
            text.push_str(name);
        }
        return;
    };
    let productions: Vec<ProductionId> = grammar.productions_of(of).collect();
    match rule.kind {
        RuleKind::Named | RuleKind::Level(_) => text.push_str(&format!("<{}>", rule.name)),
        _ if depth == 0 => text.push('…'),
        RuleKind::Repeat => {
            let body: Vec<_> = grammar.items_of(productions[0]).iter().take(1).collect();
            body.iter().for_each(|item| symbol(grammar, item.symbol, depth - 1, text));
            let again = grammar.items_of(productions[0]).last().is_some_and(|last| last.symbol == of);
            text.push(if again { '*' } else { '?' });
        }
        RuleKind::Group | RuleKind::Anonymous => {
            text.push('(');
            for (number, &production) in productions.iter().enumerate() {
                if number > 0 {
                    text.push_str(" | ");
                }
                if text.len() > MAX_OPTION_BYTES {
                    text.push('…');
                    break;
                }
                items(grammar, production, depth - 1, text);
            }
            text.push(')');
        }
    }
}

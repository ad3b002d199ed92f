//! Small random grammars over `a` and `b`: nullable, cyclic, ambiguous, with every kind of terminal and condition.

use std::borrow::Cow;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{
    Check, Encoding, Grammar, Item, Label, Plan, Production, Regular, RegularId, Rule, RuleKind, Shape, Slot, Symbol,
    Terminal, TerminalKind,
};
use grammarc_runtime::regular::terminal_first;

/// The one label of these grammars.
pub(crate) const LABEL: Label = Label(0);

/// SplitMix64: the same grammars on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_F491_4F6C_DD1D))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// What a random grammar may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// Rules and single bytes: much nullability, many cycles.
    Plain,
    /// Terminals with several ends, tokens, look-aheads.
    Terminals,
    /// A label, back-references, hidden rules with a parameter, conditions.
    Labels,
}

/// Makes the grammar of a seed. Its facts are still to be computed.
pub(crate) fn grammar(seed: u64, family: Family) -> Grammar {
    let random = &mut Random::new(seed);
    let count = 1 + random.below(4);
    let mut maker = Maker { random, family, count, productions: Vec::new(), items: Vec::new() };
    let rules: Vec<Rule> = (0..count).map(|number| maker.rule(number)).collect();
    let (productions, items) = (maker.productions, maker.items);
    let mut grammar = Grammar {
        encoding: Encoding::Bytes,
        start: Symbol(0),
        rules: Cow::Owned(rules),
        productions: Cow::Owned(productions),
        items: Cow::Owned(items),
        terminals: Cow::Owned(terminals()),
        regulars: Cow::Owned(regulars()),
        separators: Cow::Borrowed(&[]),
    };
    for number in 0..grammar.terminals.len() {
        let (first, nullable) = terminal_first(&grammar, &grammar.terminals[number]);
        let terminal = &mut grammar.terminals.to_mut()[number];
        (terminal.first, terminal.nullable) = (first, nullable);
    }
    grammar
}

/// Writes the rules of a grammar for a message: `r1`, `t2` are rules and terminals, `+` must consume.
pub(crate) fn describe(grammar: &Grammar) -> String {
    let mut text = String::new();
    for (number, rule) in grammar.rules.iter().enumerate() {
        text += &format!("r{number} {:?} {:?} {:?} ::=", rule.kind, rule.plan, rule.params);
        for id in grammar.productions_of(Symbol(number as u32)) {
            text += &format!(" | {:?}:", grammar.production(id).shape);
            grammar.items_of(id).iter().for_each(|item| text += &describe_item(grammar, item));
        }
        text += "\n";
    }
    text
}

fn describe_item(grammar: &Grammar, item: &Item) -> String {
    let label = if item.label.is_some() { "l:" } else { "" };
    let consume = if item.consume { "+" } else { "" };
    let check = if item.check == Check::None { String::new() } else { format!(" {:?}", item.check) };
    match (item.symbol.0 as usize).checked_sub(grammar.rules.len()) {
        Some(terminal) => format!(" {label}t{terminal}{consume}{check}"),
        None => format!(" {label}r{}{consume}{check}", item.symbol.0),
    }
}

struct Maker<'r> {
    random: &'r mut Random,
    family: Family,
    count: usize,
    productions: Vec<Production>,
    items: Vec<Item>,
}

impl Maker<'_> {
    fn rule(&mut self, number: usize) -> Rule {
        let symbol = Symbol(number as u32);
        let hidden = number > 0 && self.random.percent(40);
        let params = if hidden && self.family == Family::Labels { vec![LABEL] } else { vec![] };
        let shape = match (hidden, self.random.below(3)) {
            (false, _) => Shape::Node(symbol),
            (true, 0) => Shape::Element,
            (true, _) => Shape::Splice,
        };
        let first = self.productions.len() as u32;
        for alternative in 0..1 + self.random.below(3) as u16 {
            self.production(symbol, shape, alternative, !params.is_empty());
        }
        Rule {
            name: Cow::Owned(format!("r{number}")),
            kind: if hidden { RuleKind::Group } else { RuleKind::Named },
            productions: first..self.productions.len() as u32,
            params: Cow::Owned(params),
            opaque: false,
            nullable: false,
            first: ByteSet::EMPTY,
            follow: ByteSet::EMPTY,
            cost: 1,
            plan: Plan::Chart,
        }
    }

    fn production(&mut self, rule: Symbol, shape: Shape, alternative: u16, has_params: bool) {
        let first = self.items.len() as u32;
        for index in 0..[0, 1, 1, 2, 2, 2, 3, 3][self.random.below(8)] {
            let item = self.item(index, has_params);
            self.items.push(item);
        }
        self.productions.push(Production {
            rule,
            items: first..self.items.len() as u32,
            shape,
            alternative,
            name: None,
            weight: 1,
            cost: 1,
            nullable: false,
            predict: ByteSet::EMPTY,
        });
    }

    fn item(&mut self, index: u16, has_params: bool) -> Item {
        let labels = self.family == Family::Labels;
        let symbol = if self.random.percent(50) { self.random.below(self.count) } else { self.count + self.terminal() };
        // A grammar file cannot put a condition on a look-ahead.
        let is_ahead = (self.count + 11..self.count + 14).contains(&symbol) || symbol == self.count + 15;
        let check = match self.random.below(20) {
            _ if is_ahead => Check::None,
            0 if labels => Check::Text { label: LABEL, fold: self.random.percent(50) },
            1 if labels => Check::Except(RegularId(6)),
            2 if labels => Check::Except(RegularId(14)),
            _ => Check::None,
        };
        Item {
            symbol: Symbol(symbol as u32),
            index,
            slot: Slot::Item,
            consume: self.random.percent(12) && !is_ahead,
            pass: false,
            label: (labels && !has_params && !is_ahead && self.random.percent(25)).then_some(LABEL),
            check,
        }
    }

    fn terminal(&mut self) -> usize {
        match self.family {
            Family::Plain => self.random.below(2),
            Family::Terminals => self.random.below(14),
            Family::Labels => [0, 1, 0, 1, 9, 14, 14, 15, 16][self.random.below(9)],
        }
    }
}

fn regulars() -> Vec<Regular> {
    let bytes = |low, high| Regular::Bytes(Cow::Owned(vec![(low, high)]));
    let literal = |text: &'static [u8]| Regular::Literal { text: Cow::Borrowed(text), fold: false };
    let repeat = |body, min, max| Regular::Repeat { body: RegularId(body), min, max };
    let ids = |ids: &[u32]| Cow::Owned(ids.iter().map(|&id| RegularId(id)).collect());
    vec![
        bytes(b'a', b'a'),
        bytes(b'b', b'b'),
        bytes(b'a', b'b'),
        repeat(0, 1, None),
        repeat(2, 0, None),
        repeat(0, 0, Some(1)),
        literal(b"ab"),
        repeat(1, 0, Some(1)),
        Regular::Sequence(ids(&[5, 7])),
        Regular::Choice(ids(&[0, 6])),
        literal(b""),
        Regular::Choice(ids(&[10, 2])),
        Regular::Except { body: RegularId(4), without: RegularId(6) },
        repeat(2, 1, None),
        Regular::Text { label: LABEL, fold: false },
        Regular::Ahead { body: RegularId(1), negative: true },
        Regular::Sequence(ids(&[3, 15])),
    ]
}

fn terminals() -> Vec<Terminal> {
    let terminal = |kind, regular| Terminal {
        name: Cow::Borrowed("t"),
        kind,
        regular: RegularId(regular),
        word: None,
        opaque: false,
        nullable: false,
        first: ByteSet::EMPTY,
    };
    let ahead = |negative| TerminalKind::Ahead { negative };
    let mut all: Vec<Terminal> = [0, 1, 3, 8, 9, 11, 16].map(|id| terminal(TerminalKind::Leaf, id)).into();
    all.extend([12, 13, 3, 4].map(|id| terminal(TerminalKind::Token, id)));
    all.extend([terminal(ahead(true), 0), terminal(ahead(false), 1), terminal(ahead(true), 2)]);
    all.push(terminal(TerminalKind::Text { label: LABEL, fold: false }, 10));
    all.extend([terminal(ahead(true), 14), terminal(TerminalKind::Leaf, 4)]);
    all
}

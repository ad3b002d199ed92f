//! The alternatives of a grammar as a user wrote them, without the hidden rules that repetitions and groups become.
//!
//! A *frame* is a production of a named rule. It holds all of its groups and repetitions. The choices among them are its *options*, and the
//! named rules that are mentioned in it are its *children*. For example, `<list> ::= "[" (<item> ("," <item>)*)? "]"` is lowered to four
//! rules, but it is one frame:
//!
//! ```text
//! options    (…)? taken   (…)? left out   (…)* one or more   (…)* none
//! children   the alternatives of <item>, twice: in front of the comma and behind it, both in the second item of the alternative
//! ```

use std::collections::{HashMap, HashSet};

use grammarc_core::grammar::{
    Check, Grammar, Item, ItemId, ProductionId, Regular, RuleKind, Slot, Symbol, TerminalKind,
};

use grammarc_generate::shortest::texts_by;

/// Children of one frame that are listed. A body that is written out a thousand times has the same children each time, so the rest is left
/// out.
const MAX_CHILDREN: usize = 1 << 16;

/// An alternative with its groups and repetitions.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// The alternatives that can stand directly below it, in the order of the text. One is listed several times if its rule is.
    pub(super) children: Vec<Child>,
    /// The productions of hidden rules that are options of a choice, by number.
    pub(super) options: Vec<ProductionId>,
    /// The numbers of options in the order of the text; several times where a body is written out several times.
    marks: Vec<u16>,
}

/// An alternative below a frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    /// The place of its rule, maybe in a hidden rule of the frame.
    pub(super) item: ItemId,
    /// Number of the item of the frame, as it was written, that holds the place.
    pub(super) index: u16,
    /// The alternative.
    pub(super) production: ProductionId,
}

/// Children and options that are found in a hidden rule, as ranges of their frame's lists.
#[derive(Debug, Clone, Default)]
struct Inside {
    children: std::ops::Range<usize>,
    marks: std::ops::Range<usize>,
}

/// All frames of a grammar.
#[derive(Debug)]
pub(super) struct Frames {
    /// By production; none for those of hidden rules, for levels that pass, and for those that are left out.
    rows: Vec<Option<Frame>>,
    /// By production: whether generation takes it. It does not if it has weight 0, or no text.
    usable: Vec<bool>,
    /// By item: its production.
    owners: Vec<ProductionId>,
    /// By hidden rule: the first item that mentions it.
    via: HashMap<Symbol, ItemId>,
    /// By production of a hidden rule with several: the number of the option in its frame.
    numbers: HashMap<ProductionId, u16>,
    inside: HashMap<Symbol, Inside>,
    /// By named rule or level: the frames that it can become.
    targets: HashMap<Symbol, Vec<ProductionId>>,
}

impl Frames {
    /// Examines a grammar. O(n) time for n items; a body that is written out n times counts n times.
    pub(super) fn new(grammar: &Grammar) -> Self {
        let mut owners = vec![ProductionId(0); grammar.items.len()];
        for (number, production) in grammar.productions.iter().enumerate() {
            owners[production.items.start as usize..production.items.end as usize].fill(ProductionId(number as u32));
        }
        let mut frames = Self {
            rows: Vec::new(),
            usable: usable(grammar),
            owners,
            via: HashMap::new(),
            numbers: HashMap::new(),
            inside: HashMap::new(),
            targets: HashMap::new(),
        };
        for symbol in (0..grammar.rules.len() as u32).map(Symbol).filter(|&symbol| is_written(grammar, symbol)) {
            frames.targets.insert(symbol, frames.frames_of(grammar, symbol));
        }
        for id in (0..grammar.productions.len() as u32).map(ProductionId) {
            let is_frame = is_written(grammar, grammar.production(id).rule) && pass(grammar, id).is_none();
            let row = (is_frame && frames.is_usable(id)).then(|| frames.scan(grammar, id));
            frames.rows.push(row);
        }
        frames
    }

    /// Returns the frame of a production, if it is one.
    pub(super) fn frame(&self, id: ProductionId) -> Option<&Frame> {
        self.rows.get(id.0 as usize)?.as_ref()
    }

    /// Returns whether generation takes a production.
    pub(super) fn is_usable(&self, id: ProductionId) -> bool {
        self.usable[id.0 as usize]
    }

    /// Returns the frames that a named rule can become.
    pub(super) fn targets(&self, symbol: Symbol) -> &[ProductionId] {
        self.targets.get(&symbol).map_or(&[], Vec::as_slice)
    }

    /// Returns the number of an option in its frame; none if the production is no option.
    pub(super) fn number(&self, id: ProductionId) -> Option<u16> {
        self.numbers.get(&id).copied()
    }

    /// Returns the children of a frame that are found in one of its hidden rules.
    pub(super) fn children_in<'f>(&self, frame: &'f Frame, symbol: Symbol) -> &'f [Child] {
        self.inside.get(&symbol).and_then(|inside| frame.children.get(inside.children.clone())).unwrap_or(&[])
    }

    /// Returns the numbers of the options of a frame that are found in one of its hidden rules.
    pub(super) fn options_in<'f>(&self, frame: &'f Frame, symbol: Symbol) -> &'f [u16] {
        self.inside.get(&symbol).and_then(|inside| frame.marks.get(inside.marks.clone())).unwrap_or(&[])
    }

    /// Returns the productions of hidden rules that lead from a frame to an item in it. For example, to the first `<item>` above leads
    /// the production with which `(…)?` is taken.
    pub(super) fn way_to(&self, grammar: &Grammar, item: ItemId) -> Vec<ProductionId> {
        let mut way = Vec::new();
        let mut owner = self.owners[item.0 as usize];
        while let Some(item) = self.via.get(&grammar.production(owner).rule) {
            way.push(owner);
            owner = self.owners[item.0 as usize];
        }
        way
    }

    /// Returns the same for an option, which is the last on the way.
    pub(super) fn way_to_option(&self, grammar: &Grammar, option: ProductionId) -> Vec<ProductionId> {
        let before = self.via.get(&grammar.production(option).rule).map(|&item| self.way_to(grammar, item));
        [vec![option], before.unwrap_or_default()].concat()
    }

    /// Returns the frames that a named rule can become, those of tighter levels included.
    fn frames_of(&self, grammar: &Grammar, symbol: Symbol) -> Vec<ProductionId> {
        let (mut found, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![symbol]);
        while let Some(symbol) = open.pop() {
            if !seen.insert(symbol) {
                continue;
            }
            for id in grammar.productions_of(symbol).filter(|&id| self.is_usable(id)) {
                match pass(grammar, id) {
                    Some(tighter) => open.push(tighter),
                    None => found.push(id),
                }
            }
        }
        found
    }

    /// Finds the children and options of a frame.
    fn scan(&mut self, grammar: &Grammar, id: ProductionId) -> Frame {
        let mut frame = Frame::default();
        let items = grammar.production(id).items.clone();
        for item in items.map(ItemId) {
            let index = grammar.items[item.0 as usize].index;
            self.scan_item(grammar, item, index, &mut frame);
        }
        frame
    }

    /// Finds those of an item. It recurses no deeper than the grammar file nests, or counts: `x{9}` is nine levels.
    fn scan_item(&mut self, grammar: &Grammar, id: ItemId, index: u16, frame: &mut Frame) {
        let item = &grammar.items[id.0 as usize];
        if !is_chosen(grammar, item) || frame.children.len() > MAX_CHILDREN {
            return;
        }
        if is_written(grammar, item.symbol) {
            let child = |&production| Child { item: id, index, production };
            frame.children.extend(self.targets(item.symbol).iter().map(child));
            return;
        }
        self.via.entry(item.symbol).or_insert(id);
        let (children, marks) = (frame.children.len(), frame.marks.len());
        let is_choice = grammar.productions_of(item.symbol).len() > 1;
        for production in grammar.productions_of(item.symbol) {
            if !self.is_usable(production) {
                continue;
            }
            if is_choice {
                let number = *self.numbers.entry(production).or_insert_with(|| {
                    frame.options.push(production);
                    frame.options.len() as u16 - 1
                });
                frame.marks.push(number);
            }
            for inner in grammar.production(production).items.clone().map(ItemId) {
                if grammar.items[inner.0 as usize].symbol != item.symbol {
                    self.scan_item(grammar, inner, index, frame);
                }
            }
        }
        let inside = Inside { children: children..frame.children.len(), marks: marks..frame.marks.len() };
        self.inside.insert(item.symbol, inside);
    }
}

/// Returns whether a symbol is a rule that a user wrote, or a level of one.
pub(super) fn is_written(grammar: &Grammar, symbol: Symbol) -> bool {
    grammar.rule(symbol).is_some_and(|rule| matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)))
}

/// Returns the tighter level that a production passes to.
pub(super) fn pass(grammar: &Grammar, id: ProductionId) -> Option<Symbol> {
    match grammar.items_of(id) {
        [only] if only.pass => Some(only.symbol),
        _ => None,
    }
}

/// Returns whether there are choices in an item: it is a rule, and neither skip nor a text that repeats a label.
pub(super) fn is_chosen(grammar: &Grammar, item: &Item) -> bool {
    let is_repeated = matches!(item.check, Check::Text { .. });
    item.slot != Slot::Skip
        && !is_repeated
        && grammar.rule(item.symbol).is_some()
        && !grammar.is_optional_skip(item.symbol)
}

/// Returns whether an item is a terminal of which the fuzzer chooses the text.
pub(super) fn has_text(grammar: &Grammar, item: &Item) -> bool {
    let is_own = item.slot != Slot::Skip && !matches!(item.check, Check::Text { .. });
    let is_fixed = |regular: usize| matches!(grammar.regulars.get(regular), Some(Regular::Literal { fold: false, .. }));
    grammar.terminal(item.symbol).is_some_and(|terminal| {
        let is_text = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf);
        is_own && is_text && !is_fixed(terminal.regular.0 as usize)
    })
}

/// Returns for every production whether generation takes it: it does not if it has weight 0, unless nothing else derives a text.
fn usable(grammar: &Grammar) -> Vec<bool> {
    let is_weighty = |id: ProductionId| {
        let siblings = || grammar.productions_of(grammar.production(id).rule);
        grammar.production(id).weight > 0 || siblings().all(|id| grammar.production(id).weight == 0)
    };
    let mut texts = texts_by(grammar, is_weighty);
    let is_start_derived = texts[grammar.start.0 as usize].is_some();
    if !is_start_derived {
        texts = texts_by(grammar, |_| true);
    }
    let all = (0..grammar.productions.len() as u32).map(ProductionId);
    let is_taken = |id| !is_start_derived || is_weighty(id);
    all.map(|id| is_taken(id) && grammar.items_of(id).iter().all(|item| texts[item.symbol.0 as usize].is_some()))
        .collect()
}

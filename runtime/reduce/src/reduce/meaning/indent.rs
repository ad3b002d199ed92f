//! The indentation of a candidate, computed again after every edit. A block that was moved gets the column of its new place.
//!
//! For example, without the `if` around it, `b()` moves to the left:
//!
//! ```text
//! if x:              a()
//!     a()            b()
//!     b()
//! ```
//!
//! In a flat part the ends of lines are skipped. If such a part is moved out of its brackets, they become blanks.

use grammarc_core::grammar::{Drive, Grammar, Indent, Item, ItemId, ProductionId, Regular, RuleKind, Slot, Symbol};
use grammarc_core::grammar::{RegularId, TerminalKind};
use grammarc_core::regular::column;
use grammarc_core::tree::{Patch, Tree};

/// Facts about the layout of a grammar.
pub(in crate::reduce) struct Indentation {
    /// By item: the item that begins the block around it, in the same rule.
    blocks: Vec<Option<ItemId>>,
    /// By rule: whether it stands in flat parts only, or outside of them only. None if it skips nothing itself.
    flat: Vec<Option<bool>>,
    /// By terminal: how it compares blanks with the column.
    indents: Vec<Option<Indent>>,
    /// By symbol: whether it is skip that takes the ends of lines.
    skips_lines: Vec<bool>,
    /// The text that replaces skip where it must not take the end of a line.
    blank: Vec<u8>,
}

/// A node whose children are visited.
struct OpenNode {
    /// The place after its subtree.
    end: usize,
    /// The column around its rule.
    column: Vec<u8>,
    /// The block of the rule that is open, and its column.
    block: Option<(ItemId, Vec<u8>)>,
    /// Whether ends of lines are skipped in it.
    is_flat: bool,
    /// Whether its production is one for flat parts. If that differs from `is_flat`, it was moved.
    was_flat: bool,
}

/// The beginning of the present line, as it is in the patched text.
struct LineStart {
    /// Where the old text of the indentation ends.
    old_end: usize,
    text: Vec<u8>,
}

impl Indentation {
    /// Returns the layout of a grammar; none if indentation has no meaning in it.
    pub(in crate::reduce) fn of(grammar: &Grammar, blank: Option<u8>) -> Option<Self> {
        let indents = grammar.terminals.iter().map(|terminal| match terminal.kind {
            TerminalKind::Indent(indent) => Some(indent),
            _ => None,
        });
        let indents: Vec<Option<Indent>> = indents.collect();
        if indents.iter().all(Option::is_none) {
            return None;
        }
        let skips_lines = skips_lines(grammar);
        let flat = flat_rules(grammar, &skips_lines);
        let blank = vec![blank.unwrap_or(b' ')];
        Some(Self { blocks: blocks(grammar), flat, indents, skips_lines, blank })
    }

    /// Returns the patches that put each line into the column of its block, ascending.
    pub(in crate::reduce) fn patches(&self, grammar: &Grammar, text: &[u8], tree: &Tree) -> Vec<Patch> {
        self.patches_with(grammar, text, tree, |_, _| false)
    }

    /// Does the same. A block for which `is_shrunk` holds, given its place in preorder and its step, begins one column right of
    /// the block around it.
    pub(in crate::reduce) fn patches_with(
        &self,
        grammar: &Grammar,
        text: &[u8],
        tree: &Tree,
        mut is_shrunk: impl FnMut(usize, &[u8]) -> bool,
    ) -> Vec<Patch> {
        let mut patches = Vec::new();
        let mut line = LineStart { old_end: 0, text: Vec::new() };
        let mut open: Vec<OpenNode> = Vec::new();
        for place in 0..tree.len() {
            while open.last().is_some_and(|node| node.end <= place) {
                open.pop();
            }
            let record = tree.node_at(place);
            let span = tree.span_at(place);
            let Some(around) = open.last_mut() else {
                open.push(self.root(grammar, tree, place));
                continue;
            };
            let item_id = tree.item_at(place);
            let block = self.blocks.get(item_id.0 as usize).copied().flatten();
            if around.block.as_ref().map(|(item, _)| *item) != block {
                around.block = block.map(|item| (item, column_at(&line, text, span.start)));
            }
            let column = around.block.as_ref().map_or(&around.column, |(_, column)| column);
            if let Some(indent) = self.indent(grammar, record.symbol) {
                let old = &text[span.clone()];
                let new = self.indented(old, column, indent, |step| is_shrunk(place, step));
                line = LineStart { old_end: span.end, text: new.clone() };
                if new != old {
                    patches.push(Patch { node: tree.id_at(place), range: span, text: new });
                }
                continue;
            }
            let is_flat = self.is_flat_here(grammar, around, item_id);
            if !is_flat && self.skips_lines[record.symbol.0 as usize] && text[span.clone()].iter().any(is_line_end) {
                patches.push(Patch { node: tree.id_at(place), range: span, text: self.blank.clone() });
                continue;
            }
            let is_part = record.production.is_some_and(|id| is_hidden(grammar, grammar.production(id).rule));
            let inner = OpenNode {
                end: tree.end_at(place),
                column: column.clone(),
                block: if is_part { around.block.clone() } else { None },
                is_flat,
                was_flat: self.was_flat(grammar, record.production, is_flat),
            };
            open.push(inner);
        }
        patches
    }

    fn root(&self, grammar: &Grammar, tree: &Tree, place: usize) -> OpenNode {
        let was_flat = self.was_flat(grammar, tree.node_at(place).production, false);
        OpenNode { end: tree.end_at(place), column: column::OUTSIDE.to_vec(), block: None, is_flat: false, was_flat }
    }

    fn indent(&self, grammar: &Grammar, symbol: Symbol) -> Option<Indent> {
        self.indents.get((symbol.0 as usize).checked_sub(grammar.rules.len())?).copied().flatten()
    }

    /// Returns the blanks of a line in this column. Those of a block stay as they are if they can.
    fn indented(&self, old: &[u8], column: &[u8], indent: Indent, is_shrunk: impl FnOnce(&[u8]) -> bool) -> Vec<u8> {
        let margin = column::blank(column);
        match indent {
            Indent::Same => margin,
            _ if column::holds(column, old, indent) && !is_shrunk(&old[margin.len()..]) => old.to_vec(),
            Indent::Inside if column == column::OUTSIDE => margin,
            Indent::Deeper | Indent::Inside => [&margin[..], b" "].concat(),
        }
    }

    /// Returns whether ends of lines may be skipped at a child with this item.
    fn is_flat_here(&self, grammar: &Grammar, around: &OpenNode, item: ItemId) -> bool {
        if around.was_flat && !around.is_flat {
            return false;
        }
        let symbol = grammar.item(item).map(|item| item.symbol);
        let flat = symbol.and_then(|symbol| self.flat.get(symbol.0 as usize).copied().flatten());
        match symbol {
            // A skip that stands in its own place.
            Some(symbol) if grammar.terminal(symbol).is_some() => true,
            _ => flat.unwrap_or(around.is_flat),
        }
    }

    fn was_flat(&self, grammar: &Grammar, production: Option<ProductionId>, otherwise: bool) -> bool {
        let rule = production.map(|id| grammar.production(id).rule);
        rule.and_then(|rule| self.flat[rule.0 as usize]).unwrap_or(otherwise)
    }
}

/// Returns the column of a place of the old text, as it is in the patched text.
fn column_at(line: &LineStart, text: &[u8], at: usize) -> Vec<u8> {
    let start = column::line_start(text, at);
    if start <= line.old_end && line.old_end <= at && !text[line.old_end..at].iter().any(is_line_end) {
        return column::blank(&[&line.text, &text[line.old_end..at]].concat());
    }
    column::blank(&text[start..at])
}

fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns for each item the item that begins the block around it. A hidden rule is part of one place alone.
fn blocks(grammar: &Grammar) -> Vec<Option<ItemId>> {
    let mut blocks = vec![None; grammar.items.len()];
    let mut seen = vec![false; grammar.rules.len()];
    let all = || (0..grammar.items.len() as u32).map(ItemId);
    let is_here = |id: &ItemId| grammar.item(*id).is_some_and(|item| item.drive == Drive::Here);
    for here in all().filter(is_here) {
        let mut open: Vec<Symbol> = grammar.item(here).map(|item| item.symbol).into_iter().collect();
        seen.fill(false);
        while let Some(symbol) = open.pop() {
            if !is_hidden(grammar, symbol) || std::mem::replace(&mut seen[symbol.0 as usize], true) {
                continue;
            }
            for id in grammar.productions_of(symbol) {
                let items = grammar.production(id).items.clone();
                items.clone().for_each(|item| blocks[item as usize] = Some(here));
                // A block inside has its own column.
                let inside = grammar.items_of(id).iter().filter(|item| item.drive != Drive::Here);
                open.extend(inside.map(|item| item.symbol));
            }
        }
    }
    blocks
}

fn is_hidden(grammar: &Grammar, symbol: Symbol) -> bool {
    grammar.rule(symbol).is_some_and(|rule| !matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)))
}

/// Returns for each symbol whether it is skip that takes the ends of lines: of all skips the one that a line end is part of.
fn skips_lines(grammar: &Grammar) -> Vec<bool> {
    let mut found = vec![false; grammar.rules.len() + grammar.terminals.len()];
    let is_indent = |item: &Item| {
        grammar.terminal(item.symbol).is_some_and(|terminal| matches!(terminal.kind, TerminalKind::Indent(_)))
    };
    let pairs = grammar.items.windows(2).filter(|pair| is_indent(&pair[1]));
    let line_ends: Vec<RegularId> =
        pairs.filter_map(|pair| grammar.terminal(pair[0].symbol)).map(|terminal| terminal.regular).collect();
    for item in grammar.items.iter().filter(|item| item.slot == Slot::Skip) {
        let Some(terminal) = grammar.terminal(item.symbol) else { continue };
        let Regular::Repeat { body, min: 1, max: None } = &grammar.regulars[terminal.regular.0 as usize] else {
            continue;
        };
        let takes_lines = line_ends.contains(body)
            || matches!(&grammar.regulars[body.0 as usize], Regular::Choice(parts) if parts.iter().any(|part| line_ends.contains(part)));
        found[item.symbol.0 as usize] = takes_lines;
    }
    // The hidden rules of this skip.
    for (number, rule) in grammar.rules.iter().enumerate() {
        let first = grammar.items_of(ProductionId(rule.productions.start));
        if let [only] = first
            && only.slot == Slot::Skip
        {
            found[number] = found[only.symbol.0 as usize];
        }
    }
    found
}

/// Returns for each rule whether it skips the ends of lines everywhere, or somewhere does not. A rule that skips nothing itself is
/// like the rules in it.
fn flat_rules(grammar: &Grammar, skips_lines: &[bool]) -> Vec<Option<bool>> {
    let mut flat: Vec<Option<bool>> = vec![None; grammar.rules.len()];
    let mut called: Vec<Vec<Symbol>> = Vec::new();
    for rule in 0..grammar.rules.len() as u32 {
        let (mut parts, mut calls, mut next) = (vec![Symbol(rule)], Vec::new(), 0);
        while let Some(&symbol) = parts.get(next) {
            next += 1;
            for item in grammar.productions_of(symbol).flat_map(|id| grammar.items_of(id)) {
                let found = &mut flat[rule as usize];
                match item.slot {
                    _ if grammar.rule(item.symbol).is_none() => {}
                    Slot::Skip => *found = Some(found.unwrap_or(true) && skips_lines[item.symbol.0 as usize]),
                    _ if !is_hidden(grammar, item.symbol) => calls.push(item.symbol),
                    _ if !parts.contains(&item.symbol) => parts.push(item.symbol),
                    _ => {}
                }
            }
        }
        called.push(calls);
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for rule in 0..called.len() {
            if flat[rule].is_none() {
                let known = called[rule].iter().filter_map(|callee| flat[callee.0 as usize]);
                flat[rule] = known.reduce(|one, other| one && other);
                changed |= flat[rule].is_some();
            }
        }
    }
    flat
}

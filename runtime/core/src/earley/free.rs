//! A grammar that ignores the labels that determine a later part. It parses inputs that lie about a size or count, or that differ
//! where a text is repeated. For example, `3:ab` has a tree although `3` should be 2.
//!
//! A repetition of a label's text may be that text, or any text that could have the label, or nothing. It becomes one leaf in each
//! case, so the tree is one of the original grammar.

use std::collections::{BTreeMap, HashMap};

use crate::byteset::ByteSet;
use crate::grammar::{
    Check, Drive, Grammar, Label, Plan, Production, Rule, RuleKind, Shape, Symbol, Table, TerminalKind, rows,
};
use crate::lookahead::Lookahead;
use crate::regular::Automata;
use crate::tree::Tree;

/// Returns the grammar without limits: a slice may have any length, a repetition any count, and a repeated text may differ.
/// [`restored`] turns its trees into trees of the original grammar.
pub(crate) fn grammar(grammar: &Grammar) -> Grammar {
    let mut free = grammar.clone();
    for item in free.items.to_mut() {
        if item.drive != Drive::Here {
            item.drive = Drive::None;
        }
        if matches!(item.check, Check::Text { .. }) {
            item.check = Check::None;
        }
    }
    free.rules.to_mut().iter_mut().for_each(|rule| rule.count = None);
    let references = references(grammar);
    if !references.is_empty() {
        loosen(grammar, &mut free, &references);
    }
    // Without slices, the last item of a slice is followed by other bytes than its end.
    let lookahead = Lookahead::new(&free, &Automata::new());
    for (number, rule) in free.rules.to_mut().iter_mut().enumerate() {
        rule.follow = lookahead.follow(Symbol(number as u32)).sets[0];
    }
    free
}

/// Returns whether labels determine a later part. Then an input may have a tree only if the labels are ignored.
pub(crate) fn is_bound(grammar: &Grammar) -> bool {
    let repeats = |terminal: &crate::grammar::Terminal| matches!(terminal.kind, TerminalKind::Text { .. });
    let is_driven = |drive| !matches!(drive, Drive::None | Drive::Here);
    grammar.items.iter().any(|item| is_driven(item.drive) || matches!(item.check, Check::Text { .. }))
        || grammar.terminals.iter().any(repeats)
}

/// Turns a tree of the free grammar into one of the original grammar. It removes the added rules, and renumbers the terminals that
/// they had moved.
pub(crate) fn restored(tree: Tree, grammar: &Grammar, free: &Grammar) -> Tree {
    let moved = (free.rules.len() - grammar.rules.len()) as u32;
    if moved == 0 { tree } else { tree.without_rules(free, moved, grammar.productions.len() as u32) }
}

/// An item that repeats the text of a label. For example, `text(end)` in `"<<" end:<word> … text(end)`.
struct Reference {
    /// The number of the item.
    item: usize,
    label: Label,
    /// The symbols that can have the label.
    labelled: Vec<Symbol>,
}

/// Finds the items that repeat the text of a label and nothing else.
fn references(grammar: &Grammar) -> Vec<Reference> {
    let mut found: BTreeMap<usize, Reference> = BTreeMap::new();
    for alternative in grammar.alternatives() {
        let items = grammar.items_within(alternative);
        let mut labelled: HashMap<Label, Vec<Symbol>> = HashMap::new();
        for (_, item) in &items {
            let symbols = item.label.map(|label| labelled.entry(label).or_default());
            symbols.into_iter().filter(|symbols| !symbols.contains(&item.symbol)).for_each(|it| it.push(item.symbol));
        }
        for (id, item) in items {
            if let Some(TerminalKind::Text { label, .. }) = grammar.terminal(item.symbol).map(|terminal| terminal.kind)
            {
                let (item, labelled) = (id.0 as usize, labelled.get(&label).cloned().unwrap_or_default());
                found.entry(item).or_insert(Reference { item, label, labelled });
            }
        }
    }
    found.into_values().collect()
}

/// Gives each reference a rule of its own, with three options in this order: the text itself, the symbols that can have the label,
/// nothing. For example, `<<A … B` has a tree, because `B` is a `<word>`.
fn loosen(grammar: &Grammar, free: &mut Grammar, references: &[Reference]) {
    let (old, more) = (grammar.rules.len() as u32, references.len() as u32);
    let moved = |symbol: Symbol| if symbol.0 < old { symbol } else { Symbol(symbol.0 + more) };
    free.start = moved(free.start);
    free.items.to_mut().iter_mut().for_each(|item| item.symbol = moved(item.symbol));
    free.terminals.to_mut().iter_mut().for_each(|terminal| terminal.word = terminal.word.map(moved));
    for (number, reference) in references.iter().enumerate() {
        let rule = Symbol(old + number as u32);
        let itself = grammar.items[reference.item].symbol;
        let options = std::iter::once(itself).chain(reference.labelled.iter().copied()).map(Some);
        let first = free.productions.len() as u32;
        for option in options.chain([None]) {
            let items = free.items.len() as u32;
            free.items.to_mut().extend(option.map(|symbol| rows::item(moved(symbol), 0)));
            // The symbol is one of the original grammar: see `restored`.
            let shape = Shape::Node(itself);
            let rule_of = option.map(|symbol| grammar.rule(symbol));
            free.productions.to_mut().push(Production {
                nullable: rule_of.is_none_or(|rule| rule.is_some_and(|rule| rule.nullable)),
                ..rows::production(rule, items..free.items.len() as u32, shape, ByteSet::ALL, 0)
            });
        }
        let productions = first..free.productions.len() as u32;
        let params = params(grammar, reference);
        free.rules.to_mut().push(Rule {
            params,
            nullable: true,
            ..rows::rule("", RuleKind::Group, productions, Plan::Chart, [ByteSet::ALL; 2], 0)
        });
        free.items.to_mut()[reference.item].symbol = rule;
    }
}

/// The labels on which the rule of a reference depends.
fn params(grammar: &Grammar, reference: &Reference) -> Table<Label> {
    let rules = reference.labelled.iter().filter_map(|&symbol| grammar.rule(symbol));
    let mut labels: Vec<Label> = rules.flat_map(|rule| rule.params.iter().copied()).collect();
    labels.push(reference.label);
    labels.sort_unstable();
    labels.dedup();
    labels.into()
}

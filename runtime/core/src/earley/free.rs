//! A grammar without what labels say of what comes later: how an input reads that lies about sizes and counts, or that has
//! another text where one is repeated.
//!
//! What repeats the text of a label may be that, or any text that could have the label, or nothing. It becomes one leaf,
//! whatever it is: so the tree is one of the grammar itself.

use std::collections::{BTreeMap, HashMap};

use crate::byteset::ByteSet;
use crate::grammar::{
    Check, Drive, Grammar, Label, Plan, Production, Rule, RuleKind, Shape, Symbol, Table, TerminalKind, rows,
};
use crate::lookahead::Lookahead;
use crate::tree::Tree;

/// Returns the grammar with every slice as long as it likes, every count as high, and every repeated text another.
/// Its trees are those of the grammar after [`restored`].
pub(crate) fn grammar(grammar: &Grammar) -> Grammar {
    let mut free = grammar.clone();
    for item in free.items.to_mut() {
        item.drive = Drive::None;
        if matches!(item.check, Check::Text { .. }) {
            item.check = Check::None;
        }
    }
    free.rules.to_mut().iter_mut().for_each(|rule| rule.count = None);
    let references = references(grammar);
    if !references.is_empty() {
        loosen(grammar, &mut free, &references);
    }
    // What fills a slice is followed by more than its end now.
    let lookahead = Lookahead::new(&free);
    for (number, rule) in free.rules.to_mut().iter_mut().enumerate() {
        rule.follow = lookahead.follow(Symbol(number as u32)).sets[0];
    }
    free
}

/// Returns whether labels say anything of what comes later: then an input may have a tree only if they are not believed.
pub(crate) fn is_bound(grammar: &Grammar) -> bool {
    let repeats = |terminal: &crate::grammar::Terminal| matches!(terminal.kind, TerminalKind::Text { .. });
    grammar.items.iter().any(|item| item.drive != Drive::None || matches!(item.check, Check::Text { .. }))
        || grammar.terminals.iter().any(repeats)
}

/// Makes a tree by the free grammar one by the grammar itself: rules that were added, and so moved the numbers of terminals,
/// are gone.
pub(crate) fn restored(tree: Tree, grammar: &Grammar, free: &Grammar) -> Tree {
    let moved = (free.rules.len() - grammar.rules.len()) as u32;
    if moved == 0 { tree } else { tree.without_rules(free, moved, grammar.productions.len() as u32) }
}

/// An item that repeats the text of a label.
struct Reference {
    /// The number of the item.
    item: usize,
    label: Label,
    /// What can have the label.
    labelled: Vec<Symbol>,
}

/// Finds the items that are nothing but the text of a label.
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

/// Gives each reference a rule of its own: the text itself first, then what could have the label, then nothing.
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
            // The symbol is that of the grammar itself: see `restored`.
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

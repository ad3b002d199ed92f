//! Whether functions that call each other can write the texts of a grammar, and which calls these are.

use grammarc_runtime::fuzz::recipe::Recipe;
use grammarc_runtime::grammar::{
    Grammar, Item, ProductionId, Regular, RegularId, RuleKind, Slot, Symbol, Terminal, TerminalKind,
};

/// How many hidden rules nest in calls within a named one.
const CHAIN: usize = 16;
/// Most bytes and rules of the cheapest text of a symbol. Calls cannot be interrupted, so they write it to its end.
const CHEAPEST: usize = 1 << 12;
/// Returns whether calls can write the texts of a grammar. No choice may be taken back, calls may nest only as deep as named rules,
/// and the cheapest text must be short.
pub(crate) fn is_plain(grammar: &Grammar, recipe: &Recipe) -> bool {
    let has_text = |terminal: &Terminal| matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf);
    let is_labelled = |regular: &Regular| matches!(regular, Regular::Text { .. });
    !recipe.has_dead_ends
        && grammar.terminals.iter().all(has_text)
        && !grammar.regulars.iter().any(is_labelled)
        && grammar.rules.iter().all(|rule| is_weighed(grammar, rule.productions.clone().map(ProductionId)))
        && nests(grammar, recipe)
        && ends_soon(grammar, recipe)
}

/// Returns whether a weighted draw can choose each production: every weight is positive, and their sum fits.
fn is_weighed(grammar: &Grammar, mut productions: impl ExactSizeIterator<Item = ProductionId> + Clone) -> bool {
    let weights = productions.clone().map(|id| u64::from(grammar.production(id).weight));
    productions.len() == 1
        || productions.all(|id| grammar.production(id).weight > 0) && weights.sum::<u64>() < u32::MAX.into()
}

/// Returns whether hidden rules nest no deeper than [`CHAIN`] in calls.
fn nests(grammar: &Grammar, recipe: &Recipe) -> bool {
    let mut heights = vec![0; grammar.rules.len()];
    for _ in 0..=CHAIN {
        let before = heights.clone();
        for (rule, height) in heights.iter_mut().enumerate() {
            let symbol = Symbol(rule as u32);
            let called = grammar.productions_of(symbol).flat_map(|id| calls(grammar, recipe, id).0);
            let hidden = called.filter(|item| grammar.rule(item.symbol).is_some() && !is_nested(grammar, item));
            *height = hidden.map(|item| before[item.symbol.0 as usize] + 1).max().unwrap_or(0);
        }
        if heights == before {
            return true;
        }
    }
    false
}

/// Returns whether the cheapest text of every rule is short.
fn ends_soon(grammar: &Grammar, recipe: &Recipe) -> bool {
    let mut drawn: Vec<usize> = Vec::new();
    for regular in grammar.regulars.iter() {
        let of = |RegularId(part): &RegularId| drawn[*part as usize];
        let size = match regular {
            Regular::Literal { text, .. } => text.len(),
            Regular::Sequence(parts) => parts.iter().map(of).fold(0, usize::saturating_add),
            Regular::Choice(parts) => parts.iter().map(of).max().unwrap_or(0),
            Regular::Repeat { body, min, .. } => of(body).saturating_mul(*min as usize),
            _ => 4,
        };
        drawn.push(size);
    }
    let mut sizes: Vec<usize> = vec![0; grammar.rules.len()];
    sizes.extend(grammar.terminals.iter().map(|terminal| drawn[terminal.regular.0 as usize]));
    let cheapest = || (0..grammar.productions.len()).filter(|&id| recipe.ranks[id] == 0);
    loop {
        let before = sizes.clone();
        for id in cheapest().map(|id| ProductionId(id as u32)) {
            let parts = grammar.items_of(id).iter().map(|item| sizes[item.symbol.0 as usize]);
            let size = parts.fold(1, usize::saturating_add).min(CHEAPEST + 1);
            let rule = grammar.production(id).rule.0 as usize;
            sizes[rule] = size.max(sizes[rule]);
        }
        if sizes == before {
            break;
        }
    }
    sizes.iter().all(|&size| size <= CHEAPEST)
}

/// Returns the items of a production that are written, and the one at its end for which the function goes on from its beginning.
pub(crate) fn calls<'a>(
    grammar: &'a Grammar,
    recipe: &Recipe,
    id: ProductionId,
) -> (impl Iterator<Item = &'a Item> + use<'a>, Option<&'a Item>) {
    let is_written = |item: &&Item| item.slot != Slot::Skip && !recipe.separators.contains_key(&item.symbol);
    let mut written: Vec<&Item> = grammar.items_of(id).iter().filter(is_written).collect();
    let tail = written.pop_if(|last| last.symbol == grammar.production(id).rule);
    (written.into_iter(), tail)
}

/// Returns whether an item's symbol is one level deeper than the item.
pub(crate) fn is_nested(grammar: &Grammar, item: &Item) -> bool {
    let kind = grammar.rule(item.symbol).map(|rule| rule.kind);
    !item.pass && matches!(kind, Some(RuleKind::Named | RuleKind::Level(_)))
}

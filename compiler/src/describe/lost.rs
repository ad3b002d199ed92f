//! Texts that precedence excludes from a rule: its operators match them only without levels.
//!
//! For every two operators, an application of the first replaces an operand at an end of the second: with `a == b` for `x`, the
//! text `x == c` becomes `a == b == c`. The text is lost if the rule does not match it, but would if all its operands were of the
//! lowest level. Earley parses it both times.

use std::borrow::Cow;
use std::collections::HashSet;

use grammarc_runtime::grammar::{Grammar, Item, ProductionId, RuleKind, Slot, Symbol};
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::{EngineChoice, interpreter};
use grammarc_runtime::regular::Automata;

use crate::facts;

/// Most texts shown for one rule: a reader sees the pattern from three of them.
const MAX_SHOWN_TEXTS: usize = 3;
/// Most pairs of operators tried for one rule, because each pair costs up to four Earley parses.
const MAX_OPERATOR_PAIRS: usize = 1_000;
/// Most items of a grammar that is searched, because the whole grammar is copied for each rule.
const MAX_SEARCHED_ITEMS: usize = 20_000;
/// Most bytes of a text: a longer one is not worth parsing or showing.
const MAX_TEXT_BYTES: usize = 1_000;

/// Returns texts that the rule `head` with these levels does not match because of them: only `@none` excludes texts. `minimal` holds the shortest text
/// of every symbol.
pub(super) fn texts(
    grammar: &Grammar,
    automata: &Automata,
    head: Symbol,
    family: &[Symbol],
    minimal: &[Vec<u8>],
) -> Vec<Vec<u8>> {
    let is_level = |symbol: &Symbol| matches!(grammar.rules[symbol.0 as usize].kind, RuleKind::Level(_));
    if !family.iter().any(is_level) || grammar.items.len() > MAX_SEARCHED_ITEMS {
        return Vec::new();
    }
    let levels: Vec<Symbol> = family.iter().copied().filter(|symbol| *symbol == head || is_level(symbol)).collect();
    let mut operators: Vec<ProductionId> =
        levels.iter().flat_map(|&level| operators(grammar, level, &levels)).collect();
    // Copies have the same operators, and only differ in their operands.
    let mut known = HashSet::new();
    operators.retain(|id| known.insert(grammar.production(*id).alternative));
    let with = language(grammar.clone(), automata, head);
    let without = language(flat(grammar, head, &levels), automata, head);
    let is_in = |language: &Language, text: &[u8]| language.parsing().by(EngineChoice::Earley).run(text).is_ok();
    let pairs = operators.iter().flat_map(|&outer| operators.iter().map(move |&inner| (outer, inner)));
    let mut found: Vec<Vec<u8>> = Vec::new();
    for (outer, inner) in pairs.take(MAX_OPERATOR_PAIRS) {
        for place in ends(grammar, outer, &levels) {
            let text = nested(grammar, outer, place, inner, minimal);
            let is_new = found.len() < MAX_SHOWN_TEXTS && text.len() <= MAX_TEXT_BYTES && !found.contains(&text);
            if is_new && !is_in(&with, &text) && is_in(&without, &text) {
                found.push(text);
            }
        }
    }
    found
}

/// The productions of a level that have an operand at an end.
fn operators(grammar: &Grammar, level: Symbol, levels: &[Symbol]) -> Vec<ProductionId> {
    grammar.productions_of(level).filter(|&id| !ends(grammar, id, levels).is_empty()).collect()
}

/// The places of the operands at the ends of a production.
fn ends(grammar: &Grammar, id: ProductionId, levels: &[Symbol]) -> Vec<usize> {
    let items = grammar.items_of(id);
    let is_operand = |place: &usize| {
        let item: &Item = &items[*place];
        levels.contains(&item.symbol) && !item.pass && item.slot == Slot::Item
    };
    let last = items.len().saturating_sub(1);
    let mut places = vec![0, last];
    places.dedup();
    places.into_iter().filter(|place| *place < items.len()).filter(is_operand).collect()
}

/// The shortest text of one operator with another as the operand at `place`.
fn nested(grammar: &Grammar, outer: ProductionId, place: usize, inner: ProductionId, minimal: &[Vec<u8>]) -> Vec<u8> {
    let plain = |item: &Item| minimal[item.symbol.0 as usize].clone();
    let parts = grammar.items_of(outer).iter().enumerate().map(|(number, item)| {
        let is_here = number == place;
        if is_here { grammar.items_of(inner).iter().flat_map(plain).collect() } else { plain(item) }
    });
    parts.collect::<Vec<Vec<u8>>>().concat()
}

/// The grammar with all operands of the rule at its lowest level.
fn flat(grammar: &Grammar, head: Symbol, levels: &[Symbol]) -> Grammar {
    let mut flat = grammar.clone();
    for &level in levels {
        for id in grammar.productions_of(level) {
            let range = grammar.production(id).items.clone();
            for item in &mut flat.items.to_mut()[range.start as usize..range.end as usize] {
                if levels.contains(&item.symbol) && !item.pass {
                    item.symbol = head;
                }
            }
        }
    }
    flat
}

fn language(grammar: Grammar, automata: &Automata, start: Symbol) -> Language {
    let mut alone = Grammar { start, ..grammar };
    facts::complete(&mut alone);
    let automata = automata.shared(&alone);
    let mut language = Language::new(Cow::Borrowed("rule"), alone, interpreter::parse);
    language.automata = automata;
    language
}

//! Digests of grammars, and facts that spread from rule to rule, on the grammars of flat languages.

use grammarc_core::flat::{lines, tokens};
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, Plan, ProductionId, RuleKind, Shape, Symbol, rows};

#[test]
fn only_what_a_grammar_means_counts_in_its_digest() {
    let unchanged = lines().grammar.digest();
    assert_ne!(unchanged, tokens().grammar.digest());
    let changed = |change: fn(&mut Grammar)| {
        let mut grammar = lines().grammar.clone();
        change(&mut grammar);
        grammar.digest()
    };
    assert_eq!(changed(|grammar| grammar.productions.to_mut()[0].weight = 7), unchanged);
    assert_eq!(changed(|grammar| grammar.rules.to_mut()[0].cost = 7), unchanged);
    assert_ne!(changed(|grammar| grammar.rules.to_mut()[0].name = "other".into()), unchanged);
    assert_ne!(changed(|grammar| grammar.items.to_mut()[0].consume ^= true), unchanged);
}

/// Each rule derives the next rule or the rule after it, and the last is empty, so facts spread from the end to the beginning.
fn chain(length: u32) -> Grammar {
    let mut grammar = Grammar { start: Symbol(0), ..lines().grammar.clone() };
    let sets = || [ByteSet::ALL; 2];
    let (mut rules, mut productions, mut items) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..length {
        let first = productions.len() as u32;
        for next in [number + 1, number + 2].into_iter().filter(|&next| next < length) {
            items.push(rows::item(Symbol(next), 0));
            let place = items.len() as u32;
            productions.push(rows::production(Symbol(number), place - 1..place, Shape::Splice, ByteSet::ALL, 0));
        }
        if productions.len() as u32 == first {
            let place = items.len() as u32;
            productions.push(rows::production(Symbol(number), place..place, Shape::Splice, ByteSet::ALL, 0));
        }
        let range = first..productions.len() as u32;
        rules.push(rows::rule("r", RuleKind::Named, range, Plan::Chart, sets(), 0));
    }
    (grammar.rules, grammar.productions, grammar.items) = (rules.into(), productions.into(), items.into());
    grammar
}

#[test]
fn a_fact_reaches_all_that_it_concerns_in_linear_time() {
    for length in [1, 2, 3, 1_000] {
        let grammar = chain(length);
        let mut empty = vec![false; length as usize];
        let mut examined = 0;
        grammar.until_settled(|id: ProductionId| {
            examined += 1;
            let rule = grammar.production(id).rule.0 as usize;
            let is_new = !empty[rule] && grammar.items_of(id).iter().all(|item| empty[item.symbol.0 as usize]);
            empty[rule] |= is_new;
            is_new
        });
        assert!(empty.iter().all(|&is_empty| is_empty), "{length}");
        assert!(examined <= 4 * length + 4, "{examined} for {length}");
    }
}

#[test]
fn what_changes_again_is_examined_again() {
    // The longest way to the empty rule: the fact of a rule may grow more than once.
    let grammar = chain(50);
    let mut ways = vec![0_u32; 50];
    grammar.until_settled(|id| {
        let rule = grammar.production(id).rule.0 as usize;
        let way = grammar.items_of(id).iter().map(|item| ways[item.symbol.0 as usize] + 1).max().unwrap_or(1);
        let longest = way.max(ways[rule]);
        std::mem::replace(&mut ways[rule], longest) != longest
    });
    let expected: Vec<u32> = (1..=50).rev().collect();
    assert_eq!(ways, expected);
}

//! Ways to finish a production: sets of namespaces, and if each namespace of one set has a name, no use stands in the way.
//!
//! For example, where every `SELECT` needs `FROM`, and `FROM` a table or a nested `VALUES`, the ways of `SELECT` are `{tables}` and
//! `{values}`. [`Needs::before`](super::Needs::before) cannot tell: no namespace is in both. Without the ways, the fuzzer would nest one
//! `SELECT` in another, and find only at its greatest size that none of them can end.
//!
//! The ways are the least fixpoint, so a derivation without an end is none.

use crate::fuzz::options::Namespaces;
use grammarc_core::grammar::{At, Border, Grammar, Hook, Item, Symbol};

use super::namespaces::{bit, uses_in_order, visible_after, words};

/// Ways that are kept for a production or a rule. Of more, two are joined to one that needs only the namespaces of both. So options are
/// never closed without need, and the time for a grammar is bounded.
const MAX_WAYS: usize = 16;

/// One way to derive a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NameWay {
    /// Namespaces that must have a name before.
    needs: Namespaces,
    /// Namespaces that may have a name after it.
    defines: Namespaces,
    /// Namespaces that may have a name from the end of the rule application on, by `at=end`.
    later: Namespaces,
}

impl NameWay {
    /// A way without hooks.
    const FREE: Self = Self { needs: 0, defines: 0, later: 0 };

    /// Returns the way at the end of the rule application.
    fn ended(self) -> Self {
        Self { defines: self.defines | self.later, later: 0, ..self }
    }
}

/// The ways of all productions. Everything is empty in a grammar without hooks, or with more namespaces than one word holds.
#[derive(Debug, Default)]
pub(in crate::fuzz) struct Ways {
    /// By production: the needs of each way.
    productions: Vec<Vec<Namespaces>>,
    /// By rule: the namespaces that decide which of its productions have a way.
    deciding: Vec<Namespaces>,
}

impl Ways {
    /// Examines a grammar.
    pub(super) fn new(grammar: &Grammar) -> Self {
        if words(grammar) != 1 {
            return Self::default();
        }
        let used = grammar.hooks.iter().flat_map(|list| list.iter());
        let used = used.filter_map(|hook| uses_in_order(grammar, hook)).fold(0, |all, of| all | bit(of, 0));
        let mut rules: Vec<Vec<NameWay>> = vec![Vec::new(); grammar.rules.len()];
        let mut productions = vec![Vec::new(); grammar.productions.len()];
        grammar.until_settled(|id| {
            let ways = of_items(grammar, grammar.items_of(id), used, &rules);
            productions[id.0 as usize] = ways.iter().map(|way| way.needs).collect();
            let rule = &mut rules[grammar.production(id).rule.0 as usize];
            let before = rule.clone();
            ways.into_iter().for_each(|way| add(rule, way));
            *rule != before
        });
        let deciding = grammar.rules.iter().map(|rule| {
            let of_rule = &productions[rule.productions.start as usize..rule.productions.end as usize];
            of_rule.iter().flatten().fold(0, |all, needs| all | needs)
        });
        Self { deciding: deciding.collect(), productions }
    }

    /// Returns the namespaces that decide which productions of a rule have a way.
    #[inline]
    pub(in crate::fuzz) fn deciding(&self, rule: Symbol) -> Namespaces {
        self.deciding.get(rule.0 as usize).copied().unwrap_or(0)
    }

    /// Returns whether a production has a way, where these namespaces have names.
    pub(in crate::fuzz) fn is_open(&self, production: usize, usable: Namespaces) -> bool {
        self.productions.get(production).is_none_or(|ways| ways.iter().any(|needs| needs & !usable == 0))
    }
}

/// Returns the ways of a sequence of items, given those of the rules so far.
fn of_items(grammar: &Grammar, items: &[Item], used: Namespaces, rules: &[Vec<NameWay>]) -> Vec<NameWay> {
    let nothing = [NameWay::FREE];
    let mut ways = nothing.to_vec();
    for item in items {
        let inside = rules.get(item.symbol.0 as usize).map_or(&nothing[..], Vec::as_slice);
        let of_hooks = |namespace: &dyn Fn(&Hook) -> Option<_>| {
            grammar.hooks_of(item).iter().filter_map(namespace).fold(0, |all, of| all | bit(of, 0))
        };
        let own = of_hooks(&|hook| uses_in_order(grammar, hook));
        let closed = of_hooks(&|hook| {
            let opening = hook.meaning().opens.filter(|opening| opening.border == Border::Closed)?;
            Some(opening.namespace)
        });
        let at_end = put_off_by(grammar.hooks_of(item));
        let is_part = item.pass || grammar.rule(item.symbol).is_some() && grammar.is_hidden(item.symbol);
        let mut longer = Vec::new();
        for before in &ways {
            // Names from outside are not known in a closed scope.
            for inside in inside.iter().filter(|inside| inside.needs & closed == 0) {
                let (inside, put_off) = if is_part { (*inside, inside.later) } else { (inside.ended(), 0) };
                let needs = inside.needs & !before.defines | own & !(before.defines | inside.defines);
                let now = visible_after(grammar, item, 0, inside.defines) & !(at_end & !inside.defines);
                let (defines, later) = (before.defines | now & used, before.later | (at_end | put_off) & used);
                add(&mut longer, NameWay { needs: before.needs | needs, defines, later });
            }
        }
        ways = longer;
    }
    ways
}

/// Returns the namespaces that hooks define at the end of the rule application, and not before.
fn put_off_by(hooks: &[Hook]) -> Namespaces {
    let (mut now, mut at_end) = (0, 0);
    for hook in hooks {
        match hook.defines() {
            Some(made) if made.at == At::End => at_end |= bit(made.namespace, 0),
            Some(made) => now |= bit(made.namespace, 0),
            None if hook.judges().is_some() => now = Namespaces::MAX,
            None => {}
        }
    }
    at_end & !now
}

/// Adds a way, unless another one needs no more and defines no less.
fn add(ways: &mut Vec<NameWay>, way: NameWay) {
    let is_better = |one: &NameWay, other: &NameWay| {
        one.needs & !other.needs == 0
            && other.defines & !one.defines == 0
            && other.later & !(one.later | one.defines) == 0
    };
    if ways.iter().any(|other| is_better(other, &way)) {
        return;
    }
    ways.retain(|other| !is_better(&way, other));
    ways.push(way);
    if ways.len() > MAX_WAYS
        && let (Some(one), Some(other)) = (ways.pop(), ways.pop())
    {
        let (defines, later) = (one.defines | other.defines, one.later | other.later);
        add(ways, NameWay { needs: one.needs & other.needs, defines, later });
    }
}

//! Demands of hooks on derivations: names that must be defined before, and derivations that no hook can reject. The fuzzer takes no option
//! that hooks are sure to reject.

use std::ops::Range;

use super::namespaces::{bit, uses_in_order, visible_after, words};
use super::ways::Ways;
use crate::fuzz::options::{Namespaces, UNSAFE};
use grammarc_core::grammar::{At, Grammar, Hook, Item, Namespace, Plan, Shape, Slot, Symbol, TerminalKind};

/// Facts about the hooks of a grammar that generation needs. Everything is empty where no hook can reject anything.
#[derive(Debug, Default)]
pub struct Needs {
    /// By production: the namespaces of which every derivation uses a name before it can define one. Each production has `words` words. For
    /// example, `"print" <id> @use(v)` needs a name of `v`, and `<id> @def(v) "=" <id> @use(v)` does not.
    before: Vec<Namespaces>,
    /// How many words a set of namespaces has.
    words: usize,
    /// By production: its rank among its siblings, by derivations without a hook that can reject. The least cost of these counts: few options
    /// of weight 0, then a small height. It is [`UNSAFE`] if there is none. Always following the least ranks ends.
    pub safe: Vec<u16>,
    /// By rule: whether hooks may learn something in a derivation of it.
    changing: Vec<bool>,
    /// By rule: whether an item with a hook stands in a derivation of it.
    hooked: Vec<bool>,
    /// By rule: whether an application of it has names that are visible from its end on.
    pub(in crate::fuzz) settles: Vec<bool>,
    /// By symbol: whether it is always replaced by one terminal, skip aside.
    pub(in crate::fuzz) single: Vec<bool>,
    /// Whether the parser may find another tree than the fuzzer wrote. Hooks may find other names in that tree.
    pub(in crate::fuzz) is_ambiguous: bool,
    /// The names that are enough for each production.
    pub(in crate::fuzz) ways: Ways,
}

impl Needs {
    /// Examines a grammar. `open` says of each terminal whether a byte after it can lengthen a text of it.
    pub(in crate::fuzz) fn new(grammar: &Grammar, open: impl FnOnce() -> Vec<bool>) -> Self {
        if !grammar.hooks.iter().any(|list| list.iter().any(Hook::rejects)) {
            return Self::default();
        }
        let words = usize::from(words(grammar));
        let mut before = vec![0; words * grammar.productions.len()];
        for word in 0..words {
            let column = of_productions(grammar, word as u16, &|hook| uses_in_order(grammar, hook));
            before.iter_mut().skip(word).step_by(words).zip(column).for_each(|(all, needs)| *all = needs);
        }
        Self {
            before,
            words,
            safe: safe(grammar),
            changing: with_hooks(grammar, changes_names),
            hooked: with_hooks(grammar, Hook::acts),
            settles: settles(grammar),
            single: single(grammar),
            is_ambiguous: is_ambiguous(grammar, &open()),
            ways: Ways::new(grammar),
        }
    }

    /// Returns whether any hook can reject anything. If not, hooks are left alone.
    pub fn is_any(&self) -> bool {
        !self.safe.is_empty()
    }

    /// Returns whether hooks may learn something while a symbol is written.
    pub(in crate::fuzz) fn changes(&self, symbol: Symbol) -> bool {
        self.changing.get(symbol.0 as usize).copied().unwrap_or(false)
    }

    /// Returns whether a text of the symbol can contain an item with hooks.
    pub(in crate::fuzz) fn are_hooks_in(&self, symbol: Symbol) -> bool {
        self.hooked.get(symbol.0 as usize).copied().unwrap_or(false)
    }

    /// Returns the namespaces of which adjacent productions need names, one set after another.
    pub fn before(&self, productions: Range<usize>) -> &[Namespaces] {
        &self.before[productions.start * self.words..productions.end * self.words]
    }
}

/// Returns the namespaces of which every text of the grammar uses a name that cannot be defined in time.
pub fn hopeless(grammar: &Grammar) -> Vec<Namespace> {
    // Most grammars have none.
    if grammar.namespaces.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for word in 0..words(grammar) {
        let in_order = of_productions(grammar, word, &|hook| uses_in_order(grammar, hook));
        let defined = defined(grammar, word)[grammar.start.0 as usize];
        let at_all = of_productions(grammar, word, &|hook| {
            hook.uses().map(|used| used.namespace).filter(|&of| defined & bit(of, word) == 0)
        });
        let of_start = |productions: &[Namespaces]| {
            productions[range(grammar, grammar.start)].iter().fold(Namespaces::MAX, |all, &needs| all & needs)
        };
        let all = of_start(&in_order) | of_start(&at_all);
        let namespaces = (0..grammar.namespaces.len() as u16).map(Namespace);
        found.extend(namespaces.filter(|&of| all & bit(of, word) != 0));
    }
    found
}

/// Returns whether hooks may know more after an item with this hook than before it.
pub(in crate::fuzz) fn changes_names(hook: &Hook) -> bool {
    hook.acts() && hook.offers().is_none()
}

fn range(grammar: &Grammar, rule: Symbol) -> Range<usize> {
    let productions = &grammar.rules[rule.0 as usize].productions;
    productions.start as usize..productions.end as usize
}

/// Returns one word of the namespaces that every derivation of a production uses, for all productions. A hook counts by `used`, unless an
/// item before it can define a name in that namespace. The sets start full, so that derivations without end do not count.
fn of_productions(grammar: &Grammar, word: u16, used: &dyn Fn(&Hook) -> Option<Namespace>) -> Vec<Namespaces> {
    let defined = defined(grammar, word);
    let used = |hook: &Hook| used(hook).map_or(0, |namespace| bit(namespace, word));
    let mut rules = vec![Namespaces::MAX; grammar.rules.len()];
    let mut productions = vec![Namespaces::MAX; grammar.productions.len()];
    grammar.until_settled(|id| {
        let (mut needs, mut known) = (0, 0);
        for item in grammar.items_of(id) {
            let symbol = item.symbol.0 as usize;
            let own = grammar.hooks_of(item).iter().fold(0, |all, hook| all | used(hook));
            needs |= (rules.get(symbol).copied().unwrap_or(0) | own) & !known;
            known |= visible_after(grammar, item, word, defined.get(symbol).copied().unwrap_or(0));
        }
        productions[id.0 as usize] = needs;
        // The needs of a production only shrink, and so does their intersection.
        let rule = &mut rules[grammar.production(id).rule.0 as usize];
        let all = *rule & needs;
        std::mem::replace(rule, all) != all
    });
    productions
}

/// Returns for every rule the namespaces in which some derivation of it defines a name. Functions of the author may define
/// names anywhere.
fn defined(grammar: &Grammar, word: u16) -> Vec<Namespaces> {
    let mut rules: Vec<Namespaces> = vec![0; grammar.rules.len()];
    grammar.until_settled(|id| {
        let rule = grammar.production(id).rule.0 as usize;
        let all = grammar.items_of(id).iter().fold(rules[rule], |all, item| {
            all | visible_after(grammar, item, word, rules.get(item.symbol.0 as usize).copied().unwrap_or(0))
        });
        std::mem::replace(&mut rules[rule], all) != all
    });
    rules
}

/// How much a derivation costs that no hook can reject: first by how many options of weight 0 it takes, then by its height. Options of
/// weight 0 are for reading: in HTML, `<a for='x>` reads the attributes `for=` and `'x`, but the fuzzer rarely means that.
type Cost = (u64, u32);

/// Cost of a production whose every derivation can be rejected by a hook.
const ENDLESS: Cost = (u64::MAX, u32::MAX);

/// Ranks siblings by the least cost of a derivation without a hook that can reject.
fn safe(grammar: &Grammar) -> Vec<u16> {
    let costs = safe_costs(grammar);
    let mut ranks = vec![UNSAFE; costs.len()];
    for rule in (0..grammar.rules.len() as u32).map(Symbol) {
        let range = range(grammar, rule);
        let mut of_rule: Vec<Cost> = costs[range.clone()].iter().copied().filter(|&cost| cost < ENDLESS).collect();
        of_rule.sort_unstable();
        of_rule.dedup();
        for p in range {
            if let Ok(rank) = of_rule.binary_search(&costs[p]) {
                ranks[p] = rank.min(usize::from(UNSAFE - 1)) as u16;
            }
        }
    }
    ranks
}

/// Returns the least cost of each production. A rule in it costs less, so always following the least cost ends.
fn safe_costs(grammar: &Grammar) -> Vec<Cost> {
    let mut rules = vec![ENDLESS; grammar.rules.len()];
    let mut costs = vec![ENDLESS; grammar.productions.len()];
    grammar.until_settled(|id| {
        let of_item = |item: &Item| match grammar.hooks_of(item).iter().any(Hook::rejects) {
            true => ENDLESS,
            false => rules.get(item.symbol.0 as usize).copied().unwrap_or((0, 0)),
        };
        let row = grammar.production(id);
        let own = (u64::from(row.weight == 0), 1);
        let cost = grammar
            .items_of(id)
            .iter()
            .map(of_item)
            .fold(own, |all: Cost, item| (all.0.saturating_add(item.0), all.1.max(item.1.saturating_add(1))));
        let cost = if cost.0 == u64::MAX || cost.1 == u32::MAX { ENDLESS } else { cost };
        costs[id.0 as usize] = cost;
        let rule = &mut rules[row.rule.0 as usize];
        let least = cost.min(*rule);
        std::mem::replace(rule, least) != least
    });
    costs
}

/// Returns for every rule whether a hook that `is_one` admits stands in one of its derivations.
fn with_hooks(grammar: &Grammar, is_one: fn(&Hook) -> bool) -> Vec<bool> {
    let mut rules = vec![false; grammar.rules.len()];
    grammar.until_settled(|id| {
        let has_one = |item: &Item| {
            grammar.hooks_of(item).iter().any(is_one) || rules.get(item.symbol.0 as usize).copied().unwrap_or(false)
        };
        let is_found = grammar.items_of(id).iter().any(has_one);
        let rule = grammar.production(id).rule.0 as usize;
        is_found && !std::mem::replace(&mut rules[rule], true)
    });
    rules
}

/// Returns for every rule whether a `@def(…, at=end)` stands in it, in its groups or in its levels.
fn settles(grammar: &Grammar) -> Vec<bool> {
    let is_end = |hook: &Hook| hook.defines().is_some_and(|made| made.at == At::End);
    let is_inside = |item: &Item| grammar.rule(item.symbol).is_some() && (item.pass || grammar.is_hidden(item.symbol));
    let mut rules = vec![false; grammar.rules.len()];
    grammar.until_settled(|id| {
        let rule = grammar.production(id).rule.0 as usize;
        let settles = |item: &Item| {
            grammar.hooks_of(item).iter().any(is_end) || (is_inside(item) && rules[item.symbol.0 as usize])
        };
        let is_new = !rules[rule] && grammar.items_of(id).iter().any(settles);
        rules[rule] |= is_new;
        is_new
    });
    rules
}

/// Returns for every symbol whether every derivation of it is one terminal with a text, and skip.
fn single(grammar: &Grammar) -> Vec<bool> {
    let mut symbols = vec![false; grammar.rules.len()];
    let has_text = |kind| matches!(kind, TerminalKind::Token | TerminalKind::Leaf);
    symbols.extend(grammar.terminals.iter().map(|terminal| has_text(terminal.kind)));
    let is_skip = |item: &Item| item.slot == Slot::Skip || grammar.is_optional_skip(item.symbol);
    let mut left: Vec<usize> = grammar.rules.iter().map(|rule| rule.productions.len()).collect();
    let mut is_done = vec![false; grammar.productions.len()];
    grammar.until_settled(|id| {
        let mut parts = grammar.items_of(id).iter().filter(|item| !is_skip(item));
        let is_single = parts.next().is_some_and(|item| symbols[item.symbol.0 as usize]) && parts.next().is_none();
        if !is_single || std::mem::replace(&mut is_done[id.0 as usize], true) {
            return false;
        }
        let rule = grammar.production(id).rule.0 as usize;
        left[rule] -= 1;
        symbols[rule] = left[rule] == 0;
        symbols[rule]
    });
    symbols
}

/// Returns whether the parser may find another tree than the fuzzer wrote. It cannot if the next byte tells all options apart and nothing
/// can lengthen a text.
fn is_ambiguous(grammar: &Grammar, open: &[bool]) -> bool {
    let by_rule = grammar.rules.iter().any(|rule| matches!(rule.plan, Plan::Ordered | Plan::Exclusive | Plan::Chart));
    let leaves = grammar.terminals.iter().zip(open);
    let by_leaf = leaves.into_iter().any(|(terminal, &is_open)| terminal.kind == TerminalKind::Leaf && is_open);
    let by_shape = grammar.productions.iter().any(|production| matches!(production.shape, Shape::Leaf(_)));
    by_rule || by_leaf || by_shape || !grammar.fields.is_empty()
}

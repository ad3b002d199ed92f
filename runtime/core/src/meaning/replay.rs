//! The steps of the fold, one by one: the effects of hooks before and after each item.
//!
//! Only few nodes matter to the fold: nodes with hooks, and rule applications at whose end names become visible. Their beginnings
//! and ends are listed once as events. With that list, the fold can resume at any event, after the state is rolled back to it.
//! For example, when a reduction changes the end of a text, the events before it are not run again.

use super::custom::{CustomFunctions, Node, Verdict};
use super::{Kind, Name, PendingUse, State, ViolationKind};
use crate::grammar::{
    At, Border, Grammar, Hook, HookMeaning, Item, NameDefinition, NameDemand, NameUse, Namespace, Symbol,
};
use crate::tree::{Tree, TreeNode};

/// The rules and items of a grammar whose nodes have hooks to run. For example, items with `@keep` alone have none.
#[derive(Debug)]
pub struct HookFacts {
    /// By rule: whether names become visible where its application ends.
    settles: Vec<bool>,
    /// By item: whether its hooks ask for anything in the fold.
    asks: Vec<bool>,
    /// By namespace: whether its hooks reject nothing, and no function of the author can look at its names.
    ignored: Vec<bool>,
}

/// The beginning or the end of a node that matters. For example, a block with `@scope` has two events, and the white space in it
/// none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The place of the node, in preorder.
    pub place: usize,
    /// Whether this is the end of the node.
    pub is_end: bool,
    /// Whether names become visible at the end.
    pub settles: bool,
}

impl HookFacts {
    /// Finds the rules and items that matter. O(grammar).
    pub fn new(grammar: &Grammar) -> Self {
        let has_functions = !grammar.functions.is_empty();
        let namespaces = (0..grammar.namespaces.len() as u16).map(Namespace);
        let ignored: Vec<bool> = namespaces.map(|of| !has_functions && grammar.is_open(of)).collect();
        let judges = |hook: &Hook| judges(&ignored, hook);
        let is_late = |item: &Item| {
            let settles = |hook: &Hook| hook.defines().is_some_and(|made| made.at == At::End) && judges(hook);
            grammar.hooks_of(item).iter().any(settles)
        };
        let mut settles = vec![false; grammar.rules.len()];
        grammar.until_settled(|id| {
            let rule = grammar.production(id).rule.0 as usize;
            let here = |item: &Item| is_late(item) || grammar.is_hidden(item.symbol) && settles[item.symbol.0 as usize];
            let is_new = !settles[rule] && grammar.items_of(id).iter().any(here);
            settles[rule] |= is_new;
            is_new
        });
        let shown = (0..settles.len()).map(|rule| settles[rule] && !grammar.is_hidden(Symbol(rule as u32)));
        let asks = |item: &Item| grammar.hooks_of(item).iter().any(judges);
        Self { settles: shown.collect(), asks: grammar.items.iter().map(asks).collect(), ignored }
    }

    /// Returns whether a hook can change the verdict about a text. Those of a namespace with `@open` cannot.
    pub fn judges(&self, hook: &Hook) -> bool {
        judges(&self.ignored, hook)
    }

    /// Returns the hooks of a node. An iteration that was promoted to begin its list has the list's first item, but it gets no
    /// hooks, because the repeated part inside has them.
    pub fn hooks<'a>(grammar: &'a Grammar, node: &TreeNode) -> &'a [Hook] {
        let Some(item) = grammar.item(node.item).filter(|item| item.hooks.is_some()) else { return &[] };
        let is_promoted = node.hidden && node.production.is_some_and(|id| grammar.production(id).rule != item.symbol);
        if is_promoted { &[] } else { grammar.hooks_of(item) }
    }

    /// Returns whether names become visible where a node ends.
    pub fn settles(&self, grammar: &Grammar, node: &TreeNode) -> bool {
        node.production.is_some_and(|id| self.settles[grammar.production(id).rule.0 as usize])
    }

    /// Returns the events of the nodes at some places, in the order of the fold.
    pub fn events(&self, grammar: &Grammar, tree: &Tree, places: std::ops::Range<usize>) -> Vec<Event> {
        let mut events = Vec::new();
        let mut open: Vec<(usize, Event)> = Vec::new();
        let may_settle = self.settles.contains(&true);
        // Nothing is judged if each namespace is `@open`, so no node needs to be looked at.
        if !may_settle && !self.asks.contains(&true) {
            return events;
        }
        let may_matter = |&place: &usize| may_settle || self.asks.get(tree.item_at(place).0 as usize) == Some(&true);
        for place in places.filter(may_matter) {
            let node = tree.node_at(place);
            let settles = self.settles(grammar, &node);
            let asks = || self.asks.get(node.item.0 as usize) == Some(&true) && !Self::hooks(grammar, &node).is_empty();
            if settles || asks() {
                while let Some((_, event)) = open.pop_if(|(end, _)| *end <= place) {
                    events.push(event);
                }
                events.push(Event { place, is_end: false, settles });
                open.push((place + tree.size(node.id), Event { place, is_end: true, settles }));
            }
        }
        events.extend(open.into_iter().rev().map(|(_, event)| event));
        events
    }
}

/// Returns whether a hook can change the verdict about a text, given the namespaces whose hooks are ignored.
fn judges(ignored: &[bool], hook: &Hook) -> bool {
    let is_ignored = |Namespace(number): Namespace| ignored[usize::from(number)];
    hook.acts() && !hook.namespace().is_some_and(is_ignored)
}

/// An item with hooks, as the fold comes to it: hooks, text and place.
#[derive(Debug, Clone, Copy)]
pub struct HookedItem<'a> {
    /// The hooks of the item.
    pub hooks: &'a [Hook],
    /// Its text, without the skipped bytes after it.
    pub text: &'a [u8],
    /// Start of the text.
    pub start: usize,
    /// The caller's number for the item, such as the place of its node.
    pub key: usize,
}

/// Runs the hooks before an item: opens scopes, and checks the text against the offers of `@pre`.
pub fn before(custom: Option<&dyn CustomFunctions>, state: &mut State, met: &HookedItem<'_>) -> Vec<ViolationKind> {
    let mut wrongs = Vec::new();
    for hook in met.hooks {
        let HookMeaning { opens, calls, .. } = hook.meaning();
        if let Some(opening) = opens.filter(|opening| opening.border != Border::Rest) {
            state.open(opening.namespace, opening.border);
        }
        if let (Some(call), Some(custom)) = (calls.filter(|call| call.is_before), custom)
            && !custom.pre(call.function, state).admits(met.text)
        {
            wrongs.push(ViolationKind::NotOffered { function: call.function, text: met.text.to_vec() });
        }
    }
    wrongs
}

/// Runs the hooks after an item: judges its text, and records its names.
pub fn after(custom: Option<&dyn CustomFunctions>, state: &mut State, met: &HookedItem<'_>) -> Vec<ViolationKind> {
    met.hooks.iter().filter_map(|hook| judge(custom, state, hook, met)).collect()
}

fn judge(
    custom: Option<&dyn CustomFunctions>,
    state: &mut State,
    hook: &Hook,
    met: &HookedItem<'_>,
) -> Option<ViolationKind> {
    let HookMeaning { demands, defines, opens, calls, .. } = hook.meaning();
    let wrong = demands.and_then(|demand| compare(state, demand, met));
    if let Some(definition) = defines.filter(|definition| definition.is_usable || wrong.is_none()) {
        define(state, definition, met.text);
    }
    if let Some(opening) = opens.filter(|opening| opening.border == Border::Rest) {
        state.open(opening.namespace, opening.border);
    }
    let Some((call, custom)) = calls.filter(|call| !call.is_before).zip(custom) else { return wrong };
    match custom.post(call.function, state, Node::new(met.text, met.start)) {
        Verdict::Ok => wrong,
        Verdict::Reject(reason) => {
            Some(ViolationKind::Rejected { function: call.function, text: met.text.to_vec(), reason })
        }
    }
}

/// Compares a text with the names of a namespace. A use of a name that may be defined later waits for it.
fn compare(state: &mut State, demand: NameDemand, met: &HookedItem<'_>) -> Option<ViolationKind> {
    let (namespace, text) = (demand.namespace(), met.text);
    if state.is_open(namespace) || state.meets(demand, text) {
        return None;
    }
    let NameDemand::Known(NameUse { late, fold, .. }) = demand else {
        return Some(ViolationKind::Taken { namespace, text: text.to_vec() });
    };
    if late || state.is_early(namespace) {
        state.wait(namespace, PendingUse { text: text.to_vec(), fold, early: !late, key: met.key });
        return None;
    }
    Some(ViolationKind::Undefined { namespace, text: text.to_vec(), late })
}

/// Records a name.
fn define(state: &mut State, definition: NameDefinition, text: &[u8]) {
    let NameDefinition { namespace, at, fold, is_usable } = definition;
    let kind = match at {
        _ if !is_usable => Kind::Taken,
        At::Scope | At::Whole => Kind::Early,
        At::Here | At::End => Kind::Definition,
    };
    let name = Name { text: text.to_vec(), fold, kind };
    match at {
        At::End => state.put_off(namespace, name),
        At::Whole => state.define_below(namespace, name),
        At::Here | At::Scope => state.define(namespace, name),
    }
}

/// Closes the scopes of an item. `lost` gets each use of an undefined name in them, with the names that were available at the end
/// of the use's scope, the innermost first.
pub fn close(state: &mut State, hooks: &[Hook], mut lost: impl FnMut(Namespace, PendingUse, &[Vec<u8>])) {
    for of in hooks.iter().rev().filter_map(Hook::scope) {
        close_rests(state, of, &mut lost);
        close_innermost(state, of, &mut lost);
    }
}

/// Closes the scopes that end together with the scope around them.
fn close_rests(state: &mut State, of: Namespace, lost: &mut impl FnMut(Namespace, PendingUse, &[Vec<u8>])) {
    while state.is_rest(of) {
        close_innermost(state, of, lost);
    }
}

fn close_innermost(state: &mut State, of: Namespace, lost: &mut impl FnMut(Namespace, PendingUse, &[Vec<u8>])) {
    let names = AvailableNames::of(state, of);
    for waiting in state.close(of) {
        let names = names.of_kind(waiting.early);
        lost(of, waiting, names);
    }
}

/// The available names for uses that are judged at the end of their scope.
#[derive(Default)]
struct AvailableNames {
    early: Vec<Vec<u8>>,
    all: Vec<Vec<u8>>,
}

impl AvailableNames {
    fn of(state: &State, of: Namespace) -> Self {
        if state.unfulfilled(of).is_empty() {
            return Self::default();
        }
        let names = |early| state.usable(of, early).map(<[u8]>::to_vec).collect();
        Self { early: names(true), all: names(false) }
    }

    fn of_kind(&self, early: bool) -> &[Vec<u8>] {
        if early { &self.early } else { &self.all }
    }
}

/// Ends the input. `lost` gets each use of an undefined name.
pub fn finish(state: &mut State, grammar: &Grammar, mut lost: impl FnMut(Namespace, PendingUse, &[Vec<u8>])) {
    for of in (0..grammar.namespaces.len() as u16).map(Namespace) {
        close_rests(state, of, &mut lost);
        let names = AvailableNames::of(state, of);
        for waiting in state.unfulfilled(of) {
            let names = names.of_kind(waiting.early);
            lost(of, waiting, names);
        }
    }
}

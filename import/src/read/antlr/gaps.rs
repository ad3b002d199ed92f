//! Rules of the text that is hidden between tokens, where the scanner has modes.
//!
//! The text between two tokens is a list of hidden tokens. One of them may open another mode, in which more hidden tokens follow, until
//! one leads back: `#define A 1` in a mode of its own for directives, for example.

use super::super::expressions::{alternative_of, group_of, unmatched_rule};
use super::mode_graph::{ModeSet, Modes, is_catch_all};
use crate::source::{RuleRole, SourceAlternative, SourceItem, SourceItemKind, SourcePlace, SourceRule};
use crate::walk::visit_kinds;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Rules of hidden text, by name. They are made when they are first asked for.
pub(super) struct Gaps<'a> {
    modes: &'a Modes,
    places: HashMap<String, SourcePlace>,
    /// Names of the tokens of each mode, for those that match any character.
    catch_alls: HashMap<String, Vec<String>>,
    rules: BTreeMap<String, SourceRule>,
    taken: BTreeSet<String>,
}

impl<'a> Gaps<'a> {
    pub(super) fn new(modes: &'a Modes, tokens: &[SourceRule]) -> Self {
        let places = tokens.iter().map(|token| (token.name.clone(), token.place.clone())).collect();
        let mut catch_alls = HashMap::new();
        for token in tokens.iter().filter(|token| is_catch_all(token)) {
            let is_other = |other: &&SourceRule| {
                other.mode == token.mode && other.role != RuleRole::Fragment && !is_catch_all(other)
            };
            let others = tokens.iter().filter(is_other).map(|other| other.name.clone()).collect();
            catch_alls.insert(token.name.clone(), others);
        }
        Self { modes, places, catch_alls, rules: BTreeMap::new(), taken: BTreeSet::new() }
    }

    /// The mode whose hidden tokens are skipped everywhere but in exact rules: that which most tokens of the parser lead to.
    pub(super) fn main_mode(&self, parser: &[SourceRule]) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for rule in parser {
            visit_kinds(&rule.alternatives, &mut |kind| {
                if let SourceItemKind::Name(name) = kind
                    && let Some(after) = self.modes.after.get(name)
                {
                    for mode in after.iter().filter(|mode| self.modes.hidden.contains_key(*mode)) {
                        *counts.entry(mode).or_default() += 1;
                    }
                }
            });
        }
        // Of equal ones the first, which is the default mode.
        let best = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        best.map(|(mode, _)| mode.to_owned()).unwrap_or_default()
    }

    /// Whether the skipped text of a rule is that of the main mode.
    pub(super) fn is_plain(&self, rule: &SourceRule, main: &str) -> bool {
        let mut is_plain = true;
        visit_kinds(&rule.alternatives, &mut |kind| {
            if let SourceItemKind::Name(name) = kind
                && let (Some(before), Some(after)) = (self.modes.before.get(name), self.modes.after.get(name))
            {
                let is_main = self.with_hidden(after).into_iter().eq([main]);
                let is_bare = self.with_hidden(after).is_empty() && self.modes.hidden_in(main).is_empty();
                is_plain &= (is_main || is_bare) && !self.has_entries(before);
            }
        });
        is_plain
    }

    /// The modes of a set in which something is hidden.
    fn with_hidden<'m>(&self, modes: &'m ModeSet) -> Vec<&'m str> {
        modes.iter().filter(|mode| self.modes.hidden.contains_key(*mode)).map(String::as_str).collect()
    }

    /// The rule of the hidden text behind a token that leads to these modes.
    pub(super) fn behind(&mut self, token: &str) -> Option<String> {
        let modes = self.modes;
        let after: ModeSet = self.with_hidden(modes.after.get(token)?).into_iter().map(str::to_owned).collect();
        self.within(&after)
    }

    /// The rule of the hidden text that begins and ends in one of these modes.
    pub(super) fn within(&mut self, set: &ModeSet) -> Option<String> {
        let name = format!("hidden_in_{}", joined(set));
        if !self.taken.insert(name.clone()) {
            return self.rules.contains_key(&name).then_some(name);
        }
        let steps = self.steps(set, set, true);
        if steps.is_empty() {
            return None;
        }
        let place = self.place_of(set);
        let repeated = repeated(steps, 1, &place);
        self.add(&name, vec![alternative_of(vec![repeated])], place);
        Some(name)
    }

    /// The rule of the hidden text at the end of the input, in whatever mode it ends; none if it is skipped anyway.
    pub(super) fn at_end(&mut self, main: &str) -> Option<String> {
        let visible = self.modes.visible.clone();
        let is_skipped = self.with_hidden(&visible).into_iter().all(|mode| mode == main);
        if is_skipped { None } else { self.within(&visible) }
    }

    /// The rules of hidden text of a mode that goes through other modes and comes back: it is skipped, too.
    pub(super) fn detour_of(&mut self, mode: &str) -> Vec<String> {
        let set = ModeSet::from([mode.to_owned()]);
        let steps = self.steps(&set, &set, false);
        if steps.is_empty() {
            return Vec::new();
        }
        let name = format!("hidden_from_{}", joined(&set));
        let place = self.place_of(&set);
        self.add(&name, steps, place);
        vec![name]
    }

    /// The rule of the hidden text by which the scanner comes to a mode of a token, from a mode with other tokens.
    pub(super) fn before(&mut self, token: &str) -> Option<String> {
        let before = self.modes.before.get(token)?.clone();
        if !self.has_entries(&before) {
            return None;
        }
        let name = format!("hidden_before_{}", joined(&before));
        if !self.taken.insert(name.clone()) {
            return self.rules.contains_key(&name).then_some(name);
        }
        let others: ModeSet = self.modes.visible.difference(&before).cloned().collect();
        let place = self.place_of(&others);
        let steps = self.steps(&others, &before, false);
        let mut items = vec![SourceItem::new(group_of(steps), place.clone())];
        items.extend(self.within(&before).map(|gap| optional(&gap, &place)));
        self.add(&name, vec![alternative_of(items)], place);
        Some(name)
    }

    /// Whether hidden tokens lead to these modes from another mode that has tokens.
    fn has_entries(&self, modes: &ModeSet) -> bool {
        let leading = self.modes.leading_to(modes);
        let others = self.modes.visible.difference(modes);
        let mut steps = others.flat_map(|mode| self.modes.hidden_in(mode).iter().map(move |step| (mode, step)));
        steps.any(|(mode, step)| !step.to.contains(mode) && !step.to.is_disjoint(&leading))
    }

    /// Hidden tokens of `from`, each with more of them until one of `goals` is reached. `has_plain` adds those that stay.
    fn steps(&mut self, from: &ModeSet, goals: &ModeSet, has_plain: bool) -> Vec<SourceAlternative> {
        let modes = self.modes;
        let leading = modes.leading_to(goals);
        let mut alternatives = Vec::new();
        for mode in from {
            for step in modes.hidden_in(mode) {
                let is_plain = step.to.contains(mode);
                if is_plain && has_plain || !is_plain && !step.to.is_disjoint(goals) {
                    alternatives.push(alternative_of(self.token(&step.token)));
                }
                for next in step.to.iter().filter(|next| leading.contains(*next) && !goals.contains(*next)) {
                    if next == mode {
                        continue;
                    }
                    let rest = self.rest(next, goals);
                    let mut items = self.token(&step.token);
                    items.push(self.named(&rest, &step.token));
                    alternatives.push(alternative_of(items));
                }
            }
        }
        alternatives
    }

    /// The rule of hidden text from a mode to the first place where one of `goals` is reached, or the input ends.
    fn rest(&mut self, mode: &str, goals: &ModeSet) -> String {
        let from = ModeSet::from([mode.to_owned()]);
        let name = format!("hidden_from_{}_to_{}", joined(&from), joined(goals));
        if !self.taken.insert(name.clone()) {
            return name;
        }
        let place = self.place_of(&from);
        let mut staying = Vec::new();
        for step in self.modes.hidden_in(mode).iter().filter(|step| step.to.contains(mode)) {
            staying.push(alternative_of(self.token(&step.token)));
        }
        let mut ends = self.steps(&from, goals, false);
        ends.push(alternative_of(vec![SourceItem::new(SourceItemKind::End, place.clone())]));
        let mut items = Vec::new();
        if !staying.is_empty() {
            items.push(repeated(staying, 0, &place));
        }
        items.push(SourceItem::new(group_of(ends), place.clone()));
        self.add(&name, vec![alternative_of(items)], place);
        name
    }

    /// A hidden token. One that matches any character matches where no other token does.
    fn token(&self, name: &str) -> Vec<SourceItem> {
        let token = self.named(name, name);
        match self.catch_alls.get(name).filter(|others| !others.is_empty()) {
            Some(others) => {
                let others = others.iter().map(|other| alternative_of(vec![self.named(other, name)])).collect();
                let body = Box::new(SourceItem::new(group_of(others), token.place.clone()));
                let ahead = SourceItem::new(SourceItemKind::Ahead { body, negative: true }, token.place.clone());
                vec![ahead, token]
            }
            None => vec![token],
        }
    }

    fn named(&self, name: &str, token: &str) -> SourceItem {
        let place = self.places.get(token).cloned().unwrap_or_default();
        SourceItem::new(SourceItemKind::Name(name.to_owned()), place)
    }

    fn place_of(&self, modes: &ModeSet) -> SourcePlace {
        let mut tokens = modes.iter().flat_map(|mode| self.modes.hidden_in(mode));
        tokens.find_map(|step| self.places.get(&step.token)).cloned().unwrap_or_default()
    }

    fn add(&mut self, name: &str, alternatives: Vec<SourceAlternative>, place: SourcePlace) {
        let rule = SourceRule { alternatives, is_hidden: true, ..unmatched_rule(name, place) };
        self.rules.insert(name.to_owned(), rule);
    }

    /// All rules that were made, by name.
    pub(super) fn into_rules(self) -> impl Iterator<Item = SourceRule> {
        self.rules.into_values()
    }
}

fn joined(modes: &ModeSet) -> String {
    let names: Vec<&str> = modes.iter().map(|mode| if mode.is_empty() { "DEFAULT" } else { mode }).collect();
    names.join("_or_")
}

fn repeated(alternatives: Vec<SourceAlternative>, min: u32, place: &SourcePlace) -> SourceItem {
    let body = Box::new(SourceItem::new(group_of(alternatives), place.clone()));
    SourceItem::new(SourceItemKind::Repeat { body, min, max: None, is_lazy: false }, place.clone())
}

/// A rule of hidden text, which may be missing.
pub(super) fn optional(name: &str, place: &SourcePlace) -> SourceItem {
    let body = Box::new(SourceItem::new(SourceItemKind::Name(name.to_owned()), place.clone()));
    SourceItem::new(SourceItemKind::Repeat { body, min: 0, max: Some(1), is_lazy: false }, place.clone())
}

//! Finds the items from which the allowed ends of a frame are reached: backwards, through the links of the chart. Then the walk
//! forwards takes only ways that lead to such an end.

use super::{Extractor, LargeChart, Target};
use crate::earley::chart::{EarleyItem, Way};
use crate::earley::numbers::{ItemNumber, NONE};
use crate::grammar::ProductionId;
use crate::steps::step;

/// An item from which allowed ends are reached. For example, over `aa` the items of `<s> ::= "a" "a"` that are reached backwards
/// from 2 are those in the sets 2, 1 and 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    pub(super) item: ItemNumber,
    /// Flags in the high bits. The low bits have the run of the target that ends at the item, if there is such a target.
    pub(super) ends: u32,
}

impl Reach {
    /// An allowed end lies further right than the item.
    pub(super) const BEYOND: u32 = 1 << 31;
    /// An allowed end is at the item itself: the rest is empty.
    pub(super) const HERE: u32 = 1 << 30;
    /// The item is the only one at its place in the production, and came about in one way.
    pub(super) const ONLY: u32 = 1 << 29;

    pub(super) fn is_beyond(self) -> bool {
        self.ends & Self::BEYOND != 0
    }

    pub(super) fn is_here(self) -> bool {
        self.ends & Self::HERE != 0
    }

    pub(super) fn run(self) -> u32 {
        self.ends & (Self::ONLY - 1)
    }

    pub(super) fn is_only(self) -> bool {
        self.ends & Self::ONLY != 0
    }
}

impl Extractor<'_, '_, '_> {
    /// Adds the nodes that leaps to the targets from `targets` on left out. Returns whether there was room for them.
    pub(super) fn expand(&mut self, targets: usize) -> bool {
        let (chart, grammar) = (&mut self.recognized.chart, self.matcher.grammar);
        for &Target { node, .. } in &self.targets[targets..] {
            if !chart.expand(node) {
                let EarleyItem { key, set } = chart.completed(node);
                let rule = grammar.production(self.tables.dot(key.dot).production).rule;
                self.large = Some(LargeChart { offset: chart.at(set), rule });
                return false;
            }
        }
        true
    }

    /// Finds the items from which targets of the top frame are reached by a production. Returns the first item of the production,
    /// or none if no derivation without cycles remains.
    pub(super) fn connect(&mut self, production: ProductionId) -> Option<ItemNumber> {
        let begin = self.reached.len();
        let (mut level, mut before) = (std::mem::take(&mut self.level), std::mem::take(&mut self.before));
        self.completions(production, &mut level);
        for _ in self.matcher.grammar.items_of(production) {
            step(1 + level.len() as u64);
            self.reached.extend_from_slice(&level);
            self.step_back_many(&level, &mut before);
            level.drain(..).for_each(|reach| self.step_back(reach, &mut before));
            merge(&mut before);
            std::mem::swap(&mut level, &mut before);
        }
        let start = level.first().map(|reach| reach.item);
        if start.is_none() {
            self.reached.truncate(begin);
        }
        level.clear();
        (self.level, self.before) = (level, before);
        start
    }

    /// The same where one derivation leads to one target, so that no decision is needed. Returns none if there may be others.
    pub(super) fn only_way(&mut self) -> Option<ItemNumber> {
        let chart = &self.recognized.chart;
        let frame = self.frames.last()?;
        let &[target] = &self.targets[frame.targets as usize..] else { return None };
        let mut item = chart.only_completion(target.node).filter(|_| !self.is_cyclic())?;
        let begin = self.reached.len();
        loop {
            match chart.way(item) {
                Way::Predicted => return Some(item),
                Way::Only(link) => {
                    step(1);
                    self.reached.push(Reach { item, ends: Reach::ONLY });
                    item = link.from;
                }
                Way::Several | Way::Many => {
                    self.reached.truncate(begin);
                    return None;
                }
            }
        }
    }

    /// Adds the completed items of a production for the targets of the top frame.
    fn completions(&self, production: ProductionId, level: &mut Vec<Reach>) {
        let chart = &self.recognized.chart;
        let frame = &self.frames[self.frames.len() - 1];
        let top = self.frames.len() - 1;
        let forbidden =
            self.cycles.last().filter(|(frame, _)| *frame == top).map_or(NONE, |(_, cycle)| cycle.forbidden);
        for target in &self.targets[frame.targets as usize..] {
            let completing = chart.completions(target.node).filter(|&item| self.production(item) == production);
            let allowed = completing.filter(|&item| chart.item(item).set != forbidden);
            level.extend(allowed.map(|item| Reach { item, ends: Reach::HERE | target.run }));
        }
    }

    /// Adds the items that lead to an item.
    fn step_back(&self, reach: Reach, before: &mut Vec<Reach>) {
        let chart = &self.recognized.chart;
        if !self.is_cyclic() {
            before.extend(chart.links(reach.item).map(|link| Reach { item: link.from, ..reach }));
            return;
        }
        let set = chart.item(reach.item).set;
        for link in chart.links(reach.item).filter(|&link| self.run(reach, link).is_some()) {
            let start = chart.item(link.from).set;
            let here = reach.is_here() && self.may_stand(reach, link);
            let beyond = reach.is_beyond() || (here && start < set);
            let flag = |flag: u32, is_set: bool| if is_set { flag } else { 0 };
            let ends = flag(Reach::BEYOND, beyond) | flag(Reach::HERE, here && start == set) | reach.run();
            before.push(Reach { item: link.from, ends });
        }
    }
}

/// Merges the entries of the same item.
fn merge(level: &mut Vec<Reach>) {
    if level.len() < 2 {
        return;
    }
    level.sort_unstable_by_key(|reach| reach.item);
    level.dedup_by(|reach, kept| {
        let same = reach.item == kept.item;
        if same {
            let (old, new) = if reach.is_here() { (*kept, *reach) } else { (*reach, *kept) };
            kept.ends = new.ends | old.ends & (Reach::BEYOND | Reach::HERE);
        }
        same
    });
}

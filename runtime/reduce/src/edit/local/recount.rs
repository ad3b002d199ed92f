//! The numbers of repetitions of a changed tree, without making it: those around the changes are compared with their
//! old counts, less the dropped iterations. For example, if `3` counts the elements of `3: a b c`, it is wrong once `b`
//! is dropped.

use std::collections::{BTreeSet, HashMap};

use super::{ChangedLabels, FieldIndex, PendingChange};
use crate::edit::Region;
use grammarc_core::grammar::{Drive, Label};
use grammarc_core::meaning::fields::counts::{Iterations, Number};
use grammarc_core::meaning::fields::labels;

/// How many iterations are dropped, by the node that they stand in and their label.
type Dropped = HashMap<(usize, Label), usize>;

impl FieldIndex {
    /// Checks the numbers of repetitions of applications; none if one is wrong, or not known without making the tree. O(nodes
    /// changed), besides the applications.
    pub(super) fn recount(
        &self,
        changing: PendingChange<'_>,
        text: &[u8],
        applications: &BTreeSet<usize>,
    ) -> Option<()> {
        if self.numbers.is_empty() {
            return Some(());
        }
        let mut dropped = Dropped::new();
        for region in changing.regions {
            self.drop_iterations(changing, region, &mut dropped)?;
        }
        let mut numbers = applications.iter().filter_map(|owner| self.numbers.get(owner)).flatten();
        let is_right = |number: &Number| match changing.region_of(number.place) {
            Some(region) => self.goes_whole(number, region),
            None => self.is_right(changing, text, number, &dropped),
        };
        numbers.all(is_right).then_some(())
    }

    /// Counts the iterations that a change drops; none if there may be others in their place.
    fn drop_iterations(&self, changing: PendingChange<'_>, region: &Region, dropped: &mut Dropped) -> Option<()> {
        for place in region.places.clone() {
            let Some((number, left)) = self.number_of(changing, place) else { continue };
            let parent = self.labels.parent(place);
            // Iterations come and go with their number and with the node that they stand in.
            if region.places.contains(&number) || region.tree.is_none() && region.places.contains(&parent) {
                continue;
            }
            match place == region.places.start {
                true if region.tree.is_none() => *dropped.entry((parent, left)).or_default() += 1,
                true if region.stays => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// Returns the place of the number that counts a node, and the label of the iterations, if the node is one.
    fn number_of(&self, changing: PendingChange<'_>, place: usize) -> Option<(usize, Label)> {
        let Drive::Iteration(left) = labels::item(&changing.language.grammar, changing.tree, place)?.drive else {
            return None;
        };
        let numbers = self.numbers.get(&self.labels.owner(place))?;
        let number = numbers.iter().find(|number| number.counted.left == left)?;
        Some((self.labels.find(changing.tree, place, number.counted.label)?, left))
    }

    /// Returns the iterations that a number counts, of each repetition with its label.
    fn iterations_of(&self, number: &Number) -> &[Iterations] {
        self.iterations.get(&(number.place, number.counted.left)).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a number is dropped with all that it counts. For example, a record `2: a b` that goes as a whole
    /// takes its `2` along.
    fn goes_whole(&self, number: &Number, region: &Region) -> bool {
        let is_inside = |it: &Iterations| region.places.contains(&it.first) && region.places.contains(&it.last);
        region.tree.is_none() && self.iterations_of(number).iter().all(is_inside)
    }

    fn is_right(&self, changing: PendingChange<'_>, text: &[u8], number: &Number, dropped: &Dropped) -> bool {
        let Number { place, counted, .. } = number;
        let is_right = |count: Option<usize>, index: usize| {
            let mut ends = [Some(counted.low), counted.high].into_iter().flatten();
            let known = ChangedLabels { local: self, changing, text, index, field: None };
            ends.all(|id| self.is_known(changing, index, id))
                && counted.is_right(counted.asked(&changing.language.grammar, &known).as_ref(), count)
        };
        let iterations = self.iterations_of(number);
        let is_there = |it: &&Iterations| changing.region_of(it.parent).is_none();
        let left = |it: &Iterations| it.count - dropped.get(&(it.parent, counted.left)).copied().unwrap_or_default();
        let mut there = iterations.iter().filter(is_there).peekable();
        (there.peek().is_some() || is_right(None, *place)) && there.all(|it| is_right(Some(left(it)), it.first))
    }
}

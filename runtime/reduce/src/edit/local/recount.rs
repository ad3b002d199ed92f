//! The numbers of repetitions of a changed tree, without making it: those around the changes are compared with their
//! old counts, less the dropped iterations. For example, if `3` counts the elements of `3: a b c`, it is wrong once `b`
//! is dropped.

use std::collections::{BTreeSet, HashMap};

use super::{ChangedLabels, FieldIndex, PendingChange};
use crate::edit::Region;
use grammarc_core::grammar::{Drive, Label};
use grammarc_core::meaning::fields::counts::Number;
use grammarc_core::meaning::fields::labels;

/// How many iterations are dropped: of each number, by its place and the label of its iterations.
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
            // Iterations come and go with their number, if that is inside the region, too.
            let number = self.number_of(changing, place).filter(|(number, _)| !region.places.contains(number));
            match number {
                None => {}
                Some(number) if place == region.places.start && region.tree.is_none() => {
                    *dropped.entry(number).or_default() += 1;
                }
                Some(_) if place == region.places.start && region.stays => {}
                Some(_) => return None,
            }
        }
        Some(())
    }

    /// Returns the number that counts a node, if that is an iteration.
    fn number_of(&self, changing: PendingChange<'_>, place: usize) -> Option<(usize, Label)> {
        let Drive::Iteration(left) = labels::item(&changing.language.grammar, changing.tree, place)?.drive else {
            return None;
        };
        let numbers = self.numbers.get(&self.labels.owner(place))?;
        let number = numbers.iter().find(|number| number.counted.left == left)?;
        Some((self.labels.find(changing.tree, place, number.counted.label)?, left))
    }

    /// Returns whether a number is dropped with all that it counts. For example, a record `2: a b` that goes as a whole
    /// takes its `2` along.
    fn goes_whole(&self, number: &Number, region: &Region) -> bool {
        let iterations = self.iterations.get(&(number.place, number.counted.left));
        let is_inside =
            iterations.is_none_or(|it| region.places.contains(&it.first) && region.places.contains(&it.last));
        region.tree.is_none() && is_inside
    }

    fn is_right(&self, changing: PendingChange<'_>, text: &[u8], number: &Number, dropped: &Dropped) -> bool {
        let Number { place, counted, .. } = number;
        let key = (*place, counted.left);
        let (count, index) = self.iterations.get(&key).map_or((0, *place), |it| (it.count, it.first));
        let count = count - dropped.get(&key).copied().unwrap_or_default();
        let is_known =
            [Some(counted.low), counted.high].into_iter().flatten().all(|id| self.is_known(changing, index, id));
        let known = ChangedLabels { local: self, changing, text, index, field: None };
        is_known && counted.is_right(counted.asked(&changing.language.grammar, &known).as_ref(), count)
    }
}

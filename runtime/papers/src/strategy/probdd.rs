//! Probabilistic delta debugging: drop the set that promises most, learn from each answer.
//!
//! G. Wang et al., *Probabilistic Delta Debugging*, ESEC/FSE 2021, algorithm 2. Each element has a probability that
//! it must stay. An unresolved test counts as a no, because the next set has to be a different one in any case.

use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::drop_all;
use grammarc_reduce::reduce::building_blocks::list;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// Probabilistic delta debugging of every list.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "probdd",
    paper: "Wang et al., ESEC/FSE 2021: remove the most promising set of elements, learn from failures",
    run: |search| list::each(search, minimize),
};

/// Probability that an element must stay, before any test (there, section 4.1).
const PRIOR: f64 = 0.1;

/// Drops as many of `items` as the oracle allows, and returns the rest, which is 1-minimal.
fn minimize(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    let mut model = Model(items.into_iter().map(|id| (id, PRIOR)).collect());
    loop {
        model.0.retain(|(id, _)| search.tree().contains(*id));
        // The sequence of models assumes that every answer is no.
        let models = std::iter::successors(Some(model.clone()), |model| Some(model.after_no(&model.promising())));
        let sets = models.map_while(|model| {
            let set = model.promising();
            (!set.is_empty())
                .then(|| ((model.after_yes(&set), set.clone()), drop_all(set.iter().map(|&at| model.0[at].0))))
        });
        match search.first(sets)? {
            Some((next, _)) => model = next,
            None => return list::singles(search, model.0.into_iter().map(|(id, _)| id).collect()),
        }
    }
}

/// The elements, each with the probability that it must stay.
#[derive(Debug, Clone)]
struct Model(Vec<(NodeId, f64)>);

impl Model {
    /// Returns the places of the set with the largest expected gain s·Π(1-p). It takes the elements with the least p
    /// first, as long as one more increases the gain. Empty once every element is known to be needed. For example, of
    /// elements with p = 0.5 each it takes one.
    fn promising(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.0.len()).filter(|&at| self.0[at].1 < 1.0).collect();
        places.sort_by(|&a, &b| self.0[a].1.total_cmp(&self.0[b].1));
        let (mut all_go, mut best, mut count) = (1.0, 0.0, 0);
        for (size, &at) in places.iter().enumerate() {
            all_go *= 1.0 - self.0[at].1;
            let gain = (size + 1) as f64 * all_go;
            if gain <= best {
                break;
            }
            (best, count) = (gain, size + 1);
        }
        places.truncate(count);
        places
    }

    /// Returns the model where the elements at these places are gone.
    fn after_yes(&self, set: &[usize]) -> Self {
        Self(self.0.iter().enumerate().filter(|(at, _)| !set.contains(at)).map(|(_, &element)| element).collect())
    }

    /// Returns the model where at least one of the elements at these places must stay (there, equation 5). For example,
    /// after a no to two elements with p = 0.5, each has p = 0.67.
    fn after_no(&self, set: &[usize]) -> Self {
        let all_go: f64 = set.iter().map(|&at| 1.0 - self.0[at].1).product();
        let mut next = self.clone();
        for &at in set {
            let known = next.0[at].1 / (1.0 - all_go);
            next.0[at].1 = if set.len() == 1 { 1.0 } else { known.min(1.0) };
        }
        next
    }
}

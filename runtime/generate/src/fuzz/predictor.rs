//! Predicts whether the next text needs a rollback, as a branch predictor does: by a counter that saturates.

/// Texts without a rollback that outweigh one text with a rollback. That one is written twice, so a miss costs as much as four hits gain.
const MISS_COST_HITS: i32 = 4;
/// Limit of the counter, up and down, in hits. So three misses in a row turn the prediction, however many hits went before.
const MAX_HITS: i32 = 2 * MISS_COST_HITS;

/// A counter of texts that needed no rollback. It predicts that the next one needs none while it is not negative.
///
/// For example, it begins at 8. After one text with a rollback it is 4, after another one 0, and after a third one -4: now points are kept,
/// until four texts in a row have needed none.
#[derive(Debug)]
pub(super) struct RollbackPredictor(i32);

impl Default for RollbackPredictor {
    fn default() -> Self {
        Self(MAX_HITS)
    }
}

impl RollbackPredictor {
    /// Returns whether the next text probably needs no rollback.
    pub(super) fn is_hopeful(&self) -> bool {
        self.0 >= 0
    }

    /// Notes whether a text needed a rollback.
    pub(super) fn note(&mut self, needed: bool) {
        self.0 = (self.0 + if needed { -MISS_COST_HITS } else { 1 }).clamp(-MAX_HITS, MAX_HITS);
    }
}

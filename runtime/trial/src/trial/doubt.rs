//! Doubt in a cache that the oracle shares with others, for example that of a cluster: its verdicts are not those of this trial's runs.
//!
//! A worker that was broken for a moment, or somebody else who writes to the cache, can make an entry of it wrong. So the search uses
//! its verdicts, but nothing is confirmed by them. Once a run contradicts the cache, all its verdicts are forgotten, and every further
//! text is run.

use std::collections::{HashMap, HashSet};

use super::{Digest, SharedText, Stop, Trial};
use crate::oracle::Verdict;

/// The verdicts of a shared cache, and whether they are believed.
#[derive(Debug, Default)]
pub(super) struct CachedVerdicts {
    /// The verdicts that no run has confirmed so far.
    unconfirmed: HashMap<Digest, Verdict>,
    /// Texts that must be run, although the cache knows them.
    doubted: HashSet<Digest>,
    /// Whether everything must be run.
    is_fresh: bool,
}

impl CachedVerdicts {
    pub(super) fn new(is_fresh: bool) -> Self {
        Self { is_fresh, ..Self::default() }
    }

    /// Returns whether a text must be run.
    pub(super) fn must_run(&self, digest: Digest) -> bool {
        self.is_fresh || self.is_doubted(digest)
    }

    /// Returns whether a text must be run, because the cache knows it and may be wrong.
    pub(super) fn is_doubted(&self, digest: Digest) -> bool {
        self.doubted.contains(&digest)
    }
}

impl Trial<'_> {
    /// Returns whether a text has a verdict of the cache that no run has confirmed.
    #[doc(hidden)]
    pub fn is_unconfirmed(&self, text: &SharedText) -> bool {
        !self.shared.unconfirmed.is_empty() && self.shared.unconfirmed.contains_key(&self.digest_of(text))
    }

    /// Returns whether the cache has answered anything that no run has confirmed, and is still believed.
    #[doc(hidden)]
    pub fn relies_on_cache(&self) -> bool {
        !self.shared.is_fresh && !self.shared.unconfirmed.is_empty()
    }

    /// Runs texts again that the cache calls boring, until a run contradicts it. Returns whether one did.
    ///
    /// # Errors
    /// If the trial must stop.
    #[doc(hidden)]
    pub fn run_again(&mut self, texts: &[SharedText]) -> Result<bool, Stop> {
        for batch in texts.chunks(self.jobs()) {
            for text in batch {
                let digest = self.digest_of(text);
                self.shared.doubted.insert(digest);
                self.known.remove(&digest);
            }
            self.judge(batch)?;
            if !self.relies_on_cache() {
                return Ok(self.shared.is_fresh);
            }
        }
        Ok(false)
    }

    /// Notes a verdict of the cache, or compares the verdict of a run with it.
    pub(super) fn compare_with_cache(&mut self, digest: Digest, verdict: Verdict, is_cached: bool) {
        if is_cached {
            self.shared.unconfirmed.insert(digest, verdict);
        } else if verdict != Verdict::Unresolved
            && let Some(said) = self.shared.unconfirmed.remove(&digest)
            && said != verdict
        {
            self.distrust(said, verdict);
        }
    }

    /// Returns whether the cache is to blame for a text that was accepted and does not hold: the oracle is then not flaky.
    pub(super) fn is_lie_of_cache(&mut self, digest: Digest) -> bool {
        let said = self.shared.unconfirmed.get(&digest).copied();
        self.compare_with_cache(digest, Verdict::Boring, false);
        if said == Some(Verdict::Interesting) {
            self.known.insert(digest, Verdict::Boring);
        }
        said == Some(Verdict::Interesting)
    }

    /// Asks the cache no more, and forgets its verdicts.
    fn distrust(&mut self, said: Verdict, verdict: Verdict) {
        if std::mem::replace(&mut self.shared.is_fresh, true) {
            return;
        }
        self.known.retain(|digest, _| !self.shared.unconfirmed.contains_key(digest));
        // The rehearsals go by its verdicts, too.
        self.stop_rehearsing();
        if let Some(witness) = &mut self.witness {
            witness.distrusted(said, verdict);
        }
    }
}

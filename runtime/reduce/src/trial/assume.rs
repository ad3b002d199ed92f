//! Merging: a change that failed beside a successful one counts as failed for the text that the successful one leads to.
//!
//! The jobs test many changes of the same text at the same time. For example, in `[1,2,3,4]` they drop the `4`, the `3`, the `2` and
//! the `1`, one in each test. If the `4` and the `2` can go and the others cannot, then the search goes on from `[1,2,3]`. It does not
//! drop the `3` again, and tests `[1,3]` next. A change with the same bytes is the same [patch](super::patch).

use super::{SharedText, Trial};

impl Trial<'_> {
    /// Returns whether a text is not tested, because the same change of an earlier text is boring. It counts as a test.
    pub(crate) fn assumes(&mut self, text: &SharedText) -> bool {
        if !self.options.merge {
            return false;
        }
        let text = self.in_frame(text);
        let digest = text.digest();
        if self.shared.is_doubted(digest) {
            return false;
        }
        let is_assumed = match (self.script, &self.ahead) {
            (Some(script), _) => script.assumes(&text),
            (None, Some(ahead)) => !self.by_digest.contains_key(&digest) && ahead.assumes(digest, self.round),
            (None, None) => false,
        };
        if is_assumed {
            self.counters.assumed += 1;
            self.assumed.insert(digest);
            self.has_assumed = true;
        }
        is_assumed
    }

    /// Forgets all assumptions at the end of a search, and returns whether there were any: then the search must go on.
    pub(crate) fn renew(&mut self) -> bool {
        self.assumed.clear();
        let has_assumed = match self.script {
            Some(script) => script.renew(),
            None => std::mem::take(&mut self.has_assumed),
        };
        if has_assumed {
            self.round += 1;
            if let Some(ahead) = &self.ahead {
                ahead.restart();
            }
        }
        has_assumed
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::time::Duration;

    use crate::flat::BYTES;
    use crate::oracle::Verdict::{self, Boring, Interesting};
    use crate::reduce::{Options, Reduction, reduce};
    use crate::trial::Digest;
    use crate::trial::path::{GuessPath, PathStep};
    use crate::trial::tree::GuessTree;

    const INPUT: &[u8] = b"abcd";

    /// Takes a path by the verdicts about `abc`, without `d`, and `abd`, without `c`, both of which are known.
    fn path(tree: &mut GuessTree, verdicts: [(&[u8], Verdict); 2]) -> GuessPath {
        let mut path = GuessPath::new(INPUT);
        for (text, verdict) in verdicts {
            assert_eq!(path.ask(text), None);
            path.step(tree).expect("it is the only path");
            tree.learn(Digest::of(text), verdict);
            assert_eq!(path.step(tree), Ok(PathStep::Take(verdict)));
        }
        path
    }

    #[test]
    fn a_change_that_failed_is_assumed_to_fail_until_the_end() {
        let known = HashMap::from([(Digest::of(INPUT), Interesting)]);
        for merges in [false, true] {
            let mut tree = GuessTree::new(known.clone()).merging(merges);
            let mut path = path(&mut tree, [(b"abc", Boring), (b"abd", Interesting)]);
            // The `d` was needed in `abcd`, and nothing is known of the `b`.
            assert_eq!(path.assume(b"ab", &mut tree), Ok(merges));
            assert_eq!(path.assume(b"ad", &mut tree), Ok(false));
            assert_eq!(path.renew(), merges);
            assert_eq!((path.assume(b"ab", &mut tree), path.renew()), (Ok(false), false));
        }
    }

    #[test]
    fn a_change_of_a_boring_text_says_nothing() {
        let mut tree = GuessTree::new(HashMap::new()).merging(true);
        let mut path = path(&mut tree, [(b"abc", Boring), (b"abd", Interesting)]);
        assert_eq!(path.assume(b"ab", &mut tree), Ok(false), "nobody has judged the input");
    }

    fn reduced(jobs: usize, merge: bool, interesting: impl Fn(&[u8]) -> bool + Sync) -> Reduction {
        let slow = |text: &[u8]| {
            std::thread::sleep(Duration::from_millis(1));
            interesting(text)
        };
        let input = b"f(a1, b2, c3, d4, e5, g6, h7, i8, j9) + g(k1, l2, m3, n4, o5)";
        let options = Options { jobs, merge, ..Options::default() };
        reduce(&BYTES, input, &slow, &options).expect("the input is interesting")
    }

    #[test]
    fn merging_ends_where_no_byte_can_go() {
        // A `c` is needed as long as there is an `m`, so some assumptions are wrong.
        let interesting = |text: &[u8]| {
            let has = |byte| text.contains(&byte);
            has(b'(') && has(b'8') && (has(b'c') || !has(b'm'))
        };
        let plain = reduced(1, false, interesting);
        let one = reduced(1, true, interesting);
        assert_eq!((&one.text, one.counters), (&plain.text, plain.counters), "one job has nothing to merge");
        for jobs in [2, 8] {
            let merged = reduced(jobs, true, interesting);
            assert!(merged.stop.is_none() && interesting(&merged.text));
            assert_eq!(merged.text.len(), plain.text.len(), "{jobs} jobs");
            assert_eq!(merged.minimality.and_then(|it| it.characters), Some(2), "{jobs} jobs: each byte was tested");
        }
    }
}

//! Few short texts that have all k-paths: a greedy set cover (V. Chvátal, *A Greedy Heuristic for the Set-Covering Problem*, 1979), of which
//! redundant texts are dropped.
//!
//! For example, of texts with the paths {1, 2, 3}, {1, 4} and {2, 3, 5}, the first is taken for most paths, the others for 4 and 5. Then
//! the first one is redundant.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Coverage;
use super::seen::Seen;

impl Coverage<'_> {
    /// Writes few texts that together have all k-paths that can be reached, each short, in the order in which they were found. Paths
    /// that earlier texts have are not asked for. The same seed gives the same texts.
    ///
    /// ```
    /// use grammarc_runtime::cover::Coverage;
    /// use grammarc_runtime::flat::LINES;
    ///
    /// let suite = Coverage::new(&LINES, 2).unwrap().suite(1);
    /// assert!(suite.len() <= 2);
    /// ```
    pub fn suite(&mut self, seed: u64) -> Vec<Vec<u8>> {
        let earlier = self.is_covered.clone();
        let draws_texts = std::mem::replace(&mut self.draws_texts, false);
        let mut found = Vec::new();
        while let Some(text) = self.next_text(seed.wrapping_add(found.len() as u64)) {
            let paths = self.paths_of_last(&earlier);
            found.push((text, paths));
        }
        self.draws_texts = draws_texts;
        let taken = cover(&found, self.count());
        let is_taken = |&(number, _): &(usize, _)| taken[number];
        found.into_iter().enumerate().filter(is_taken).map(|(_, (text, _))| text).collect()
    }

    /// Returns the paths of the text that was kept last, each once.
    fn paths_of_last(&self, earlier: &[bool]) -> Vec<u32> {
        let steps = self.kept.last().map_or(&[][..], Vec::as_slice);
        let seen = Seen::new(&self.language.grammar, &self.paths, steps).unwrap_or_default();
        let mut paths: Vec<u32> = seen.paths.into_iter().filter(|&path| !earlier[path as usize]).collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }
}

/// Chooses texts that together have all paths of all of them. Returns for each text whether it is taken. The text with most paths
/// that are missing comes next, the shorter of two.
fn cover(texts: &[(Vec<u8>, Vec<u32>)], count: usize) -> Vec<bool> {
    let mut times = vec![0_u32; count];
    let mut taken = vec![false; texts.len()];
    let missing =
        |times: &[u32], number: usize| texts[number].1.iter().filter(|&&path| times[path as usize] == 0).count();
    let entry = |missing: usize, number: usize| (missing, Reverse(texts[number].0.len()), Reverse(number));
    let mut open: BinaryHeap<_> = (0..texts.len()).map(|number| entry(texts[number].1.len(), number)).collect();
    while let Some((last, _, Reverse(number))) = open.pop() {
        let now = missing(&times, number);
        if now < last {
            // Others may have more by now.
            open.extend((now > 0).then(|| entry(now, number)));
        } else if now > 0 {
            taken[number] = true;
            texts[number].1.iter().for_each(|&path| times[path as usize] += 1);
        }
    }
    let mut longest: Vec<usize> = (0..texts.len()).filter(|&number| taken[number]).collect();
    longest.sort_by_key(|&number| Reverse(texts[number].0.len()));
    for number in longest {
        let paths = &texts[number].1;
        if paths.iter().all(|&path| times[path as usize] > 1) {
            taken[number] = false;
            paths.iter().for_each(|&path| times[path as usize] -= 1);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::cover;

    #[test]
    fn a_text_whose_paths_others_have_is_dropped() {
        let texts = [(&b"long"[..], vec![1, 2, 3]), (b"b", vec![1, 4]), (b"c", vec![2, 3, 5])];
        let texts: Vec<(Vec<u8>, Vec<u32>)> = texts.map(|(text, paths)| (text.to_vec(), paths)).into();
        assert_eq!(cover(&texts, 6), [false, true, true]);
    }

    #[test]
    fn a_text_without_paths_of_its_own_is_not_taken() {
        let texts = [(vec![], vec![0]), (vec![1], vec![0]), (vec![], vec![])];
        assert_eq!(cover(&texts, 1), [true, false, false]);
    }
}

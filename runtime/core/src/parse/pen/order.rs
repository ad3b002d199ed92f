//! Puts nodes that were written behind what is in them before that, where they stand in a tree.

/// Moves the nodes at some places, which ascend, before what is in them; `size` tells the number of nodes of a subtree. All others
/// stand before what is in them already, as far as these are not counted. O(n), and memory for the nesting.
///
/// From the last one on: what is in a node that is moved goes one place up for each that it is in. Such a node leaves its own
/// place free, so whatever stood where something goes to has been moved.
pub(super) fn restore(words: &mut [u64], places: &[u32], size: impl Fn(u64) -> usize) {
    // The nodes that go before what is moved next, and their places in the end but for those around them.
    let mut open: Vec<(u64, usize)> = Vec::new();
    let mut end = words.len();
    for &place in places.iter().rev() {
        let place = place as usize;
        while let Some((word, first)) = open.pop_if(|&mut (_, first)| first > place) {
            end = settle(words, (word, first), end, open.len());
        }
        words.copy_within(place + 1..end, place + 1 + open.len());
        end = place;
        open.push((words[place], place + 1 - size(words[place])));
    }
    while let Some(node) = open.pop() {
        end = settle(words, node, end, open.len());
    }
}

/// Moves what is in a node up to the end, and then the node before it. Returns where it begins.
fn settle(words: &mut [u64], (word, first): (u64, usize), end: usize, around: usize) -> usize {
    words.copy_within(first..end, first + around + 1);
    words[first + around] = word;
    first
}

#[cfg(test)]
mod tests {
    use super::restore;

    /// A node has its size in the tens, and a name below.
    fn restored(mut words: Vec<u64>, places: &[u32]) -> Vec<u64> {
        restore(&mut words, places, |word| (word / 10) as usize);
        words
    }

    #[test]
    fn nothing_moves_where_all_stand_right() {
        assert_eq!(restored(vec![], &[]), []);
        assert_eq!(restored(vec![31, 12, 13], &[]), [31, 12, 13]);
    }

    #[test]
    fn what_was_put_around_others_goes_before_them() {
        // A leaf in three nodes; then another leaf beside them.
        assert_eq!(restored(vec![50, 11, 22, 33, 44, 15], &[2, 3, 4]), [50, 44, 33, 22, 11, 15]);
        // One after another, and one within another.
        assert_eq!(restored(vec![11, 22, 13, 24], &[1, 3]), [22, 11, 24, 13]);
        assert_eq!(restored(vec![11, 12, 13, 24, 45, 66], &[3, 4, 5]), [66, 11, 45, 12, 24, 13]);
        // With nothing in it.
        assert_eq!(restored(vec![11, 12, 13], &[1]), [11, 12, 13]);
    }

    /// Every tree of nodes on either side of what is in them.
    #[test]
    fn every_small_tree_comes_out_in_preorder() {
        for shape in 0..1_u32 << 12 {
            let (mut written, mut wanted, mut places) = (Vec::new(), Vec::new(), Vec::new());
            let mut bits = (0..12).map(|bit| shape >> bit & 1 == 1);
            tree(&mut bits, 4, &mut written, &mut wanted, &mut places);
            assert_eq!(restored(written, &places), wanted, "{shape:b}");
        }
    }

    /// Writes a node: whether it stands behind what is in it, and whether it has one more child, is drawn.
    fn tree(
        bits: &mut impl Iterator<Item = bool>,
        depth: u64,
        written: &mut Vec<u64>,
        wanted: &mut Vec<u64>,
        places: &mut Vec<u32>,
    ) {
        let is_behind = bits.next().unwrap_or(false);
        let (first, place) = (written.len(), wanted.len());
        written.extend((!is_behind).then_some(0));
        wanted.push(0);
        while depth > 0 && bits.next().unwrap_or(false) {
            tree(bits, depth - 1, written, wanted, places);
        }
        wanted[place] = 10 * (wanted.len() - place) as u64 + depth;
        if is_behind {
            places.push(written.len() as u32);
            written.push(wanted[place]);
        } else {
            written[first] = wanted[place];
        }
    }
}

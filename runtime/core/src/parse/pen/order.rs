//! Turns nodes in mixed order into preorder: moves each postorder node before its descendants. A pen writes a node behind them if
//! it learns of the node too late.

/// Moves the postorder nodes before their descendants: `places` are theirs, ascending. `size` returns the number of nodes of a
/// subtree. All other nodes are in preorder already. O(n) time, and memory for the nesting.
///
/// For example, `b (a)` written as `a b` with `places` `[1]` becomes `b a`.
///
/// ```text
/// place     0     1     2     3
/// before    a 1   b 2   c 1   d 2       `b` was put around `a`, and `d` around `c`: places 1 and 3
/// after     b 2   a 1   d 2   c 1       each name with the size of its subtree
/// ```
///
/// Goes from the last node to the first. Each node moves up by one place for each postorder node around it. A postorder node leaves
/// its own place free, so the target of a move has always been moved away before.
pub(super) fn restore(words: &mut [u64], places: &[u32], size: impl Fn(u64) -> usize) {
    // The postorder nodes whose descendants are being moved, each with the place of its first descendant.
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

/// Moves the rest of a node's descendants up, and then writes the node before them. Returns the old place of the first descendant.
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

    /// Checks every small tree, with each node in preorder or in postorder.
    #[test]
    fn every_small_tree_comes_out_in_preorder() {
        for shape in 0..1_u32 << 12 {
            let (mut written, mut wanted, mut places) = (Vec::new(), Vec::new(), Vec::new());
            let mut bits = (0..12).map(|bit| shape >> bit & 1 == 1);
            tree(&mut bits, 4, &mut written, &mut wanted, &mut places);
            assert_eq!(restored(written, &places), wanted, "{shape:b}");
        }
    }

    /// Writes a node: the bits decide whether it is in postorder, and whether it has one more child.
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

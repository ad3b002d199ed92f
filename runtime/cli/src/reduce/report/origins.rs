//! Which bytes of the input remain, followed from one best text to the next.

use std::ops::Range;

use grammarc_reduce::flat::is_word;

/// How many bytes are compared at once to find where a text goes on.
const SIGHT: usize = 32;
/// How many bytes may be compared for one text, as a multiple of its predecessor's length.
const COMPARED_BYTES_FACTOR: usize = 16;

/// A text, and for each of its bytes the place in the input; none for a new byte.
pub(super) struct Origins {
    text: Vec<u8>,
    places: Vec<Option<usize>>,
}

impl Origins {
    /// Begins with the input.
    pub(super) fn new(input: &[u8]) -> Self {
        Self { text: input.to_vec(), places: (0..input.len()).map(Some).collect() }
    }

    /// Goes on to a text that was made from this one. The common head and tail keep their places; bytes between are searched in
    /// order.
    pub(super) fn follow(&mut self, text: &[u8]) {
        if text == self.text {
            return;
        }
        let head = common_head(&self.text, text);
        let tail = common_tail(&self.text[head..], &text[head..]);
        let (old, new) = (head..self.text.len() - tail, head..text.len() - tail);
        let mut places = self.places[..head].to_vec();
        places
            .extend(found(&self.text[old.clone()], &text[new]).map(|at| at.and_then(|at| self.places[old.start + at])));
        places.extend_from_slice(&self.places[old.end..]);
        self.places = places;
        self.text = text.to_vec();
    }

    /// Returns the parts of the input that are left, in order.
    pub(super) fn ranges(&self) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for at in self.places.iter().copied().flatten() {
            match ranges.last_mut() {
                Some(last) if last.end == at => last.end += 1,
                // After a rollback, bytes may be out of order; these are left out.
                Some(last) if at < last.end => {}
                _ => ranges.push(at..at + 1),
            }
        }
        ranges
    }
}

/// Returns the length of the common head in bytes; it does not end inside a word.
fn common_head(a: &[u8], b: &[u8]) -> usize {
    let mut length = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    while length > 0 && (is_inside_word(a, length) || is_inside_word(b, length)) {
        length -= 1;
    }
    length
}

/// Returns the length of the common tail in bytes; it does not begin inside a word.
fn common_tail(a: &[u8], b: &[u8]) -> usize {
    let mut length = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    while length > 0 && (is_inside_word(a, a.len() - length) || is_inside_word(b, b.len() - length)) {
        length -= 1;
    }
    length
}

fn is_inside_word(text: &[u8], at: usize) -> bool {
    let is_letter = |at: usize| text.get(at).is_some_and(|byte| is_word(*byte));
    at > 0 && is_letter(at - 1) && is_letter(at)
}

/// Finds the bytes of a text in another, from left to right. A byte matches right behind the one before, or else where the longest
/// part of the rest occurs.
fn found(old: &[u8], new: &[u8]) -> impl Iterator<Item = Option<usize>> {
    let mut effort = COMPARED_BYTES_FACTOR * old.len();
    let mut next = 0;
    (0..new.len()).map(move |at| {
        let rest = &new[at..];
        if old.get(next) != rest.first() {
            let mut sight = rest.len().min(SIGHT);
            next += loop {
                let left = old[next..].len();
                // A comparison mostly ends at the first byte.
                effort = effort.checked_sub(left)?;
                match old[next..].windows(sight).position(|part| part == &rest[..sight]) {
                    Some(skipped) => break skipped,
                    None if sight == 1 => return None,
                    None => sight /= 2,
                }
            };
        }
        next += 1;
        Some(next - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::Origins;

    fn left(texts: &[&str]) -> Vec<String> {
        let mut origins = Origins::new(texts[0].as_bytes());
        texts[1..].iter().for_each(|text| origins.follow(text.as_bytes()));
        origins.ranges().into_iter().map(|range| format!("{} {}", range.start, &texts[0][range.clone()])).collect()
    }

    #[test]
    fn what_is_left_is_found_where_it_was() {
        assert_eq!(left(&["12,13,14", "14"]), ["6 14"]);
        assert_eq!(left(&["[a,b,c,d]", "[b,d]"]), ["0 [", "3 b", "6 ,d]"]);
        assert_eq!(left(&["f(x, g(x), x);", "f(g(x), x);", "g(x)"]), ["5 g(x)"]);
        assert_eq!(left(&["1 x 2 y 3", "x y"]), ["2 x ", "6 y"]);
    }

    #[test]
    fn what_is_new_comes_from_nowhere() {
        assert_eq!(left(&["long = 1;", "a = 1;"]), ["4  = 1;"]);
        assert_eq!(left(&["abc", ""]), [] as [&str; 0]);
        assert_eq!(left(&["", "x"]), [] as [&str; 0]);
        assert_eq!(left(&["ab", "b", "ab"]), ["1 b"]);
        let zeros = "0".repeat(100_000);
        assert_eq!(left(&[&zeros, &"1".repeat(99_999)]), [] as [&str; 0]);
    }
}

//! Delta debugging by carry-on halving.
//!
//! R. Gopinath, *Delta Debugging* (rahul.gopinath.org). It is called ddmin there, but does not go back to the beginning
//! after a success. So the result may not be 1-minimal: `abc` becomes `ac` if `abc`, `ac` and `c` are interesting.

use std::ops::Range;

/// Drops parts of a list, half of it at first and single elements at last, as long as the remaining list is interesting. It
/// neither tests the list itself nor caches an answer. O(n²) questions at most.
///
/// # Errors
/// The first of `is_interesting`.
pub fn minimize<T: Clone, E>(list: &[T], is_interesting: impl FnMut(&[T]) -> Result<bool, E>) -> Result<Vec<T>, E> {
    minimize_by(list, |list, part| [&list[..part.start], &list[part.end..]].concat(), is_interesting)
}

/// Like [`minimize`], but `without` removes a part from the list. A result that is not shorter is not tested.
///
/// # Errors
/// The first of `is_interesting`.
pub fn minimize_by<T: Clone, E>(
    list: &[T],
    without: impl Fn(&[T], Range<usize>) -> Vec<T>,
    mut is_interesting: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    let mut kept = list.to_vec();
    let (mut start, mut size) = (0, kept.len() / 2);
    while size > 0 {
        let mut found = None;
        for at in (start..kept.len()).step_by(size) {
            let left = without(&kept, at..(at + size).min(kept.len()));
            if left.len() < kept.len() && is_interesting(&left)? {
                found = Some((at, left));
                break;
            }
        }
        match found {
            Some((at, left)) => (start, kept) = (at, left),
            None => (start, size) = (0, size / 2),
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::ops::Range;

    fn minimize<T: Clone>(list: &[T], is_interesting: impl FnMut(&[T]) -> bool) -> Vec<T> {
        minimize_by(list, |list, part| [&list[..part.start], &list[part.end..]].concat(), is_interesting)
    }

    fn minimize_by<T: Clone>(
        list: &[T],
        without: impl Fn(&[T], Range<usize>) -> Vec<T>,
        mut is_interesting: impl FnMut(&[T]) -> bool,
    ) -> Vec<T> {
        let Ok(left) = super::minimize_by(list, without, |list| Ok::<_, Infallible>(is_interesting(list)));
        left
    }

    /// Returns the minimized text and the length of each candidate in order. A plus before a length marks an interesting one.
    fn trace(text: &str, is_interesting: impl Fn(&str) -> bool) -> (String, Vec<String>) {
        let mut asked = Vec::new();
        let left = minimize(text.as_bytes(), |bytes| {
            let found = is_interesting(std::str::from_utf8(bytes).expect("it is ASCII"));
            asked.push(format!("{}{}", if found { "+" } else { "" }, bytes.len()));
            found
        });
        (String::from_utf8(left).expect("it is ASCII"), asked)
    }

    #[test]
    fn the_published_trace() {
        let is_select = |text: &str| {
            let tag = text.find("<SELECT").map(|at| &text[at..]);
            tag.is_some_and(|tag| tag.contains('>'))
        };
        let (left, asked) = trace("<SELECT NAME=\"priority\" MULTIPLE SIZE=7>", is_select);
        assert_eq!(left, "<SELECT>");
        let published = "20 20 30 +30 +20 10 15 15 +15 10 13 13 13 13 +13 +11 +9 8 8 8 8 8 8 8 8 +8 7";
        assert_eq!(asked.join(" "), published);
    }

    #[test]
    fn a_single_element_may_be_left_that_could_go() {
        assert_eq!(trace("abc", |text| ["abc", "ac", "c"].contains(&text)).0, "ac");
    }

    #[test]
    fn all_can_go() {
        assert!(minimize(&[1, 2, 3], |_| true).is_empty());
        assert!(minimize(&[1, 2], |_| true).is_empty());
        assert!(minimize::<u8>(&[], |_| true).is_empty());
        assert_eq!(minimize_by(&[1], |_, _| vec![0], |_| true), [1], "no shorter");
    }
}

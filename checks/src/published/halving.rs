//! Delta debugging by carry-on halving.
//!
//! R. Gopinath, *Delta Debugging* (rahul.gopinath.org). It is called ddmin there, but does not look back: after a success
//! it goes on where it is. So a single element may be left that could go: of `abc`, where `abc`, `ac` and `c` are
//! interesting, `ac` is left.

use std::ops::Range;

/// Drops parts of a list, half of it at first and single elements at last, as long as what is left is interesting. The list
/// itself is not asked about, nor is any answer remembered. O(n²) questions at most.
///
/// # Errors
/// The first of `is_interesting`.
pub fn minimize<T: Clone, E>(list: &[T], is_interesting: impl FnMut(&[T]) -> Result<bool, E>) -> Result<Vec<T>, E> {
    minimize_by(list, |list, part| [&list[..part.start], &list[part.end..]].concat(), is_interesting)
}

/// As [`minimize`], but `without` says what is left of the list when a part is to go. What is no shorter is not asked about.
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

    /// Returns what is left of a text, and the lengths that were asked about, with a plus before those that were interesting.
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

//! Delta debugging by complements.
//!
//! A. Zeller and R. Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, TSE 2002, in the form of the Fuzzing
//! Book: it tests complements, but no subsets. The lengths of parts are fractions, so that some questions repeat. The empty list
//! is never tested. No single element of the result can go, unless it is the last one.

/// Drops one of n parts of a list, n from 2 up to its length, as long as the remaining list is interesting. It neither tests the list
/// itself nor caches an answer. O(n²) questions at most. For example, `abcd` is tested as `cd` and `ab`, then as `bcd`, `acd`, `abd` and
/// `abc`.
///
/// # Errors
/// The first of `is_interesting`.
pub fn ddmin<T: Clone, E>(list: &[T], mut is_interesting: impl FnMut(&[T]) -> Result<bool, E>) -> Result<Vec<T>, E> {
    let mut kept = list.to_vec();
    let mut parts = 2;
    while kept.len() >= 2 {
        match complement(&kept, parts, &mut is_interesting)? {
            Some(left) => (kept, parts) = (left, (parts - 1).max(2)),
            None if parts == kept.len() => break,
            None => parts = (2 * parts).min(kept.len()),
        }
    }
    Ok(kept)
}

/// Returns the first interesting list without one of `parts` parts.
fn complement<T: Clone, E>(
    list: &[T],
    parts: usize,
    is_interesting: &mut impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Option<Vec<T>>, E> {
    let size = list.len() as f64 / parts as f64;
    let mut start = 0.0;
    while start < list.len() as f64 {
        let (from, to) = (start as usize, ((start + size) as usize).min(list.len()));
        let left = [&list[..from], &list[to..]].concat();
        if is_interesting(&left)? {
            return Ok(Some(left));
        }
        start += size;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    fn ddmin<T: Clone>(list: &[T], is_interesting: impl Fn(&[T]) -> bool) -> Vec<T> {
        let Ok(left) = super::ddmin(list, |list| Ok::<_, Infallible>(is_interesting(list)));
        left
    }

    #[test]
    fn no_single_element_of_the_result_can_go() {
        for is_interesting in [["abc", "ac", "c"].as_slice(), &["abc", "ac", "b", "c"], &["abc", "bc", "b"]] {
            let left = ddmin(b"abc", |text| is_interesting.iter().any(|it| it.as_bytes() == text));
            assert_eq!(left.len(), 1, "{is_interesting:?}");
        }
    }

    #[test]
    fn the_empty_list_is_never_asked_about() {
        assert_eq!(ddmin(&[1, 2, 3], |list| !list.is_empty()), [3]);
        assert_eq!(ddmin(&[1], |_| true), [1]);
        assert!(ddmin::<u8>(&[], |_| true).is_empty());
    }
}

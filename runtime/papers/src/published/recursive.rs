//! Delta debugging by halves, each in the context of the other.
//!
//! A. Zeller, *Yesterday, my program worked. Today, it does not. Why?*, ESEC/FSE 1999, as R. Gopinath gives it (*Delta
//! Debugging*, rahul.gopinath.org), where it is called ddrmin. The result may not be 1-minimal: `abc` becomes `ac` if
//! `abc`, `ac`, `b` and `c` are interesting.

/// Keeps one half of a list if that is interesting. Otherwise minimizes both, the second one beside the minimized first. It
/// neither tests the list itself nor caches an answer. The depth is log₂ n; O(n) questions where one element of each half is
/// needed.
///
/// # Errors
/// The first of `is_interesting`.
pub fn ddrmin<T: Clone, E>(list: &[T], mut is_interesting: impl FnMut(&[T]) -> Result<bool, E>) -> Result<Vec<T>, E> {
    within(list, &[], &[], &mut is_interesting)
}

/// Minimizes a list between two others that stay. It recurses as deep as the list can be halved.
fn within<T: Clone, E>(
    list: &[T],
    before: &[T],
    after: &[T],
    is_interesting: &mut impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    if list.len() <= 1 {
        return Ok(list.to_vec());
    }
    let (left, right) = list.split_at(list.len() / 2);
    for half in [left, right] {
        if is_interesting(&[before, half, after].concat())? {
            return within(half, before, after, is_interesting);
        }
    }
    let left = within(left, before, &[right, after].concat(), is_interesting)?;
    let right = within(right, &[before, &left].concat(), after, is_interesting)?;
    Ok([left, right].concat())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    fn ddrmin<T: Clone>(list: &[T], is_interesting: impl Fn(&[T]) -> bool) -> Vec<T> {
        let Ok(left) = super::ddrmin(list, |list| Ok::<_, Infallible>(is_interesting(list)));
        left
    }

    #[test]
    fn a_single_element_may_be_left_that_could_go() {
        let is_interesting = |text: &[u8]| ["abc", "ac", "b", "c"].iter().any(|it| it.as_bytes() == text);
        assert_eq!(ddrmin(b"abc", is_interesting), b"ac");
    }

    #[test]
    fn short_lists_end() {
        assert!(ddrmin::<u8>(&[], |_| true).is_empty());
        assert_eq!(ddrmin(&[1], |_| true), [1]);
        assert_eq!(ddrmin(&[1, 2, 3, 4], |_| true), [1]);
    }
}

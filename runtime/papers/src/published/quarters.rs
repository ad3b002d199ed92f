//! Reduction by hand: halves, then quarters.
//!
//! The Fuzzing Book, *Reducing Failure-Inducing Inputs*, before it comes to delta debugging. It takes one round only. The example
//! shows that both halves can be boring although a shorter text is interesting, and that the result can be far from minimal.

/// Keeps a half of a list if it is interesting alone; otherwise removes each quarter in turn if it can go. The list itself is not
/// tested. 6 questions at most. For example, of `abcdefg` the halves are `abc` and `defg`.
///
/// # Errors
/// The first of `is_interesting`.
pub fn quarters<T: Clone, E>(list: &[T], mut is_interesting: impl FnMut(&[T]) -> Result<bool, E>) -> Result<Vec<T>, E> {
    let (first, second) = list.split_at(list.len() / 2);
    for half in [first, second] {
        if half.len() < list.len() && is_interesting(half)? {
            return Ok(half.to_vec());
        }
    }
    // The last quarter takes the remainder of the division.
    let quarter = list.len() / 4;
    let parts = [&list[..quarter], &list[quarter..2 * quarter], &list[2 * quarter..3 * quarter], &list[3 * quarter..]];
    let mut kept = parts;
    for place in 0..parts.len() {
        kept[place] = &[];
        if parts[place].is_empty() || !is_interesting(&kept.concat())? {
            kept[place] = parts[place];
        }
    }
    Ok(kept.concat())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    fn left(list: &[u8], is_interesting: impl Fn(&[u8]) -> bool) -> (Vec<u8>, Vec<Vec<u8>>) {
        let mut asked = Vec::new();
        let Ok(left) = super::quarters(list, |list| {
            asked.push(list.to_vec());
            Ok::<_, Infallible>(is_interesting(list))
        });
        (left, asked)
    }

    #[test]
    fn a_half_will_do() {
        assert_eq!(
            left(b"abcdefg", |list| list.contains(&b'e')),
            (b"defg".to_vec(), vec![b"abc".to_vec(), b"defg".to_vec()])
        );
    }

    #[test]
    fn short_lists_are_asked_about_no_more_than_they_have_parts() {
        assert_eq!(left(b"", |_| true), (vec![], vec![]));
        assert_eq!(left(b"a", |list| list == b"a"), (b"a".to_vec(), vec![vec![], vec![]]));
        assert_eq!(left(b"abc", |list| list.len() == 3).0, b"abc");
    }
}

//! All combinations of the elements of some lists, made lazily because a whole product would not fit into memory.

/// Returns all lists that take one element from each list. The choice from the first list changes slowest. For example,
/// from `12` and `ab` it makes `1a`, `1b`, `2a` and `2b`.
pub(super) fn product<T: Clone>(lists: Vec<Vec<T>>) -> impl Iterator<Item = Vec<T>> {
    let mut next = lists.iter().all(|list| !list.is_empty()).then(|| vec![0; lists.len()]);
    std::iter::from_fn(move || {
        let places = next.as_mut()?;
        let taken = places.iter().zip(&lists).map(|(&place, list)| list[place].clone()).collect();
        let slowest = places.iter().zip(&lists).rposition(|(&place, list)| place + 1 < list.len());
        match slowest {
            Some(at) => {
                places[at] += 1;
                places[at + 1..].fill(0);
            }
            None => next = None,
        }
        Some(taken)
    })
}

#[cfg(test)]
mod tests {
    use super::product;

    #[test]
    fn the_first_list_is_slowest() {
        let all: Vec<Vec<char>> = product(vec![vec!['1', '2'], vec!['a', 'b']]).collect();
        assert_eq!(all, [['1', 'a'], ['1', 'b'], ['2', 'a'], ['2', 'b']]);
        assert_eq!(product::<char>(vec![vec!['a'], vec![]]).count(), 0);
    }

    #[test]
    fn an_empty_product_is_the_empty_list() {
        assert_eq!(product::<char>(Vec::new()).collect::<Vec<_>>(), [[]; 1]);
    }
}

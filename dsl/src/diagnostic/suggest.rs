//! Did you mean …: the nearest of the known names.

/// Returns the known name that `name` was probably meant to be: the nearest by edit distance (insertions, deletions,
/// substitutions and swaps of neighbours), if at most a third of its characters differ. The first of equals.
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = name.chars().collect();
    let limit = letters.len().max(3) / 3;
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        if candidate.len().abs_diff(name.len()) > 4 * limit {
            continue;
        }
        let distance = distance(&letters, &candidate.chars().collect::<Vec<_>>());
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The restricted edit distance of Damerau and Levenshtein, ASCII case ignored.
fn distance(left: &[char], right: &[char]) -> usize {
    let same = |a: char, b: char| a.eq_ignore_ascii_case(&b);
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (i, &a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in right.iter().enumerate() {
            let mut least = (above[j] + usize::from(!same(a, b))).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && same(a, right[j - 1]) && same(left[i - 1], b) {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{closest, distance};

    fn between(left: &str, right: &str) -> usize {
        distance(&left.chars().collect::<Vec<_>>(), &right.chars().collect::<Vec<_>>())
    }

    #[test]
    fn distances_are_those_of_damerau_and_levenshtein() {
        assert_eq!(between("", "abc"), 3);
        assert_eq!(between("kitten", "sitting"), 3);
        assert_eq!(between("expr", "epxr"), 1);
        assert_eq!(between("Expr", "expr"), 0);
    }

    #[test]
    fn far_names_are_not_suggested() {
        assert_eq!(closest("exp", ["start", "expr", "term"]), Some("expr"));
        assert_eq!(closest("x", ["start", "expr"]), None);
    }
}

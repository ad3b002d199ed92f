//! Did you mean …: the nearest of the known names.

/// Returns the known name that `name` probably means: `expr` for `exrp`, with `start`, `expr` and `term` known.
///
/// That is the nearest by the restricted edit distance of Damerau and Levenshtein (insertions, deletions, substitutions,
/// swaps of neighbours), ASCII case ignored, if at most a third of its characters differ, and not all of them: `a` is not meant by `b`.
/// The first of equals.
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = name.chars().count().max(3) / 3;
    let folded = name.to_ascii_lowercase();
    let near = known.into_iter().filter(|candidate| candidate.len().abs_diff(name.len()) <= 4 * limit);
    let distances = near.map(|candidate| (strsim::osa_distance(&folded, &candidate.to_ascii_lowercase()), candidate));
    let length = |candidate: &str| candidate.chars().count().max(name.chars().count());
    let likely = distances.filter(|&(distance, candidate)| distance <= limit && distance < length(candidate));
    let (_, candidate) = likely.min_by_key(|&(distance, _)| distance)?;
    Some(candidate)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn near_names_are_suggested() {
        assert_eq!(closest("exp", ["start", "expr", "term"]), Some("expr"));
        assert_eq!(closest("epxr", ["start", "expr", "term"]), Some("expr"), "a swap counts once");
        assert_eq!(closest("EXPR", ["start", "expr", "term"]), Some("expr"), "case does not count");
        assert_eq!(closest("term", ["tern", "terms"]), Some("tern"), "the first of equals");
    }

    #[test]
    fn far_names_are_not_suggested() {
        assert_eq!(closest("x", ["start", "expr"]), None);
        assert_eq!(closest("b", ["a"]), None, "all of its one character differs");
        assert_eq!(closest("b", ["a", "B", "ab"]), Some("B"));
        assert_eq!(closest("kitten", ["sitting"]), None, "three changes are more than a third of six letters");
    }
}

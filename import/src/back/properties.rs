//! Properties of Unicode in classes: `\p{Lu}` for its hundreds of ranges, so that a class can be read.

use std::sync::LazyLock;

/// Number of ranges from which on a class is searched for properties.
const MIN_RANGES: usize = 8;

/// Names of properties with their ranges, the largest first.
static PROPERTIES: LazyLock<Vec<(&'static str, Vec<(u32, u32)>)>> = LazyLock::new(|| {
    let named = |&name: &&'static str| Some((name, grammarc_dsl::property::ranges(name)?));
    let mut properties: Vec<_> = grammarc_dsl::property::KNOWN.iter().filter_map(named).collect();
    properties.retain(|(_, ranges)| ranges.len() >= MIN_RANGES);
    // Of two names for the same property, the first.
    properties.sort_by_key(|(_, ranges)| std::cmp::Reverse(ranges.len()));
    properties
});

/// Takes out of sorted ranges those of properties that are in them as a whole, and returns the names of these.
pub(super) fn take(ranges: &mut Vec<(u32, u32)>) -> Vec<&'static str> {
    let mut names = Vec::new();
    if ranges.len() < MIN_RANGES {
        return names;
    }
    for (name, property) in PROPERTIES.iter() {
        if property.iter().all(|range| ranges.binary_search(range).is_ok()) {
            ranges.retain(|range| property.binary_search(range).is_err());
            names.push(*name);
        }
    }
    names
}

//! Properties of Unicode in classes: `\p{Lu}` for its hundreds of ranges, so that a class can be read.

use std::sync::LazyLock;

/// Number of ranges from which on a class is searched for properties.
const MIN_RANGES: usize = 8;

struct Property {
    name: &'static str,
    ranges: Vec<(u32, u32)>,
}

/// The largest first; of two names for the same property, the first.
static PROPERTIES: LazyLock<Vec<Property>> = LazyLock::new(|| {
    let named = |&name: &&'static str| Some(Property { name, ranges: grammarc_dsl::property::ranges(name)? });
    let mut properties: Vec<Property> = grammarc_dsl::property::KNOWN.iter().filter_map(named).collect();
    properties.retain(|property| property.ranges.len() >= MIN_RANGES);
    properties.sort_by_key(|property| std::cmp::Reverse(property.ranges.len()));
    properties
});

/// Takes out of sorted ranges those of properties that are in them as a whole, and returns the names of these.
pub(super) fn take(ranges: &mut Vec<(u32, u32)>) -> Vec<&'static str> {
    let mut names = Vec::new();
    if ranges.len() < MIN_RANGES {
        return names;
    }
    for property in PROPERTIES.iter() {
        if property.ranges.iter().all(|range| ranges.binary_search(range).is_ok()) {
            ranges.retain(|range| property.ranges.binary_search(range).is_err());
            names.push(property.name);
        }
    }
    names
}

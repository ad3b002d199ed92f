//! Sets of bytes as generated code writes them.

use grammarc_runtime::byteset::ByteSet;

use super::names::byte_lit;

/// Writes a set: a few bytes in a text, more as ranges; as its bits where that is shorter.
pub(crate) fn set(set: &ByteSet) -> String {
    let all = set.ranges();
    let (ranges, few) = all.iter().partition::<Vec<_>, _>(|(low, high)| high - low > MAX_LISTED_DISTANCE);
    let bytes: Vec<u8> = few.into_iter().flat_map(|&(low, high)| low..=high).collect();
    let ends: Vec<u8> = ranges.into_iter().flat_map(|&(low, high)| [low, high]).collect();
    let mut row = format!("set({})", byte_lit(&bytes));
    if !ends.is_empty() {
        row += &format!(".with_ranges({})", byte_lit(&ends));
    }
    if set.has_end() {
        row += ".with_end()";
    }
    let bits = bits(set);
    if bits.len() < row.len() { bits } else { row }
}

fn bits(set: &ByteSet) -> String {
    let words = set.words().map(|word| if word == 0 { "0".to_owned() } else { format!("{word:#x}") });
    format!("ByteSet::new([{}], {})", words.join(", "), set.has_end())
}

/// Most distance, in byte values, between the ends of a range that is written byte by byte. For example, `0` to `3` has
/// distance 3 and is listed, because four bytes are as easy to read as a range.
const MAX_LISTED_DISTANCE: u8 = 3;

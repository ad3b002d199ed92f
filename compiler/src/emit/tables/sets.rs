//! Sets of bytes as generated code writes them.

use grammarc_runtime::byteset::ByteSet;

use super::super::names::byte_lit;

/// Writes a set: a few bytes in a text, more as ranges.
pub(super) fn set(set: &ByteSet) -> String {
    let all = set.ranges();
    let (ranges, few) = all.iter().partition::<Vec<_>, _>(|(low, high)| high - low > FEW);
    let bytes: Vec<u8> = few.into_iter().flat_map(|&(low, high)| low..=high).collect();
    let ends: Vec<u8> = ranges.into_iter().flat_map(|&(low, high)| [low, high]).collect();
    let mut row = format!("set({})", byte_lit(&bytes));
    if !ends.is_empty() {
        row += &format!(".with_ranges({})", byte_lit(&ends));
    }
    if set.has_end() { row + ".with_end()" } else { row }
}

/// So much may lie between the first and the last of bytes in a row that are written one by one.
const FEW: u8 = 3;

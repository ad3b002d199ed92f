//! Identifies the rows of a chart: numbers of 32 bits, given in ascending order. They take half the memory of
//! pointers, and vectors that hold them may grow.

/// No item, link, node.
pub(super) const NONE: u32 = u32::MAX;

/// Number of an item in the chart.
pub(super) type ItemNumber = u32;
/// Number of a node in the chart.
pub(super) type NodeNumber = u32;
/// Number of a set in the chart, ascending with the position. It is no offset, because a set exists only where a
/// terminal ended: for example, the input `"abc"` of one token has the sets 0 and 1.
pub(super) type SetNumber = u32;

//! Nodes as whole records, in preorder. An edited tree need not tile its text, so each node needs both of its
//! offsets.

/// Stands in place of a number where there is none.
pub const NONE: u32 = u32::MAX;

/// One node with all its properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The symbol, as a number.
    pub symbol: u32,
    /// The production, as a number; [`NONE`] for a leaf.
    pub production: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The item that the node was parsed for, as a number.
    pub item: u32,
    /// Number of nodes in the subtree, this one included.
    pub size: u32,
    /// Whether readers see its children in its place.
    pub hidden: bool,
}

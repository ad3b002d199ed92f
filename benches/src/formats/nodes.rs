//! The tree that parsers by hand build: nodes in postorder. For example, `1` is the number, and then the expression around it.

/// A node: its kind, its span and the number of nodes in its subtree.
struct Node {
    kind: u8,
    start: u32,
    end: u32,
    size: u32,
}

/// A tree in postorder.
#[derive(Default)]
pub(super) struct Nodes(Vec<Node>);

/// Where a node begins: in the text, and in the nodes.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    start: usize,
    first: usize,
}

impl Nodes {
    /// Begins a node.
    pub(super) fn open(&self, start: usize) -> Mark {
        Mark { start, first: self.0.len() }
    }

    /// Adds a node around the nodes since a mark.
    pub(super) fn close(&mut self, kind: u8, mark: Mark, end: usize) {
        let size = (self.0.len() - mark.first + 1) as u32;
        self.0.push(Node { kind, start: mark.start as u32, end: end as u32, size });
    }

    /// Adds a node without children.
    pub(super) fn leaf(&mut self, kind: u8, start: usize, end: usize) {
        self.0.push(Node { kind, start: start as u32, end: end as u32, size: 1 });
    }

    /// Returns how many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets all nodes, and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns whether the nodes form one tree over a text of `bytes` bytes. It reads all four fields, so that the compiler keeps
    /// them.
    pub(super) fn is_tree(&self, bytes: usize) -> bool {
        let is_inside = |(place, node): (usize, &Node)| node.start <= node.end && node.size as usize <= place + 1;
        let root = self.0.last().map(|root| (root.size as usize, root.start, root.end as usize));
        let kinds = self.0.iter().fold(0_u32, |kinds, node| kinds | 1 << (node.kind % 32));
        self.0.iter().enumerate().all(is_inside) && root == Some((self.0.len(), 0, bytes)) && kinds.count_ones() > 1
    }
}

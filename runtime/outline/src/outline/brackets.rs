//! Persistent stacks of open brackets, one for each reading that is being weighed.
//!
//! A stack is the number of its innermost bracket, whose node points to the bracket around it. For example, two
//! readings that differ in the 1,000th bracket share 999 nodes, and going back to an earlier stack costs nothing.

use std::collections::HashMap;

use super::lexer::Bracket;

/// A stack, as the number of its innermost bracket.
pub(super) type Stack = u32;

/// The stack without brackets.
pub(super) const EMPTY: Stack = 0;

/// The nodes of all stacks.
pub(super) struct Brackets {
    nodes: Vec<Node>,
    /// Stacks made by [`Brackets::push_once`] since [`Brackets::mark`].
    known: HashMap<(Stack, u8), Stack>,
}

#[derive(Clone, Copy)]
struct Node {
    bracket: Bracket,
    around: Stack,
    depth: u32,
    /// The innermost parenthesis, square bracket and brace that a closing one can reach. `)` and `]` do not reach beyond a `{`.
    nearest: [Stack; 3],
}

impl Brackets {
    pub(super) fn new() -> Self {
        let bottom = Node { bracket: Bracket::Angle, around: EMPTY, depth: 0, nearest: [EMPTY; 3] };
        Self { nodes: vec![bottom], known: HashMap::new() }
    }

    /// Returns how many brackets are open.
    pub(super) fn depth(&self, stack: Stack) -> u32 {
        self.nodes[stack as usize].depth
    }

    /// Opens one more.
    pub(super) fn push(&mut self, around: Stack, bracket: Bracket) -> Stack {
        let Node { depth, nearest, .. } = self.nodes[around as usize];
        let new = self.nodes.len() as Stack;
        let nearest = match bracket {
            Bracket::Paren => [new, nearest[1], nearest[2]],
            Bracket::Square => [nearest[0], new, nearest[2]],
            Bracket::Brace => [EMPTY, EMPTY, new],
            Bracket::Angle => nearest,
        };
        self.nodes.push(Node { bracket, around, depth: depth + 1, nearest });
        new
    }

    /// Opens one more. Returns the same number for the same brackets, so that readings can be compared.
    pub(super) fn push_once(&mut self, around: Stack, bracket: Bracket) -> Stack {
        if let Some(&known) = self.known.get(&(around, bracket as u8)) {
            return known;
        }
        let new = self.push(around, bracket);
        self.known.insert((around, bracket as u8), new);
        new
    }

    /// Closes the nearest bracket of a kind. Returns the remaining stack, and the number of brackets left without a
    /// partner: those open inside, or the closing one itself. For example, `}` behind `{([` closes the `{` and leaves
    /// two without a partner.
    pub(super) fn close(&self, stack: Stack, bracket: Bracket) -> (Stack, u32) {
        let Node { depth, nearest, .. } = self.nodes[stack as usize];
        let partner = match bracket {
            Bracket::Paren => nearest[0],
            Bracket::Square => nearest[1],
            Bracket::Brace => nearest[2],
            Bracket::Angle => return (stack, 0),
        };
        if partner == EMPTY {
            return (stack, 1);
        }
        let Node { around, depth: closed, .. } = self.nodes[partner as usize];
        (around, depth - closed)
    }

    /// Returns a mark to go back to with [`Brackets::keep`].
    pub(super) fn mark(&mut self) -> usize {
        self.known.clear();
        self.nodes.len()
    }

    /// Frees all nodes made since a mark except those of one stack, and returns its new number. O(nodes made since the mark).
    pub(super) fn keep(&mut self, mark: usize, stack: Stack) -> Stack {
        let mut above = Vec::new();
        let mut at = stack;
        while at as usize >= mark {
            above.push(self.nodes[at as usize].bracket);
            at = self.nodes[at as usize].around;
        }
        self.nodes.truncate(mark);
        self.known.clear();
        above.into_iter().rev().fold(at, |around, bracket| self.push(around, bracket))
    }
}

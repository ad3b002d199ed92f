//! Trees as people read them: nodes that know their text, their rule and the names of their parts.
//!
//! [`Tree`] holds all nodes of a parse. A [`SyntaxNode`] shows the parts that the author of the grammar named: rules and
//! tokens, under their labels. Helper rules ([`Role`]), white space and punctuation are looked through. For example, the
//! children of `{"a": 1}` are its members, without braces. A generated crate has a type for each rule (`nodes.rs`). It wraps a
//! node, and has a method for each part, for example `member.key()`. Without generated code, `node.child("key")` finds the same
//! part by its name.

mod derivation;
mod fold;
mod macros;
mod nodes;
mod show;
mod token;
mod walk;

use std::marker::PhantomData;

#[doc(hidden)]
pub use derivation::alternatives;
pub use derivation::{Combinations, Derivation};
pub use fold::Parts;
pub use token::{Bytes, Token};
pub use walk::{Children, Descendants};

pub use crate::roles::{Contents, LabelId, Multiplicity, Role, Roles, RulePart};

use crate::language::Language;
use crate::tree::Tree;

/// A node as one type of a generated crate shows it: all that one rule can be. For example, `Member` for `<member>` of JSON.
pub trait View<'t>: Copy {
    /// Returns the view of a node, or none if the node is of another rule.
    fn cast(node: SyntaxNode<'t>) -> Option<Self>;

    /// Returns the node. For an alternative that is another rule, it is the node of the other rule.
    fn syntax(self) -> SyntaxNode<'t>;
}

/// The type of a whole parsed input. It is generated for the start rule.
pub trait Root {
    /// The view of its root.
    type View<'t>: View<'t>;
}

/// A text with its tree, and the language that it is in.
struct Document<'i> {
    language: &'i Language,
    roles: &'i Roles,
    input: &'i [u8],
    tree: Tree,
    /// The place of the node of the start rule. It need not be 0, because white space before it stands outside of it.
    root: usize,
}

/// A node of a parsed input: a rule or a terminal, with its text.
///
/// It is a pointer and a number, so it is `Copy` and allocates nothing.
#[derive(Clone, Copy)]
pub struct SyntaxNode<'t> {
    document: &'t Document<'t>,
    /// Its place in preorder.
    index: u32,
}

/// A parsed input: owns the tree, borrows the text.
///
/// A generated crate parses to one: the root of `Json::parse(input)?` is a `Json`. Without generated code the root is a
/// [`SyntaxNode`]:
///
/// ```
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::syntax::Parsed;
///
/// let input = b"one\ntwo\n";
/// let parsed: Parsed<'_> = Parsed::new(&LINES, input, LINES.parse(input).unwrap());
/// assert_eq!((parsed.root().text(), parsed.root().span()), ("one\ntwo\n".into(), 0..8));
/// ```
pub struct Parsed<'i, R = SyntaxNode<'i>> {
    document: Document<'i>,
    root: PhantomData<fn() -> R>,
}

impl<'i, R: Root> Parsed<'i, R> {
    /// Puts an input and its tree together. The tree must be one that the language gave for that input.
    pub fn new(language: &'i Language, input: &'i [u8], tree: Tree) -> Self {
        let roles = language.roles();
        let start = roles.start(&language.grammar);
        let root = (0..tree.len()).find(|&index| tree.node_at(index).symbol == start).unwrap_or(0);
        Self { document: Document { language, roles, input, tree, root }, root: PhantomData }
    }

    /// Returns the view of the whole input.
    pub fn root(&self) -> R::View<'_> {
        R::View::cast(self.syntax()).expect("the language has this root")
    }

    /// Computes a value of the root from the leaves up, as [`SyntaxNode::fold`] does.
    pub fn fold<'t, T>(&'t self, compute: impl FnMut(R::View<'t>, Parts<'_, T>) -> T) -> T {
        let values = self.syntax().fold(compute);
        values.into_iter().next().expect("the root has a value")
    }

    /// Returns the node of the whole input.
    pub fn syntax(&self) -> SyntaxNode<'_> {
        SyntaxNode::new(&self.document, self.document.root)
    }

    /// Returns the tree with all its nodes.
    pub fn tree(&self) -> &Tree {
        &self.document.tree
    }

    /// Returns the tree alone.
    pub fn into_tree(self) -> Tree {
        self.document.tree
    }
}

impl<R: Root> std::fmt::Debug for Parsed<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.syntax().fmt(f)
    }
}

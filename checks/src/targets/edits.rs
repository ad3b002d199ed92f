//! Edits of trees: whatever is changed, the tree is a view of the text.

use grammarc_runtime::choices::Choices;
use grammarc_runtime::edit::{Change, Edit, Fill, Joints};
use grammarc_runtime::facts::Place;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::tree::{NodeId, Tree};

use super::engines::language;
use super::{Bytes, check_tree};

/// Most rounds of edits on one tree. A mistake shows in a few of them, and an input stays quick.
const MAX_ROUNDS: usize = 12;
/// Bytes of a text and nodes of a tree beyond which no more edits are made: an edit that puts the root in place of a leaf doubles both.
const MAX_SIZE: usize = 20_000;

/// Edits the tree of a text. The first line names a bundled grammar, and the next two bytes are the seed of a text. If they are zero, the
/// text itself follows, with its length before it. The remaining bytes choose the edits. For example, `json`, a line end and two zeros are
/// followed by the byte 3 and the text `[1]`.
///
/// # Panics
/// If a tree no longer matches its text, or an edit has an effect that it does not describe.
pub fn edits(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let language = language(bytes.line());
    let text = match bytes.number() {
        0 => bytes.some().to_vec(),
        seed => fuzz(language, &mut Choices::fresh(seed as u64), 6).unwrap_or_default(),
    };
    let Ok(tree) = language.parsing().run(&text) else { return };
    let mut state = State { language, tree, text, last: 0 };
    state.check();
    for _ in 0..MAX_ROUNDS {
        if bytes.is_empty() || state.text.len() > MAX_SIZE || state.tree.len() > MAX_SIZE {
            return;
        }
        state.round(&mut bytes);
    }
}

/// A tree and the text that it is a view of.
struct State {
    language: &'static Format,
    tree: Tree,
    text: Vec<u8>,
    /// The next unused identity: one more than the greatest so far.
    last: u32,
}

impl State {
    /// Makes some edits together.
    fn round(&mut self, bytes: &mut Bytes<'_>) {
        let edits: Vec<Edit> = (0..1 + bytes.byte() % 4).map(|_| self.edit(bytes)).collect();
        let facts = self.language.facts();
        let change = Change::of(&self.tree, &self.language.grammar, facts, &edits).expect("all nodes are there");
        let spliced = change.splice(&self.text, Joints { blank: facts.blank, keeps_lines: false });
        let before = (self.tree.clone(), std::mem::replace(&mut self.text, spliced.text.clone()));
        change.apply(&mut self.tree, &spliced);
        self.check_identities(&before.0);
        self.check();
        self.compare(&before.0, &before.1, &edits);
    }

    fn node(&self, bytes: &mut Bytes<'_>) -> NodeId {
        self.tree.id_at(bytes.below(self.tree.len()))
    }

    fn edit(&self, bytes: &mut Bytes<'_>) -> Edit {
        let node = self.node(bytes);
        match bytes.byte() % 7 {
            0 | 1 => Edit::Drop(node),
            2 => Edit::Minimal(node),
            3 => Edit::Hoist { node, by: self.node(bytes) },
            4 => {
                let siblings: Vec<NodeId> = self.tree.parts(self.node(bytes)).collect();
                if siblings.is_empty() {
                    return Edit::Drop(node);
                }
                let first = bytes.below(siblings.len());
                let last = first + bytes.below(siblings.len() - first);
                // The root has the place of one node.
                let last = if node == self.tree.root() { first } else { last };
                Edit::Unwrap { node, first: siblings[first], last: siblings[last] }
            }
            5 => {
                let productions = self.language.grammar.productions.len();
                let production = grammarc_runtime::grammar::ProductionId(bytes.below(productions) as u32);
                let part = |bytes: &mut Bytes<'_>| match bytes.byte() % 2 {
                    0 => Fill::Text(bytes.some().to_vec()),
                    _ => Fill::Node(self.node(bytes)),
                };
                let parts = (0..bytes.byte() % 4).map(|_| part(bytes)).collect();
                Edit::Expand { node, production, parts }
            }
            _ => Edit::Text { node, text: bytes.some().to_vec() },
        }
    }

    /// Each identity is from the tree before, or was never used.
    fn check_identities(&mut self, before: &Tree) {
        for (index, (id, _)) in self.tree.walk().enumerate() {
            assert_eq!(self.tree.index_of(id), Some(index), "{id:?} stands twice");
            assert!(before.contains(id) || id.0 >= self.last, "{id:?} was used before");
        }
    }

    /// The tree is a view of the text.
    fn check(&mut self) {
        self.last = self.tree.walk().fold(self.last, |last, (id, _)| last.max(id.0 + 1));
        check_tree(&self.tree, &self.text);
    }

    /// Nodes without an edit keep their text; replaced nodes have the text of the edit.
    fn compare(&self, tree: &Tree, text: &[u8], edits: &[Edit]) {
        let text_of = |id: NodeId| &self.text[self.tree.node(id).span];
        for (id, _) in tree.walk() {
            let node = tree.node(id);
            if tree.size(id) > 1 || !self.tree.contains(id) || edits.iter().any(|edit| edit.node() == id) {
                continue;
            }
            let kept = text_of(id) == &text[node.span.clone()];
            // The last element of a list that must have one becomes a minimal string.
            let needed = matches!(self.language.facts().place(node.item), Place::Element { .. });
            assert!(kept || needed, "{node:?} has become {:?}", text_of(id).escape_ascii());
        }
        if let [edit] = edits {
            let expected = match edit {
                Edit::Text { text, .. } => text,
                Edit::Hoist { by, .. } => &text[tree.node(*by).span],
                _ => return,
            };
            assert_eq!(text_of(edit.node()), expected, "{edit:?}");
        }
    }
}

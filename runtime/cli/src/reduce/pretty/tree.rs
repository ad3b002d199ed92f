//! A printer by the tree of a text: a node that is too long for its line is broken before the elements of its lists and behind them.
//!
//! For example, `SELECT a, b FROM t` becomes four lines if it is too long for one, with `a,` and `b` indented. Line breaks are put only
//! where the text then has the same tree but for white space, so in Python they are put in brackets, and in CSV nowhere.

use std::collections::BTreeMap;

use grammarc_core::grammar::{ItemId, Regular};
use grammarc_core::tree::NodeId;
use grammarc_reduce::facts::Place;
use grammarc_reduce::format::Format;
use grammarc_reduce::reduce::View;

/// Longest line, in characters, where nodes can be broken.
const WIDTH: usize = 80;
/// Indentation of one level.
const INDENT: &str = "  ";
/// Nodes that are nested deeper are not broken.
const MAX_LEVELS: usize = 200;
/// The list whose elements are the parts of a rule that ends with itself.
const RECURSIVE: u32 = u32::MAX;
/// Longest text, in bytes, for which each kind of break is tried alone: each trial is a parse.
const MAX_TRIED_BYTES: usize = 64 << 10;

/// Formats a text. None if it is not in the language, or has no place for a line break.
pub(super) fn formatted(language: &Format, text: &[u8]) -> Option<Vec<u8>> {
    let view = View::parse(language, text)?;
    let mut printer = TreePrinter { view: &view, breaks: Breaks::new(), column: 0, level: 0 };
    printer.print(view.tree.root(), 0, true);
    let breaks = printer.breaks;
    let shape = shape(&view);
    let is_same =
        |breaks: &Breaks| View::parse(language, broken(text, breaks)).is_some_and(|view| self::shape(&view) == shape);
    if is_same(&breaks) {
        return Some(broken(text, &breaks));
    }
    if text.len() > MAX_TRIED_BYTES {
        return None;
    }
    let mut items: Vec<ItemId> = breaks.values().map(|line| line.item).collect();
    items.sort_unstable();
    items.dedup();
    let only = |items: &[ItemId]| -> Breaks {
        breaks.iter().filter(|(_, line)| items.contains(&line.item)).map(|(&at, &line)| (at, line)).collect()
    };
    items.retain(|&item| is_same(&only(&[item])));
    let kept = only(&items);
    (!kept.is_empty() && is_same(&kept)).then(|| broken(text, &kept))
}

/// Lines by the place in the text where they begin.
type Breaks = BTreeMap<usize, Line>;

/// The beginning of a line.
#[derive(Debug, Clone, Copy)]
struct Line {
    /// Levels of its indentation.
    depth: usize,
    /// The place in the grammar before which the line is broken: breaks of one kind stand or fall together.
    item: ItemId,
}

/// Chooses the places where lines begin.
struct TreePrinter<'v> {
    view: &'v View<'v>,
    breaks: Breaks,
    /// Where the next character goes in its line.
    column: usize,
    /// Number of nodes around the current one.
    level: usize,
}

/// A child of a node, with hidden groups opened unless they are elements of a list.
#[derive(Debug, Clone, Copy)]
struct Child {
    id: NodeId,
    place: Place,
}

impl Child {
    /// Returns the list that it is an element of.
    fn list(&self) -> Option<u32> {
        match self.place {
            Place::Element { list, .. } => Some(list),
            _ => None,
        }
    }
}

impl TreePrinter<'_> {
    /// Lays out a node. The elements of the outermost list are on lines of their own, even if all of them would fit into one.
    fn print(&mut self, id: NodeId, depth: usize, is_outermost: bool) {
        let is_broken = self.level < MAX_LEVELS && self.view.tree.size(id) > 1 && !self.fits(self.view.text_of(id));
        if !is_broken && !is_outermost {
            self.write(self.view.text_of(id));
            return;
        }
        let children = self.visible_children(id);
        let lists = self.broken_lists(&children, is_broken);
        self.level += 1;
        // Whether anything but elements has come, and whether the last line began deeper than this node.
        let (mut has_other, mut is_inside) = (false, false);
        for (number, &child) in children.iter().enumerate() {
            let is_element = |child: &Child| child.list().is_some_and(|list| lists.contains(&list));
            // In `a ("," a)*` the first element is in no list.
            let is_head = children.get(number + 1).is_some_and(|next| is_element(next) && self.is_separated(next.id));
            let is_block = number > 0 && is_broken && self.is_block(child.id);
            let mut inner = depth;
            if is_element(&child) || is_head || is_block {
                if number > 0 {
                    // Behind an element that began no line, as the first of a list, others are as deep.
                    is_inside |= has_other;
                    inner += usize::from(is_inside);
                    self.begin_line(child.id, inner);
                }
            } else if !self.is_separator(child) {
                if is_inside || (number > 0 && is_broken && self.is_clause(child)) {
                    self.begin_line(child.id, depth);
                }
                is_inside = false;
            }
            has_other |= !is_element(&child);
            self.print(child.id, inner, is_outermost && children.len() == 1);
        }
        self.level -= 1;
    }

    /// Returns whether a child begins a line where the node is too long for one: an optional part that begins with a keyword.
    fn is_clause(&self, child: Child) -> bool {
        let (tree, grammar) = (&self.view.tree, &self.view.language.grammar);
        let leaf = tree.subtree(child.id).find(|&id| tree.size(id) == 1 && self.view.weight(id) > 0);
        let terminal = leaf.and_then(|leaf| grammar.terminal(tree.node(leaf).symbol));
        let is_keyword = terminal
            .is_some_and(|terminal| matches!(grammar.regulars[terminal.regular.0 as usize], Regular::Literal { .. }));
        child.place == Place::Optional && is_keyword && self.view.text_of(child.id)[0].is_ascii_alphabetic()
    }

    /// Returns whether a node is a list that is too long for the line, such as the statements in a loop.
    fn is_block(&self, id: NodeId) -> bool {
        let is_long = self.view.tree.size(id) > 1 && !self.fits(self.view.text_of(id));
        is_long && self.visible_children(id).first().is_some_and(|child| child.list().is_some())
    }

    fn is_separator(&self, child: Child) -> bool {
        child.place == Place::Separator || matches!(self.view.text_of(child.id).trim_ascii(), b"," | b";")
    }

    /// Returns whether an element begins with a separator.
    fn is_separated(&self, id: NodeId) -> bool {
        matches!(self.view.text_of(id).trim_ascii_start().first(), Some(b',' | b';' | b'|'))
    }

    /// Returns the children of a node that are more than white space. Hidden groups are opened, unless they are elements, and so are lists
    /// that are written by recursion: those of `a,b,c` with `<list> ::= <x> ("," <list>)?` are `a`, `,`, `b`, `,` and `c`.
    fn visible_children(&self, id: NodeId) -> Vec<Child> {
        let mut children = Vec::new();
        self.children(id, &mut children);
        let symbol = self.view.tree.node(id).symbol;
        let is_rest = |child: &mut Child| self.view.tree.node(child.id).symbol == symbol;
        while let Some(rest) = children.pop_if(|child| is_rest(child)) {
            let first = children.len();
            self.children(rest.id, &mut children);
            if let Some(child) = children.get_mut(first) {
                child.place = Place::Element { list: RECURSIVE, first: false };
            }
        }
        children
    }

    fn children(&self, id: NodeId, children: &mut Vec<Child>) {
        for id in self.view.parts(id).filter(|&part| self.view.weight(part) > 0) {
            let place = self.view.place(id);
            if self.view.tree.node(id).hidden && !matches!(place, Place::Element { .. }) {
                let first = children.len();
                self.children(id, children);
                if place == Place::Optional
                    && let Some(child) = children.get_mut(first)
                {
                    child.place = place;
                }
            } else if !self.view.text_of(id).trim_ascii().is_empty() {
                children.push(Child { id, place });
            }
        }
    }

    /// Returns the lists whose elements are put on lines of their own: those that take half a line or more. If there are none, and a node
    /// that is too long has no clauses, it is the longest list; in a node that is not too long it is the list that it begins with.
    fn broken_lists(&self, children: &[Child], is_broken: bool) -> Vec<u32> {
        let mut lists: BTreeMap<u32, usize> = BTreeMap::new();
        for child in children {
            if let Some(list) = child.list() {
                *lists.entry(list).or_default() += self.view.weight(child.id);
            }
        }
        if !is_broken {
            let first = children.first().and_then(|child| child.list());
            lists.retain(|&list, _| first == Some(list));
            return lists.into_keys().collect();
        }
        let longest = lists.values().copied().max().unwrap_or_default();
        let has_clauses = children.iter().any(|&child| self.is_clause(child));
        let least = if has_clauses { WIDTH / 2 } else { longest.min(WIDTH / 2) };
        lists.into_iter().filter(|&(_, bytes)| bytes >= least).map(|(list, _)| list).collect()
    }

    fn begin_line(&mut self, id: NodeId, depth: usize) {
        let node = self.view.tree.node(id);
        let separator = usize::from(self.is_separated(id));
        let text = self.view.text_of(id).trim_ascii_start();
        let start = node.span.end - text[separator.min(text.len())..].trim_ascii_start().len();
        self.breaks.insert(start, Line { depth, item: node.item });
        self.column = depth * INDENT.len();
    }

    fn write(&mut self, text: &[u8]) {
        self.column = match text.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => text.len() - end - 1,
            None => self.column + text.len(),
        };
    }

    fn fits(&self, text: &[u8]) -> bool {
        let text = text.trim_ascii_end();
        self.column + text.len() <= WIDTH && !text.contains(&b'\n')
    }
}

/// Returns the text with its lines. White space at their ends and beginnings goes.
fn broken(text: &[u8], breaks: &Breaks) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(2 * text.len());
    let mut at = 0;
    for (&start, line) in breaks {
        out.extend_from_slice(text[at..start].trim_ascii_end());
        if !out.is_empty() {
            out.push(b'\n');
        }
        out.extend(INDENT.repeat(line.depth).bytes());
        at = start;
    }
    out.extend_from_slice(text[at..].trim_ascii_end());
    out.push(b'\n');
    out
}

/// A node as white space does not change it: its symbol and alternative, and the text of a leaf.
type NodeShape = (u32, Option<u32>, Vec<u8>);

/// Returns the nodes in preorder, without those that are white space.
fn shape(view: &View<'_>) -> Vec<NodeShape> {
    let shape_of = |id: NodeId| {
        let (node, text) = (view.tree.node(id), view.text_of(id).trim_ascii());
        let own = if view.tree.size(id) == 1 { text.to_vec() } else { Vec::new() };
        (!text.is_empty()).then(|| (node.symbol.0, node.production.map(|production| production.0), own))
    };
    view.tree.subtree(view.tree.root()).filter_map(shape_of).collect()
}

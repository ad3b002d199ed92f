//! Trees as pictures that need no other program.
//!
//! The tree grows from left to right: a column for each depth, a row for each leaf, a node beside its first child. So the input is
//! read downwards, and a wide tree becomes a long page rather than an endless line. Nothing overlaps, because the rows of a node
//! are its own.

use std::io::{self, Write};

use super::label::{columns, shortened};
use super::{alternative, leaf_text, slot, visible};
use grammarc_core::grammar::{Grammar, Slot};
use grammarc_core::tree::{Tree, TreeNode};

const ROW: usize = 26;
const BOX: usize = 20;
/// Between the columns.
const GAP: usize = 28;
const MARGIN: usize = 16;
/// One character of the font.
const COLUMN: usize = 8;
/// One character of a note.
const NOTE_COLUMN: usize = 7;
/// Left and right of a text in its box.
const PADDING: usize = 7;

const STYLE: &str = "\
text{font:13px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1c2733;white-space:pre}\
.page{fill:#fff}.edge{fill:none;stroke:#8a97a6}.note{fill:#6b7785;font-size:11px}\
rect{stroke-width:1}.rule{fill:#e6eefa;stroke:#5c80b8}.leaf{fill:#fdf3d8;stroke:#b9944a}\
.skip{fill:none;stroke:#a9b1ba;stroke-dasharray:3}\
@media(prefers-color-scheme:dark){text{fill:#e4e8ed}.page{fill:#171b21}.edge{stroke:#66727f}.note{fill:#9aa5b1}\
.rule{fill:#22324d;stroke:#6e95d0}.leaf{fill:#3a3118;stroke:#b9944a}.skip{fill:none;stroke:#5b6570}}";

/// Prints an SVG picture: rules as blue boxes, leaves as yellow boxes with their text, skips and separators as dashed ones.
/// Pointing at a box shows its name and its bytes.
///
/// # Errors
/// If `out` cannot be written to.
pub fn svg(grammar: &Grammar, text: &[u8], tree: &Tree, out: &mut impl Write) -> io::Result<()> {
    let places = layout(grammar, text, tree);
    let width = places.iter().map(|it| it.right() + it.note.width()).max().unwrap_or(0) + MARGIN;
    let height = places.iter().map(|it| it.y).max().unwrap_or(0) + ROW / 2 + MARGIN;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    )?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(out, "<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>")?;
    for it in &places {
        it.draw(out)?;
    }
    writeln!(out, "</svg>")
}

/// A node and where it stands.
struct NodeBox {
    class: &'static str,
    label: String,
    title: String,
    note: Note,
    x: usize,
    /// The middle.
    y: usize,
    depth: usize,
    /// Where its children stand: their left edge, and the middle of each in order.
    children: (usize, Vec<usize>),
}

/// The note behind a box: the name of a leaf, where its text does not tell.
struct Note(String);

impl Note {
    fn width(&self) -> usize {
        if self.0.is_empty() { 0 } else { PADDING + columns(&self.0) * NOTE_COLUMN + PADDING }
    }
}

impl NodeBox {
    fn new(grammar: &Grammar, text: &[u8], node: &TreeNode, depth: usize) -> Self {
        let name = grammar.name(node.symbol);
        let range = format!("{}..{}", node.span.start, node.span.end);
        let (class, label, note) = match leaf_text(grammar, text, node) {
            Some(leaf) => {
                let class = if slot(grammar, node) == Slot::Item { "leaf" } else { "skip" };
                let note = if is_literal(name) { String::new() } else { shortened(name.as_bytes()) };
                (class, shortened(leaf), note)
            }
            None => {
                let note = alternative(grammar, node).map_or(String::new(), |name| format!("as {name}"));
                ("rule", shortened(name.as_bytes()), note)
            }
        };
        let title = format!("{} {range}", shortened(name.as_bytes()));
        Self { class, label, title, note: Note(note), x: 0, y: 0, depth, children: (0, Vec::new()) }
    }

    fn width(&self) -> usize {
        columns(&self.label).max(1) * COLUMN + 2 * PADDING
    }

    fn right(&self) -> usize {
        self.x + self.width()
    }

    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        self.edges(out)?;
        let (width, top, base) = (self.width(), self.y - BOX / 2, self.y + 5);
        write!(out, "<g><title>{}</title>", escaped(&self.title))?;
        write!(out, "<rect class=\"{}\" x=\"{}\" y=\"{top}\" width=\"{width}\" height=\"{BOX}\" ", self.class, self.x)?;
        write!(out, "rx=\"{}\"/>", if self.class == "rule" { BOX / 2 } else { 2 })?;
        write!(out, "<text x=\"{}\" y=\"{base}\">{}</text>", self.x + PADDING, escaped(&self.label))?;
        if !self.note.0.is_empty() {
            let x = self.right() + PADDING;
            write!(out, "<text class=\"note\" x=\"{x}\" y=\"{base}\">{}</text>", escaped(&self.note.0))?;
        }
        writeln!(out, "</g>")
    }

    /// Draws a line to the first child, and from it a vertical one to the other children.
    fn edges(&self, out: &mut impl Write) -> io::Result<()> {
        let (to, rows) = &self.children;
        let [first, between @ .., last] = &rows[..] else {
            return rows
                .iter()
                .try_for_each(|row| writeln!(out, "<path class=\"edge\" d=\"{}H{to}\"/>", self.end(*row)));
        };
        let (turn, round) = (to - GAP / 2, 5);
        let (above, after) = (last - round, turn + round);
        write!(out, "<path class=\"edge\" d=\"{}H{to}", self.end(*first))?;
        write!(out, "M{turn} {first}V{above}Q{turn} {last} {after} {last}H{to}")?;
        for row in between {
            write!(out, "M{turn} {row}H{to}")?;
        }
        writeln!(out, "\"/>")
    }

    /// Where its edges begin.
    fn end(&self, row: usize) -> String {
        format!("M{} {row}", self.right() + self.note.width())
    }
}

/// Lays out every node, in preorder.
fn layout(grammar: &Grammar, text: &[u8], tree: &Tree) -> Vec<NodeBox> {
    let mut places: Vec<NodeBox> =
        visible(tree).map(|(node, depth)| NodeBox::new(grammar, text, &node, depth)).collect();
    let parents = parents(&places);
    let is_inner: Vec<bool> = (0..places.len()).map(|it| parents.get(it + 1) == Some(&Some(it))).collect();
    let lefts = lefts(&places, &is_inner);
    let mut rows = is_inner.iter().filter(|is_inner| !**is_inner).count();
    // Children are given their rows before their parents, the last first.
    for number in (0..places.len()).rev() {
        let it = &mut places[number];
        it.x = lefts[it.depth];
        it.children.0 = lefts.get(it.depth + 1).copied().unwrap_or(0);
        it.children.1.reverse();
        it.y = it.children.1.first().copied().unwrap_or_else(|| {
            rows -= 1;
            MARGIN + rows * ROW + ROW / 2
        });
        let y = it.y;
        if let Some(parent) = parents[number] {
            places[parent].children.1.push(y);
        }
    }
    places
}

/// Returns the parent of each box; the root has none.
fn parents(places: &[NodeBox]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let parent = |(number, it): (usize, &NodeBox)| {
        open.truncate(it.depth);
        let parent = open.last().copied();
        open.push(number);
        parent
    };
    places.iter().enumerate().map(parent).collect()
}

/// Returns the left edge of each column. Leaves may be wider than their column: nothing else stands in their row.
fn lefts(places: &[NodeBox], is_inner: &[bool]) -> Vec<usize> {
    let deepest = places.iter().map(|it| it.depth).max().unwrap_or(0);
    let mut widths = vec![0; deepest + 1];
    for (it, _) in places.iter().zip(is_inner).filter(|(_, is_inner)| **is_inner) {
        widths[it.depth] = widths[it.depth].max(it.width() + it.note.width());
    }
    let mut left = MARGIN;
    for width in &mut widths {
        let next = left + *width + GAP;
        *width = std::mem::replace(&mut left, next);
    }
    widths
}

/// Whether the name of a leaf is one quoted text. Then the leaf needs no note.
fn is_literal(name: &str) -> bool {
    let quoted = |quote| name.starts_with(quote) && name.ends_with(quote) && name.matches(quote).count() == 2;
    quoted('"') || quoted('\'')
}

/// Returns a text as XML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

//! The tree of an archive, from the grammar of its entries.

use std::borrow::Cow;

use super::{EntryKind, read};
use crate::format::Format;
use grammarc_core::byteset::ByteSet;
use grammarc_core::grammar::rows::{self, at_least, item, production, rule, terminal};
use grammarc_core::grammar::{
    Encoding, Grammar, Item, ItemId, Plan, Production, ProductionId, Regular, RegularId, Rule, RuleKind, Shape, Symbol,
    Table, Terminal, TerminalKind,
};
use grammarc_core::language::{Attempt, Language};
use grammarc_core::tree::Builder;

/// An archive as its entries.
pub static ARCHIVE: Format = Format::of(Language::new(Cow::Borrowed("archive"), GRAMMAR, |_, input, builder| {
    write(input, builder).map_or(Attempt::Refused, |()| Attempt::Parsed)
}));

/// `<archive> ::= <entry>*`, and the hidden rule of its repetition.
const TOP: Symbol = Symbol(0);
const REST: Symbol = Symbol(1);
/// `<entry> ::= file | link | open <entry>* close`.
const ENTRY: Symbol = Symbol(2);
const FILE: Symbol = Symbol(3);
const LINK: Symbol = Symbol(4);
const OPEN: Symbol = Symbol(5);
const CLOSE: Symbol = Symbol(6);

static RULES: [Rule; 3] = [
    rule("archive", RuleKind::Named, 0..1, Plan::Ordered, [ByteSet::ALL, ByteSet::END], 1).nullable(),
    rule("archive", RuleKind::Repeat, 1..3, Plan::Ordered, [ByteSet::ALL, ByteSet::ALL], 0).nullable(),
    rule("entry", RuleKind::Named, 3..6, Plan::Ordered, [BYTES, ByteSet::ALL], 1),
];
static PRODUCTIONS: [Production; 6] = [
    production(TOP, 0..1, Shape::Node(TOP), ByteSet::ALL, 1).nullable(),
    production(REST, 1..3, Shape::Splice, BYTES, 0),
    production(REST, 3..3, Shape::Splice, ByteSet::END, 0).nullable(),
    production(ENTRY, 3..4, Shape::Node(ENTRY), BYTES, 1),
    production(ENTRY, 4..5, Shape::Node(ENTRY), BYTES, 1).alternative(1),
    production(ENTRY, 5..8, Shape::Node(ENTRY), BYTES, 1).alternative(2),
];
static ITEMS: [Item; 8] = [
    item(REST, 0),
    item(ENTRY, 0).consume(),
    item(REST, 0),
    item(FILE, 0),
    item(LINK, 1),
    item(OPEN, 2),
    item(REST, 3),
    item(CLOSE, 4),
];
/// The first place of an entry in the list of a folder.
const AN_ENTRY: ItemId = ItemId(1);
static TERMINALS: [Terminal; 4] = [
    terminal("file", TerminalKind::Leaf, RegularId(1), BYTES),
    terminal("link", TerminalKind::Leaf, RegularId(1), BYTES),
    terminal("open", TerminalKind::Leaf, RegularId(1), BYTES),
    terminal("close", TerminalKind::Leaf, RegularId(1), BYTES),
];
static REGULARS: [Regular; 2] = [rows::bytes(&[(0, 255)]), at_least(1, 0)];
const BYTES: ByteSet = ByteSet::ALL.without_end();

/// The grammar that the builder reads.
static BUILT: Grammar = GRAMMAR;

const GRAMMAR: Grammar = Grammar {
    encoding: Encoding::Bytes,
    start: TOP,
    rules: Table::Borrowed(&RULES),
    productions: Table::Borrowed(&PRODUCTIONS),
    items: Table::Borrowed(&ITEMS),
    terminals: Table::Borrowed(&TERMINALS),
    regulars: Table::Borrowed(&REGULARS),
    separators: Table::Borrowed(&[]),
    expressions: Table::Borrowed(&[]),
    fields: Table::Borrowed(&[]),
    hooks: Table::Borrowed(&[]),
    namespaces: Table::Borrowed(&[]),
    functions: Table::Borrowed(&[]),
    labels: Table::Borrowed(&[]),
};

/// Writes the tree of an archive. Folders are kept on a stack of their own, so their depth is limited by memory alone.
fn write(input: &[u8], builder: &mut Builder) -> Option<()> {
    let entries = read(input)?;
    let top = builder.mark();
    let mut folders = Vec::new();
    for entry in entries {
        let span = entry.span;
        let (leaf, production) = match entry.kind {
            EntryKind::Folder => {
                folders.push((builder.mark(), span.start));
                builder.leaf(OPEN, span, ItemId(5));
                continue;
            }
            EntryKind::End => {
                let (mark, start) = folders.pop()?;
                builder.leaf(CLOSE, span.clone(), ItemId(7));
                builder.close(&BUILT, ProductionId(5), mark, start..span.end, AN_ENTRY);
                continue;
            }
            EntryKind::File { .. } => ((FILE, ItemId(3)), ProductionId(3)),
            EntryKind::Link { .. } => ((LINK, ItemId(4)), ProductionId(4)),
        };
        let mark = builder.mark();
        builder.leaf(leaf.0, span.clone(), leaf.1);
        builder.close(&BUILT, production, mark, span, AN_ENTRY);
    }
    builder.close(&BUILT, ProductionId(0), top, 0..input.len(), ItemId::NONE);
    Some(())
}

//! The grammar of island trees as tables. The reducer learns lists, optional parts and minimal texts from it.
//!
//! In the notation of grammar files, with `%skip <space>`:
//!
//! ```text
//! <file>      ::= <statement>*
//! <statement> ::= row ";"? (newline <block>?)?
//! <block>     ::= <statement>*                           # lines that are indented more
//! row         ::= <element> ++ "," ","? | part*
//! <element>   ::= part+
//! part        ::= word | number | string | comment | sign | <parens> | <squares> | <braces> | <tag> | <tagged>
//! <parens>    ::= "(" body ")"                           # and so on
//! <tagged>    ::= <tag> body <tag>
//! body        ::= <statement>* | row
//! ```
//!
//! The scanner writes trees of this shape without parsing by it, so FIRST and FOLLOW need not be sharp.

use grammarc_core::byteset::ByteSet;
use grammarc_core::grammar::rows::{at_least, bytes, item, literal, production, rule, sequence, terminal};
use grammarc_core::grammar::{
    Encoding, Grammar, Item, ItemId, Plan, Production, ProductionId, Regular, RegularId, Rule, RuleKind, Shape, Slot,
    Symbol, Table, Terminal, TerminalKind,
};

/// All tables.
pub(crate) const GRAMMAR: Grammar = Grammar {
    encoding: Encoding::Bytes,
    start: FILE,
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

/// Number of rules.
pub(crate) const GRAMMAR_RULES: u32 = RULES.len() as u32;

const FILE: Symbol = Symbol(0);
const STATEMENT: Symbol = Symbol(1);
const BLOCK: Symbol = Symbol(2);
const ELEMENT: Symbol = Symbol(3);
const PARENS: Symbol = Symbol(4);
const SQUARES: Symbol = Symbol(5);
const BRACES: Symbol = Symbol(6);
const TAG: Symbol = Symbol(7);
const TAGGED: Symbol = Symbol(8);
const PART: Symbol = Symbol(9);
const BODY: Symbol = Symbol(10);
const ROW: Symbol = Symbol(11);
const LIST: Symbol = Symbol(12);
const NEXT: Symbol = Symbol(13);
const STATEMENTS: Symbol = Symbol(14);
const PARTS: Symbol = Symbol(15);
const MORE: Symbol = Symbol(16);
const LISTS: Symbol = Symbol(17);
const LAST_COMMA: Symbol = Symbol(18);
const UNDER: Symbol = Symbol(19);
const GAP: Symbol = Symbol(20);
pub(super) const SPACE: Symbol = Symbol(21);
pub(super) const NEWLINE: Symbol = Symbol(22);
pub(super) const WORD: Symbol = Symbol(23);
pub(super) const NUMBER: Symbol = Symbol(24);
pub(super) const STRING: Symbol = Symbol(25);
pub(super) const COMMENT: Symbol = Symbol(26);
pub(super) const SIGN: Symbol = Symbol(27);
pub(super) const COMMA: Symbol = Symbol(28);
pub(super) const SEMICOLON: Symbol = Symbol(29);
pub(super) const LEFT_PAREN: Symbol = Symbol(30);
pub(super) const RIGHT_PAREN: Symbol = Symbol(31);
pub(super) const LEFT_SQUARE: Symbol = Symbol(32);
pub(super) const RIGHT_SQUARE: Symbol = Symbol(33);
pub(super) const LEFT_BRACE: Symbol = Symbol(34);
pub(super) const RIGHT_BRACE: Symbol = Symbol(35);
pub(super) const LESS: Symbol = Symbol(36);
pub(super) const GREATER: Symbol = Symbol(37);

pub(super) const FILE_OF_STATEMENTS: ProductionId = ProductionId(0);
pub(super) const PLAIN_STATEMENT: ProductionId = ProductionId(1);
pub(super) const ENDED_STATEMENT: ProductionId = ProductionId(2);
pub(super) const LINE_STATEMENT: ProductionId = ProductionId(3);
pub(super) const ENDED_LINE_STATEMENT: ProductionId = ProductionId(4);
pub(super) const BLOCK_OF_STATEMENTS: ProductionId = ProductionId(5);
pub(super) const ELEMENT_OF_PARTS: ProductionId = ProductionId(6);
pub(super) const IN_PARENS: ProductionId = ProductionId(7);
pub(super) const IN_SQUARES: ProductionId = ProductionId(8);
pub(super) const IN_BRACES: ProductionId = ProductionId(9);
pub(super) const IN_TAG: ProductionId = ProductionId(10);
pub(super) const IN_TAGS: ProductionId = ProductionId(11);
pub(super) const COMMA_AND_ELEMENT: ProductionId = ProductionId(27);

pub(super) const STATEMENT_SEMICOLON: ItemId = ItemId(7);
pub(super) const STATEMENT_NEWLINE: ItemId = ItemId(11);
pub(super) const LINE_SEMICOLON: ItemId = ItemId(15);
pub(super) const LINE_NEWLINE: ItemId = ItemId(17);
pub(super) const FIRST_PART: ItemId = ItemId(20);
pub(super) const OPENS_PARENS: ItemId = ItemId(22);
pub(super) const CLOSES_PARENS: ItemId = ItemId(25);
pub(super) const OPENS_SQUARES: ItemId = ItemId(26);
pub(super) const CLOSES_SQUARES: ItemId = ItemId(29);
pub(super) const OPENS_BRACES: ItemId = ItemId(30);
pub(super) const CLOSES_BRACES: ItemId = ItemId(33);
pub(super) const OPENS_TAG: ItemId = ItemId(34);
pub(super) const CLOSES_TAG: ItemId = ItemId(37);
pub(super) const OPENING_TAG: ItemId = ItemId(38);
pub(super) const CLOSING_TAG: ItemId = ItemId(41);
pub(super) const FIRST_ELEMENT: ItemId = ItemId(67);
pub(super) const NEXT_COMMA: ItemId = ItemId(70);
pub(super) const NEXT_ELEMENT: ItemId = ItemId(72);
pub(super) const A_STATEMENT: ItemId = ItemId(73);
pub(super) const A_PART: ItemId = ItemId(75);
pub(super) const A_NEXT: ItemId = ItemId(77);
pub(super) const THE_LAST_COMMA: ItemId = ItemId(80);
pub(super) const A_BLOCK: ItemId = ItemId(82);
pub(super) const A_SPACE: ItemId = ItemId(83);

/// FIRST and FOLLOW of every rule, not sharp.
const SETS: [ByteSet; 2] = [ByteSet::ALL, ByteSet::ALL];

static RULES: [Rule; 21] = [
    rule("file", RuleKind::Named, 0..1, Plan::Ordered, SETS, 1).nullable(),
    rule("statement", RuleKind::Named, 1..5, Plan::Ordered, SETS, 1).nullable(),
    rule("block", RuleKind::Named, 5..6, Plan::Ordered, SETS, 1).nullable(),
    rule("element", RuleKind::Named, 6..7, Plan::Ordered, SETS, 1),
    rule("parens", RuleKind::Named, 7..8, Plan::Ordered, SETS, 1),
    rule("squares", RuleKind::Named, 8..9, Plan::Ordered, SETS, 1),
    rule("braces", RuleKind::Named, 9..10, Plan::Ordered, SETS, 1),
    rule("tag", RuleKind::Named, 10..11, Plan::Ordered, SETS, 1),
    rule("tagged", RuleKind::Named, 11..12, Plan::Ordered, SETS, 1),
    rule("part", RuleKind::Group, 12..22, Plan::Ordered, SETS, 0),
    rule("body", RuleKind::Group, 22..24, Plan::Ordered, SETS, 0).nullable(),
    rule("row", RuleKind::Group, 24..26, Plan::Ordered, SETS, 0).nullable(),
    rule("list", RuleKind::Group, 26..27, Plan::Ordered, SETS, 0),
    rule("list", RuleKind::Group, 27..28, Plan::Ordered, SETS, 0),
    rule("statements", RuleKind::Repeat, 28..30, Plan::Ordered, SETS, 0).nullable(),
    rule("parts", RuleKind::Repeat, 30..32, Plan::Ordered, SETS, 0).nullable(),
    rule("list", RuleKind::Repeat, 32..34, Plan::Ordered, SETS, 0).nullable(),
    rule("list", RuleKind::Repeat, 34..36, Plan::Ordered, SETS, 0).nullable(),
    rule("list", RuleKind::Repeat, 36..38, Plan::Ordered, SETS, 0).nullable(),
    rule("statement", RuleKind::Repeat, 38..40, Plan::Ordered, SETS, 0).nullable(),
    rule("gap", RuleKind::Repeat, 40..42, Plan::Ordered, SETS, 0).nullable(),
];

static PRODUCTIONS: [Production; 42] = [
    production(FILE, 0..3, Shape::Node(FILE), ByteSet::ALL, 1).nullable(),
    production(STATEMENT, 3..5, Shape::Node(STATEMENT), ByteSet::ALL, 1).nullable(),
    production(STATEMENT, 5..9, Shape::Node(STATEMENT), ByteSet::ALL, 1).alternative(1),
    production(STATEMENT, 9..13, Shape::Node(STATEMENT), ByteSet::ALL, 1).alternative(2),
    production(STATEMENT, 13..19, Shape::Node(STATEMENT), ByteSet::ALL, 1).alternative(3),
    production(BLOCK, 19..20, Shape::Node(BLOCK), ByteSet::ALL, 1).nullable(),
    production(ELEMENT, 20..22, Shape::Node(ELEMENT), ByteSet::ALL, 1),
    production(PARENS, 22..26, Shape::Node(PARENS), ByteSet::ALL, 1),
    production(SQUARES, 26..30, Shape::Node(SQUARES), ByteSet::ALL, 1),
    production(BRACES, 30..34, Shape::Node(BRACES), ByteSet::ALL, 1),
    production(TAG, 34..38, Shape::Node(TAG), ByteSet::ALL, 1),
    production(TAGGED, 38..42, Shape::Node(TAGGED), ByteSet::ALL, 1),
    production(PART, 42..44, Shape::Splice, ByteSet::ALL, 0),
    production(PART, 44..46, Shape::Splice, ByteSet::ALL, 0).alternative(1),
    production(PART, 46..48, Shape::Splice, ByteSet::ALL, 0).alternative(2),
    production(PART, 48..50, Shape::Splice, ByteSet::ALL, 0).alternative(3),
    production(PART, 50..52, Shape::Splice, ByteSet::ALL, 0).alternative(4),
    production(PART, 52..54, Shape::Splice, ByteSet::ALL, 0).alternative(5),
    production(PART, 54..56, Shape::Splice, ByteSet::ALL, 0).alternative(6),
    production(PART, 56..58, Shape::Splice, ByteSet::ALL, 0).alternative(7),
    production(PART, 58..60, Shape::Splice, ByteSet::ALL, 0).alternative(8),
    production(PART, 60..62, Shape::Splice, ByteSet::ALL, 0).alternative(9),
    production(BODY, 62..64, Shape::Splice, ByteSet::ALL, 0).nullable(),
    production(BODY, 64..65, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
    production(ROW, 65..66, Shape::Splice, ByteSet::ALL, 0).nullable(),
    production(ROW, 66..67, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
    production(LIST, 67..70, Shape::Splice, ByteSet::ALL, 0),
    production(NEXT, 70..73, Shape::Element, ByteSet::ALL, 0),
    production(STATEMENTS, 73..75, Shape::Splice, ByteSet::ALL, 0).nullable(),
    production(STATEMENTS, 75..75, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
    production(PARTS, 75..77, Shape::Splice, ByteSet::ALL, 0),
    production(PARTS, 77..77, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
    production(MORE, 77..79, Shape::Splice, ByteSet::ALL, 0),
    production(MORE, 79..79, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
    production(LISTS, 79..80, Shape::Splice, ByteSet::ALL, 0),
    production(LISTS, 80..80, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
    production(LAST_COMMA, 80..82, Shape::Splice, ByteSet::ALL, 0),
    production(LAST_COMMA, 82..82, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
    production(UNDER, 82..83, Shape::Splice, ByteSet::ALL, 0).nullable(),
    production(UNDER, 83..83, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
    production(GAP, 83..84, Shape::Splice, ByteSet::ALL, 0),
    production(GAP, 84..84, Shape::Splice, ByteSet::ALL, 0).alternative(1).nullable(),
];

static ITEMS: [Item; 84] = [
    // FILE ::= GAP STATEMENTS GAP
    item(GAP, 0).slot(Slot::Skip),
    item(STATEMENTS, 1),
    item(GAP, 2).slot(Slot::Skip),
    // STATEMENT ::= GAP ROW
    item(GAP, 0).slot(Slot::Skip),
    item(ROW, 1),
    // STATEMENT ::= GAP ROW SEMICOLON GAP
    item(GAP, 0).slot(Slot::Skip),
    item(ROW, 1),
    item(SEMICOLON, 2),
    item(GAP, 3).slot(Slot::Skip),
    // STATEMENT ::= GAP ROW NEWLINE UNDER
    item(GAP, 0).slot(Slot::Skip),
    item(ROW, 1),
    item(NEWLINE, 2),
    item(UNDER, 3),
    // STATEMENT ::= GAP ROW SEMICOLON GAP NEWLINE UNDER
    item(GAP, 0).slot(Slot::Skip),
    item(ROW, 1),
    item(SEMICOLON, 2),
    item(GAP, 3).slot(Slot::Skip),
    item(NEWLINE, 4),
    item(UNDER, 5),
    // BLOCK ::= STATEMENTS
    item(STATEMENTS, 0),
    // ELEMENT ::= PART PARTS
    item(PART, 0),
    item(PARTS, 1),
    // PARENS ::= LEFT_PAREN GAP BODY RIGHT_PAREN
    item(LEFT_PAREN, 0),
    item(GAP, 1).slot(Slot::Skip),
    item(BODY, 2),
    item(RIGHT_PAREN, 3),
    // SQUARES ::= LEFT_SQUARE GAP BODY RIGHT_SQUARE
    item(LEFT_SQUARE, 0),
    item(GAP, 1).slot(Slot::Skip),
    item(BODY, 2),
    item(RIGHT_SQUARE, 3),
    // BRACES ::= LEFT_BRACE GAP BODY RIGHT_BRACE
    item(LEFT_BRACE, 0),
    item(GAP, 1).slot(Slot::Skip),
    item(BODY, 2),
    item(RIGHT_BRACE, 3),
    // TAG ::= LESS GAP BODY GREATER
    item(LESS, 0),
    item(GAP, 1).slot(Slot::Skip),
    item(BODY, 2),
    item(GREATER, 3),
    // TAGGED ::= TAG GAP BODY TAG
    item(TAG, 0),
    item(GAP, 1).slot(Slot::Skip),
    item(BODY, 2),
    item(TAG, 3),
    // PART ::= WORD GAP
    item(WORD, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= NUMBER GAP
    item(NUMBER, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= STRING GAP
    item(STRING, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= COMMENT GAP
    item(COMMENT, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= SIGN GAP
    item(SIGN, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= PARENS GAP
    item(PARENS, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= SQUARES GAP
    item(SQUARES, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= BRACES GAP
    item(BRACES, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= TAG GAP
    item(TAG, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // PART ::= TAGGED GAP
    item(TAGGED, 0).pass(),
    item(GAP, 1).slot(Slot::Skip),
    // BODY ::= STATEMENTS GAP
    item(STATEMENTS, 0),
    item(GAP, 1).slot(Slot::Skip),
    // BODY ::= ROW
    item(ROW, 0),
    // ROW ::= LISTS
    item(LISTS, 0),
    // ROW ::= PARTS
    item(PARTS, 0),
    // LIST ::= ELEMENT MORE LAST_COMMA
    item(ELEMENT, 0),
    item(MORE, 1),
    item(LAST_COMMA, 2),
    // NEXT ::= COMMA GAP ELEMENT
    item(COMMA, 0).slot(Slot::Separator),
    item(GAP, 1).slot(Slot::Skip),
    item(ELEMENT, 2),
    // STATEMENTS ::= STATEMENT STATEMENTS
    item(STATEMENT, 0).consume(),
    item(STATEMENTS, 1),
    // STATEMENTS ::= nothing
    // PARTS ::= PART PARTS
    item(PART, 0).consume(),
    item(PARTS, 1),
    // PARTS ::= nothing
    // MORE ::= NEXT MORE
    item(NEXT, 0).consume(),
    item(MORE, 1),
    // MORE ::= nothing
    // LISTS ::= LIST
    item(LIST, 0).consume(),
    // LISTS ::= nothing
    // LAST_COMMA ::= COMMA GAP
    item(COMMA, 0).consume(),
    item(GAP, 1).slot(Slot::Skip),
    // LAST_COMMA ::= nothing
    // UNDER ::= BLOCK
    item(BLOCK, 0).consume(),
    // UNDER ::= nothing
    // GAP ::= SPACE
    item(SPACE, 0).consume().slot(Slot::Skip),
    // GAP ::= nothing
];

static TERMINALS: [Terminal; 17] = [
    leaf("space", 1, b" \t\n\r"),
    leaf("newline", 2, b"\n\r"),
    leaf("word", 4, b"abcdefghijklmnopqrstuvwxyz_$ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    leaf("number", 6, b"0123456789"),
    leaf("string", 9, b"\"'`/"),
    leaf("comment", 10, b"/#-<"),
    leaf("sign", 12, b"!#$%&*+-./:<=>?@\\^`|~"),
    leaf("`,`", 13, b","),
    leaf("`;`", 14, b";"),
    leaf("`(`", 15, b"("),
    leaf("`)`", 16, b")"),
    leaf("`[`", 17, b"["),
    leaf("`]`", 18, b"]"),
    leaf("`{`", 19, b"{"),
    leaf("`}`", 20, b"}"),
    leaf("`<`", 21, b"<"),
    leaf("`>`", 22, b">"),
];

static REGULARS: [Regular; 23] = [
    bytes(&[(b'\t', b'\r'), (b' ', b' ')]),
    at_least(1, 0),
    literal(b"\n"),
    bytes(&[(b'$', b'$'), (b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z'), (0x80, 0xFF)]),
    at_least(1, 3),
    bytes(&[(b'0', b'9')]),
    at_least(1, 5),
    literal(b"\""),
    bytes(&[(0, 0xFF)]),
    sequence(&[RegularId(7), RegularId(7)]),
    literal(b"/**/"),
    bytes(&[(b'!', b'/'), (b':', b'@'), (b'\\', b'`'), (b'|', b'|'), (b'~', b'~')]),
    at_least(1, 11),
    literal(b","),
    literal(b";"),
    literal(b"("),
    literal(b")"),
    literal(b"["),
    literal(b"]"),
    literal(b"{"),
    literal(b"}"),
    literal(b"<"),
    literal(b">"),
];

/// Makes a terminal that begins with one of these bytes.
const fn leaf(name: &'static str, regular: u32, first: &[u8]) -> Terminal {
    let mut set = ByteSet::EMPTY;
    let mut index = 0;
    while index < first.len() {
        set.insert(first[index]);
        index += 1;
    }
    terminal(name, TerminalKind::Leaf, RegularId(regular), set)
}

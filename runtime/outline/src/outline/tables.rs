//! The grammar of island trees, and the names that the scanner writes their nodes by.
//!
//! `island.bnf` has the grammar, and the compiler wrote `tables/grammar.rs` from it. A place in a rule is found by the symbol that
//! stands there, while this file is compiled: so rules can change without a number here, and a place that is gone is an error.
//!
//! The test `island_tables` of the compiler renews the tables.

#[rustfmt::skip]
#[expect(unreachable_pub, reason = "the tables of a generated crate are public")]
mod grammar;

use grammarc_core::grammar::{ItemId, ProductionId, Symbol};

use grammar::symbols as s;
use grammar::{ITEMS, PRODUCTIONS, RULES};

pub use grammar::GRAMMAR;
pub(crate) use grammar::symbols::{
    BLOCK, BRACES, CLOSE_PAREN, COMMENT, ELEMENT, LESS, NEWLINE, OPEN_BRACE, PARENS, SPACE, SQUARES, STATEMENT,
};
pub(super) use grammar::symbols::{
    CLOSE_BRACE, CLOSE_BRACKET, COMMA, GREATER, NUMBER, OPEN_BRACKET, OPEN_PAREN, SEMICOLON, SIGN, STRING, WORD,
};

/// Number of rules of [`GRAMMAR`], hidden ones included.
pub const GRAMMAR_RULES: u32 = RULES.len() as u32;

pub(super) const FILE_OF_STATEMENTS: ProductionId = alternative(s::FILE, 0);
pub(super) const PLAIN_STATEMENT: ProductionId = alternative(s::STATEMENT, 0);
pub(super) const ENDED_STATEMENT: ProductionId = alternative(s::STATEMENT, 1);
pub(super) const LINE_STATEMENT: ProductionId = alternative(s::STATEMENT, 2);
pub(super) const ENDED_LINE_STATEMENT: ProductionId = alternative(s::STATEMENT, 3);
pub(super) const BLOCK_OF_STATEMENTS: ProductionId = alternative(s::BLOCK, 0);
pub(super) const ELEMENT_OF_PARTS: ProductionId = alternative(s::ELEMENT, 0);
pub(super) const IN_PARENS: ProductionId = alternative(s::PARENS, 0);
pub(super) const IN_SQUARES: ProductionId = alternative(s::SQUARES, 0);
pub(super) const IN_BRACES: ProductionId = alternative(s::BRACES, 0);
pub(super) const IN_TAG: ProductionId = alternative(s::TAG, 0);
pub(super) const IN_TAGS: ProductionId = alternative(s::TAGGED, 0);
/// The second and later elements of a list.
pub(super) const COMMA_AND_ELEMENT: ProductionId = alternative(s::LIST_GROUP_3, 0);

pub(super) const STATEMENT_SEMICOLON: ItemId = place(ENDED_STATEMENT, s::SEMICOLON);
pub(super) const STATEMENT_NEWLINE: ItemId = place(LINE_STATEMENT, s::NEWLINE);
pub(super) const LINE_SEMICOLON: ItemId = place(ENDED_LINE_STATEMENT, s::SEMICOLON);
pub(super) const LINE_NEWLINE: ItemId = place(ENDED_LINE_STATEMENT, s::NEWLINE);
pub(super) const A_BLOCK: ItemId = place(alternative(s::LINES_REPEAT, 0), s::BLOCK);
pub(super) const A_STATEMENT: ItemId = place(alternative(s::STATEMENTS_REPEAT, 0), s::STATEMENT);
pub(super) const FIRST_PART: ItemId = place(ELEMENT_OF_PARTS, s::PART_GROUP);
pub(super) const A_PART: ItemId = place(alternative(s::PARTS_REPEAT, 0), s::PART_GROUP);
pub(super) const A_NOTE: ItemId = place(alternative(s::NOTES_REPEAT, 0), s::NOTE_GROUP);
pub(super) const A_SPACE: ItemId = place(alternative(s::GAP_REPEAT, 0), s::SPACE);

pub(super) const OPENS_PARENS: ItemId = place(IN_PARENS, s::OPEN_PAREN);
pub(super) const CLOSES_PARENS: ItemId = place(IN_PARENS, s::CLOSE_PAREN);
pub(super) const OPENS_SQUARES: ItemId = place(IN_SQUARES, s::OPEN_BRACKET);
pub(super) const CLOSES_SQUARES: ItemId = place(IN_SQUARES, s::CLOSE_BRACKET);
pub(super) const OPENS_BRACES: ItemId = place(IN_BRACES, s::OPEN_BRACE);
pub(super) const CLOSES_BRACES: ItemId = place(IN_BRACES, s::CLOSE_BRACE);
pub(super) const OPENS_TAG: ItemId = place(IN_TAG, s::LESS);
pub(super) const CLOSES_TAG: ItemId = place(IN_TAG, s::GREATER);
pub(super) const OPENING_TAG: ItemId = place(IN_TAGS, s::TAG);
pub(super) const CLOSING_TAG: ItemId = last_place(IN_TAGS, s::TAG);

pub(super) const FIRST_ELEMENT: ItemId = place(alternative(s::LIST_GROUP_4, 0), s::ELEMENT);
pub(super) const NEXT_COMMA: ItemId = place(alternative(s::LIST_GROUP_2, 0), s::COMMA);
pub(super) const NEXT_ELEMENT: ItemId = place(COMMA_AND_ELEMENT, s::ELEMENT);
pub(super) const A_NEXT: ItemId = place(alternative(s::LIST_REPEAT, 0), s::LIST_GROUP_3);
pub(super) const THE_LAST_COMMA: ItemId = place(alternative(s::LIST_GROUP_5, 0), s::COMMA);

/// Returns an alternative of a rule. For example, the alternatives 0 and 1 of `<body>` are statements and a row.
const fn alternative(rule: Symbol, number: u32) -> ProductionId {
    let productions = &RULES[rule.0 as usize].productions;
    assert!(productions.start + number < productions.end, "the rule has such an alternative");
    ProductionId(productions.start + number)
}

/// Returns the first place of a symbol in an alternative. For example, `(` stands first in `"(" <gap> <body> ")"`.
const fn place(production: ProductionId, symbol: Symbol) -> ItemId {
    let items = &PRODUCTIONS[production.0 as usize].items;
    let mut item = items.start;
    while item < items.end {
        if ITEMS[item as usize].symbol.0 == symbol.0 {
            return ItemId(item);
        }
        item += 1;
    }
    panic!("the symbol stands in the alternative")
}

/// Returns the last place of a symbol in an alternative. For example, `<tag>` stands last in `<tag> <gap> <body> <tag>`.
const fn last_place(production: ProductionId, symbol: Symbol) -> ItemId {
    let items = &PRODUCTIONS[production.0 as usize].items;
    let last = ItemId(items.end - 1);
    assert!(ITEMS[last.0 as usize].symbol.0 == symbol.0, "the symbol ends the alternative");
    last
}

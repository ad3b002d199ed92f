//! Languages without structure: a text as a list of lines, of tokens, of characters. They accept everything.
//!
//! Each has one list node with one leaf for each part, so the strategies that reduce lists serve them unchanged.

use std::borrow::Cow;
use std::ops::Range;

use crate::byteset::ByteSet;
use crate::grammar::rows::{self, at_least, item, production, rule, terminal};
use crate::grammar::{
    Encoding, Grammar, Item, ItemId, Plan, Production, ProductionId, Regular, RegularId, Rule, RuleKind, Shape, Symbol,
    Table, Terminal, TerminalKind,
};
use crate::language::{Attempt, Language};
use crate::order::is_word;
use crate::tree::Builder;

/// Makes the language of lines, each with its newline. For example, `a\nb` is the lines `a\n` and `b`.
pub const fn lines() -> Language {
    Language::new(Cow::Borrowed("lines"), grammar(&LINE), |_, input, builder| list(input, builder, line_end))
}

/// Makes the language of words, numbers, runs of white space, and single other characters. For example, `ab1  12x<=`
/// is `ab1`, two spaces, `12`, `x`, `<` and `=`.
pub const fn tokens() -> Language {
    Language::new(Cow::Borrowed("tokens"), grammar(&TOKEN), |_, input, builder| list(input, builder, token_end))
}

/// Makes the language of characters; a byte that belongs to none is a part of its own. For example, `é` is one part,
/// and `\xC3` alone is one, too.
pub const fn bytes() -> Language {
    Language::new(Cow::Borrowed("bytes"), grammar(&CHARACTER), |_, input, builder| list(input, builder, character_end))
}

/// Most parts of a text in [`blocks`].
pub const MAX_BLOCKS: usize = 1024;

/// Makes the language of blocks: at most [`MAX_BLOCKS`] parts of about the same length, each up to the end of a line if one is near. For
/// example, a text of 10 MB without line breaks has 1,024 parts of 9,766 bytes.
pub const fn blocks() -> Language {
    Language::new(Cow::Borrowed("blocks"), grammar(&BLOCK), |_, input, builder| list(input, builder, block_end))
}

/// `<text>`, and the hidden rule of its repetition.
const TEXT: Symbol = Symbol(0);
const REST: Symbol = Symbol(1);
/// The one terminal.
const PART: Symbol = Symbol(2);

static LINE: [Terminal; 1] = [terminal("line", TerminalKind::Leaf, RegularId(1), ByteSet::ALL.without_end())];
static TOKEN: [Terminal; 1] = [terminal("token", TerminalKind::Leaf, RegularId(1), ByteSet::ALL.without_end())];
static BLOCK: [Terminal; 1] = [terminal("block", TerminalKind::Leaf, RegularId(1), ByteSet::ALL.without_end())];
static CHARACTER: [Terminal; 1] = [terminal("character", TerminalKind::Leaf, RegularId(1), ByteSet::ALL.without_end())];

static RULES: [Rule; 2] = [
    rule("text", RuleKind::Named, 0..1, Plan::Ordered, [ByteSet::ALL, ByteSet::END], 1).nullable(),
    rule("text", RuleKind::Repeat, 1..3, Plan::Ordered, [ByteSet::ALL, ByteSet::END], 0).nullable(),
];
static PRODUCTIONS: [Production; 3] = [
    production(TEXT, 0..1, Shape::Node(TEXT), ByteSet::ALL, 1).nullable(),
    production(REST, 1..3, Shape::Splice, ByteSet::ALL.without_end(), 0),
    production(REST, 3..3, Shape::Splice, ByteSet::END, 0).nullable(),
];
static ITEMS: [Item; 3] = [item(REST, 0), item(PART, 0).consume(), item(REST, 0)];
static REGULARS: [Regular; 2] = [rows::bytes(&[(0, 255)]), at_least(1, 0)];

/// The grammar that the builder reads. The grammars differ only in their terminal, which it does not read.
static GRAMMAR: Grammar = grammar(&LINE);

const fn grammar(part: &'static [Terminal; 1]) -> Grammar {
    Grammar {
        encoding: Encoding::Bytes,
        start: TEXT,
        rules: Table::Borrowed(&RULES),
        productions: Table::Borrowed(&PRODUCTIONS),
        items: Table::Borrowed(&ITEMS),
        terminals: Table::Borrowed(part),
        regulars: Table::Borrowed(&REGULARS),
        separators: Table::Borrowed(&[]),
        expressions: Table::Borrowed(&[]),
        fields: Table::Borrowed(&[]),
        hooks: Table::Borrowed(&[]),
        namespaces: Table::Borrowed(&[]),
        functions: Table::Borrowed(&[]),
        labels: Table::Borrowed(&[]),
    }
}

/// Writes the list of the parts that `end` finds one after another.
fn list(input: &[u8], builder: &mut Builder, end: fn(&[u8], usize) -> usize) -> Attempt {
    let mark = builder.mark();
    let mut at = 0;
    while at < input.len() {
        let next = end(input, at);
        builder.leaf(PART, at..next, ItemId(1));
        at = next;
    }
    builder.close(&GRAMMAR, ProductionId(0), mark, 0..input.len(), ItemId::NONE);
    Attempt::Parsed
}

fn line_end(input: &[u8], at: usize) -> usize {
    input[at..].iter().position(|&byte| byte == b'\n').map_or(input.len(), |length| at + length + 1)
}

fn token_end(input: &[u8], at: usize) -> usize {
    let run = |belongs: fn(u8) -> bool| {
        let length = input[at..].iter().position(|&byte| !belongs(byte));
        length.map_or(input.len(), |length| at + length)
    };
    match input[at] {
        byte if byte.is_ascii_digit() => run(|byte| byte.is_ascii_digit()),
        byte if is_word(byte) => run(is_word),
        byte if byte.is_ascii_whitespace() => run(|byte| byte.is_ascii_whitespace()),
        _ => at + 1,
    }
}

/// Returns the spans of the words, numbers, runs of white space and other characters of a text, in order.
#[doc(hidden)]
pub fn token_spans(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        at = if at < text.len() { token_end(text, at) } else { at };
        (start < at).then_some(start..at)
    })
}

fn block_end(input: &[u8], at: usize) -> usize {
    let length = input.len().div_ceil(MAX_BLOCKS);
    let end = (at + length).min(input.len());
    let near = &input[end..(end + length).min(input.len())];
    // A block that ends with a line ends there already.
    let is_whole = input[at..end].ends_with(b"\n");
    let more = near.iter().position(|&byte| byte == b'\n').filter(|_| !is_whole && length > 1);
    more.map_or(end, |more| end + more + 1)
}

fn character_end(input: &[u8], at: usize) -> usize {
    let length = match input[at] {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    let end = (at + length).min(input.len());
    if std::str::from_utf8(&input[at..end]).is_ok() { end } else { at + 1 }
}

#[cfg(test)]
mod tests {
    use super::{MAX_BLOCKS, blocks, bytes, lines, tokens};
    use crate::language::Language;
    use crate::tree::Builder;

    fn parts<'a>(language: &Language, input: &'a [u8]) -> Vec<&'a [u8]> {
        let mut builder = Builder::new();
        (language.engine)(language, input, &mut builder);
        let tree = builder.finish();
        assert_eq!(tree.node(tree.root()).span, 0..input.len());
        tree.children(tree.root()).map(|id| &input[tree.node(id).span]).collect()
    }

    #[test]
    fn parts_are_lines_tokens_and_characters() {
        assert_eq!(parts(&lines(), b"a\n\nb"), [&b"a\n"[..], b"\n", b"b"]);
        assert_eq!(parts(&tokens(), b"ab1  12x<="), [&b"ab1"[..], b"  ", b"12", b"x", b"<", b"="]);
        assert_eq!(parts(&bytes(), "aé😀".as_bytes()), ["a".as_bytes(), "é".as_bytes(), "😀".as_bytes()]);
        assert_eq!(parts(&bytes(), b"\xC3a\xFF\xE2\x82"), [b"\xC3", b"a", b"\xFF", b"\xE2", b"\x82"]);
    }

    #[test]
    fn blocks_end_with_lines_if_there_are_any() {
        let text = b"some line\n".repeat(5000);
        let all = parts(&blocks(), &text);
        assert!(
            all.len() <= MAX_BLOCKS && all.len() > MAX_BLOCKS / 3 && all.iter().all(|block| block.ends_with(b"\n"))
        );
        assert_eq!(parts(&blocks(), &[7; 3 * MAX_BLOCKS]), [[7; 3]; MAX_BLOCKS]);
        assert_eq!(parts(&blocks(), b"ab\nc"), [b"a", b"b", b"\n", b"c"]);
    }

    #[test]
    fn nothing_has_no_parts() {
        for language in [&lines(), &tokens(), &bytes()] {
            assert!(parts(language, b"").is_empty());
        }
    }
}

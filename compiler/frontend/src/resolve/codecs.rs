//! The codecs of the built-in module's rules, and of the items that stand for one of them.

use grammarc_dsl::ast::{Alternative, Item, PrimaryKind};
use grammarc_runtime::grammar::{ByteOrder, Codec, Sign};

use super::Program;
use crate::walk;

/// Most rules in a chain of rules that only pass another one on, for example `<length> ::= <u8>`. The bound ends a cycle.
const MAX_CHAIN_RULES: usize = 16;

/// Returns how an item of a file writes a number; none if it is not one of the built-in rules, nor a rule that is nothing
/// but one of them.
pub fn codec(program: &Program<'_>, file: usize, item: &Item) -> Option<Codec> {
    let (mut file, mut item) = (file, item);
    for _ in 0..MAX_CHAIN_RULES {
        let PrimaryKind::Rule(name) = &item.primary.kind else { return None };
        if item.repetition.is_some() || item.except.is_some() || item.look.is_some() {
            return None;
        }
        let rule = program.lookup(file, &name.text)?;
        if let Some(codec) = of_rule(program, rule) {
            return Some(codec);
        }
        let [Alternative { items, .. }] = program.body(rule) else { return None };
        let [only] = &items[..] else { return None };
        if !walk::is_bare(only) {
            return None;
        }
        (file, item) = (program.rules[rule].file, only);
    }
    None
}

/// Returns the codec of a rule of the built-in module; none for any other rule.
pub fn of_rule(program: &Program<'_>, rule: usize) -> Option<Codec> {
    let definition = &program.rules[rule];
    if !program.sources.files[definition.file].standard {
        return None;
    }
    Some(match definition.rule.name.text.as_str() {
        "dec" => Codec::Decimal,
        "hex" => Codec::Hexadecimal,
        "leb128" => Codec::Leb128,
        name => fixed(name)?,
    })
}

/// `u16be` and the like: sign, bits, order.
/// For example, `i32le` is a signed number of 32 bits in little-endian order.
fn fixed(name: &str) -> Option<Codec> {
    let (sign, rest) = match name.split_at_checked(1)? {
        ("u", rest) => (Sign::Unsigned, rest),
        ("i", rest) => (Sign::Signed, rest),
        _ => return None,
    };
    let (bits, order) = match rest.strip_suffix("le") {
        Some(bits) => (bits, ByteOrder::Little),
        None => (rest.strip_suffix("be").unwrap_or(rest), ByteOrder::Big),
    };
    let bits: u8 = bits.parse().ok()?;
    Some(Codec::Fixed { bytes: bits / 8, order, sign })
}

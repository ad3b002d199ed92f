//! Values at which programs often fail: numbers around the limits of integers and floats, numbers that are hard to convert, and strings that
//! are empty, very long, or hold unusual characters. A value is offered only if the terminal that it replaces can have that text.

use super::decimal::decimal;
use grammarc_core::grammar::Symbol;
use grammarc_core::language::Language;
use grammarc_generate::choices::Random;

/// Values that are tried for one token. Most grammars admit some of them.
const VALUE_TRIES: u32 = 12;
/// Lengths of very long strings, in bytes: one more than the sizes that buffers and counters often have. Each is half as frequent as the one
/// before, because a long text takes more time.
const LONG_BYTES: [usize; 5] = [257, 1_025, 4_097, 16_385, 65_537];
/// Longest text that can be a number, in bytes.
const MAX_NUMBER_BYTES: usize = 64;

/// Numbers at the limits of 8, 16, 32, 53 and 64 bits and of floats.
const NUMBERS: [&str; 36] = [
    "0",
    "-0",
    "-1",
    "1",
    "127",
    "128",
    "-129",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483646",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "0.1",
    "1e308",
    "1e309",
    "-1e400",
    "1e-400",
    "5e-324",
    "1e99999999999",
    "00",
];

/// Contents of strings; the empty one means the empty string.
const CONTENTS: [&str; 12] =
    ["", "\0", "a\0b", "\u{7f}", "é", "\u{feff}", "\u{202e}", "\u{fffd}", "\u{10ffff}", "e\u{301}", "%s%n", "\n"];

/// Returns a boundary value in place of a text; none if no value fits that was tried. With a terminal, the value is one of its texts.
/// Without one, the value has the form of the text, a number or a quoted string, and the parser decides. For example, `17` becomes
/// `2147483648`, and `"ab"` becomes `""`.
pub(super) fn value(
    language: &Language,
    terminal: Option<Symbol>,
    text: &[u8],
    random: &mut Random,
) -> Option<Vec<u8>> {
    let is_number = is_number(text);
    if terminal.is_none() && !is_number && quotes(text).is_none() {
        return None;
    }
    (0..VALUE_TRIES).find_map(|_| {
        let is_string = !is_number && (terminal.is_none() || random.flip());
        let value = if is_string { string(text, random) } else { number(random) };
        let is_fit = terminal.is_none_or(|terminal| language.is_text_of(terminal, &value));
        (is_fit && value != text).then_some(value)
    })
}

/// Returns a limit, or a number that is hard to convert.
fn number(random: &mut Random) -> Vec<u8> {
    if random.flip() {
        return decimal(random).into_bytes();
    }
    random.one_of(&NUMBERS).as_bytes().to_vec()
}

/// Returns an unusual string, with the quotes of the text if it has any.
fn string(text: &[u8], random: &mut Random) -> Vec<u8> {
    let (quote, body) = quotes(text).map_or((&text[..0], text), |body| (&text[..1], body));
    let content = match CONTENTS.get(random.below(CONTENTS.len() as u32 + 1) as usize) {
        Some(content) => content.as_bytes().to_vec(),
        None => {
            let unit = if body.is_empty() { b"A" } else { body };
            let length = LONG_BYTES[(random.bits().trailing_zeros() as usize).min(LONG_BYTES.len() - 1)];
            unit.repeat(length.div_ceil(unit.len()))
        }
    };
    [quote, &content, quote].concat()
}

/// Returns the text between two equal quotes: `ab` of `"ab"`. None if there are none.
fn quotes(text: &[u8]) -> Option<&[u8]> {
    let (first, rest) = text.split_first()?;
    let (last, body) = rest.split_last()?;
    (first == last && b"\"'`".contains(first)).then_some(body)
}

/// Returns whether a text is a decimal number: it begins with a digit or with a sign and a digit.
fn is_number(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let is_part = |byte: &u8| byte.is_ascii_digit() || b".eE+-".contains(byte);
    text.len() <= MAX_NUMBER_BYTES && digits.first().is_some_and(u8::is_ascii_digit) && digits.iter().all(is_part)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::mutate::tests::lines;

    #[test]
    fn numbers_become_limits_and_strings_keep_their_quotes() {
        let language = lines();
        let mut random = Random::new(1);
        let mut values = |text: &[u8]| -> HashSet<Vec<u8>> {
            (0..4_000).filter_map(|_| value(&language, None, text, &mut random)).collect()
        };
        let numbers = values(b"17");
        assert!(numbers.contains(&b"2147483648"[..]) && numbers.contains(&b"-1"[..]) && numbers.contains(&b"0"[..]));
        let strings = values(b"\"ab\"");
        assert!(strings.contains(&b"\"\""[..]) && strings.contains(&b"\"\0\""[..]));
        assert!(strings.iter().any(|text| text.len() > 65_537));
        assert!(strings.iter().all(|text| text.starts_with(b"\"") && text.ends_with(b"\"")));
        assert!(values(b"word").is_empty());
    }

    #[test]
    fn a_terminal_decides_which_values_fit() {
        let language = lines();
        let line = language.grammar.terminal_symbol(0);
        let mut random = Random::new(1);
        let values: Vec<Vec<u8>> = (0..100).filter_map(|_| value(&language, Some(line), b"one", &mut random)).collect();
        assert!(!values.is_empty() && values.iter().all(|text| language.is_text_of(line, text)));
    }
}

//! Damage of a whole text, which need not parse afterwards: bytes change anywhere, ranges are cut out, repeated and taken from another text,
//! parts stand where others belong, and ill-formed UTF-8 is put in. Errors in a program's input reach code that a correct text never does.

use super::noise;
use super::piece::Source;
use grammarc_generate::choices::Random;

/// Greatest number of damages of one text. With more of them, a program would stop at the first one.
const MAX_DAMAGES: u32 = 3;
/// Greatest number of bytes that one damage changes.
const MAX_CHANGED_BYTES: u32 = 4;
/// Longest range that is cut out or copied, in bytes, as a power of two. Short ones are as frequent as long ones.
const MAX_LOG_RANGE_BYTES: u32 = 12;

/// Bytes that are wrong in many texts: a byte order mark, NUL, and ill-formed UTF-8. A character that is cut off, one that is longer than it
/// has to be, one half of a surrogate pair, a number beyond U+10FFFF, a byte that goes on with nothing, and one that cannot occur.
const WRONG_BYTES: [&[u8]; 12] = [
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\0",
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9f\x98",
    b"\xc0\x80",
    b"\xe0\x80\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\x80",
    b"\xff",
];

/// Kind of a damage. The examples change `f(1, 2);`, where another text has `g(x);`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Damage {
    /// Some bytes change: `f(1,02;;`.
    Bytes,
    /// A range is gone: `f( 2);`.
    Gap,
    /// The rest is gone: `f(1,`.
    End,
    /// A range stands in another place, too: `f(1, (1, 2);`.
    Copy,
    /// The other text goes on: `f(1, (x);`.
    Join,
    /// A part stands in place of one of another kind: `f(g(x);, 2);`.
    Misplacement,
    /// Bytes are put in that no text has: `f(1,\xff 2);`.
    WrongBytes,
}

impl Damage {
    const ALL: [Self; 7] =
        [Self::Bytes, Self::Gap, Self::End, Self::Copy, Self::Join, Self::Misplacement, Self::WrongBytes];

    /// Damages a text. The pieces of the source are those of the text before it was damaged.
    fn done(self, text: &mut Vec<u8>, source: Source<'_>, other: Source<'_>, random: &mut Random) {
        match self {
            Self::Bytes => {
                (0..1 + random.below(MAX_CHANGED_BYTES)).for_each(|_| noise::change(text, random));
            }
            Self::Gap => drop(text.drain(range(text, random))),
            Self::End => text.truncate(place(text, random)),
            Self::Copy => {
                let copy = text[range(text, random)].to_vec();
                insert(text, &copy, random);
            }
            Self::Join => {
                text.truncate(place(text, random));
                text.extend_from_slice(&other.text[place(other.text, random)..]);
            }
            Self::Misplacement => {
                let (Some(piece), Some(wrong)) = (source.any(random), other.any(random)) else { return };
                let span = piece.span();
                if span.end <= text.len() {
                    text.splice(span, other.bytes(wrong).iter().copied());
                }
            }
            Self::WrongBytes => {
                let wrong = random.one_of(&WRONG_BYTES);
                insert(text, wrong, random);
            }
        }
    }
}

/// Returns a text with one to three damages: with one in half of the cases, with two in a quarter. By chance, it may still parse.
pub(super) fn damaged(source: Source<'_>, other: Source<'_>, random: &mut Random) -> Vec<u8> {
    let mut text = source.text.to_vec();
    for _ in 0..=random.bits().trailing_zeros().min(MAX_DAMAGES - 1) {
        let damage = random.one_of(&Damage::ALL);
        damage.done(&mut text, source, other, random);
    }
    text
}

/// Returns a place in a text, or behind it.
fn place(text: &[u8], random: &mut Random) -> usize {
    random.below(text.len() as u32 + 1) as usize
}

/// Returns a range of a text, usually a short one.
fn range(text: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let start = place(text, random);
    let log = random.below(MAX_LOG_RANGE_BYTES + 1);
    let bytes = 1 + random.below(1 << log) as usize;
    start..(start + bytes).min(text.len())
}

/// Inserts bytes in some place of a text. One of four goes to the front, where programs look for a byte order mark.
fn insert(text: &mut Vec<u8>, bytes: &[u8], random: &mut Random) {
    let place = if random.below(4) == 0 { 0 } else { place(text, random) };
    text.splice(place..place, bytes.iter().copied());
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::mutate::piece::Piece;
    use grammarc_core::grammar::ItemId;

    #[test]
    fn each_damage_makes_its_example() {
        let pieces = [Piece::new(ItemId(0), 2..3), Piece::new(ItemId(0), 5..6)];
        let source = Source { text: b"f(1, 2);", pieces: &pieces };
        let pieces = [Piece::new(ItemId(1), 0..5)];
        let other = Source { text: b"g(x);", pieces: &pieces };
        let examples: [(Damage, &[u8]); 7] = [
            (Damage::Bytes, b"f(1, 2;"),
            (Damage::Gap, b"f( 2);"),
            (Damage::End, b"f(1,"),
            (Damage::Copy, b"f(1, (1, 2);"),
            (Damage::Join, b"f(1, (x);"),
            (Damage::Misplacement, b"f(g(x);, 2);"),
            (Damage::WrongBytes, b"f(1,\xff 2);"),
        ];
        let mut random = Random::new(1);
        for (damage, example) in examples {
            let mut once = || {
                let mut text = source.text.to_vec();
                damage.done(&mut text, source, other, &mut random);
                text
            };
            let made: HashSet<Vec<u8>> = (0..20_000).map(|_| once()).collect();
            assert!(made.contains(example), "{damage:?}: {}", example.escape_ascii());
        }
    }

    #[test]
    fn empty_texts_are_damaged_as_well() {
        let nothing = Source { text: b"", pieces: &[] };
        let mut random = Random::new(1);
        let made: HashSet<Vec<u8>> = (0..1_000).map(|_| damaged(nothing, nothing, &mut random)).collect();
        assert!(made.len() > 10 && made.contains(&b"\xff"[..]));
    }
}

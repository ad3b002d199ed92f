//! Reductions of broken inputs: texts of pieces that hardly any grammar accepts, by any strategy.

use std::collections::HashMap;
use std::sync::LazyLock;

use grammarc::bundled;
use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::grammar::Symbol;
use grammarc_runtime::island::tokens;
use grammarc_runtime::order;
use grammarc_runtime::reduce::{
    Error, Hooks, Languages, Names, Options, STRATEGIES, Strategy, Validity, Whitespace, reduce,
};

use super::engines::language;
use super::{Bytes, check_tree};
use crate::corpus::samples;

/// Bytes of the longest text. Reductions of longer ones take too long, and find nothing more.
const MAX_TEXT_BYTES: usize = 400;
/// Bytes of the longest piece.
const MAX_PIECE_BYTES: usize = 60;
/// Tokens of the longest piece of a sample.
const MAX_PIECE_TOKENS: usize = 12;
/// Number of pieces at most.
const MAX_PIECES: u8 = 5;
/// Number of tests for each step of the byte that limits them.
const TESTS_PER_STEP: u64 = 2;

/// The pieces of each bundled grammar.
static PIECES: LazyLock<HashMap<&str, Vec<Vec<u8>>>> =
    LazyLock::new(|| bundled::ALL.iter().map(|it| (it.name, pieces_of(it.name))).collect());

/// The outcome of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// Its grammar accepts it after all.
    Accepted,
    /// It has a tree by its grammar with islands.
    WithIslands,
    /// It has a tree of islands alone.
    Islands,
}

/// Reduces a broken text, and returns how it was read and whether it became smaller. The first line names a bundled grammar. The
/// next bytes choose the strategy, options, the limit of tests and the oracle; the remaining bytes choose a text and pieces for it.
/// For example, the pieces `<?x?>` and `/` are a broken text of XML.
///
/// # Panics
/// If a result is not interesting, or larger than the text.
pub fn broken(bytes: &[u8]) -> (Broken, bool) {
    let mut bytes = Bytes(bytes);
    let line = bytes.line();
    let language = language(line);
    let options = options(&mut bytes);
    let oracle = [bytes.byte(), bytes.byte(), bytes.byte()];
    let text = text(language, &mut bytes);
    let languages = Languages::new(language);
    let view = languages.view(&*text);
    check_tree(&view.tree, &text);
    let islands = languages.islands(&view);
    let is_accepted = languages.is_parsed(&view);
    let kind = match islands.as_slice() {
        _ if is_accepted => Broken::Accepted,
        [all] if *all == (0..text.len()) => Broken::Islands,
        _ => Broken::WithIslands,
    };
    drop(view);
    let is_interesting = |candidate: &[u8]| candidate == text || judge(oracle, &text, candidate);
    match reduce(language, &text, &is_interesting, &options) {
        Ok(result) => {
            for small in std::iter::once(&result.text).chain(&result.valid) {
                assert!(is_interesting(small), "{} is not interesting", small.escape_ascii());
                assert!(order::compare(small, &text).is_le(), "{} has grown", small.escape_ascii());
            }
            (kind, result.text.len() < text.len())
        }
        Err(Error::Invalid) if options.validity == Validity::Strict => (kind, false),
        Err(error) => panic!("{error}"),
    }
}

fn options(bytes: &mut Bytes<'_>) -> Options {
    let all: Vec<&'static Strategy> = STRATEGIES.iter().chain(grammarc_papers::STRATEGIES).copied().collect();
    let strategies = vec![all[usize::from(bytes.byte()) % all.len()]];
    let flags = bytes.byte();
    let validity = [Validity::Prefer, Validity::Off, Validity::Strict, Validity::Prefer][usize::from(flags & 3)];
    let hooks = [Hooks::Repair, Hooks::Discard, Hooks::Off, Hooks::Repair][usize::from(flags >> 2 & 3)];
    let whitespace = if flags & 16 == 0 { Whitespace::Free } else { Whitespace::Keep };
    let names = if flags & 32 == 0 { Names::Free } else { Names::Keep };
    let certify = flags & 64 != 0;
    let tests = Some(1 + TESTS_PER_STEP * u64::from(bytes.byte()));
    Options { strategies, validity, hooks, whitespace, names, certify, tests, ..Options::default() }
}

/// An oracle whose answer depends on the candidate and the text alone.
fn judge([kind, one, other]: [u8; 3], text: &[u8], candidate: &[u8]) -> bool {
    let start = usize::from(one) % text.len().max(1);
    let needle = &text[start.min(text.len())..text.len().min(start + 1 + usize::from(other % 8))];
    let has_needle = || candidate.windows(needle.len().max(1)).any(|window| window == needle);
    match kind % 5 {
        // Everything is interesting.
        0 => true,
        1 => has_needle(),
        // Some bytes of the text in their order, wherever they stand.
        2 => {
            let mut rest = candidate.iter();
            let mut wanted = text[start.min(text.len())..].iter().step_by(3 + usize::from(other)).take(8);
            wanted.all(|byte| rest.any(|here| here == byte))
        }
        // No reason that a reducer could guess.
        3 => has_needle() && mixed(candidate).is_multiple_of(2 + u64::from(other % 3)),
        _ => candidate.len().is_multiple_of(1 + usize::from(other % 4)) && has_needle(),
    }
}

/// Returns a number that changes with every byte.
fn mixed(text: &[u8]) -> u64 {
    let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    text.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Puts pieces together, or into a text of the language. A few pieces are enough, and leave most of a text as it was.
fn text(language: &Format, bytes: &mut Bytes<'_>) -> Vec<u8> {
    let pieces = &PIECES[&*language.name];
    let mut text = match bytes.byte() % 3 {
        0 => Vec::new(),
        1 => language.facts().symbol(language.grammar.start).minimal.to_vec(),
        _ => fuzz(language, &mut Choices::fresh(u64::from(bytes.byte())), 4).unwrap_or_default(),
    };
    text.truncate(MAX_TEXT_BYTES / 2);
    let mut left = 1 + bytes.byte() % MAX_PIECES;
    while !bytes.is_empty() && left > 0 && text.len() < MAX_TEXT_BYTES {
        left -= 1;
        let at = if bytes.byte().is_multiple_of(2) { text.len() } else { bytes.below(text.len() + 1) };
        let until = (at + usize::from(bytes.byte() % 4)).min(text.len());
        let piece = match bytes.byte() % 8 {
            0 => bytes.some().to_vec(),
            1 => vec![bytes.byte()],
            2 => text[bytes.below(text.len() + 1)..].to_vec(),
            3 => text.split_off(at).into_iter().take(1).collect(),
            _ => pieces[bytes.below(pieces.len())].clone(),
        };
        text.splice(at..until.min(text.len()).max(at), piece);
    }
    text.truncate(MAX_TEXT_BYTES);
    text
}

/// Returns pieces of a bundled grammar: the shortest text of each rule and token, and some tokens in a row of its samples.
fn pieces_of(name: &str) -> Vec<Vec<u8>> {
    let language = language(name.as_bytes());
    let symbols = language.grammar.rules.len() + language.grammar.terminals.len();
    let shortest = (0..symbols as u32).map(|number| language.facts().symbol(Symbol(number)).minimal.to_vec());
    let mut pieces: Vec<Vec<u8>> = shortest.collect();
    pieces.extend(samples(name).iter().flat_map(|sample| cut(sample)));
    pieces.retain(|piece| !piece.is_empty() && piece.len() <= MAX_PIECE_BYTES);
    pieces.sort();
    pieces.dedup();
    pieces
}

/// Cuts a sample into runs of 1 to 12 tokens, as a text without a grammar has them.
fn cut(sample: &[u8]) -> Vec<Vec<u8>> {
    let head = &sample[..sample.len().min(2_000)];
    let tokens: Vec<_> = tokens(head);
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let until = (at + 1 + pieces.len() % MAX_PIECE_TOKENS).min(tokens.len());
        pieces.push(head[tokens[at].start..tokens[until - 1].end].to_vec());
        at = until;
    }
    pieces
}

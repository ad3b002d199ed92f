//! The names that a program defines become letters, all at once or by halves. For example, `int counter = 0;` becomes `int a = 0;`.
//!
//! A fourth of most programs are long names. `names` shortens them one by one, and later, when little else is left.

use std::collections::{HashMap, HashSet};

use super::program::program_of;
use super::{Search, Stop, Strategy};
use crate::edit::Candidate;
use grammarc_outline::halves::middle;
use grammarc_outline::outline::{Kind, tokens};

/// Renaming many names at once.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "letters", paper: "shorten the names that a program defines, all at once or by halves", run };

/// A list of names is split as long as short ones save at least this share of the text: one in so many bytes.
const SHARE: usize = 100;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let Some((_, program)) = program_of(search) else { return Ok(()) };
    let text = search.text().clone();
    let renaming = Renaming::of(&text, program.names());
    let mut taken: HashSet<&[u8]> = HashSet::new();
    let mut open = vec![renaming.words()];
    while let Some(list) = open.pop() {
        let saved: usize = list.iter().map(|word| renaming.saved(word)).sum();
        if saved < (search.text().len() / SHARE).max(1) {
            continue;
        }
        let renamed: HashSet<&[u8]> = taken.iter().chain(&list).copied().collect();
        if search.first([((), Candidate::Text(renaming.text(&renamed)))])?.is_some() {
            taken = renamed;
        } else if list.len() > 1 {
            let (first, second) = list.split_at(middle(list.iter().map(|word| renaming.saved(word))));
            open.extend([second.to_vec(), first.to_vec()]);
        }
    }
    Ok(())
}

/// A short name for each name of a text.
struct Renaming<'t> {
    text: &'t [u8],
    /// By name: its short name, and the bytes that this saves.
    short: HashMap<&'t [u8], (Vec<u8>, usize)>,
}

impl<'t> Renaming<'t> {
    /// Gives the names that save most the shortest ones. No short name occurs in the text.
    fn of<'n>(text: &'t [u8], names: impl Iterator<Item = &'n [u8]>) -> Self {
        let names: HashSet<&[u8]> = names.collect();
        let mut counts: HashMap<&[u8], usize> = HashMap::new();
        for token in tokens(text).into_iter().filter(|token| token.kind == Kind::Word) {
            *counts.entry(&text[token.start..token.end]).or_default() += 1;
        }
        let is_long = |word: &[u8]| word.len() > 1 && names.contains(word);
        let mut long: Vec<(&[u8], usize)> =
            counts.iter().map(|(&word, &count)| (word, count)).filter(|(word, _)| is_long(word)).collect();
        long.sort_unstable_by_key(|&(word, count)| (std::cmp::Reverse((word.len() - 1) * count), word));
        let free = short_names().filter(|name| !counts.contains_key(name.as_slice()));
        let short = long.into_iter().zip(free).filter(|((word, _), name)| name.len() < word.len());
        let short = short.map(|((word, count), name)| {
            let saved = (word.len() - name.len()) * count;
            (word, (name, saved))
        });
        Self { text, short: short.collect() }
    }

    /// Returns all names with a short one, those that save most first.
    fn words(&self) -> Vec<&'t [u8]> {
        let mut words: Vec<&[u8]> = self.short.keys().copied().collect();
        words.sort_unstable_by_key(|word| (std::cmp::Reverse(self.saved(word)), *word));
        words
    }

    /// Returns the number of bytes that the short name of a name saves.
    fn saved(&self, word: &[u8]) -> usize {
        self.short.get(word).map_or(0, |(_, saved)| *saved)
    }

    /// Returns the text with some names short.
    fn text(&self, renamed: &HashSet<&[u8]>) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.text.len());
        for token in tokens(self.text) {
            let word = &self.text[token.start..token.end];
            let short = self.short.get(word).filter(|_| token.kind == Kind::Word && renamed.contains(word));
            text.extend_from_slice(short.map_or(word, |(name, _)| name));
        }
        text
    }
}

/// Returns names in order of their lengths: letters, then letters with digits behind them, because no keyword has any.
fn short_names() -> impl Iterator<Item = Vec<u8>> {
    let letters = || (b'a'..=b'z').chain(b'A'..=b'Z');
    let numbered = (0_u32..)
        .flat_map(move |number| letters().map(move |letter| [&[letter], number.to_string().as_bytes()].concat()));
    letters().map(|letter| vec![letter]).chain(numbered)
}

#[cfg(test)]
mod tests {
    use super::{Renaming, STRATEGY, short_names};
    use crate::island::ISLAND;
    use crate::reduce::{Options, reduce};

    #[test]
    fn names_become_letters_that_the_text_lacks() {
        let text = b"int count = a; count += other; f(\"count\");";
        let renaming = Renaming::of(text, [b"count".as_slice(), b"other", b"a"].into_iter());
        let short = renaming.text(&renaming.words().into_iter().collect());
        assert_eq!(String::from_utf8_lossy(&short), "int b = a; b += c; f(\"count\");");
        assert_eq!((renaming.saved(b"count"), renaming.saved(b"a")), (8, 0));
    }

    #[test]
    fn short_names_are_letters_and_then_have_digits() {
        let names: Vec<Vec<u8>> = short_names().take(54).collect();
        assert_eq!((&names[0][..], &names[51][..], &names[53][..]), (&b"a"[..], &b"Z"[..], &b"b0"[..]));
    }

    #[test]
    fn a_name_that_must_stay_does_not_keep_the_others() {
        let functions = (0..64).map(|number| format!("int function{number}() {{ return function{number}(); }}\n"));
        let input: String = functions.collect();
        let oracle = |text: &[u8]| text.windows(11).any(|word| word == b"function40(");
        let options = Options { strategies: vec![&STRATEGY], ..Options::default() };
        let reduced = reduce(&ISLAND, input.as_bytes(), &oracle, &options).expect("the input is interesting");
        let left = String::from_utf8(reduced.text).expect("it was text before");
        assert!(left.matches("function").count() <= 4 && left.contains("int a() { return a(); }"), "{left}");
    }
}

//! The keywords of a grammar, numbered. Options that begin with the same letter are told apart by the whole word, for
//! example `if` from `import`.
//!
//! A keyword matches only where the longest match of the `%word` token is no longer. If each keyword is a word in any case that
//! it may have, that match is the keyword, so at most one keyword matches at a place of the input. A token like
//! `<word> - "if"`, which excludes this keyword, does not match there either.

use crate::byteset::ByteSet;
use crate::grammar::{Grammar, Regular, RegularId, Symbol, Terminal, TerminalKind};
use crate::regular::dfa::Order;
use crate::regular::quick::QuickMap;
use crate::regular::{Automata, Matcher, token_parts};

/// Maximum number of keywords. Their numbers are bytes, and the last byte stands for no keyword.
const MAX_KEYWORDS: usize = 254;

/// The word at a place of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// A byte that no keyword begins with.
    None,
    /// The keyword of that number.
    Keyword(u8),
    /// Something else that begins like a keyword. For example, `iffy` if only `if` is a keyword.
    Other,
}

/// The keywords of a grammar, if all have the same `%word` token, and all or none of them ignore case.
#[derive(Debug, Clone, Default)]
pub struct Keywords {
    /// The token that matches them; none where keywords do not help.
    word: Option<Symbol>,
    /// Whether they ignore ASCII case. Then `numbers` has their texts in lower case.
    fold: bool,
    numbers: QuickMap<Vec<u8>, u8>,
    /// The bytes that they begin with.
    pub first: ByteSet,
    longest: usize,
}

impl Keywords {
    /// Numbers the keywords.
    pub fn new(grammar: &Grammar, automata: &Automata) -> Self {
        Self::find(grammar, automata).unwrap_or_default()
    }

    fn find(grammar: &Grammar, automata: &Automata) -> Option<Self> {
        let mut words = grammar.terminals.iter().filter_map(|terminal| terminal.word);
        let word = words.next()?;
        let all: Vec<(&[u8], bool)> = grammar
            .terminals
            .iter()
            .filter(|it| it.word.is_some())
            .map(|it| texts(grammar, it))
            .collect::<Option<Vec<_>>>()?
            .concat();
        let fold = all.first()?.1;
        let (mut numbers, mut first) = (QuickMap::default(), ByteSet::EMPTY);
        for &(text, _) in &all {
            let next = u8::try_from(numbers.len()).ok()?;
            numbers.entry(spelled(text, fold)).or_insert(next);
            first = first.union(ByteSet::of_letter(*text.first()?, fold));
        }
        let longest = all.iter().map(|(text, _)| text.len()).max()?;
        let is_alike = words.all(|other| other == word) && all.iter().all(|&(_, other)| other == fold);
        let texts = all.iter().map(|(text, _)| *text);
        let is_plain = is_alike && are_words(grammar, automata, word, texts, fold);
        (is_plain && numbers.len() <= MAX_KEYWORDS).then_some(Self { word: Some(word), fold, numbers, first, longest })
    }

    /// Returns the word at a place of the input.
    pub fn at(&self, matcher: &Matcher<'_>, at: usize) -> Word {
        if !self.first.admits(matcher.input, at) {
            return Word::None;
        }
        let end = self.word.and_then(|word| matcher.token(word, at)).filter(|end| end - at <= self.longest);
        let number = |text: &[u8]| match self.fold {
            true => self.numbers.get(&text.to_ascii_lowercase()),
            false => self.numbers.get(text),
        };
        end.and_then(|end| number(&matcher.input[at..end])).map_or(Word::Other, |number| Word::Keyword(*number))
    }

    /// Returns which keywords can stand where a terminal is matched, given the bytes that it can begin with. The end of
    /// input stands for anything else that begins like a keyword.
    pub fn beside(&self, grammar: &Grammar, terminal: &Terminal, first: ByteSet) -> ByteSet {
        let Some(word) = self.word.and_then(|word| grammar.terminal(word)) else { return ByteSet::ALL };
        if terminal.word.is_some() {
            let own = texts(grammar, terminal).unwrap_or_default();
            return self.set(own.into_iter().map(|(text, _)| text.to_vec()));
        }
        let begins = |text: &Vec<u8>| !ByteSet::of_letter(text[0], self.fold).intersection(first).is_empty();
        let (body, without) = token_parts(grammar, terminal.regular);
        let excluded = without
            .filter(|_| terminal.kind == TerminalKind::Token && is_alike(grammar, body, word.regular))
            .and_then(|id| literals(grammar, id))
            .unwrap_or_default();
        let is_excluded = |text: &Vec<u8>| {
            excluded.iter().any(|&(other, fold)| spelled(other, self.fold) == *text && (fold || !self.fold))
        };
        let mut set = self.set(self.numbers.keys().filter(|text| begins(text) && !is_excluded(text)).cloned());
        if !first.intersection(self.first).is_empty() {
            set.insert_end();
        }
        set
    }

    fn set(&self, texts: impl Iterator<Item = Vec<u8>>) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        texts.filter_map(|text| self.numbers.get(&spelled(&text, self.fold))).for_each(|&number| set.insert(number));
        set
    }
}

/// Returns whether the `%word` token matches all of each keyword, in any case where case is ignored. `[a-z]+` does not match the keyword
/// `i"if"` in capitals.
fn are_words<'t>(
    grammar: &Grammar,
    automata: &Automata,
    word: Symbol,
    mut texts: impl Iterator<Item = &'t [u8]>,
    fold: bool,
) -> bool {
    let body = grammar.terminal(word).map(|word| token_parts(grammar, word.regular).0);
    let Some(dfa) = body.and_then(|body| automata.dfa(grammar, body, Order::All)) else { return !fold };
    texts.all(|text| {
        let mut states = vec![dfa.start()];
        for byte in text {
            let cases = if fold { [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] } else { [*byte; 2] };
            states = states.iter().flat_map(|&state| cases.map(|byte| dfa.next(state, byte))).collect();
            states.sort_unstable();
            states.dedup();
        }
        states.iter().all(|&state| dfa.is_accepting(state))
    })
}

/// Returns the form of a text in `Keywords::numbers`. For example, `IF` becomes `if` where case is ignored.
fn spelled(text: &[u8], fold: bool) -> Vec<u8> {
    if fold { text.to_ascii_lowercase() } else { text.to_vec() }
}

/// Returns the texts of a keyword, or of a choice of keywords, and whether each is found in any case.
fn texts<'a>(grammar: &'a Grammar, terminal: &Terminal) -> Option<Vec<(&'a [u8], bool)>> {
    literals(grammar, terminal.regular)
}

/// Returns the texts of an expression that is nothing but literals. For example, `if` and `in` for `"if" | "in"`.
fn literals(grammar: &Grammar, id: RegularId) -> Option<Vec<(&[u8], bool)>> {
    match &grammar.regulars[id.0 as usize] {
        Regular::Literal { text, fold } => Some(vec![(text, *fold)]),
        Regular::Choice(parts) => {
            parts.iter().map(|part| literals(grammar, *part)).collect::<Option<Vec<_>>>().map(|all| all.concat())
        }
        _ => None,
    }
}

/// Returns whether two expressions are written alike.
fn is_alike(grammar: &Grammar, a: RegularId, b: RegularId) -> bool {
    let all = |a: &[RegularId], b: &[RegularId]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_alike(grammar, *a, *b))
    };
    match (&grammar.regulars[a.0 as usize], &grammar.regulars[b.0 as usize]) {
        _ if a == b => true,
        (Regular::Sequence(a), Regular::Sequence(b)) | (Regular::Choice(a), Regular::Choice(b)) => all(a, b),
        (Regular::Repeat { body, min, max }, Regular::Repeat { body: other, min: least, max: most }) => {
            (min, max) == (least, most) && is_alike(grammar, *body, *other)
        }
        (Regular::Literal { .. } | Regular::Chars(_) | Regular::Bytes(_), _) => {
            grammar.regulars[a.0 as usize] == grammar.regulars[b.0 as usize]
        }
        _ => false,
    }
}

//! Guesses the language of a program by its words. A wrong guess costs tests.

use std::collections::HashSet;

use super::units::UnitList;
use crate::word::is_name;

/// The properties of a language that change the meaning of names, or the content of an empty body.
#[derive(Clone, Copy)]
pub(super) struct Language {
    /// The content of an empty body, such as `loop{}`.
    filler: &'static [u8],
    /// Whether blocks are known by their indentation.
    pub is_indented: bool,
    /// Whether `:` stands before the type of a result, which an empty body does not have.
    has_colon_types: bool,
    /// Whether `->` stands before the type of a result, and not before a member.
    pub has_arrow_types: bool,
    /// Whether a variable that nothing but assignments name is an error.
    pub rejects_unused: bool,
    /// Whether a parameter of a type that nothing in it names is an error.
    pub uses_parameters: bool,
    /// Words with the members that they call without naming them.
    pub implied: &'static [(&'static [u8], &'static [u8])],
    /// Whether the members of a type are named only with the type or a value before them, even inside of it.
    pub has_closed_types: bool,
}

/// The words that tell languages apart.
#[rustfmt::skip]
const TELLING: [&[u8]; 9] = [
    b"class", b"const", b"def", b"fn", b"func", b"function", b"import", b"let", b"package",
];

/// Words of Rust with the methods of traits that they call.
const IMPLIED_IN_RUST: [(&[u8], &[u8]); 3] = [(b"collect", b"from_iter"), (b"into", b"from"), (b"for", b"next")];

/// The begin of a method in Go, and of a call of a function of that name.
const METHOD: &[u8] = b"func (";

impl Language {
    /// Guesses the language of a text by the words outside of its comments. O(n).
    pub(super) fn of(source: &UnitList<'_>) -> Self {
        let tokens = source.units.iter().flat_map(|unit| {
            let behind = unit.tokens.iter().skip(1).map(Some).chain([None]);
            unit.tokens.iter().zip(behind)
        });
        let words: HashSet<&[u8]> = tokens
            .map(|(token, behind)| (source.word(token), behind.map_or(b"".as_slice(), |behind| source.word(behind))))
            .filter_map(|(word, behind)| match word {
                b"func" if behind == b"(" => Some(METHOD),
                // A variable may have such a name, too.
                b"fn" | b"func" | b"def" if !is_name(behind) => None,
                _ => Some(word).filter(|word| TELLING.contains(word)),
            })
            .collect();
        let has = |word: &str| words.contains(word.as_bytes());
        let is_go = has("package") && (has("func") || words.contains(METHOD));
        let is_rust = has("fn") && !has("function");
        let is_indented = source.units.iter().any(|unit| unit.is_indented);
        let filler = match () {
            () if is_indented => b"".as_slice(),
            () if is_rust => b"loop{}",
            () if is_go => b"panic(0)",
            () if has("class") && has("import") => b"throw null;",
            () => b"",
        };
        Self {
            filler,
            is_indented,
            has_colon_types: has("const") && (has("let") || has("function")),
            has_arrow_types: is_rust || has("func") || has("def"),
            rejects_unused: is_go,
            uses_parameters: is_rust,
            implied: if is_rust { &IMPLIED_IN_RUST } else { &[] },
            has_closed_types: is_rust || is_go,
        }
    }

    /// Returns the content of an empty body of a function, by the tokens of its head.
    pub(super) fn filler<'w>(self, tokens: impl Iterator<Item = &'w [u8]>) -> &'static [u8] {
        let mut before: &[u8] = b"";
        let mut has_type = false;
        for token in tokens.take_while(|&token| self.has_colon_types && token != b"{") {
            has_type |= before == b")" && token == b":";
            before = token;
        }
        if has_type { b"throw 0;" } else { self.filler }
    }
}

//! Measures the words of sources: "what"-clauses and examples in comments, type names that occur twice, constants without a unit.
//!
//! For example, "Returns what is left of it" hangs on a "what"-clause. "Returns the rest of the input" names the noun instead.

use std::collections::BTreeMap;

/// A sentence of a comment, without the text of its code spans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The line on which its paragraph begins, from 1.
    pub line: usize,
    /// Its words.
    pub text: String,
}

impl Sentence {
    /// Returns whether it has the word "what".
    pub fn hangs_on_what(&self) -> bool {
        self.text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("what"))
    }

    /// Returns whether it gives an example: "for example", "such as", "as in", "like `x`" or "say `x`". A code block counts as one.
    ///
    /// ```
    /// let source = "/// Reads a list, such as `[1]`.\n/// It ends at a bracket.\nfn list() {}\n";
    /// let found: Vec<bool> = grammarc_checks::words::sentences(source).iter().map(|it| it.gives_an_example()).collect();
    /// assert_eq!(found, [true, false]);
    /// ```
    pub fn gives_an_example(&self) -> bool {
        let words: Vec<String> = self.text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
        let follows = |first: &str, second: &str| words.windows(2).any(|pair| pair[0] == first && pair[1] == second);
        words.iter().any(|word| word == "example")
            || [("for", "instance"), ("such", "as"), ("as", "in"), ("like", "x"), ("say", "x")]
                .into_iter()
                .any(|(first, second)| follows(first, second))
    }
}

/// Returns the sentences of all whole-line comments of a source, in order. Code between fences does not count, nor does a sentence of
/// one word.
///
/// ```
/// let source = "/// Keeps `what` it reads. Returns what is left:\n/// bytes.\nfn rest() {}\n";
/// let found: Vec<bool> = grammarc_checks::words::sentences(source).iter().map(|it| it.hangs_on_what()).collect();
/// assert_eq!(found, [false, true]);
/// ```
pub fn sentences(source: &str) -> Vec<Sentence> {
    let (mut found, mut paragraph, mut is_code) = (Vec::new(), (0, String::new()), false);
    for (number, line) in source.lines().enumerate() {
        let comment = line.trim_start().strip_prefix("//").map(|text| text.trim_start_matches(['/', '!']).trim());
        is_code &= comment.is_some();
        if comment.is_some_and(|text| text.starts_with("```")) {
            is_code = !is_code;
            if is_code {
                found.push(Sentence { line: number + 1, text: "An example".to_owned() });
            }
        }
        match comment.filter(|text| !is_code && !text.is_empty() && !text.starts_with("```")) {
            Some(text) => {
                let (line, words) = &mut paragraph;
                *line = if words.is_empty() { number + 1 } else { *line };
                *words += text;
                *words += " ";
            }
            None => split(&std::mem::take(&mut paragraph), &mut found),
        }
    }
    split(&paragraph, &mut found);
    found
}

/// Returns the names of the types that a source declares: structs, enums, traits, unions and aliases, but no associated types.
pub fn types(source: &str) -> Vec<&str> {
    let declared = |line: &'_ str| -> Option<(usize, usize)> {
        let text = line.trim_start();
        let is_inner = text.len() < line.len();
        let text =
            text.strip_prefix("pub ").or_else(|| text.strip_prefix("pub(")?.split_once(") ").map(|(_, text)| text));
        let text = text.unwrap_or_else(|| line.trim_start());
        let (keyword, rest) = text.split_once(' ')?;
        let is_type = matches!(keyword, "struct" | "enum" | "trait" | "union") || keyword == "type" && !is_inner;
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let start = line.len() - rest.len();
        (is_type && length > 0).then_some((start, start + length))
    };
    source.lines().filter_map(|line| declared(line).map(|(start, end)| &line[start..end])).collect()
}

/// Returns the types that occur more than once among those of several sources.
pub fn repeated_types<'a>(sources: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    sources.into_iter().flat_map(types).for_each(|name| *counts.entry(name).or_default() += 1);
    counts.into_iter().filter(|&(_, count)| count > 1).map(|(name, _)| name).collect()
}

/// Returns the numeric constants of a source whose name lacks noun and unit, such as `LONGEST`, where `MAX_TEXT_BYTES` has both.
pub fn vague_constants(source: &str) -> Vec<&str> {
    const VAGUE: [&str; 24] = [
        "LONGEST", "MOST", "FEW", "PATIENCE", "SHORT", "FREE", "LONG", "MANY", "NEAR", "SHOWN", "REACH", "WIDEST",
        "LARGEST", "SMALL", "LARGE", "ROUNDS", "STEPS", "TRIES", "TICK", "LIMIT", "EFFORT", "MAX", "FAR", "ENOUGH",
    ];
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let start = line.find("const ")? + "const ".len();
        let (name, kind) = line[start..].split_once(": ")?;
        let is_numeric = ["u8", "u16", "u32", "u64", "u128", "usize", "i32", "i64", "f64", "Duration"]
            .iter()
            .any(|number| kind.strip_prefix(number).is_some_and(|rest| rest.starts_with([' ', ';'])));
        (is_numeric && VAGUE.contains(&name)).then_some((start, start + name.len()))
    };
    source.lines().filter_map(|line| name(line).map(|(start, end)| &line[start..end])).collect()
}

/// Splits a paragraph behind full stops, colons, semicolons, exclamation and question marks. For example, `It ends: here. Really?` has
/// three parts, and the two of one word are dropped.
fn split((line, paragraph): &(usize, String), found: &mut Vec<Sentence>) {
    // Every second part between backticks is code.
    let words: Vec<&str> = paragraph.split('`').step_by(2).collect();
    let words = words.join("X");
    let ends = |word: &str| word.ends_with(['.', ':', ';', '!', '?']);
    for sentence in words.split_whitespace().collect::<Vec<_>>().split_inclusive(|word| ends(word)) {
        if sentence.len() > 1 {
            found.push(Sentence { line: *line, text: sentence.join(" ") });
        }
    }
}

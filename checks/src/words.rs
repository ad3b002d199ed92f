//! Sentences of comments, and those among them that hang on a "what"-clause: "Returns what is left of it" says less than "Returns the
//! rest of the input".

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
        is_code ^= comment.is_some_and(|text| text.starts_with("```"));
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

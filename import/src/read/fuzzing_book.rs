//! Grammars of *The Fuzzing Book*: a dictionary from names to lists of expansions, in Python or in JSON.
//!
//! For example, `{"<start>": ["<digit>+<start>", ("<digit>", opts(prob=0.3))], "<digit>": crange('0', '9')}`.

mod values;

use super::expressions::{alternative_of, exact_text};
use super::scan::{Cursor, Reading};
use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceAlternative, SourceGrammar, SourceItemKind, SourcePlace, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;

/// The weight of an alternative that is chosen as often as the others on average.
const USUAL_WEIGHT: f64 = 100.0;

/// Reads the first dictionary of the file whose first key is a name in angle brackets.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = FuzzingBook { cursor: Cursor::new(text, file), rules: Vec::new() };
    let result = reader.grammar();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    let starts =
        if reader.rules.iter().any(|rule| rule.name == "start") { vec!["start".to_owned()] } else { Vec::new() };
    SourceGrammar { head: reader.cursor.take_head(), starts, rules: reader.rules, ..Default::default() }
}

/// A value of Python, as far as grammars need it.
enum Value {
    Text(String),
    Number(f64),
    List(Vec<Placed>),
    /// A call with its arguments; a name alone has none, and an argument `x=1` is a call of `x=`.
    Call(String, Vec<Placed>),
}

struct Placed {
    value: Value,
    place: SourcePlace,
}

struct FuzzingBook<'t> {
    cursor: Cursor<'t>,
    rules: Vec<SourceRule>,
}

impl FuzzingBook<'_> {
    fn grammar(&mut self) -> Reading<()> {
        if !self.find_dictionary()? {
            return Err(self.cursor.expected("a dictionary whose keys are names such as \"<start>\""));
        }
        loop {
            self.blanks();
            if self.cursor.eat("}") {
                break;
            }
            self.rule()?;
            self.blanks();
            if !self.cursor.eat(",") {
                self.cursor.expect("}")?;
                break;
            }
        }
        let from = self.cursor.at();
        if self.find_dictionary()? {
            self.cursor.left_out("another grammar of this file", from);
        }
        Ok(())
    }

    /// Goes behind the `{` of a dictionary with a name as its first key. Strings and comments before it are skipped.
    fn find_dictionary(&mut self) -> Reading<bool> {
        loop {
            self.blanks();
            if self.cursor.eat("{") {
                self.blanks();
                if self.cursor.sees("\"<") || self.cursor.sees("'<") {
                    return Ok(true);
                }
            } else if self.cursor.sees("\"\"\"") || self.cursor.sees("'''") {
                let mark = if self.cursor.eat("\"\"\"") { "\"\"\"" } else { "'''" };
                self.cursor.eat(mark);
                self.cursor.take_until(mark)?;
            } else if self.cursor.next().is_none() {
                return Ok(false);
            }
        }
    }

    fn blanks(&mut self) {
        self.cursor.spaces();
        while self.cursor.line_comment("#") {
            self.cursor.spaces();
        }
    }

    fn rule(&mut self) -> Reading<()> {
        self.cursor.begin_rule();
        let from = self.cursor.at();
        let key = self.string()?;
        let Some(name) = key.strip_prefix('<').and_then(|key| key.strip_suffix('>')) else {
            self.cursor.go(from);
            return Err(self.cursor.expected("a name in angle brackets, such as \"<start>\""));
        };
        self.blanks();
        self.cursor.expect(":")?;
        let mut alternatives = Vec::new();
        loop {
            let expansions = self.value()?;
            self.expand(expansions, &mut alternatives)?;
            self.blanks();
            if !self.cursor.eat("+") {
                break;
            }
        }
        self.share_probability(&mut alternatives);
        let alternatives = alternatives.into_iter().map(|(alternative, _)| alternative).collect();
        let mut rule = self.cursor.end_rule(name, from, RuleRole::Syntax, alternatives);
        rule.place.span = from..from + key.len() + 2;
        match self.rules.iter_mut().find(|first| first.name == rule.name) {
            Some(first) => {
                let problem = ImportProblem::LeftOut { construct: format!("the first definition of `<{name}>`") };
                let place = std::mem::replace(first, rule).place;
                self.cursor.problems.push(Diagnostic::new(problem, place.span).in_file(place.file));
            }
            None => self.rules.push(rule),
        }
        Ok(())
    }

    /// Adds the alternatives of a value, with their probabilities.
    fn expand(&mut self, value: Placed, out: &mut Vec<(SourceAlternative, Option<f64>)>) -> Reading<()> {
        let Placed { value, place } = value;
        match value {
            Value::List(expansions) => {
                for expansion in expansions {
                    let inner = expansion.place.clone();
                    match expansion.value {
                        Value::Text(text) => out.push((expansion_of(&text, &inner), None)),
                        Value::List(parts) => self.expand_with_options(parts, &inner, out)?,
                        _ => return Err(self.expected_at("an expansion, which is a string", &inner)),
                    }
                }
                Ok(())
            }
            Value::Call(function, arguments) => {
                let texts: Vec<String> = arguments.iter().filter_map(|argument| letters_of(&argument.value)).collect();
                let Some(letters) = letters_of_call(&function, &texts) else {
                    return Err(self.expected_at("a list of expansions, `crange` or `srange`", &place));
                };
                out.extend(letters.chars().map(|c| (expansion_of(&c.to_string(), &place), None)));
                Ok(())
            }
            _ => Err(self.expected_at("a list of expansions", &place)),
        }
    }

    /// `("text", opts(prob=0.1))` of Python, or `["text", …]`.
    fn expand_with_options(
        &mut self,
        parts: Vec<Placed>,
        place: &SourcePlace,
        out: &mut Vec<(SourceAlternative, Option<f64>)>,
    ) -> Reading<()> {
        let mut parts = parts.into_iter();
        let Some(Value::Text(text)) = parts.next().map(|part| part.value) else {
            return Err(self.expected_at("an expansion, which is a string", place));
        };
        let mut probability = None;
        let options = parts.flat_map(|part| match part.value {
            Value::Call(_, arguments) => arguments,
            _ => vec![part],
        });
        for option in options {
            match option.value {
                Value::Call(name, mut value) if name == "prob=" => match value.pop().map(|value| value.value) {
                    Some(Value::Number(number)) => probability = Some(number),
                    Some(Value::Call(none, _)) if none == "None" => {}
                    _ => return Err(self.expected_at("a number as probability", &option.place)),
                },
                Value::Call(name, _) => {
                    self.left_out_at(format!("the option `{}`", name.trim_end_matches('=')), option.place)
                }
                _ => self.left_out_at("an annotation of the expansion".to_owned(), option.place),
            }
        }
        out.push((expansion_of(&text, place), probability));
        Ok(())
    }

    /// Makes weights of probabilities. Expansions without one share the rest, as in the book.
    fn share_probability(&self, alternatives: &mut [(SourceAlternative, Option<f64>)]) {
        let count = alternatives.len() as f64;
        let said: f64 = alternatives.iter().filter_map(|(_, probability)| *probability).sum();
        let unsaid = alternatives.iter().filter(|(_, probability)| probability.is_none()).count();
        if unsaid == alternatives.len() {
            return;
        }
        let rest = (1.0 - said).max(0.0) / (unsaid.max(1) as f64);
        for (alternative, probability) in alternatives {
            let weight = (probability.unwrap_or(rest) * count * USUAL_WEIGHT).round().clamp(0.0, 1e9) as u32;
            alternative.weight = Some(weight);
        }
    }

    fn expected_at(&mut self, expected: &str, place: &SourcePlace) -> Box<Diagnostic<ImportProblem>> {
        self.cursor.go(place.span.start);
        self.cursor.expected(expected)
    }

    fn left_out_at(&mut self, construct: String, place: SourcePlace) {
        let problem = ImportProblem::LeftOut { construct };
        self.cursor.problems.push(Diagnostic::new(problem, place.span).in_file(place.file));
    }
}

/// Splits `a<b>c` into the text `a`, the name `b` and the text `c`. A name has neither blanks nor angle brackets in it.
fn expansion_of(text: &str, place: &SourcePlace) -> SourceAlternative {
    let mut items = Vec::new();
    let mut plain_from = 0;
    let mut from = 0;
    let mut push = |kind| items.push(crate::source::SourceItem::new(kind, place.clone()));
    while let Some(open) = text[from..].find('<').map(|open| from + open) {
        let end = text[open + 1..].find(['<', '>', ' ']).map(|length| open + 1 + length);
        from = open + 1;
        if let Some(end) = end.filter(|&end| text[end..].starts_with('>')) {
            if plain_from < open {
                push(exact_text(&text[plain_from..open]));
            }
            push(SourceItemKind::Name(text[open + 1..end].to_owned()));
            plain_from = end + 1;
            from = plain_from;
        }
    }
    if plain_from < text.len() {
        push(exact_text(&text[plain_from..]));
    }
    SourceAlternative { place: place.clone(), ..alternative_of(items) }
}

/// The characters of a text, or of a constant of Python's module `string`.
fn letters_of(value: &Value) -> Option<String> {
    let ascii = |accepts: fn(&char) -> bool| Some((' '..='~').filter(accepts).collect());
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Call(name, _) => match name.as_str() {
            "string.digits" => ascii(char::is_ascii_digit),
            "string.hexdigits" => ascii(char::is_ascii_hexdigit),
            "string.ascii_letters" => ascii(char::is_ascii_alphabetic),
            "string.ascii_lowercase" => ascii(char::is_ascii_lowercase),
            "string.ascii_uppercase" => ascii(char::is_ascii_uppercase),
            "string.punctuation" => ascii(char::is_ascii_punctuation),
            "string.whitespace" => Some(" \t\n\r\u{b}\u{c}".to_owned()),
            "string.printable" => Some(('!'..='~').chain(" \t\n\r\u{b}\u{c}".chars()).collect()),
            _ => None,
        },
        _ => None,
    }
}

/// `crange('a', 'z')`, `srange("abc")` or `list("abc")`.
fn letters_of_call(function: &str, texts: &[String]) -> Option<String> {
    match (function, texts) {
        ("crange", [first, last]) => {
            let (first, last) = (first.chars().next()?, last.chars().next()?);
            Some((first..=last).collect())
        }
        ("srange" | "list", [letters]) => Some(letters.clone()),
        _ => None,
    }
}

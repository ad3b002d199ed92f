//! Rules of the values of a grammar: each expansion is a string with names in it, a pair of one and options, or a list of tokens.

mod ebnf;
mod letters;

use super::evaluate::{BookNames, Rules, expected};
use super::{Entry, Placed, Value};
use crate::problem::ImportProblem;
use crate::read::expressions::{alternative_of, exact_text};
use crate::read::scan::Reading;
use crate::source::{HookMoment, SourceAlternative, SourceHook, SourceItem, SourceItemKind, SourcePlace, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;
use letters::{list_of, name_of, plain};

/// The weight of an alternative that is chosen as often as the others on average.
const USUAL_WEIGHT: f64 = 100.0;

/// Returns the rules of a grammar; those before the first mistake, if there is one.
pub(super) fn grammar(
    names: &mut BookNames,
    name: &str,
    problems: &mut Vec<Diagnostic<ImportProblem>>,
) -> Vec<SourceRule> {
    let Rules { entries, is_ebnf, missing } = match names.rules(name) {
        Ok(rules) => rules,
        Err(mistake) => {
            problems.push(*mistake);
            return Vec::new();
        }
    };
    for (name, place) in missing {
        problems.push(Diagnostic::new(ImportProblem::MissingFile { name }, place.span).in_file(place.file));
    }
    let mut rules = Vec::new();
    for (rule, value) in entries {
        let mut reader = RuleReader { rule, is_ebnf, problems };
        match reader.alternatives(value) {
            Ok(alternatives) => rules.push(SourceRule { alternatives, ..reader.rule }),
            Err(mistake) => {
                problems.push(*mistake);
                break;
            }
        }
    }
    rules
}

/// Reads the expansions of one rule.
struct RuleReader<'p> {
    rule: SourceRule,
    is_ebnf: bool,
    problems: &'p mut Vec<Diagnostic<ImportProblem>>,
}

/// The options of an expansion or of a token in it.
#[derive(Default)]
struct Options {
    probability: Option<f64>,
    hooks: Vec<SourceHook>,
}

impl RuleReader<'_> {
    fn alternatives(&mut self, value: Placed) -> Reading<Vec<SourceAlternative>> {
        let mut found = Vec::new();
        for expansion in list_of(&value)? {
            let place = expansion.place.clone();
            let plainly = |parts: Vec<Placed>| -> Vec<Placed> {
                parts.iter().map(|part| Placed { value: plain(part), place: part.place.clone() }).collect()
            };
            let value =
                if let Value::List(parts) = expansion.value { Value::List(plainly(parts)) } else { expansion.value };
            found.push(match value {
                Value::Text(text) => (self.expansion_of(&text, &place), None),
                Value::List(parts) if is_with_options(&parts) => self.with_options(parts, &place)?,
                Value::List(parts) => (self.tokens(parts, &place)?, None),
                _ => return Err(expected("an expansion, which is a string or a list of tokens", &place)),
            });
        }
        share_probability(&mut found);
        Ok(found.into_iter().map(|(alternative, _)| alternative).collect())
    }

    fn expansion_of(&self, text: &str, place: &SourcePlace) -> SourceAlternative {
        let items = if self.is_ebnf { ebnf::items(text, place) } else { plain_items(text, place) };
        SourceAlternative { place: place.clone(), ..alternative_of(items) }
    }

    /// `("text", opts(prob=0.1, post=f))` of Python, or `["text", {"prob": 0.1}]`.
    fn with_options(&mut self, parts: Vec<Placed>, place: &SourcePlace) -> Reading<(SourceAlternative, Option<f64>)> {
        let mut parts = parts.into_iter();
        let Some(Value::Text(text)) = parts.next().map(|part| part.value) else {
            return Err(expected("an expansion, which is a string", place));
        };
        let Options { probability, hooks } = self.options(parts)?;
        Ok((SourceAlternative { hooks, ..self.expansion_of(&text, place) }, probability))
    }

    /// `['<a>', 'x']`, the canonical form: each token is a name or a text as it stands. A token may have options of its own:
    /// `('<a>', {'post': f})`.
    fn tokens(&mut self, parts: Vec<Placed>, place: &SourcePlace) -> Reading<SourceAlternative> {
        let mut items = Vec::new();
        for part in parts {
            let inner = part.place.clone();
            let (text, options) = match part.value {
                Value::Text(text) => (text, Options::default()),
                Value::List(pair) => {
                    let mut pair = pair.into_iter();
                    let Some(Value::Text(text)) = pair.next().map(|token| token.value) else {
                        return Err(expected("a token, which is a string", &inner));
                    };
                    (text, self.options(pair)?)
                }
                _ => return Err(expected("a token, which is a string, or a pair of one and options", &inner)),
            };
            let kind = name_of(&text).map_or_else(|| exact_text(&*text), |name| SourceItemKind::Name(name.to_owned()));
            let item = SourceItem::new(kind, inner.clone());
            items.push(match options.hooks.is_empty() {
                true => item,
                false => {
                    let hooked = SourceAlternative { hooks: options.hooks, ..alternative_of(vec![item]) };
                    SourceItem::new(SourceItemKind::Group(vec![hooked]), inner)
                }
            });
        }
        // An empty text among tokens is nothing.
        items.retain(|item| !matches!(&item.kind, SourceItemKind::Text { text, .. } if text.is_empty()));
        Ok(SourceAlternative { place: place.clone(), ..alternative_of(items) })
    }

    fn options(&mut self, parts: impl Iterator<Item = Placed>) -> Reading<Options> {
        let mut options = Options::default();
        for part in parts {
            let given: Vec<(String, Placed)> = match part.value {
                Value::Call(_, arguments) => arguments.into_iter().filter_map(keyword).collect(),
                Value::Dictionary(entries) => entries.into_iter().filter_map(other).collect(),
                Value::Name(none) if none == "None" => Vec::new(),
                _ => {
                    self.left_out("an annotation of the expansion".to_owned(), part.place);
                    Vec::new()
                }
            };
            for (name, value) in given {
                self.option(&name, value, &mut options)?;
            }
        }
        Ok(options)
    }

    fn option(&mut self, name: &str, value: Placed, options: &mut Options) -> Reading<()> {
        let is_none = matches!(&value.value, Value::Name(none) if none == "None");
        match (name, &value.value) {
            ("prob", Value::Number(number)) => options.probability = Some(*number),
            ("prob", _) if is_none => {}
            ("prob", _) => return Err(expected("a number as probability", &value.place)),
            ("pre" | "post", _) if !is_none => {
                let moment = if name == "pre" { HookMoment::Before } else { HookMoment::After };
                let function = self.function(name, &value.value);
                let problem = ImportProblem::HookStub { name: function.clone() };
                self.problems.push(Diagnostic::new(problem, value.place.span).in_file(value.place.file));
                options.hooks.push(SourceHook { moment, function });
            }
            _ => self.left_out(format!("the option `{name}`"), value.place),
        }
        Ok(())
    }

    /// Returns the name of a function: its own, or one made of the rule's. The code of a function without a name becomes a comment.
    fn function(&mut self, moment: &str, value: &Value) -> String {
        if let Value::Name(name) = value {
            return identifier(name.rsplit('.').next().unwrap_or_default());
        }
        let stem = identifier(&format!("{}_{moment}", self.rule.name));
        let is_taken = |name: &str| self.rule.comment.iter().any(|line| line.starts_with(&format!("{name}: ")));
        let mut numbered = (2..).map(|number| format!("{stem}_{number}"));
        let name = if is_taken(&stem) { numbered.find(|name| !is_taken(name)).unwrap_or_default() } else { stem };
        let code = if let Value::Code(code) = value { code } else { "a function in Python" };
        self.rule.comment.push(format!("{name}: {code}"));
        name
    }

    fn left_out(&mut self, construct: String, place: SourcePlace) {
        let problem = ImportProblem::LeftOut { construct };
        self.problems.push(Diagnostic::new(problem, place.span).in_file(place.file));
    }
}

/// Makes a name for a function in Rust.
fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = name.trim_matches(|c: char| !c.is_ascii_alphanumeric()).chars().map(plain).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("f_{name}") }
}

fn keyword(argument: Placed) -> Option<(String, Placed)> {
    match argument.value {
        // The place of the value is that of the option.
        Value::Keyword(name, value) => Some((name, Placed { value: value.value, place: argument.place })),
        _ => None,
    }
}

fn other(entry: Entry) -> Option<(String, Placed)> {
    match entry {
        Entry::Other(name, value) => Some((name, value)),
        _ => None,
    }
}

/// Returns whether parts are a string and its options.
fn is_with_options(parts: &[Placed]) -> bool {
    let is_options = |part: &Placed| match &part.value {
        Value::Call(..) | Value::Dictionary(_) | Value::Number(_) => true,
        Value::Name(name) => name == "None",
        _ => false,
    };
    matches!(parts, [Placed { value: Value::Text(_), .. }, options @ ..] if options.iter().all(is_options))
}

/// Makes weights of probabilities. Expansions without one share the rest, as in the book.
fn share_probability(alternatives: &mut [(SourceAlternative, Option<f64>)]) {
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

/// Splits `a<b>c` into the text `a`, the name `b` and the text `c`. A name has neither blanks nor angle brackets in it.
fn plain_items(text: &str, place: &SourcePlace) -> Vec<SourceItem> {
    let mut items = Vec::new();
    let mut rest = text;
    let mut plain = 0;
    let mut push = |kind| items.push(SourceItem::new(kind, place.clone()));
    while let Some(open) = rest[plain..].find('<').map(|open| plain + open) {
        match leading_name(&rest[open..]) {
            Some(name) => {
                if open > 0 {
                    push(exact_text(&rest[..open]));
                }
                push(SourceItemKind::Name(name.to_owned()));
                rest = &rest[open + name.len() + 2..];
                plain = 0;
            }
            None => plain = open + 1,
        }
    }
    if !rest.is_empty() {
        push(exact_text(rest));
    }
    items
}

/// Returns the name in angle brackets that a text begins with.
fn leading_name(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find(['<', '>', ' ']).filter(|&end| inner[end..].starts_with('>'))?;
    Some(&inner[..end])
}

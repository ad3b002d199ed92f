//! Expressions as straight code that draws a text.

use grammarc_runtime::grammar::{Grammar, Regular, RegularId};

use super::super::names::byte_lit;
use super::Fuzzer;
use super::code::{self, Code};

/// Returns the composed expressions that stand in several places of what is drawn from these roots, ascending.
pub(super) fn shared(grammar: &Grammar, roots: impl Iterator<Item = RegularId>) -> Vec<RegularId> {
    let mut uses = vec![0; grammar.regulars.len()];
    let mut open: Vec<RegularId> = roots.collect();
    while let Some(RegularId(number)) = open.pop() {
        let number = number as usize;
        uses[number] += 1;
        // The function of a shared expression holds its parts once.
        if uses[number] == 1 {
            open.extend(drawn_parts(&grammar.regulars[number]));
        }
    }
    let is_shared = |&number: &usize| uses[number] > 1 && !drawn_parts(&grammar.regulars[number]).is_empty();
    (0..uses.len()).filter(is_shared).map(|number| RegularId(number as u32)).collect()
}

/// Returns the parts of an expression that are drawn when it is.
fn drawn_parts(regular: &Regular) -> Vec<RegularId> {
    match regular {
        Regular::Sequence(parts) | Regular::Choice(parts) => parts.to_vec(),
        Regular::Repeat { body, .. } | Regular::Except { body, .. } => vec![*body],
        _ => Vec::new(),
    }
}

/// Returns the name of the function of a shared expression.
pub(super) fn part_name(RegularId(number): RegularId) -> String {
    format!("part_{number}")
}

/// Returns the name of the static of a class.
pub(super) fn class_name(RegularId(number): RegularId) -> String {
    format!("CLASS_{number}")
}

impl Fuzzer<'_> {
    /// The name of a class that is plain: its characters are repeated by several at once.
    pub(super) fn plain_class(&self, id: RegularId) -> Option<String> {
        let class = self.recipe.classes[id.0 as usize].as_ref()?;
        class.is_plain().then(|| class_name(id))
    }

    /// What draws a text of an expression.
    pub(super) fn draw(&self, regular: RegularId) -> Vec<Code> {
        match self.shared.binary_search(&regular) {
            Ok(_) => vec![Code::Call(format!("{}(f)", part_name(regular)))],
            Err(_) => self.draw_inside(regular),
        }
    }

    /// The steps themselves, where [`Fuzzer::draw`] may be content with a call.
    pub(super) fn draw_inside(&self, regular: RegularId) -> Vec<Code> {
        let call = match &self.grammar.regulars[regular.0 as usize] {
            Regular::Literal { text, fold: false } if text.is_empty() => return Vec::new(),
            Regular::Literal { text, fold: false } => return vec![Code::Write(byte_lit(text))],
            Regular::Literal { text, fold: true } => format!("f.folded({})", byte_lit(text)),
            Regular::Chars(_) => format!("f.char(&{})", class_name(regular)),
            Regular::Bytes(_) => format!("f.byte(&{})", class_name(regular)),
            Regular::Sequence(parts) => return parts.iter().flat_map(|&part| self.draw(part)).collect(),
            Regular::Choice(parts) => match texts(self.grammar, parts) {
                Some(texts) => texts,
                None => {
                    let options = parts.iter().map(|&part| self.draw(part)).collect();
                    return vec![Code::Choice(format!("f.pick({})", parts.len()), options)];
                }
            },
            Regular::Repeat { body, min, max } => match &self.grammar.regulars[body.0 as usize] {
                Regular::Chars(_) => format!("f.characters(&{}, {})", class_name(*body), bounds(*min, *max)),
                Regular::Bytes(_) => format!("f.bytes(&{}, {})", class_name(*body), bounds(*min, *max)),
                _ => {
                    let body = self.draw(*body);
                    let statement = repeat("f.again()", &code::statements(&body), *min, *max);
                    return vec![Code::Loop(statement, code::size(&body))];
                }
            },
            Regular::Ahead { body: RegularId(body), negative: true } => format!("f.never(RegularId({body}))"),
            Regular::Ahead { body: RegularId(body), negative: false } => format!("f.must(RegularId({body}))"),
            Regular::Except { body, without: RegularId(without) } => {
                format!("f.except(RegularId({without}), {})", code::closure(&self.draw(*body)))
            }
            Regular::Text { label, .. } => format!("f.repeat_label(Label({}))", label.0),
        };
        vec![Code::Call(call)]
    }
}

/// Writes a choice between texts; none where something else is among them.
fn texts(grammar: &Grammar, parts: &[RegularId]) -> Option<String> {
    let fold_of = |part: &RegularId| match &grammar.regulars[part.0 as usize] {
        Regular::Literal { text, fold } => Some((byte_lit(text), *fold)),
        _ => None,
    };
    let (texts, folds): (Vec<String>, Vec<bool>) =
        parts.iter().map(fold_of).collect::<Option<Vec<_>>>()?.into_iter().unzip();
    match folds.as_slice() {
        [false, others @ ..] if !others.contains(&true) => Some(format!("f.one_of(&[{}])", texts.join(", "))),
        [true, others @ ..] if !others.contains(&false) => Some(format!("f.one_folded(&[{}])", texts.join(", "))),
        _ => None,
    }
}

/// Writes how often something may be repeated.
pub(super) fn bounds(min: u32, max: Option<u32>) -> String {
    let max = max.map_or("u32::MAX".to_owned(), |max| max.to_string());
    format!("{min}, {max}")
}

/// Writes a repetition, which asks `again` before each element beyond the minimum.
pub(super) fn repeat(again: &str, body: &str, min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (0, None) => format!("while {again} {{ {body} }}\n"),
        (0, Some(1)) => format!("if {again} {{ {body} }}\n"),
        (1, None) => format!("loop {{ {body} if !{again} {{ break; }} }}\n"),
        (min, Some(max)) if min == max => format!("for _ in 0..{min} {{ {body} }}\n"),
        (0, Some(max)) => format!("for _ in 0..{max} {{ if !{again} {{ break; }} {body} }}\n"),
        (min, max) => {
            let max = max.map_or(String::new(), |max| max.to_string());
            format!("for count in 0_u32..{max} {{ if count >= {min} && !{again} {{ break; }} {body} }}\n")
        }
    }
}

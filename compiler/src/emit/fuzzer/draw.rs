//! Expressions as straight code that draws a text.

use grammarc_runtime::grammar::{Grammar, Regular, RegularId};

use super::super::names::byte_lit;
use super::{Fuzzer, branch};

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

    /// Writes statements that draw a text of an expression.
    pub(super) fn draw(&self, regular: RegularId) -> String {
        match self.shared.binary_search(&regular) {
            Ok(_) => format!("{}(f)?;\n", part_name(regular)),
            Err(_) => self.draw_inside(regular),
        }
    }

    /// Writes the statements themselves, where [`Fuzzer::draw`] may be content with a call.
    pub(super) fn draw_inside(&self, regular: RegularId) -> String {
        match &self.grammar.regulars[regular.0 as usize] {
            Regular::Literal { text, fold: false } if text.is_empty() => String::new(),
            Regular::Literal { text, fold: false } => format!("f.write({})?;\n", byte_lit(text)),
            Regular::Literal { text, fold: true } => format!("f.folded({})?;\n", byte_lit(text)),
            Regular::Chars(_) => format!("f.char(&{})?;\n", class_name(regular)),
            Regular::Bytes(_) => format!("f.byte(&{})?;\n", class_name(regular)),
            Regular::Sequence(parts) => parts.iter().map(|&part| self.draw(part)).collect(),
            Regular::Choice(parts) => {
                let blocks: Vec<String> = parts.iter().map(|&part| self.draw(part)).collect();
                branch(&format!("f.pick({})", parts.len()), &blocks)
            }
            Regular::Repeat { body, min, max } => match self.plain_class(*body) {
                Some(class) => format!("f.characters(&{class}, {})?;\n", bounds(*min, *max)),
                None => repeat("f.again()", &self.draw(*body), *min, *max),
            },
            Regular::Ahead { body: RegularId(body), negative: true } => format!("f.never(RegularId({body}))?;\n"),
            Regular::Ahead { body: RegularId(body), negative: false } => format!("f.must(RegularId({body}))?;\n"),
            Regular::Except { body, without: RegularId(without) } => {
                format!("f.except(RegularId({without}), |f| {{ {} Ok(()) }})?;\n", self.draw(*body))
            }
            Regular::Text { label, .. } => format!("f.repeat_label(Label({}))?;\n", label.0),
        }
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

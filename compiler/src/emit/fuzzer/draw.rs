//! Expressions as straight code that draws a text.

use std::collections::BTreeMap;

use grammarc_runtime::grammar::{Grammar, Regular, RegularId, Symbol};

use super::super::bare::bare;
use super::super::names::{Names, Unique, byte_lit};
use super::super::numbers::Numbers;
use super::Fuzzer;
use super::code::{self, FuzzCode};

/// Where an expression is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DrawUses {
    places: u32,
    /// The terminals among them that consist of nothing else.
    roots: u32,
}

impl DrawUses {
    /// Whether it is drawn in several places.
    pub(super) fn is_shared(self) -> bool {
        self.places > 1
    }

    /// Whether it is only drawn as a part of other expressions.
    /// For example, `"a" | "bc"` is such a part in `("a" | "bc")+`.
    pub(super) fn is_part(self) -> bool {
        self.roots == 0
    }
}

/// Returns the composed expressions that these roots draw, ascending, with their uses.
pub(super) fn uses(grammar: &Grammar, roots: impl Iterator<Item = RegularId>) -> Vec<(RegularId, DrawUses)> {
    let mut uses = vec![DrawUses::default(); grammar.regulars.len()];
    let mut open: Vec<RegularId> = roots.collect();
    open.iter().for_each(|root| uses[root.0 as usize].roots += 1);
    while let Some(RegularId(number)) = open.pop() {
        let number = number as usize;
        uses[number].places += 1;
        // The function of a shared expression holds its parts once.
        if uses[number].places == 1 {
            open.extend(drawn_parts(&grammar.regulars[number]));
        }
    }
    let is_composed = |number: &usize| uses[*number].places > 0 && !drawn_parts(&grammar.regulars[*number]).is_empty();
    (0..uses.len()).filter(is_composed).map(|number| (RegularId(number as u32), uses[number])).collect()
}

/// Returns the parts of an expression that are drawn when it is.
fn drawn_parts(regular: &Regular) -> Vec<RegularId> {
    match regular {
        Regular::Sequence(parts) | Regular::Choice(parts) => parts.to_vec(),
        Regular::Repeat { body, .. } | Regular::Except { body, .. } => vec![*body],
        _ => Vec::new(),
    }
}

/// Names the expressions that a text is checked against while it is drawn, each after the first terminal that has it.
/// `COMMENT_AHEAD` is a look-ahead somewhere in `<comment>`; `NAME_EXCEPT` matches the texts that a `<name>` must not be.
pub(super) fn asked(grammar: &Grammar, names: &Names) -> BTreeMap<RegularId, String> {
    let (mut found, mut unique) = (BTreeMap::new(), Unique::default());
    let mut seen = vec![false; grammar.regulars.len()];
    for (number, terminal) in grammar.terminals.iter().enumerate() {
        let name = names.constant(grammar.terminal_symbol(number));
        let mut open = vec![terminal.regular];
        while let Some(RegularId(id)) = open.pop() {
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            let regular = &grammar.regulars[id as usize];
            match regular {
                Regular::Ahead { body, .. } => {
                    _ = found.entry(*body).or_insert_with(|| unique.of(format!("{name}_AHEAD")))
                }
                Regular::Except { without, .. } => {
                    found.entry(*without).or_insert_with(|| unique.of(format!("{name}_EXCEPT")));
                }
                _ => {}
            }
            open.extend(drawn_parts(regular).into_iter().rev());
        }
    }
    found
}

/// Names the expressions that have a static or a function of their own, each after the first of the `drawn` terminals that has it:
/// `STRING_CHARS` is a class of characters in `<string>`, and `part_of_string` draws a part of it. The others have no name.
pub(super) fn names(grammar: &Grammar, names: &Names, drawn: &[(Symbol, RegularId)]) -> Vec<String> {
    let (mut found, mut unique) = (vec![None; grammar.regulars.len()], Unique::default());
    for &(symbol, regular) in drawn {
        let mut open = vec![regular];
        while let Some(RegularId(id)) = open.pop() {
            let (id, regular) = (id as usize, &grammar.regulars[id as usize]);
            if found[id].is_some() {
                continue;
            }
            found[id] = Some(match regular {
                Regular::Chars(_) => unique.of(format!("{}_CHARS", names.constant(symbol))),
                Regular::Bytes(_) => unique.of(format!("{}_BYTES", names.constant(symbol))),
                _ if drawn_parts(regular).is_empty() => String::new(),
                _ => unique.of(format!("part_of_{}", names.stem(symbol))),
            });
            open.extend(drawn_parts(regular).into_iter().rev());
        }
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}

impl Fuzzer<'_> {
    /// Returns the constant of an expression that a text is checked against: `regular::COMMENT_AHEAD`.
    fn regular(&self, id: RegularId) -> String {
        format!("regular::{}", self.regulars[&id])
    }

    /// Returns the name of the static of a class.
    fn drawn_name(&self, RegularId(number): RegularId) -> &str {
        &self.part_names[number as usize]
    }

    /// Returns the name of the function of a shared expression.
    pub(super) fn part_name(&self, regular: RegularId) -> String {
        self.drawn_name(regular).to_owned()
    }

    /// Writes module `regular`: the constants of expressions that laid out code refers to.
    pub(super) fn regular_constants(&self, code: &str) -> String {
        let regulars = Numbers {
            module: "regular",
            doc: "Regular expressions that must match, or must not match, a text that is drawn.",
            kind: "RegularId",
            rows: self.regulars.iter().map(|(RegularId(number), name)| (name.clone(), *number)).collect(),
        };
        regulars.used_in(&bare(code))
    }

    /// Returns the steps that draw a text of an expression.
    pub(super) fn draw(&self, regular: RegularId) -> Vec<FuzzCode> {
        match self.shared.binary_search(&regular) {
            Ok(_) => vec![FuzzCode::Call(format!("{}(f)", self.part_name(regular)))],
            Err(_) => self.draw_inside(regular),
        }
    }

    /// Returns the steps themselves, even where [`Fuzzer::draw`] returns the call of a shared function.
    pub(super) fn draw_inside(&self, regular: RegularId) -> Vec<FuzzCode> {
        let call = match &self.grammar.regulars[regular.0 as usize] {
            Regular::Literal { text, fold: false } if text.is_empty() => return Vec::new(),
            Regular::Literal { text, fold: false } => return vec![FuzzCode::Write(byte_lit(text))],
            Regular::Literal { text, fold: true } => format!("f.folded({})", byte_lit(text)),
            Regular::Chars(_) => format!("f.char(&{})", self.drawn_name(regular)),
            Regular::Bytes(_) => format!("f.byte(&{})", self.drawn_name(regular)),
            Regular::Sequence(parts) => return parts.iter().flat_map(|&part| self.draw(part)).collect(),
            Regular::Choice(parts) => match texts(self.grammar, parts) {
                Some(texts) => texts,
                None => {
                    let options = parts.iter().map(|&part| self.draw(part)).collect();
                    return vec![FuzzCode::Choice(format!("f.pick({})", parts.len()), options)];
                }
            },
            Regular::Repeat { body, min, max } => match &self.grammar.regulars[body.0 as usize] {
                Regular::Chars(_) => format!("f.characters(&{}, {})", self.drawn_name(*body), bounds(*min, *max)),
                Regular::Bytes(_) => format!("f.bytes(&{}, {})", self.drawn_name(*body), bounds(*min, *max)),
                _ => {
                    let body = self.draw(*body);
                    let statement = repeat("f.again()", &code::statements(&body), *min, *max);
                    return vec![FuzzCode::Loop(statement, code::size(&body))];
                }
            },
            Regular::Ahead { body, negative: true } => format!("f.never({})", self.regular(*body)),
            Regular::Ahead { body, negative: false } => format!("f.must({})", self.regular(*body)),
            Regular::Except { body, without } => {
                format!("f.except({}, {})", self.regular(*without), code::closure(&self.draw(*body)))
            }
            Regular::Text { label, .. } => format!("f.repeat_label(Label({}))", label.0),
        };
        vec![FuzzCode::Call(call)]
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

/// Writes the bounds of a repetition: `1, u32::MAX`.
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

//! The shape that the expressions of all notations have in common, and the parts that readers make.
//!
//! Every notation has choices of sequences of items; only the marks differ. So a reader says how its items look, and
//! [`Expressions::choice`] does the rest, with comments kept and nesting bounded.

use super::scan::{Cursor, Reading};
use crate::source::{RuleRole, SourceAlternative, SourceItem, SourceItemKind, SourcePlace, SourceRule};

/// The expressions of a notation: it says how items look, and gets choices of sequences.
pub(super) trait Expressions<'t> {
    /// The mark between alternatives, for example `|`.
    const CHOICE: &'static str;
    /// Whether the mark may stand before the first alternative, too.
    const IS_CHOICE_MARKED: bool = false;
    /// The mark between items of a sequence; empty where only blanks stand there.
    const SEQUENCE: &'static str = "";

    fn cursor(&mut self) -> &mut Cursor<'t>;

    /// Skips blanks and comments.
    fn blanks(&mut self) -> Reading<()>;

    /// Reads an item with all that is around it, or nothing where none begins.
    fn item(&mut self) -> Reading<Option<SourceItem>>;

    /// Reads the end of an alternative, for example `-> name`.
    fn finish(&mut self, _alternative: &mut SourceAlternative) -> Reading<()> {
        Ok(())
    }

    /// Reads alternatives, to the first character that belongs to none.
    fn choice(&mut self) -> Reading<Vec<SourceAlternative>> {
        self.cursor().enter()?;
        if Self::IS_CHOICE_MARKED {
            self.blanks()?;
            self.cursor().eat(Self::CHOICE);
        }
        let mut alternatives = vec![self.alternative()?];
        while self.cursor().eat(Self::CHOICE) {
            alternatives.push(self.alternative()?);
        }
        self.cursor().leave();
        Ok(alternatives)
    }

    fn alternative(&mut self) -> Reading<SourceAlternative> {
        self.blanks()?;
        let from = self.cursor().at();
        let mut end = from;
        let mut alternative = SourceAlternative::default();
        while let Some(item) = self.item()? {
            if !is_nothing(&item) {
                alternative.items.push(item);
            }
            self.cursor().adopt_comments();
            end = self.cursor().at();
            self.blanks()?;
            if self.cursor().eat(Self::SEQUENCE) {
                self.blanks()?;
            } else {
                break;
            }
        }
        let here = self.cursor().at();
        self.cursor().go(end);
        alternative.place = self.cursor().place(from);
        self.cursor().go(here);
        self.finish(&mut alternative)?;
        self.blanks()?;
        Ok(alternative)
    }

    /// Reads a group whose opening mark has been read, up to its closing mark.
    fn group(&mut self, close: &str, from: usize) -> Reading<SourceItem> {
        let alternatives = self.choice()?;
        self.cursor().expect(close)?;
        Ok(self.cursor().item(group_of(alternatives), from))
    }
}

/// A group, or the one item in it. For example, `(a)` is `a`.
pub(super) fn group_of(mut alternatives: Vec<SourceAlternative>) -> SourceItemKind {
    let is_plain = |alternative: &SourceAlternative| {
        alternative.label.is_none() && alternative.level.is_none() && alternative.weight.is_none()
    };
    if let [alternative] = alternatives.as_mut_slice()
        && is_plain(alternative)
        && alternative.items.len() == 1
        && alternative.items.iter().all(|item| item.label.is_none())
        && let Some(item) = alternative.items.pop()
    {
        return item.kind;
    }
    SourceItemKind::Group(alternatives)
}

/// An item of no text, for parts that are left out.
pub(super) fn nothing() -> SourceItemKind {
    SourceItemKind::Group(vec![SourceAlternative::default()])
}

/// Whether an item is [`nothing`]. A repetition or a label of it is not.
fn is_nothing(item: &SourceItem) -> bool {
    item.label.is_none() && item.kind == nothing()
}

/// A repetition of an item.
pub(super) fn repeat(body: SourceItem, min: u32, max: Option<u32>) -> SourceItemKind {
    SourceItemKind::Repeat { body: Box::new(body), min, max, is_lazy: false }
}

/// An item that matches no text, for parts that grammarc does not have.
pub(super) fn never() -> SourceItemKind {
    SourceItemKind::Class { ranges: Vec::new(), negated: false }
}

/// A text in which case counts.
pub(super) fn exact_text(text: impl Into<String>) -> SourceItemKind {
    SourceItemKind::Text { text: text.into(), fold: false }
}

/// An alternative of these items.
pub(super) fn alternative_of(items: Vec<SourceItem>) -> SourceAlternative {
    SourceAlternative {
        place: items.first().map(|item| item.place.clone()).unwrap_or_default(),
        items,
        ..Default::default()
    }
}

/// A rule that matches nothing.
pub(super) fn unmatched_rule(name: &str, place: SourcePlace) -> SourceRule {
    let item = SourceItem::new(never(), place.clone());
    SourceRule {
        name: name.to_owned(),
        role: RuleRole::Syntax,
        mode: String::new(),
        moves: Vec::new(),
        comment: Vec::new(),
        alternatives: vec![alternative_of(vec![item])],
        is_hidden: false,
        is_case_insensitive: false,
        place,
    }
}

//! `%word`: which literals are keywords.
//!
//! For example, with `%word <ident>` the literal `"if"` is a keyword, because `<ident>` matches `if`. So it does not match the
//! beginning of `iffy`. The literal `"+"` is none.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use grammarc_dsl::ast::{self, Alternative, Literal, Primary, PrimaryKind};
use grammarc_runtime::grammar::{Regular, RegularId};

use super::{Lowering, Site};
use crate::regulars::literal_bytes;
use crate::walk;

/// By `%word`, whether upper and lower case are one, and the text: whether such a literal is a keyword. The same literal is asked about for
/// each item around it.
pub(super) type KeywordMemo = RefCell<HashMap<(RegularId, bool, Vec<u8>), bool>>;

impl Lowering<'_> {
    /// Returns whether the item is a keyword, or a choice of nothing but keywords.
    /// For example, `("if" | "else")` is one, but `"if"?` is not.
    pub(super) fn is_keyword(&self, site: Site, item: &ast::Item) -> bool {
        let alone = item.repetition.is_none() && item.except.is_none() && item.look.is_none();
        alone && self.is_keyword_primary(site, &item.primary)
    }

    fn is_keyword_primary(&self, site: Site, primary: &Primary) -> bool {
        match &primary.kind {
            PrimaryKind::Literal(literal) => self.is_keyword_literal(site, literal),
            PrimaryKind::Group(alternatives) => self.is_keyword_group(site, alternatives),
            PrimaryKind::Rule(_) => self.named(site, primary).is_some_and(|rule| self.keyword_macros.contains(&rule)),
            _ => false,
        }
    }

    pub(super) fn is_keyword_group(&self, site: Site, alternatives: &[Alternative]) -> bool {
        alternatives.iter().all(|alternative| match &alternative.items[..] {
            [only] => self.is_keyword(site, only),
            _ => false,
        })
    }

    /// Returns whether a keyword stands somewhere in the item where a leaf could not check it.
    /// For example, `("if" | "+")` hides the keyword `if`.
    pub(super) fn hides_keyword(&self, site: Site, item: &ast::Item) -> bool {
        let hidden = self.words[site.file].is_some() && !self.is_keyword(site, item);
        hidden && walk::primaries(item).any(|primary| self.holds_keyword(site, primary))
    }

    fn holds_keyword(&self, site: Site, primary: &Primary) -> bool {
        match &primary.kind {
            PrimaryKind::Literal(literal) => self.is_keyword_literal(site, literal),
            PrimaryKind::Group(alternatives) => self.holds_keywords(site, alternatives),
            PrimaryKind::Rule(_) => self.named(site, primary).is_some_and(|rule| self.keyword_macros.contains(&rule)),
            _ => false,
        }
    }

    /// Returns whether a keyword stands somewhere in the alternatives.
    pub(super) fn holds_keywords(&self, site: Site, alternatives: &[Alternative]) -> bool {
        let mut items = alternatives.iter().flat_map(|alternative| &alternative.items);
        let has_words = self.words.iter().any(Option::is_some);
        has_words && items.any(|item| walk::primaries(item).any(|primary| self.holds_keyword(site, primary)))
    }

    fn is_keyword_literal(&self, site: Site, literal: &Literal) -> bool {
        let Some(word) = self.words[site.file] else { return false };
        let text = literal_bytes(literal, self.program.encoding);
        let matches = |text: &[u8]| ends(self.regulars.table(), word, text, 0).contains(&text.len());
        let is_word = |text: &[u8]| matches(text) || literal.fold && matches(&text.to_ascii_lowercase());
        let mut known = self.keywords.borrow_mut();
        *known.entry((word, literal.fold, text)).or_insert_with_key(|(.., text)| !text.is_empty() && is_word(text))
    }
}

/// The ends of all matches of an expression from `at`. Texts are short here: keywords.
fn ends(table: &[Regular], id: RegularId, text: &[u8], at: usize) -> BTreeSet<usize> {
    let rest = &text[at..];
    let one = |end: Option<usize>| end.into_iter().collect();
    match &table[id.0 as usize] {
        Regular::Literal { text, fold } => one(rest.get(..text.len()).and_then(|begin| {
            let same = if *fold { begin.eq_ignore_ascii_case(text) } else { *begin == **text };
            same.then_some(at + text.len())
        })),
        Regular::Chars(ranges) => one(character(rest).and_then(|c| {
            let code = u32::from(c);
            // They are ascending, and a class of Unicode has hundreds of them.
            let range = ranges.get(ranges.partition_point(|&(_, high)| high < code));
            range.is_some_and(|&(low, _)| low <= code).then_some(at + c.len_utf8())
        })),
        Regular::Bytes(ranges) => one(rest
            .first()
            .and_then(|&byte| ranges.iter().any(|&(low, high)| (low..=high).contains(&byte)).then_some(at + 1))),
        Regular::Sequence(parts) => parts.iter().fold(BTreeSet::from([at]), |starts, &part| {
            starts.into_iter().flat_map(|start| ends(table, part, text, start)).collect()
        }),
        Regular::Choice(parts) => parts.iter().flat_map(|&part| ends(table, part, text, at)).collect(),
        Regular::Repeat { body, min, max } => repeat(table, *body, (*min, *max), text, at),
        Regular::Ahead { body, negative } => one((ends(table, *body, text, at).is_empty() == *negative).then_some(at)),
        Regular::Except { body, without } => {
            let without = ends(table, *without, text, at);
            ends(table, *body, text, at).difference(&without).copied().collect()
        }
        Regular::Text { .. } => BTreeSet::new(),
    }
}

fn repeat(
    table: &[Regular],
    body: RegularId,
    (min, max): (u32, Option<u32>),
    text: &[u8],
    at: usize,
) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut starts = BTreeSet::from([at]);
    for count in 0..=max.unwrap_or(u32::MAX) {
        if count >= min && starts.is_subset(&found) {
            break;
        }
        if count >= min {
            found.extend(&starts);
        }
        starts = starts.into_iter().flat_map(|start| ends(table, body, text, start)).collect();
    }
    found
}

fn character(rest: &[u8]) -> Option<char> {
    let end = (1..=rest.len().min(4)).find(|&end| std::str::from_utf8(&rest[..end]).is_ok())?;
    std::str::from_utf8(&rest[..end]).ok()?.chars().next()
}

//! Tokens that are a few texts, such as keywords and operators.
//!
//! For example, `IF: 'if';` is the text `"if"`, and `SELECT: S E L E C T;` with `fragment S: [sS];` and so on is `i"select"`.

use crate::source::{SourceAlternative, SourceItem, SourceItemKind, SourceRule};
use std::collections::HashMap;

/// Maximum number of texts of one token. One with more is written as it stands.
const MAX_TEXTS: usize = 12;
/// Maximum number of items that are looked at to spell one token.
const MAX_ITEMS: usize = 1_000;

/// A text, perhaps in any case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Spelling {
    pub(super) text: String,
    pub(super) fold: bool,
}

impl Spelling {
    /// The text as an item.
    pub(super) fn kind(&self) -> SourceItemKind {
        SourceItemKind::Text { text: self.text.clone(), fold: self.fold }
    }

    /// Whether it is written in the same way, whatever `fold` says about texts without letters.
    pub(super) fn new(text: &str, fold: bool) -> Self {
        Self { text: text.to_owned(), fold: fold && text.contains(|c: char| c.is_ascii_alphabetic()) }
    }
}

/// A character; a letter of ASCII that stands for both cases is in lower case.
type Letter = (char, bool);

/// Spells tokens.
pub(super) struct Speller<'g> {
    rules: HashMap<&'g str, &'g SourceRule>,
}

impl<'g> Speller<'g> {
    pub(super) fn new(rules: &'g [SourceRule]) -> Self {
        Self { rules: rules.iter().map(|rule| (rule.name.as_str(), rule)).collect() }
    }

    /// The texts of a token, in the order of its alternatives; none if it has others, too many, or an empty one.
    pub(super) fn texts(&self, rule: &SourceRule) -> Option<Vec<Spelling>> {
        let mut budget = MAX_ITEMS;
        let texts = self.choice(&rule.alternatives, &mut budget)?;
        let spelled: Option<Vec<Spelling>> = texts.iter().map(|letters| spelling(letters)).collect();
        let mut spelled = spelled?;
        let mut seen = Vec::new();
        spelled.retain(|it| {
            !seen.contains(it) && !it.text.is_empty() && {
                seen.push(it.clone());
                true
            }
        });
        (spelled.len() == texts.len()).then_some(spelled)
    }

    fn choice(&self, alternatives: &[SourceAlternative], budget: &mut usize) -> Option<Vec<Vec<Letter>>> {
        let mut all = Vec::new();
        for alternative in alternatives {
            let mut texts = vec![Vec::new()];
            for item in &alternative.items {
                texts = joined(&texts, &self.item(item, budget)?)?;
            }
            all.extend(texts);
        }
        (all.len() <= MAX_TEXTS).then_some(all)
    }

    fn item(&self, item: &SourceItem, budget: &mut usize) -> Option<Vec<Vec<Letter>>> {
        *budget = budget.checked_sub(1)?;
        match &item.kind {
            SourceItemKind::Text { text, fold } => Some(vec![text.chars().map(|c| (c, *fold)).collect()]),
            SourceItemKind::Class { ranges, negated: false } => Some(vec![vec![letter(ranges)?]]),
            SourceItemKind::Group(alternatives) => self.choice(alternatives, budget),
            SourceItemKind::Repeat { body, min: 0, max: Some(1), .. } => {
                let mut texts = self.item(body, budget)?;
                texts.push(Vec::new());
                Some(texts)
            }
            SourceItemKind::Name(name) => {
                // A rule within itself uses up the budget, but not before the stack.
                let rule = self.rules.get(name.as_str())?;
                let is_small = rule.alternatives.iter().map(|it| it.items.len()).sum::<usize>() <= MAX_TEXTS;
                *budget = budget.checked_sub(9)?;
                if is_small { self.choice(&rule.alternatives, budget) } else { None }
            }
            _ => None,
        }
    }
}

fn joined(heads: &[Vec<Letter>], tails: &[Vec<Letter>]) -> Option<Vec<Vec<Letter>>> {
    if heads.len() * tails.len() > MAX_TEXTS {
        return None;
    }
    Some(heads.iter().flat_map(|head| tails.iter().map(move |tail| [head.as_slice(), tail].concat())).collect())
}

/// The one letter of a class: `[a]` or `[aA]`.
fn letter(ranges: &[(u32, u32)]) -> Option<Letter> {
    let mut codes: Vec<u32> = Vec::new();
    for &(low, high) in ranges {
        if low != high {
            return None;
        }
        codes.push(low);
    }
    codes.sort_unstable();
    codes.dedup();
    match codes[..] {
        [one] => Some((char::from_u32(one)?, false)),
        [upper, lower] if upper + 32 == lower => {
            let lower = char::from_u32(lower)?;
            lower.is_ascii_lowercase().then_some((lower, true))
        }
        _ => None,
    }
}

/// One text of letters that agree about case.
fn spelling(letters: &[Letter]) -> Option<Spelling> {
    let mut folds = letters.iter().filter(|(c, _)| c.is_ascii_alphabetic()).map(|&(_, fold)| fold);
    let fold = folds.next().unwrap_or(false);
    folds.all(|it| it == fold).then(|| Spelling { text: letters.iter().map(|&(c, _)| c).collect(), fold })
}

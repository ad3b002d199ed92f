//! Indentation: tokens `INDENT` and `DEDENT`, which a program makes, become blocks of `%layout`.
//!
//! For example, `NEWLINE INDENT stmt+ DEDENT` is `block(<stmt>)`. In the source a line end closes a statement; here `line` stands between
//! two of them (`lines`), and within brackets line ends are skipped (`brackets`).

use super::automaton::AutomatonBuilder;
use super::brackets;
use super::lines::{LineEnds, is_named, item};
use super::names::unused;
use super::rewrite::rule_of;
use super::spelling::Spelling;
use crate::problem::ImportProblem;
use crate::source::{
    RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind, SourceLayout, SourcePlace, SourceRule,
};
use crate::walk::visit_kinds;
use std::collections::HashSet;

/// Names of the tokens that a program makes of line ends and columns.
struct LayoutTokens {
    newline: String,
    indent: String,
    dedent: String,
}

/// Says indentation by `%layout`, if the source has tokens for it and uses them only around blocks.
pub(super) fn introduce(grammar: &mut SourceGrammar, problems: &mut Vec<(SourcePlace, ImportProblem)>) {
    let Some(tokens) = layout_tokens(grammar) else {
        return;
    };
    let mut changed = grammar.clone();
    for rule in changed.rules.iter_mut().filter(|rule| rule.role == RuleRole::Syntax) {
        form_blocks(&mut rule.alternatives, &tokens);
    }
    if uses(&changed, &tokens.indent) || uses(&changed, &tokens.dedent) {
        return;
    }
    let place = changed.rules.iter().find(|rule| rule.name == tokens.indent).map(|rule| rule.place.clone());
    changed.rules.retain(|rule| rule.name != tokens.indent && rule.name != tokens.dedent);
    let layout = add_tokens(&mut changed, &tokens.newline);
    LineEnds::new(&changed, &tokens.newline, &layout.newline).separate(&mut changed);
    brackets::flatten(&mut changed, &layout.newline);
    changed.layout = Some(layout);
    let LayoutTokens { newline, indent, dedent } = tokens;
    problems.push((place.unwrap_or_default(), ImportProblem::Layout { newline, indent, dedent }));
    *grammar = changed;
}

/// Finds the tokens: `INDENT` and `DEDENT` by their names, and the line end by its place before `INDENT`.
fn layout_tokens(grammar: &SourceGrammar) -> Option<LayoutTokens> {
    let mut names = HashSet::new();
    let mut newline = None;
    for rule in grammar.rules.iter().filter(|rule| rule.role == RuleRole::Syntax) {
        visit_kinds(&rule.alternatives, &mut |kind| {
            if let SourceItemKind::Name(name) = kind {
                names.insert(name.clone());
            }
        });
        let mut rule = rule.clone();
        visit_sequences(&mut rule.alternatives, &mut |items| {
            for pair in items.windows(2) {
                if let [SourceItem { kind: SourceItemKind::Name(before), .. }, opening] = pair
                    && matches!(&opening.kind, SourceItemKind::Name(name) if is_token_of_layout(name, "INDENT"))
                {
                    newline.get_or_insert_with(|| before.clone());
                }
            }
        });
    }
    let named = |wanted: &str| {
        let mut found: Vec<String> = names.iter().filter(|name| is_token_of_layout(name, wanted)).cloned().collect();
        found.sort();
        (found.len() == 1).then(|| found.remove(0))
    };
    Some(LayoutTokens { newline: newline?, indent: named("INDENT")?, dedent: named("DEDENT")? })
}

fn is_token_of_layout(name: &str, wanted: &str) -> bool {
    name.trim_matches('_').eq_ignore_ascii_case(wanted)
}

fn uses(grammar: &SourceGrammar, wanted: &str) -> bool {
    let mut is_used = false;
    for rule in &grammar.rules {
        visit_kinds(&rule.alternatives, &mut |kind| is_used |= is_named(kind, wanted));
    }
    is_used
}

/// Calls a function with every sequence at any depth, inner ones first.
fn visit_sequences(alternatives: &mut [SourceAlternative], change: &mut impl FnMut(&mut Vec<SourceItem>)) {
    for alternative in alternatives {
        alternative.items.iter_mut().for_each(|item| visit_sequences_in(item, change));
        change(&mut alternative.items);
    }
}

fn visit_sequences_in(item: &mut SourceItem, change: &mut impl FnMut(&mut Vec<SourceItem>)) {
    match &mut item.kind {
        SourceItemKind::Group(alternatives) => visit_sequences(alternatives, change),
        SourceItemKind::Repeat { body, .. } => visit_sequences_in(body, change),
        SourceItemKind::Separated { body, separator } => {
            visit_sequences_in(body, change);
            visit_sequences_in(separator, change);
        }
        _ => {}
    }
}

/// Makes a block of every `NEWLINE INDENT … DEDENT`.
fn form_blocks(alternatives: &mut [SourceAlternative], tokens: &LayoutTokens) {
    visit_sequences(alternatives, &mut |items| {
        let opens =
            |pair: &[SourceItem]| is_named(&pair[0].kind, &tokens.newline) && is_named(&pair[1].kind, &tokens.indent);
        while let Some(from) = items.windows(2).position(opens)
            && let Some(length) = items[from..].iter().position(|item| is_named(&item.kind, &tokens.dedent))
        {
            let place = items[from].place.clone();
            let mut inner: Vec<SourceItem> = items.drain(from..=from + length).skip(2).collect();
            inner.pop();
            let inner = SourceItem::new(super::lazy::sequence(inner), place.clone());
            items.insert(from, SourceItem::new(SourceItemKind::Block(Box::new(inner)), place));
        }
    });
}

/// Adds the two tokens of `%layout`. Hidden tokens that match a line end are no longer hidden.
fn add_tokens(grammar: &mut SourceGrammar, newline: &str) -> SourceLayout {
    let is_hidden = |rule: &&SourceRule| matches!(rule.role, RuleRole::Skip | RuleRole::Channel(_));
    let hidden: Vec<String> = grammar.rules.iter().filter(is_hidden).map(|rule| rule.name.clone()).collect();
    let names: Vec<&str> = hidden.iter().map(String::as_str).collect();
    let automata = AutomatonBuilder::new(grammar).automata(&names);
    let line_ends = ["\n", "\r\n"].map(|text| Spelling::new(text, false));
    let ends_line = |it: &Option<super::automaton::Automaton>| {
        it.as_ref().is_none_or(|automaton| line_ends.iter().any(|end| automaton.has_text(end)))
    };
    let ending: HashSet<String> =
        hidden.iter().zip(&automata).filter(|(_, it)| ends_line(it)).map(|(name, _)| name.clone()).collect();
    for rule in &mut grammar.rules {
        if ending.contains(&rule.name) || (rule.name == newline && rule.role == RuleRole::Token) {
            rule.role = RuleRole::Fragment;
        }
    }
    let mut taken: HashSet<String> = grammar.rules.iter().map(|rule| rule.name.clone()).collect();
    let layout = SourceLayout {
        newline: unused("line_end".to_owned(), &mut taken),
        blank: unused("indentation".to_owned(), &mut taken),
    };
    let skipped = hidden.into_iter().filter(|name| !ending.contains(name));
    grammar.rules.push(token(&layout.newline, vec![times(line_of(skipped), 1, None)]));
    grammar.rules.push(token(&layout.blank, vec![times(class(&['\t', ' ', '\u{c}']), 1, None)]));
    layout
}

/// A line in which only hidden tokens stand, with its end.
fn line_of(hidden: impl Iterator<Item = String>) -> SourceItem {
    let alternative = |item: SourceItem| SourceAlternative { items: vec![item], ..Default::default() };
    let alternatives: Vec<SourceAlternative> =
        hidden.map(|name| alternative(item(SourceItemKind::Name(name)))).collect();
    let hidden = (!alternatives.is_empty()).then(|| times(item(SourceItemKind::Group(alternatives)), 0, None));
    let text = |text: &str| SourceItemKind::Text { text: text.to_owned(), fold: false };
    let return_first = vec![times(item(text("\r")), 0, Some(1)), item(text("\n"))];
    let ends = vec![SourceAlternative { items: return_first, ..Default::default() }, alternative(item(text("\r")))];
    item(super::lazy::sequence(hidden.into_iter().chain([item(SourceItemKind::Group(ends))]).collect()))
}

fn class(letters: &[char]) -> SourceItem {
    let ranges = letters.iter().map(|&c| (u32::from(c), u32::from(c))).collect();
    item(SourceItemKind::Class { ranges, negated: false })
}

fn times(body: SourceItem, min: u32, max: Option<u32>) -> SourceItem {
    item(SourceItemKind::Repeat { body: Box::new(body), min, max, is_lazy: false })
}

fn token(name: &str, items: Vec<SourceItem>) -> SourceRule {
    let alternatives = vec![SourceAlternative { items, ..Default::default() }];
    // In a mode of its own it is not told apart from blanks and comments, which it contains.
    SourceRule { mode: "%layout".to_owned(), ..rule_of(name.to_owned(), RuleRole::Token, alternatives) }
}

//! Modes of the scanner: in each, other text is skipped.
//!
//! A grammar file skips the same text everywhere. So the hidden tokens of one mode, in which most tokens are, become `%skip`, and a
//! rule with tokens of other modes is `%exact` and says behind each token the text that may be hidden there. For example, in HTML
//! blanks are skipped within `<a href="…">` and not between tags. Which mode the scanner is in, is left to the parser.

use super::super::expressions::alternative_of;
use super::gaps::{Gaps, optional};
use super::mode_graph::{ModeSet, Modes, is_catch_all};
use super::vocabulary::TokenCopy;
use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceAlternative, SourceItem, SourceItemKind, SourceRule};
use crate::walk::visit_kinds;
use grammarc_dsl::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// Rules about skipped text.
#[derive(Default)]
pub(super) struct SkipRules {
    /// Rules that are skipped in most rules, beside hidden tokens.
    pub(super) skips: Vec<String>,
    /// Rules that name their skipped text themselves.
    pub(super) explicit: Vec<String>,
}

/// Makes rules of the parser name their skipped text, where it differs from most places. Nothing changes without modes.
pub(super) fn separate(
    parser: &mut Vec<SourceRule>,
    tokens: &mut Vec<SourceRule>,
    copies: &[TokenCopy],
    starts: &[String],
    problems: &mut Vec<Diagnostic<ImportProblem>>,
) -> SkipRules {
    let Some(first) = tokens.iter().find(|token| !token.mode.is_empty()) else {
        return SkipRules::default();
    };
    let names: BTreeSet<String> =
        tokens.iter().map(|token| token.mode.clone()).filter(|mode| !mode.is_empty()).collect();
    let problem = ImportProblem::Modes { names: names.into_iter().collect() };
    problems.push(Diagnostic::new(problem, first.place.span.clone()).in_file(first.place.file));
    let mut modes = Modes::new(parser, tokens, copies);
    leave_out_catch_alls(tokens, &mut modes, problems);
    let mut gaps = Gaps::new(&modes, tokens);
    let main = gaps.main_mode(parser);
    let mut said = SkipRules::default();
    for rule in parser.iter_mut() {
        if !gaps.is_plain(rule, &main) {
            said.explicit.push(rule.name.clone());
            let mut writer = GapWriter { gaps: &mut gaps };
            rule.alternatives.iter_mut().for_each(|alternative| writer.alternative(alternative));
            if starts.contains(&rule.name) {
                writer.open(rule);
            }
        }
        if let Some(gap) = has_end(rule).then(|| gaps.at_end(&main)).flatten() {
            rule.alternatives.iter_mut().for_each(|alternative| open_end(alternative, &gap));
        }
    }
    said.skips = gaps.detour_of(&main);
    for rule in gaps.into_rules() {
        said.explicit.push(rule.name.clone());
        parser.push(rule);
    }
    for token in tokens.iter_mut() {
        if is_hidden(token) && (token.mode != main || !token.moves.is_empty()) {
            token.role = RuleRole::Fragment;
        }
    }
    said
}

fn has_end(rule: &SourceRule) -> bool {
    let mut has_end = false;
    visit_kinds(&rule.alternatives, &mut |kind| has_end |= *kind == SourceItemKind::End);
    has_end
}

/// Lets hidden text stand before the end of the input.
fn open_end(alternative: &mut SourceAlternative, gap: &str) {
    let is_end = |item: &SourceItem| item.kind == SourceItemKind::End;
    if let Some(at) = alternative.items.iter().position(is_end) {
        let item = optional(gap, &alternative.items[at].place);
        alternative.items.insert(at, item);
    }
}

fn is_hidden(token: &SourceRule) -> bool {
    matches!(token.role, RuleRole::Skip | RuleRole::Channel(_))
}

/// A hidden token of any character would make every text valid. In a mode that only hidden tokens are in, it ends with the mode.
fn leave_out_catch_alls(
    tokens: &mut Vec<SourceRule>,
    modes: &mut Modes,
    problems: &mut Vec<Diagnostic<ImportProblem>>,
) {
    tokens.retain(|token| {
        let is_catch_all = is_hidden(token) && is_catch_all(token) && modes.visible.contains(&token.mode);
        if is_catch_all {
            for steps in modes.hidden.values_mut() {
                steps.retain(|step| step.token != token.name);
            }
            let construct = format!("`{}`, which matches every character,", token.name);
            let place = token.place.clone();
            problems.push(Diagnostic::new(ImportProblem::LeftOut { construct }, place.span).in_file(place.file));
        }
        !is_catch_all
    });
    modes.hidden.retain(|_, steps| !steps.is_empty());
}

/// Writes hidden text behind tokens.
struct GapWriter<'g, 'm> {
    gaps: &'g mut Gaps<'m>,
}

impl GapWriter<'_, '_> {
    fn alternative(&mut self, alternative: &mut SourceAlternative) {
        for item in std::mem::take(&mut alternative.items) {
            alternative.items.extend(self.with_gaps(item));
        }
    }

    /// An item that is not part of a sequence becomes one, if it needs hidden text around it.
    fn alone(&mut self, item: &mut SourceItem) {
        let place = item.place.clone();
        let token = std::mem::replace(item, SourceItem::new(SourceItemKind::Any, place));
        let mut items = self.with_gaps(token);
        match (items.len(), items.pop()) {
            (1, Some(only)) => *item = only,
            (_, last) => {
                items.extend(last);
                item.kind = SourceItemKind::Group(vec![alternative_of(items)]);
            }
        }
    }

    fn with_gaps(&mut self, mut item: SourceItem) -> Vec<SourceItem> {
        match &mut item.kind {
            SourceItemKind::Group(alternatives) => alternatives.iter_mut().for_each(|inner| self.alternative(inner)),
            SourceItemKind::Repeat { body, .. } => self.alone(body),
            SourceItemKind::Separated { body, separator } => {
                self.alone(body);
                self.alone(separator);
            }
            SourceItemKind::Name(name) => {
                let before = self.gaps.before(name).map(|gap| optional(&gap, &item.place));
                let behind = self.gaps.behind(name).map(|gap| optional(&gap, &item.place));
                return before.into_iter().chain([item]).chain(behind).collect();
            }
            _ => {}
        }
        vec![item]
    }

    /// Hidden text of the default mode at the beginning of the input.
    fn open(&mut self, rule: &mut SourceRule) {
        for alternative in &mut rule.alternatives {
            if let Some(gap) = self.gaps.within(&ModeSet::from([String::new()])) {
                alternative.items.insert(0, optional(&gap, &rule.place));
            }
        }
    }
}

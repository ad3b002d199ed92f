//! The tokens of a lexer as its parser names them: by rules, by `-> type(X)`, by a text in quotes, or by `tokens { X }`.

use super::super::expressions::unmatched_rule;
use super::commands::{LexerToken, named};
use super::file::NameUse;
use super::lists::same_alternatives;
use crate::problem::ImportProblem;
use crate::source::{ModeMove, RuleRole, SourceItem, SourceItemKind, SourcePlace, SourceRule};
use crate::walk::visit_items;
use grammarc_dsl::diagnostic::Diagnostic;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A rule that was a copy of a token for another mode.
pub(super) struct TokenCopy {
    /// The token that it repeats.
    pub(super) of: String,
    pub(super) mode: String,
    pub(super) moves: Vec<ModeMove>,
}

/// Makes the names of the parser those of rules, and returns the rules of tokens, and the copies among them.
pub(super) fn resolve(
    mut tokens: Vec<LexerToken>,
    declared: &[NameUse],
    parser: &mut Vec<SourceRule>,
    problems: &mut Vec<Diagnostic<ImportProblem>>,
) -> (Vec<SourceRule>, Vec<TokenCopy>) {
    let copies = drop_copies(&mut tokens);
    let mut vocabulary = Vocabulary::new(&tokens, parser);
    for rule in parser.iter_mut() {
        visit_items(&mut rule.alternatives, &mut |item| vocabulary.rename(item, problems));
    }
    let added = vocabulary.added_rules(&tokens);
    let missing = vocabulary.missing_tokens(declared, problems);
    parser.extend(added.into_iter().chain(missing));
    (tokens.into_iter().map(|token| token.rule).collect(), copies)
}

/// A rule that repeats the token as that it is seen, such as `Inside_COMMA: ',' -> type(COMMA);` in another mode, is a fragment
/// from now on.
fn drop_copies(tokens: &mut [LexerToken]) -> Vec<TokenCopy> {
    let mut copies = Vec::new();
    let mut originals = HashMap::new();
    for token in tokens.iter().filter(|token| token.rule.role == RuleRole::Token && token.seen_as.is_none()) {
        originals.insert(token.rule.name.clone(), token.rule.alternatives.clone());
    }
    for token in tokens.iter_mut().filter(|token| token.rule.role == RuleRole::Token) {
        let Some((kind, original)) = token.seen_as.as_ref().and_then(|kind| originals.get_key_value(kind)) else {
            continue;
        };
        let place = SourcePlace::default();
        let own = &token.rule.alternatives;
        if same_alternatives(own, &[named(kind, &place)]) || same_alternatives(own, original) {
            copies.push(TokenCopy {
                of: kind.clone(),
                mode: token.rule.mode.clone(),
                moves: std::mem::take(&mut token.rule.moves),
            });
            token.rule.role = RuleRole::Fragment;
            token.seen_as = None;
        }
    }
    copies
}

/// Names of tokens, and the rules behind them.
struct Vocabulary {
    /// Rules of the lexer and the parser.
    rules: HashSet<String>,
    /// Tokens that are one text, by that text. A text of two tokens names none of them.
    texts: HashMap<String, Option<String>>,
    /// Rules that are seen as a token (`-> type(X)`), by that token. They are in the order of the lexer.
    sources: BTreeMap<String, Vec<String>>,
    /// Tokens that the parser names.
    used: HashMap<String, SourcePlace>,
}

impl Vocabulary {
    fn new(tokens: &[LexerToken], parser: &[SourceRule]) -> Self {
        let mut vocabulary = Self {
            rules: parser.iter().map(|rule| rule.name.clone()).collect(),
            texts: HashMap::new(),
            sources: BTreeMap::new(),
            used: HashMap::new(),
        };
        for token in tokens {
            vocabulary.rules.insert(token.rule.name.clone());
            match &token.seen_as {
                Some(kind) if token.rule.role == RuleRole::Token => {
                    vocabulary.sources.entry(kind.clone()).or_default().push(token.rule.name.clone());
                }
                None if token.rule.role != RuleRole::Fragment => vocabulary.add_text(token),
                _ => {}
            }
        }
        vocabulary
    }

    fn add_text(&mut self, token: &LexerToken) {
        if let [alternative] = token.rule.alternatives.as_slice()
            && let [SourceItem { kind: SourceItemKind::Text { text, .. }, .. }] = alternative.items.as_slice()
        {
            let name = token.rule.name.clone();
            self.texts.entry(text.clone()).and_modify(|known| *known = None).or_insert(Some(name));
        }
    }

    /// Replaces a text or name of the parser by the rule that matches it.
    fn rename(&mut self, item: &mut SourceItem, problems: &mut Vec<Diagnostic<ImportProblem>>) {
        let place = item.place.clone();
        match &mut item.kind {
            SourceItemKind::AnyTokenBut(excluded) => {
                let mut all: Vec<SourceItemKind> = Vec::new();
                for kind in excluded.drain(..) {
                    let kind = self.without_text(kind);
                    match &kind {
                        SourceItemKind::Name(name) => {
                            let rules = self.rules_of(name);
                            if rules.is_empty() {
                                let problem = ImportProblem::Undefined { name: name.clone() };
                                problems.push(Diagnostic::new(problem, place.span.clone()).in_file(place.file));
                            }
                            all.extend(rules.into_iter().map(SourceItemKind::Name));
                        }
                        _ => all.push(kind),
                    }
                }
                *excluded = all;
            }
            SourceItemKind::Name(_) | SourceItemKind::Text { .. } => {
                let kind = std::mem::replace(&mut item.kind, SourceItemKind::Any);
                item.kind = match self.without_text(kind) {
                    SourceItemKind::Name(name) => {
                        let rule = self.rule_of(&name);
                        self.used.entry(name).or_insert(place);
                        SourceItemKind::Name(rule)
                    }
                    kind => kind,
                };
            }
            _ => {}
        }
    }

    /// The token of a text, if there is one: `';'` is `SEMI` where the lexer has `SEMI: ';';`.
    fn without_text(&self, kind: SourceItemKind) -> SourceItemKind {
        match &kind {
            SourceItemKind::Text { text, .. } => match self.texts.get(text) {
                Some(Some(name)) => SourceItemKind::Name(name.clone()),
                _ => kind,
            },
            _ => kind,
        }
    }

    /// The rules that give a token.
    fn rules_of(&self, token: &str) -> Vec<String> {
        let own = self.rules.get(token).cloned();
        own.into_iter().chain(self.sources.get(token).into_iter().flatten().cloned()).collect()
    }

    /// The one rule for a token: its own, or one that has all others as alternatives.
    fn rule_of(&self, token: &str) -> String {
        if !(self.rules.contains(token) && self.sources.contains_key(token)) {
            return token.to_owned();
        }
        let mut name = format!("any_{token}");
        while self.rules.contains(&name) {
            name.push('_');
        }
        name
    }

    /// The rules that [`Self::rule_of`] names, and that the lexer does not have.
    fn added_rules(&self, tokens: &[LexerToken]) -> Vec<SourceRule> {
        let used = self.sources.keys().filter(|token| self.used.contains_key(*token));
        used.map(|token| {
            let rules = self.rules_of(token);
            let first = tokens.iter().find(|it| rules.contains(&it.rule.name)).map(|it| it.rule.place.clone());
            let place = first.unwrap_or_default();
            let alternatives = rules.iter().map(|rule| named(rule, &place)).collect();
            SourceRule { alternatives, is_hidden: true, ..unmatched_rule(&self.rule_of(token), place) }
        })
        .collect()
    }

    /// Rules that match nothing, for tokens of `tokens { … }` that only code can make.
    fn missing_tokens(&self, declared: &[NameUse], problems: &mut Vec<Diagnostic<ImportProblem>>) -> Vec<SourceRule> {
        let mut added = HashSet::new();
        let mut rules = Vec::new();
        for NameUse { name, place } in declared {
            if self.used.contains_key(name) && self.rules_of(name).is_empty() && added.insert(name) {
                let problem = ImportProblem::External { name: name.clone() };
                problems.push(Diagnostic::new(problem, place.span.clone()).in_file(place.file));
                rules.push(SourceRule { role: RuleRole::Token, ..unmatched_rule(name, place.clone()) });
            }
        }
        rules
    }
}

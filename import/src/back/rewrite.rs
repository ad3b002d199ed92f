//! Rewrites a grammar with a scanner as one without: keywords become texts in the rules that use them, and the other tokens say the
//! conditions under which the scanner gives them.
//!
//! For example, `ID: [a-z]+;` behind `IF: 'if';` becomes `%token <ID> ::= <ID.any> - "if"`.

use super::conditions::Conditions;
use super::lazy::sequence;
use super::names::words_for;
use super::scanner::{Scanner, ScannerToken, is_token};
use super::spelling::Spelling;
use crate::source::{RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind, SourcePlace, SourceRule};
use crate::walk::{visit_items, visit_kinds};
use std::collections::{HashMap, HashSet};

/// Number of excluded texts from which on they are a rule of their own.
const MANY_TEXTS: usize = 10;

/// A grammar whose tokens need no scanner.
pub(super) struct Rewritten {
    pub(super) grammar: SourceGrammar,
    /// Tokens that must not be parts of a larger one, because they are never shorter than they could be.
    pub(super) possessive: HashSet<String>,
}

/// Rewrites a grammar. `conditions` are those of the tokens of `scanner`.
pub(super) fn rewrite(grammar: &SourceGrammar, scanner: &Scanner, conditions: &[Conditions]) -> Rewritten {
    let mut rewriter = Rewriter {
        scanner,
        conditions,
        names: grammar.rules.iter().map(|rule| rule.name.clone()).collect(),
        whole: HashMap::new(),
        added: HashMap::new(),
        lists: Vec::new(),
        mentioned: HashSet::new(),
    };
    rewriter.find_mentions(grammar);
    rewriter.run(grammar)
}

struct Rewriter<'g> {
    scanner: &'g Scanner,
    conditions: &'g [Conditions],
    /// Names of all rules.
    names: HashSet<String>,
    /// The rules of tokens without their conditions, by token.
    whole: HashMap<usize, String>,
    /// The rules of texts with conditions, by token.
    added: HashMap<usize, String>,
    /// Rules of many excluded texts.
    lists: Vec<SourceRule>,
    /// Tokens that other tokens use.
    mentioned: HashSet<usize>,
}

impl Rewriter<'_> {
    /// Finds tokens that are used without their conditions, and gives names to rules that the source does not have.
    fn find_mentions(&mut self, grammar: &SourceGrammar) {
        for rule in grammar.rules.iter().filter(|rule| rule.role != RuleRole::Syntax) {
            visit_kinds(&rule.alternatives, &mut |kind| {
                self.mentioned.extend(self.scanner.index(kind));
            });
        }
        self.mentioned.extend(self.scanner.word);
        for (at, conditions) in self.conditions.iter().enumerate() {
            let starts = conditions.starts.iter().map(|&(other, _)| other);
            self.mentioned.extend(starts.chain(conditions.minus.iter().chain(&conditions.rivals).copied()));
            if !conditions.rivals.is_empty() || conditions.starts.iter().any(|&(_, without)| without) {
                self.mentioned.insert(at);
            }
        }
        for (at, token) in self.scanner.tokens.iter().enumerate() {
            if self.conditions[at].is_empty() {
                continue;
            }
            if let SourceItemKind::Name(name) = &token.kind
                && token.texts.is_empty()
                && self.mentioned.contains(&at)
            {
                let name = self.fresh(format!("{name}.any"));
                self.whole.insert(at, name);
            } else if let SourceItemKind::Text { text, .. } = &token.kind {
                let name = self.fresh(words_for(text));
                self.added.insert(at, name);
            }
        }
    }

    fn fresh(&mut self, name: String) -> String {
        super::names::unused(name, &mut self.names)
    }

    fn run(mut self, grammar: &SourceGrammar) -> Rewritten {
        let mut possessive = HashSet::new();
        let mut rules = Vec::new();
        let by_rule: HashMap<usize, usize> =
            self.scanner.tokens.iter().enumerate().filter_map(|(at, token)| Some((token.rule?, at))).collect();
        for (index, rule) in grammar.rules.iter().enumerate() {
            let mut rule = rule.clone();
            visit_items(&mut rule.alternatives, &mut |item| self.rename(item, rule.role == RuleRole::Syntax));
            let Some(&at) = by_rule.get(&index).filter(|_| is_token(&rule)) else {
                rules.push(rule);
                continue;
            };
            if self.conditions[at].is_possessive() {
                possessive.insert(rule.name.clone());
            }
            self.token_rules(at, rule, &mut rules);
        }
        let place = rules.iter().position(is_token).unwrap_or(rules.len());
        let added = self.added_rules();
        let lists = std::mem::take(&mut self.lists);
        rules.splice(place..place, added.into_iter().chain(lists));
        let word = self.scanner.word.map(|word| self.unconditional(word));
        let word = word.and_then(|kind| match kind {
            SourceItemKind::Name(name) => Some(name),
            _ => None,
        });
        Rewritten { grammar: SourceGrammar { rules, word, ..grammar.clone() }, possessive }
    }

    /// Writes the rules of a token: none if it is only a text.
    fn token_rules(&mut self, at: usize, mut rule: SourceRule, rules: &mut Vec<SourceRule>) {
        let token = &self.scanner.tokens[at];
        if self.conditions[at].is_empty() {
            match token.texts.len() {
                0 => rules.push(rule),
                1 if !token.is_skipped => {}
                _ if token.is_skipped => rules.push(rule),
                // The texts are seen by `%word` only if they are not in a token.
                _ => rules.push(SourceRule { role: RuleRole::Syntax, ..spelled(rule, token) }),
            }
            return;
        }
        let place = rule.place.clone();
        let body = match self.whole.get(&at) {
            Some(name) => {
                let raw = SourceRule {
                    name: name.clone(),
                    role: RuleRole::Token,
                    comment: Vec::new(),
                    moves: Vec::new(),
                    ..rule.clone()
                };
                let body = SourceItemKind::Name(name.clone());
                rule.alternatives = self.conditional(at, body, &place);
                rules.push(rule);
                rules.push(raw);
                return;
            }
            None if token.texts.is_empty() => SourceItemKind::Group(std::mem::take(&mut rule.alternatives)),
            None => any_of(token.texts.iter().map(Spelling::kind), &place),
        };
        rule.alternatives = self.conditional(at, body, &place);
        rules.push(rule);
    }

    /// Rules of texts that the parser names by themselves.
    fn added_rules(&mut self) -> Vec<SourceRule> {
        let mut added: Vec<(usize, String)> = self.added.iter().map(|(&at, name)| (at, name.clone())).collect();
        added.sort_unstable();
        let place = SourcePlace::default();
        let rules = added.into_iter().map(|(at, name)| {
            let body = self.scanner.tokens[at].kind.clone();
            rule_of(name, RuleRole::Token, self.conditional(at, body, &place))
        });
        rules.collect()
    }

    /// A token with its conditions. `body` is the token without them.
    fn conditional(&mut self, at: usize, body: SourceItemKind, place: &SourcePlace) -> Vec<SourceAlternative> {
        let conditions = self.conditions[at].clone();
        let mut minus: Vec<SourceItemKind> = self.excluded(&conditions.minus);
        let item = |kind: SourceItemKind| SourceItem::new(kind, place.clone());
        let without = |kind: SourceItemKind, less: SourceItemKind| {
            SourceItemKind::Except(Box::new(item(kind)), Box::new(item(less)))
        };
        let mut items = Vec::new();
        if conditions.rivals.is_empty() {
            let starts = conditions.starts.iter();
            let (part, all): (Vec<_>, Vec<_>) = starts.partition(|&&(_, without_own)| without_own);
            let all: Vec<usize> = all.iter().map(|&&(other, _)| other).collect();
            let mut stops = self.excluded(&all);
            if !part.is_empty() {
                let part = part.iter().map(|&&(other, _)| self.unconditional(other));
                stops.push(without(any_of(part, place), body.clone()));
            }
            if !stops.is_empty() {
                items.push(item(not(any_of(stops, place), place)));
            }
            items.push(item(body));
            if !conditions.tails.is_empty() {
                items.push(item(not(any_of(conditions.tails.iter().map(Spelling::kind), place), place)));
            }
        } else {
            let rivals = self.excluded(&conditions.rivals);
            let is_in = |&other: &usize| self.scanner.tokens[other].has_all(&self.scanner.tokens[at].texts);
            let own = (!conditions.rivals.iter().any(is_in)).then(|| body.clone());
            let all = own.into_iter().chain(rivals.iter().cloned());
            items.push(item(any_of(all, place)));
            minus.insert(0, without(any_of(rivals, place), body));
        }
        if !minus.is_empty() {
            let kept = if items.len() == 1 { items.remove(0).kind } else { sequence(items) };
            items = vec![item(without(kept, any_of(minus, place)))];
        }
        vec![SourceAlternative { items, place: place.clone(), ..Default::default() }]
    }

    /// Tokens whose texts are excluded; many texts become a rule.
    fn excluded(&mut self, tokens: &[usize]) -> Vec<SourceItemKind> {
        let (mut texts, mut others) = (Vec::new(), Vec::new());
        for &at in tokens {
            let token = &self.scanner.tokens[at];
            match token.texts.is_empty() || token.opening.is_some() {
                true => others.push(self.unconditional(at)),
                false => texts.extend(token.texts.iter().map(Spelling::kind)),
            }
        }
        if texts.len() < MANY_TEXTS {
            others.splice(0..0, texts);
            return others;
        }
        let place = SourcePlace::default();
        let body = any_of(texts, &place);
        let alternatives = vec![SourceAlternative { items: vec![SourceItem::new(body, place)], ..Default::default() }];
        let known = self.lists.iter().find(|list| list.alternatives == alternatives).map(|list| list.name.clone());
        let name = known.unwrap_or_else(|| {
            let name = self.fresh("keyword".to_owned());
            self.lists.push(rule_of(name.clone(), RuleRole::Fragment, alternatives));
            name
        });
        others.insert(0, SourceItemKind::Name(name));
        others
    }

    /// A token without its conditions.
    fn unconditional(&self, at: usize) -> SourceItemKind {
        let token = &self.scanner.tokens[at];
        if let Some(opening) = &token.opening {
            return opening.kind();
        }
        match self.whole.get(&at) {
            _ if !token.texts.is_empty() => any_of(token.texts.iter().map(Spelling::kind), &SourcePlace::default()),
            Some(name) => SourceItemKind::Name(name.clone()),
            None => token.kind.clone(),
        }
    }

    /// Names a token as it is written: with its conditions in the parser, and without them in other tokens.
    fn rename(&self, item: &mut SourceItem, is_parser: bool) {
        if let SourceItemKind::AnyTokenBut(kinds) = &mut item.kind {
            for kind in kinds {
                *kind = self.written(kind, true).unwrap_or_else(|| kind.clone());
            }
        } else if let Some(kind) = self.written(&item.kind, is_parser) {
            item.kind = kind;
        }
    }

    fn written(&self, kind: &SourceItemKind, is_parser: bool) -> Option<SourceItemKind> {
        if let (SourceItemKind::Text { .. }, false) = (kind, is_parser) {
            return None;
        }
        let at = self.scanner.index(kind)?;
        if !is_parser {
            let token = &self.scanner.tokens[at];
            return (token.automaton.is_some() && token.opening.is_none()).then(|| self.unconditional(at));
        }
        if self.conditions[at].is_empty() {
            return Some(self.scanner.tokens[at].text()?.kind());
        }
        self.added.get(&at).map(|name| SourceItemKind::Name(name.clone()))
    }
}

fn not(kind: SourceItemKind, place: &SourcePlace) -> SourceItemKind {
    SourceItemKind::Ahead { body: Box::new(SourceItem::new(kind, place.clone())), negative: true }
}

/// One of several parts, or the only one.
fn any_of(kinds: impl IntoIterator<Item = SourceItemKind>, place: &SourcePlace) -> SourceItemKind {
    let mut kinds: Vec<SourceItemKind> = kinds.into_iter().collect();
    if kinds.len() == 1 {
        return kinds.remove(0);
    }
    let alternative = |kind| SourceAlternative {
        items: vec![SourceItem::new(kind, place.clone())],
        place: place.clone(),
        ..Default::default()
    };
    SourceItemKind::Group(kinds.into_iter().map(alternative).collect())
}

/// The rule of a token that is several texts, with one text an alternative.
fn spelled(mut rule: SourceRule, token: &ScannerToken) -> SourceRule {
    let item = |text: &Spelling| SourceItem::new(text.kind(), rule.place.clone());
    let alternatives =
        token.texts.iter().map(|text| SourceAlternative { items: vec![item(text)], ..Default::default() });
    rule.alternatives = alternatives.collect();
    rule
}

/// A rule without a place.
pub(super) fn rule_of(name: String, role: RuleRole, alternatives: Vec<SourceAlternative>) -> SourceRule {
    SourceRule {
        name,
        role,
        mode: String::new(),
        moves: Vec::new(),
        comment: Vec::new(),
        alternatives,
        is_hidden: false,
        is_case_insensitive: false,
        place: SourcePlace::default(),
    }
}

//! `token`: any one token of the grammar. With `-`, any one but these.
//!
//! The item becomes one terminal, the longest match of all tokens and literals, as a lexer would find it. For example, with
//! `%token <name> ::= [a-z]+` and a literal `"if"`, `token - "if"` matches `iffy` and `x`, but neither `if` nor the `if` in `iffy`.

use std::collections::HashSet;

use grammarc_dsl::ast::{self, ModifierKind, Primary, PrimaryKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{Regular, RegularId, Symbol};

use super::{Lowering, Site};
use crate::walk;

impl Lowering<'_> {
    /// Returns whether an item is `token` or `token - x`, without a repetition.
    pub(super) fn is_any_token(&self, item: &ast::Item) -> bool {
        item.primary.kind == PrimaryKind::AnyToken && item.repetition.is_none()
    }

    /// Returns the terminal of `token`, without the texts of `without`. It is an error if the grammar has no tokens.
    pub(super) fn any_token(&mut self, site: Site, primary: &Primary, without: Option<RegularId>) -> Symbol {
        let Some((all, excluded)) = self.all_tokens() else {
            let diagnostic = Diagnostic::new(Problem::NoTokens, primary.span.clone());
            self.found.push(diagnostic.in_file(site.file));
            return self.never();
        };
        // A token is never empty here, though its rule may be.
        let empty = self.regulars.begin(all).nullable.then(|| self.regulars.empty());
        let without: Vec<RegularId> = without.into_iter().chain(excluded).chain(empty).collect();
        let regular = match without.is_empty() {
            true => all,
            false => {
                let without = self.regulars.choice(without);
                self.regulars.add(Regular::Except { body: all, without })
            }
        };
        self.named_token("token".to_owned(), regular)
    }

    /// Returns the choice of all tokens and literals, and the texts in it that no token has after all; none if there are no tokens.
    /// For example, with `%token <name> ::= [a-z]+ - "if"` the text `if` is excluded, unless it is a literal, too. So its longest
    /// match is `if`, and not `i`, as for the token itself.
    fn all_tokens(&mut self) -> Option<(RegularId, Option<RegularId>)> {
        if let Some(all) = self.any_token {
            return all;
        }
        let (mut tokens, mut bodies, mut excluded) = (Vec::new(), Vec::new(), Vec::new());
        for part in self.token_parts() {
            let token = match part {
                TokenPart::Rule(rule) => self.regular_rule(rule),
                TokenPart::Literal(literal) => self.regulars.literal(&literal, self.program.encoding),
            };
            if tokens.contains(&token) {
                continue;
            }
            tokens.push(token);
            match self.regulars.table()[token.0 as usize] {
                Regular::Except { body, without } => {
                    bodies.push(body);
                    excluded.push(without);
                }
                _ => bodies.push(token),
            }
        }
        let all = (!tokens.is_empty()).then(|| {
            let without = (!excluded.is_empty()).then(|| {
                let (body, without) = (self.regulars.choice(excluded), self.regulars.choice(tokens));
                self.regulars.add(Regular::Except { body, without })
            });
            (self.regulars.choice(bodies), without)
        });
        self.any_token = Some(all);
        all
    }

    /// Returns the tokens and literals that an input can hold, apart from skipped text: those of the rules that the start reaches,
    /// and tokens that no rule mentions. Rules inside of tokens and `%exact` rules are parts of tokens.
    fn token_parts(&self) -> Vec<TokenPart> {
        let program = self.program;
        let skipped = self.skipped_rules();
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut open: Vec<usize> = program.starts.iter().copied().chain(program.loose_tokens()).rev().collect();
        while let Some(rule) = open.pop() {
            if skipped.contains(&rule) || !program.productive[rule] || !seen.insert(rule) {
                continue;
            }
            let has = |kind| program.has(rule, kind);
            let is_whole = has(ModifierKind::Token) || has(ModifierKind::Opaque) || has(ModifierKind::Exact);
            if is_whole && self.is_regular(rule) {
                found.push(TokenPart::Rule(rule));
            } else if !has(ModifierKind::Exact) {
                let items = program.items(rule).iter().filter(|item| item.look.is_none());
                let literals = items.flat_map(|item| walk::body(item)).filter_map(|primary| match &primary.kind {
                    PrimaryKind::Literal(literal) if !literal.units.is_empty() => Some(literal.clone()),
                    _ => None,
                });
                found.extend(literals.map(TokenPart::Literal));
                open.extend(program.parts(rule).iter().rev());
            }
        }
        found
    }

    /// Returns the rules that skipped text and the ends of lines are made of.
    fn skipped_rules(&self) -> HashSet<usize> {
        let program = self.program;
        let layouts = program.files.iter().filter_map(|file| file.layout);
        let layouts = layouts.flat_map(|layout| [layout.line_end, layout.blank]);
        let mut open: Vec<usize> = program.files.iter().filter_map(|file| file.skip).chain(layouts).collect();
        let mut found = HashSet::new();
        while let Some(rule) = open.pop() {
            if found.insert(rule) {
                open.extend(program.parts(rule));
            }
        }
        found
    }
}

/// One option of `token`.
enum TokenPart {
    /// A token, or another rule that is one text.
    Rule(usize),
    Literal(ast::Literal),
}

//! The blanks between two tokens of one entry, as the printer writes them.

use super::tokens::{Token, TokenKind};

/// Where in an entry the tokens are read: signs mean something else in an expression than in a pattern.
#[derive(Debug, Default)]
pub(super) struct Spacing {
    /// The kind of the last token.
    last: Option<TokenKind>,
    /// In an expression: how many parentheses are open in it, and whether an operand is due.
    expression: Option<(usize, bool)>,
    /// Whether the tokens stand between `{` and `}`.
    counts: bool,
    /// Whether the last token was an operator of an expression.
    after_operator: bool,
    /// For each open parenthesis whether it is that of a call.
    open: Vec<bool>,
}

impl Spacing {
    /// Returns how many parentheses are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Takes the next token, and returns whether a blank stands before it.
    pub(super) fn next(&mut self, token: &Token) -> bool {
        let is_operator = self.is_operator(token.kind);
        let blank = is_operator || self.after_operator || self.is_apart(token.kind);
        let blank = blank && self.last.is_some();
        self.after_operator = is_operator;
        self.enter(token.kind, is_operator);
        self.last = Some(token.kind);
        blank
    }

    /// Whether a token is an operator of an expression. Where it is none, an expression that is complete has ended.
    fn is_operator(&mut self, kind: TokenKind) -> bool {
        let Some((depth, is_due)) = self.expression else { return false };
        let is_sign = matches!(kind, TokenKind::Sign("+" | "-" | "*" | "/"));
        let is_call = kind == TokenKind::Call;
        let closes = matches!(kind, TokenKind::Sign(")")) && depth > 0;
        if !is_due && !is_sign && !is_call && !closes && depth == 0 && !self.counts && kind != TokenKind::Comment {
            self.expression = None;
        }
        is_sign && !is_due
    }

    fn enter(&mut self, kind: TokenKind, is_operator: bool) {
        match kind {
            TokenKind::Sign("(") => self.open.push(false),
            TokenKind::Call => self.open.push(true),
            TokenKind::Sign(")") => _ = self.open.pop(),
            TokenKind::Sign("{") => (self.counts, self.expression) = (true, Some((0, true))),
            TokenKind::Sign("}") => (self.counts, self.expression) = (false, None),
            TokenKind::Sign(":=") => self.expression = Some((0, true)),
            _ => {}
        }
        let Some((depth, is_due)) = &mut self.expression else { return };
        match kind {
            TokenKind::Sign("(") | TokenKind::Call => (*depth, *is_due) = (*depth + 1, kind != TokenKind::Call),
            TokenKind::Sign(")") => (*depth, *is_due) = (depth.saturating_sub(1), false),
            TokenKind::Word => *is_due = false,
            TokenKind::Sign(",") => *is_due = true,
            _ if is_operator => *is_due = true,
            _ => {}
        }
    }

    /// Whether a blank stands between the last token and this one, operators of expressions left aside.
    fn is_apart(&self, kind: TokenKind) -> bool {
        use TokenKind::{Call, Sign};
        let tight_after = match self.last {
            Some(Call | Sign("(" | "{" | ":" | "!" | "&" | "=")) => true,
            Some(Sign(",")) => self.counts && self.open.is_empty(),
            _ => false,
        };
        let signs = [")", "}", "{", ",", ":", "?", ";", "=", "*", "+"];
        let tight_before = kind == Call || matches!(kind, Sign(sign) if signs.contains(&sign));
        !tight_after && !tight_before
    }
}

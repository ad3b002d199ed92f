//! Parsers of expressions by hand: recursive descent for both kinds of recursion, and precedence climbing. They are the peers of the
//! generated parsers: a quick parser of expressions is written in this way.

use super::nodes::Nodes;

/// Kinds of nodes.
#[derive(Clone, Copy)]
enum ExprKind {
    Start,
    Expr,
    Term,
    Factor,
    Integer,
    Digit,
    Number,
    Token,
}

/// Parses by the grammar of the Fuzzing Book: `expr ::= term " + " expr | …`.
pub(super) fn right(text: &[u8], nodes: &mut Nodes) -> Option<()> {
    Reader { text, at: 0, nodes }.whole(Reader::right_expr)
}

/// Parses by the same grammar with operators that group to the left: `expr ::= expr " + " term | …`.
pub(super) fn left(text: &[u8], nodes: &mut Nodes) -> Option<()> {
    Reader { text, at: 0, nodes }.whole(Reader::left_expr)
}

/// Parses by `expr ::= expr " + " expr @left(1) | …`.
pub(super) fn climbing(text: &[u8], nodes: &mut Nodes) -> Option<()> {
    Reader { text, at: 0, nodes }.whole(|reader| reader.climb(0))
}

/// Where a parser is.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    nodes: &'a mut Nodes,
}

impl Reader<'_> {
    fn whole(mut self, expr: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let mark = self.nodes.open(0);
        expr(&mut self)?;
        self.nodes.close(ExprKind::Start as u8, mark, self.at);
        (self.at == self.text.len()).then_some(())
    }

    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Takes some bytes as one token.
    fn token(&mut self, bytes: usize) {
        self.nodes.leaf(ExprKind::Token as u8, self.at, self.at + bytes);
        self.at += bytes;
    }

    /// Returns the sign of the next operator, such as `+` in ` + `.
    fn operator(&self) -> Option<u8> {
        match self.text.get(self.at..self.at + 3) {
            Some(&[b' ', sign, b' ']) => Some(sign),
            _ => None,
        }
    }

    fn right_expr(&mut self) -> Option<()> {
        let mark = self.nodes.open(self.at);
        self.right_term()?;
        if let Some(b'+' | b'-') = self.operator() {
            self.token(3);
            self.right_expr()?;
        }
        self.nodes.close(ExprKind::Expr as u8, mark, self.at);
        Some(())
    }

    fn right_term(&mut self) -> Option<()> {
        let mark = self.nodes.open(self.at);
        self.right_factor()?;
        if let Some(b'*' | b'/') = self.operator() {
            self.token(3);
            self.right_term()?;
        }
        self.nodes.close(ExprKind::Term as u8, mark, self.at);
        Some(())
    }

    fn right_factor(&mut self) -> Option<()> {
        self.factor(Self::right_factor, Self::right_expr, Self::right_integer)
    }

    fn right_integer(&mut self) -> Option<()> {
        let mark = self.nodes.open(self.at);
        self.digit()?;
        if let Some(b'0'..=b'9') = self.next() {
            self.right_integer()?;
        }
        self.nodes.close(ExprKind::Integer as u8, mark, self.at);
        Some(())
    }

    fn left_expr(&mut self) -> Option<()> {
        let mark = self.nodes.open(self.at);
        self.left_term()?;
        self.nodes.close(ExprKind::Expr as u8, mark, self.at);
        while let Some(b'+' | b'-') = self.operator() {
            self.token(3);
            self.left_term()?;
            self.nodes.close(ExprKind::Expr as u8, mark, self.at);
        }
        Some(())
    }

    fn left_term(&mut self) -> Option<()> {
        let mark = self.nodes.open(self.at);
        self.left_factor()?;
        self.nodes.close(ExprKind::Term as u8, mark, self.at);
        while let Some(b'*' | b'/') = self.operator() {
            self.token(3);
            self.left_factor()?;
            self.nodes.close(ExprKind::Term as u8, mark, self.at);
        }
        Some(())
    }

    fn left_factor(&mut self) -> Option<()> {
        self.factor(Self::left_factor, Self::left_expr, Self::left_integer)
    }

    fn left_integer(&mut self) -> Option<()> {
        let mark = self.nodes.open(self.at);
        self.digit()?;
        self.nodes.close(ExprKind::Integer as u8, mark, self.at);
        while let Some(b'0'..=b'9') = self.next() {
            self.digit()?;
            self.nodes.close(ExprKind::Integer as u8, mark, self.at);
        }
        Some(())
    }

    /// Both grammars have the same factors, made of other expressions. Inlining compiles this for each grammar, with direct calls.
    #[inline(always)]
    fn factor(
        &mut self,
        factor: impl Fn(&mut Self) -> Option<()>,
        expr: impl Fn(&mut Self) -> Option<()>,
        integer: impl Fn(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let mark = self.nodes.open(self.at);
        match self.next()? {
            b'+' | b'-' => {
                self.token(1);
                factor(self)?;
            }
            b'(' => {
                self.token(1);
                expr(self)?;
                (self.next()? == b')').then(|| self.token(1))?;
            }
            _ => {
                integer(self)?;
                if self.next() == Some(b'.') {
                    self.token(1);
                    integer(self)?;
                }
            }
        }
        self.nodes.close(ExprKind::Factor as u8, mark, self.at);
        Some(())
    }

    fn digit(&mut self) -> Option<()> {
        let Some(b'0'..=b'9') = self.next() else { return None };
        let mark = self.nodes.open(self.at);
        self.token(1);
        self.nodes.close(ExprKind::Digit as u8, mark, self.at);
        Some(())
    }

    /// Reads an expression whose operators have at least this precedence. For example, with 2 it reads `2 * 3` of `2 * 3 + 4`.
    fn climb(&mut self, least: u8) -> Option<()> {
        let mark = self.nodes.open(self.at);
        match self.next()? {
            b'+' | b'-' => {
                self.token(1);
                self.climb(3)?;
            }
            b'(' => {
                self.token(1);
                self.climb(0)?;
                (self.next()? == b')').then(|| self.token(1))?;
            }
            _ => self.number()?,
        }
        self.nodes.close(ExprKind::Expr as u8, mark, self.at);
        loop {
            let binds = match self.operator() {
                Some(b'+' | b'-') => 1,
                Some(b'*' | b'/') => 2,
                _ => return Some(()),
            };
            if binds < least {
                return Some(());
            }
            self.token(3);
            self.climb(binds + 1)?;
            self.nodes.close(ExprKind::Expr as u8, mark, self.at);
        }
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        self.digits()?;
        if self.next() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        self.nodes.leaf(ExprKind::Number as u8, start, self.at);
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let rest = &self.text[self.at..];
        let count = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at += count;
        (count > 0).then_some(())
    }
}

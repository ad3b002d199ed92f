//! Joins an `if` that is alone in another one: `if a { if b { … } }` becomes `if a && b { … }`.

use syn::visit_mut::{VisitMut, visit_expr_if_mut};
use syn::{BinOp, Block, Expr, ExprBinary, ExprIf, File, Stmt, token};

/// Joins each `if` that is alone in an `if` or an `else` with the `if` around it.
/// For example:
///
/// ```text
/// if a { if b { x(); } }            becomes   if a && b { x(); }
/// if a { } else { if b { x(); } }   becomes   if a { } else if b { x(); }
/// ```
pub(super) fn join(file: &mut File) {
    Nested.visit_file_mut(file);
}

/// Visits every `if`, outer ones first, so that `&&` stands from left to right.
struct Nested;

impl VisitMut for Nested {
    fn visit_expr_if_mut(&mut self, outer: &mut ExprIf) {
        while outer.else_branch.is_none()
            && let Some(inner) = only_if(&outer.then_branch).filter(|inner| inner.else_branch.is_none())
        {
            let (left, op, right) = (outer.cond.clone(), BinOp::And(token::AndAnd::default()), inner.cond);
            *outer.cond = Expr::Binary(ExprBinary { attrs: Vec::new(), left, op, right });
            outer.then_branch = inner.then_branch;
        }
        if let Some((_, otherwise)) = &mut outer.else_branch
            && let Expr::Block(block) = &**otherwise
            && let Some(inner) = only_if(&block.block)
        {
            **otherwise = Expr::If(inner);
        }
        visit_expr_if_mut(self, outer);
    }
}

/// Returns the `if` that is alone in a block.
fn only_if(block: &Block) -> Option<ExprIf> {
    match block.stmts.as_slice() {
        [Stmt::Expr(Expr::If(only), _)] => Some(only.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::join;

    fn joined(body: &str) -> String {
        let mut file = syn::parse_file(&format!("fn f() {{ {body} }}")).expect("it is Rust");
        join(&mut file);
        prettyplease::unparse(&file).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_alone_in_another_is_joined() {
        for (apart, together) in [
            ("if a { if b { c() } }", "if a && b { c() }"),
            ("if a { if b { if c { d(); } } }", "if a && b && c { d(); }"),
            ("if a || b { if c || d { e() } }", "if (a || b) && (c || d) { e() }"),
            ("if a { b() } else { if c { d() } }", "if a { b() } else if c { d() }"),
            ("if a { if b { c() } else { d() } }", "if a { if b { c() } else { d() } }"),
            ("if a { if b { c() } } else { d() }", "if a { if b { c() } } else { d() }"),
            ("if a { b(); if c { d() } }", "if a { b(); if c { d() } }"),
        ] {
            assert_eq!(joined(apart), format!("fn f() {{ {together} }}"));
        }
    }
}

//! `%inline` rules that expand to themselves: found with an explicit stack, each cycle once.
//!
//! For example, `%inline <a> ::= "(" <b> ")"` with `%inline <b> ::= <a> | "x"` would expand without end.

use grammarc_dsl::ast::Span;
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::Program;
use crate::walk;

/// How deep expansions may nest. Lowering recurses that far.
pub(super) const MAX_NESTING: usize = 64;

/// Reports cycles and too deep nesting of `%inline` rules.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let edges: Vec<Vec<(usize, Span)>> = (0..program.rules.len()).map(|rule| macros(program, rule)).collect();
    let mut heights = vec![0; edges.len()];
    for root in (0..edges.len()).filter(|&rule| program.is_inline(rule)) {
        walk_from(program, root, &edges, &mut heights, found);
    }
}

/// The `%inline` rules that an `%inline` rule mentions.
fn macros(program: &Program<'_>, rule: usize) -> Vec<(usize, Span)> {
    if !program.is_inline(rule) {
        return Vec::new();
    }
    let names = walk::references(program.items(rule));
    let known =
        names.filter_map(|name| Some((program.lookup(program.rules[rule].file, &name.text)?, name.span.clone())));
    known.filter(|&(target, _)| program.is_inline(target)).collect()
}

fn walk_from(
    program: &Program<'_>,
    root: usize,
    edges: &[Vec<(usize, Span)>],
    heights: &mut [usize],
    found: &mut Vec<Diagnostic>,
) {
    let mut way: Vec<(usize, usize)> = if heights[root] > 0 { Vec::new() } else { vec![(root, 0)] };
    while let Some((rule, next)) = way.pop() {
        let Some((target, span)) = edges[rule].get(next) else {
            heights[rule] = 1 + edges[rule].iter().map(|&(target, _)| heights[target]).max().unwrap_or(0);
            if heights[rule] == MAX_NESTING + 1 {
                let what = "the nesting of `%inline` rules".to_owned();
                let problem = Problem::TooLarge { what, limit: MAX_NESTING as u64 };
                found.push(program.complain(rule, &program.rules[rule].rule.name.span, problem));
            }
            continue;
        };
        way.push((rule, next + 1));
        if let Some(start) = way.iter().position(|&(open, _)| open == *target) {
            let cycle = way[start..].iter().map(|&(open, _)| open).chain([*target]);
            let cycle = cycle.map(|rule| program.rules[rule].name.clone()).collect();
            found.push(program.complain(rule, span, Problem::CyclicInline { cycle }));
        } else if heights[*target] == 0 {
            way.push((*target, 0));
        }
    }
}

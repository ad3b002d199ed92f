//! Reads the file of a pattern, and takes nothing on trust: the text is parsed again, and each hole must be a part of it.

use std::collections::HashSet;
use std::ops::Range;

use super::places::Places;
use super::{ALL, BadPattern, END, FORMAT, Problem, SavedPattern, VERSION, WHERE};
use crate::{Constraint, Hole, Pattern};
use grammarc_core::grammar::Grammar;
use grammarc_core::parse::Outcome;
use grammarc_core::tree::{NodeId, Tree, name_span};
use grammarc_generate::choices::unescape;
use grammarc_reduce::format::Format;
use grammarc_trial::trial::Rate;

/// The number of a line, and its text.
type Line<'f> = (usize, &'f str);

/// A hole as it is written. For example, `hole 7..8 <element>` is the span 7..8, the name `element` and place 1.
struct HoleLine<'f> {
    line: usize,
    span: Range<usize>,
    name: &'f str,
    place: usize,
    constraints: Vec<Constraint>,
}

impl SavedPattern {
    /// Inverse of [`SavedPattern::write`]. Lines may be removed or added by hand, as long as the file remains a pattern: its text is in the
    /// language, a hole is a whole part of it, and a name is a hole in all its places or in none.
    ///
    /// # Errors
    /// If it is no pattern of this grammar, and of just this version of it.
    pub fn read(language: &Format, file: &[u8]) -> Result<Self, BadPattern> {
        let file = str::from_utf8(file).map_err(|error| {
            let line = 1 + file[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            let is_pattern = file.starts_with(FORMAT.as_bytes());
            let problem = if is_pattern { Problem::Expected("a line in UTF-8") } else { Problem::NotPattern };
            BadPattern { line: if is_pattern { line } else { 1 }, problem }
        })?;
        let lines: Vec<Line<'_>> = (1..).zip(file.lines()).collect();
        let at = |number: usize| lines.get(number - 1).copied().unwrap_or((number, ""));
        check_format(at(1))?;
        check_grammar(at(2), language)?;
        let (is_verified, rate) = verification(at(3))?;
        let Some((&(_, END), rest)) = lines[3.min(lines.len())..].split_last() else {
            return Err(bad(lines.len() + 1, Problem::Expected("`end`, as the last line of the file")));
        };
        let (text, holes) = rest.split_at(rest.iter().take_while(|(_, line)| line.starts_with("text ")).count());
        let text = text_of(text)?;
        let holes = holes_of(&language.grammar, holes)?;
        let pattern = pattern(language, text, &holes)?;
        let saved = Self { pattern, is_verified, rate, is_exhaustive: at(3).1.ends_with(ALL) };
        saved.compare(language, &lines)?;
        Ok(saved)
    }

    /// Compares a file with its pattern written again, except for the second line: the grammar may have another name.
    fn compare(&self, language: &Format, lines: &[Line<'_>]) -> Result<(), BadPattern> {
        let written = self.write(language);
        let other = lines.iter().zip(written.lines()).find(|((number, line), written)| line != written && *number != 2);
        match other {
            Some(((line, _), written)) => {
                Err(BadPattern { line: *line, problem: Problem::Otherwise { line: written.to_owned() } })
            }
            None => Ok(()),
        }
    }
}

fn bad(line: usize, problem: Problem) -> BadPattern {
    BadPattern { line, problem }
}

fn check_format((line, text): Line<'_>) -> Result<(), BadPattern> {
    match text.strip_prefix(FORMAT).and_then(|rest| rest.strip_prefix(' ')) {
        Some(VERSION) => Ok(()),
        Some(version) => Err(bad(line, Problem::Version(version.to_owned()))),
        None => Err(bad(line, Problem::NotPattern)),
    }
}

fn check_grammar((line, text): Line<'_>, language: &Format) -> Result<(), BadPattern> {
    let of = text.strip_prefix("grammar ").and_then(|rest| rest.rsplit_once(' ')).and_then(|(name, digest)| {
        let digest = u128::from_str_radix(digest, 16).ok().filter(|_| digest.len() == 32)?;
        Some((String::from_utf8(unescape(name)?).ok()?, digest))
    });
    let of = of.ok_or_else(|| bad(line, Problem::Expected("`grammar`, its name and a digest of 32 digits")))?;
    let wanted = (language.name.to_string(), language.grammar.digest());
    if of.1 == wanted.1 { Ok(()) } else { Err(bad(line, Problem::Grammar { of, wanted })) }
}

fn verification((line, text): Line<'_>) -> Result<(bool, Option<Rate>), BadPattern> {
    let read = || {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let is_verified = match word {
            "verified" => true,
            "unverified" => false,
            _ => return None,
        };
        if rest.is_empty() {
            return Some((is_verified, None));
        }
        let (yes, runs) = rest.split(',').next()?.split_once(" of ")?;
        let rate = Rate { yes: yes.parse().ok()?, runs: runs.parse().ok()? };
        (rate.runs > 0 && rate.yes <= rate.runs).then_some((is_verified, Some(rate)))
    };
    read().ok_or_else(|| bad(line, Problem::Expected("a line such as `verified 59 of 59`, or `unverified`")))
}

fn text_of(lines: &[Line<'_>]) -> Result<Vec<u8>, BadPattern> {
    if lines.is_empty() {
        return Err(bad(4, Problem::Expected("`text` and a quoted line")));
    }
    let mut text = Vec::new();
    for &(number, line) in lines {
        let quoted = line.strip_prefix("text \"").and_then(|rest| rest.strip_suffix('"'));
        let own = quoted.and_then(unescape);
        text.extend(own.ok_or_else(|| bad(number, Problem::Expected("`text` and a quoted line")))?);
    }
    Ok(text)
}

/// Reads holes, each with its constraints from the lines after it.
fn holes_of<'f>(grammar: &Grammar, lines: &[Line<'f>]) -> Result<Vec<HoleLine<'f>>, BadPattern> {
    let mut holes: Vec<HoleLine<'f>> = Vec::new();
    for &(number, line) in lines {
        match (line.strip_prefix(WHERE), holes.last_mut()) {
            (Some(constraint), Some(hole)) => {
                let constraint: Constraint =
                    constraint.parse().map_err(|error| bad(number, Problem::Constraint(error)))?;
                match constraint.name().filter(|name| grammar.symbol(name).is_none()) {
                    Some(name) => return Err(bad(number, Problem::NoRule(name.to_owned()))),
                    None => hole.constraints.push(constraint),
                }
            }
            _ => holes.push(hole((number, line))?),
        }
    }
    Ok(holes)
}

fn hole((line, text): Line<'_>) -> Result<HoleLine<'_>, BadPattern> {
    let read = || {
        let (span, rest) = text.strip_prefix("hole ")?.split_once(" <")?;
        let (start, end) = span.split_once("..")?;
        let (name, rest) = rest.split_once('>')?;
        let place = if rest.is_empty() { 1 } else { rest.strip_prefix(" place ")?.parse().ok()? };
        // The number of a variable follows from where it stands.
        let name = name.split(':').next().unwrap_or(name);
        let span = start.parse().ok()?..end.parse().ok()?;
        Some(HoleLine { line, span, name, place, constraints: Vec::new() })
    };
    read().ok_or_else(|| {
        bad(
            line,
            Problem::Expected(
                "a hole such as `hole 3..9 <name>`, or a condition on the hole above such as `where with length ≤ 8`",
            ),
        )
    })
}

/// Makes a pattern of a text and its holes.
fn pattern(language: &Format, text: Vec<u8>, written: &[HoleLine<'_>]) -> Result<Pattern, BadPattern> {
    let tree = match language.parsing().judge(&text) {
        Outcome::Valid(tree) | Outcome::Invalid(tree, _) => tree,
        Outcome::NoParse(error) => {
            // Each line of the text is a line of the file.
            let line = 3 + error.line.min(text.split_inclusive(|&byte| byte == b'\n').count().max(1));
            return Err(bad(line, Problem::NoParse(Box::new(error))));
        }
    };
    let places = Places::new(&language.grammar, &text, &tree);
    let mut holes: Vec<Hole> = Vec::new();
    let mut end = 0;
    for HoleLine { line, span, name, place, constraints } in written {
        let node = places.find(span.clone(), name, *place).ok_or_else(|| bad(*line, Problem::NoPart))?;
        let index = tree.index_of(node).unwrap_or_default();
        if index < end {
            return Err(bad(*line, Problem::Order));
        }
        end = index + tree.size(node);
        let symbol = tree.wanted(&language.grammar, node);
        let (name, variable, constraints) = (places.name(node), places.variable(node), constraints.clone());
        holes.push(Hole { node, symbol, name, variable, constraints });
    }
    check_variables(language, &tree, &places, (written, &holes))?;
    Ok(Pattern { text, tree, holes })
}

/// Refuses a name that is a hole in some places and fixed in others: no other text would have that name there.
fn check_variables(
    language: &Format,
    tree: &Tree,
    places: &Places,
    (written, holes): (&[HoleLine<'_>], &[Hole]),
) -> Result<(), BadPattern> {
    let open: HashSet<NodeId> = holes.iter().flat_map(|hole| tree.subtree(hole.node)).collect();
    for (HoleLine { line, .. }, hole) in written.iter().zip(holes) {
        let Some(variable) = hole.variable else { continue };
        let mut nodes = places.variables[variable as usize].nodes.iter();
        if let Some(&node) = nodes.find(|node| !open.contains(node)) {
            let place = name_span(&language.grammar, tree, node);
            return Err(bad(*line, Problem::Partial { name: hole.name.to_string(), place }));
        }
    }
    Ok(())
}

//! `fuzz --cover K` and `fuzz --suite`: texts planned to cover the k-paths of the grammar, and a report of their coverage.

use grammarc_reduce::format::Format;
use grammarc_steer::cover::Coverage;

use super::FuzzArgs;
use crate::counted::counted;
use crate::status::{Failure, say};

/// Paths, and alternatives, that the report names. The rest is counted.
const MAX_NAMED: usize = 10;

/// Writes texts by `put`, which gets their number from `first` on, until all paths of this length are covered or there are as many texts
/// as asked for. Then it reports the coverage.
///
/// # Errors
/// If the grammar has too many paths of this length, no text is found at all, or one cannot be written.
pub(super) fn run(
    language: &Format,
    args: &FuzzArgs,
    length: usize,
    first: u64,
    mut put: impl FnMut(u64, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut coverage = Coverage::new(language, length)
        .map_err(|error| Failure::usage(format!("{error}\nhelp: use a smaller number with `--cover`")))?;
    let mut texts = 0;
    if args.suite {
        for text in coverage.suite(first) {
            put(first.wrapping_add(texts), &text)?;
            texts += 1;
        }
    } else {
        while args.count.is_none_or(|count| texts < count) {
            let seed = first.wrapping_add(texts);
            if let Some(sizes) = args.size {
                coverage.set_size(sizes.of_seed(seed) as usize);
            }
            let Some(text) = coverage.next_text(seed) else { break };
            put(seed, &text)?;
            texts += 1;
        }
    }
    report(&coverage, texts, args.count.is_some_and(|count| count == texts));
    match texts {
        0 if coverage.count() > 0 && args.count != Some(0) => {
            Err(Failure::no(format!("found no text that covers one of the {}", paths(coverage.count(), length))))
        }
        _ => Ok(()),
    }
}

/// Reports the coverage and the missing paths. With `is_cut`, the texts asked for ran out before the paths did.
fn report(coverage: &Coverage<'_>, texts: u64, is_cut: bool) {
    let (covered, all) = (coverage.covered(), coverage.count());
    let texts = counted(texts as usize, "text");
    say(&format!("covered: {covered} of {} by {texts}", paths(all, coverage.length())));
    let missing = all - covered;
    if missing > 0 && is_cut {
        say(&format!("missing: {missing}; a larger -n covers more"));
    } else if missing > 0 {
        let why = "no text with them was found; hooks or tokens around them may forbid them";
        say(&format!("not reached: {missing} ({why}){}", named(coverage.missing(), missing)));
    }
    let left_out: Vec<_> = coverage.left_out().collect();
    if !left_out.is_empty() {
        let why = "alternatives that are never generated: they have weight 0, or no text";
        say(&format!("cannot be reached: {} {why}{}", left_out.len(), named(left_out.iter(), left_out.len())));
    }
}

/// Returns the first names, one a line.
fn named(names: impl Iterator<Item = impl std::fmt::Display>, count: usize) -> String {
    let mut lines: String = names.take(MAX_NAMED).map(|name| format!("\n  {name}")).collect();
    if count > MAX_NAMED {
        lines.push_str(&format!("\n  … and {} more", count - MAX_NAMED));
    }
    lines
}

/// Returns a number of paths in words: `44 2-paths`, `25 alternatives`.
fn paths(count: usize, length: usize) -> String {
    if length == 1 { format!("{count} alternatives") } else { format!("{count} {length}-paths") }
}

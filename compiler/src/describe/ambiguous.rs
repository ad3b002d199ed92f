//! Ambiguous rules: a short text that has two trees. It is found among random texts of the rule, and made smaller.

use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::order;
use grammarc_runtime::reduce::{Hooks, Options, Validity, reduce};

use super::Description;

/// Most rules that are looked at, because each takes charts of many texts.
const MAX_RULES: usize = 100;
/// Greatest nesting of the random texts.
const MAX_DEPTH: usize = 4;
/// Random texts of each depth.
const TEXTS: u64 = 32;
/// Longest text that is looked at, in bytes.
const MAX_BYTES: usize = 60;
/// Effort allowed for one text, in chart items.
const MAX_CHART_ITEMS: usize = 20_000;
/// Most candidates that are tried to make a text smaller.
const MAX_TESTS: u64 = 500;

/// Adds an ambiguous text to each rule that is ambiguous itself, and not only by a rule in it.
pub(super) fn add(format: &Format, rules: &mut [Description]) {
    let open = (0..rules.len()).filter(|&rule| !rules[rule].method.is_deterministic()).take(MAX_RULES);
    let mut found: Vec<(Vec<u8>, usize)> =
        open.filter_map(|rule| Some((text(&format.starting_with(&rules[rule].name).ok()?)?, rule))).collect();
    found.sort_by(|(one, rule), (two, other)| {
        order::compare(one, two).then(rules[*rule].cost.cmp(&rules[*other].cost)).then(other.cmp(rule))
    });
    let mut told: Vec<Vec<u8>> = Vec::new();
    for (text, rule) in found {
        // The rule around an ambiguous one has its text within its own.
        if !told.iter().any(|inner| text.windows(inner.len().max(1)).any(|part| part == inner)) {
            rules[rule].ambiguous = Some(text.clone());
            told.push(text);
        }
    }
}

/// Returns an ambiguous text of a language; none if none was found.
fn text(format: &Format) -> Option<Vec<u8>> {
    let is_ambiguous = |text: &[u8]| format.second_tree(text, MAX_CHART_ITEMS).is_some();
    let mut best: Option<Vec<u8>> = None;
    for depth in 1..=MAX_DEPTH {
        let mut fuzzer = Fuzzer::new(format, depth);
        for seed in 0..TEXTS {
            let Ok(text) = fuzzer.run(&mut Choices::fresh(seed)) else { continue };
            let is_shorter = best.as_ref().is_none_or(|best| order::compare(text, best).is_lt());
            if text.len() <= MAX_BYTES && is_shorter && is_ambiguous(text) {
                best = Some(text.to_vec());
            }
        }
        if best.is_some() {
            break;
        }
    }
    let text = best?;
    let options =
        Options { validity: Validity::Strict, hooks: Hooks::Off, tests: Some(MAX_TESTS), ..Options::default() };
    let reduced = reduce(format, &text, &is_ambiguous, &options);
    Some(reduced.map_or(text, |reduced| reduced.text))
}

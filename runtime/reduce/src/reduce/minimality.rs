//! Minimality of a result: which single edits have been tested, each against exactly this text. The report states it,
//! so that a user knows which edits are left to try by hand.

use std::fmt;

use super::Search;
use super::view::View;
use crate::edit::{Candidate, drop_all};
use crate::flat;
use grammarc_core::tree::NodeId;
use grammarc_trial::oracle::Verdict;
use grammarc_trial::trial::{SharedText, Skip, Stop};

/// The most adjacent tokens that are removed together. Each further width costs as many tests as there are tokens.
const MAX_WINDOW_TOKENS: usize = 4;
/// Longest result, in bytes, whose minimality is stated without certification: the lookup takes time quadratic in the
/// length.
const MAX_UNCERTIFIED_BYTES: usize = 1 << 12;
/// Most edits of a kind that are prepared to sample the verdicts of a shared cache: on a long text each takes a while.
const MAX_SAMPLED_EDITS: usize = 64;
/// Most runs that a sample costs.
const MAX_SAMPLED_RUNS: usize = 8;

/// The kinds of edits that were tested in every place of a result, without an interesting one. Each number counts the
/// places; none means that some were not tested. For example, with `tokens: Some(6)`, none of the 6 tokens can be
/// removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Minimality {
    /// Nodes of the tree that could go, or be replaced by a minimal string.
    pub nodes: Option<usize>,
    /// Words, numbers, runs of white space and other characters.
    pub tokens: Option<usize>,
    /// Two to four tokens side by side.
    pub windows: Option<usize>,
    /// Characters.
    pub characters: Option<usize>,
    /// Some of those edits were not tried because they lead out of the language.
    pub within_language: bool,
    /// Some were not tried because they touch the layout.
    pub within_layout: bool,
    /// Some were not tried because they change a name.
    pub within_names: bool,
    /// Some were not tried because they change an `#include` line.
    pub within_includes: bool,
    /// Some were answered by a cache that the oracle shares with others, and not run again.
    pub by_cache: bool,
}

impl fmt::Display for Minimality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(self.nodes, "node"), (self.tokens, "token"), (self.characters, "character")];
        let units: Vec<&str> = units.into_iter().filter_map(|(count, unit)| count.map(|_| unit)).collect();
        let Some((last, others)) = units.split_last() else {
            return f.write_str("not known to be minimal: no kind of removal was tested in every place");
        };
        let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
        write!(f, "1-minimal: no {others}{last} can be removed")?;
        if self.windows.is_some_and(|count| count > 0) {
            write!(f, " (nor any 2-{MAX_WINDOW_TOKENS} adjacent tokens)")?;
        }
        let untested = [
            (self.within_language, "that leave the language"),
            (self.within_layout, "of whitespace alone"),
            (self.within_names, "of a part of a name"),
            (self.within_includes, "of a part of an `#include` line"),
        ];
        let untested: Vec<&str> = untested.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect();
        match untested[..] {
            [] => {}
            [only] => write!(f, "; removals {only} were not tested")?,
            _ => write!(f, "; removals {}, were not tested", untested.join(", or "))?,
        }
        f.write_str(if self.by_cache {
            "; the server's cache answered some of the tests, and `--certify` runs them"
        } else {
            ""
        })
    }
}

/// One kind of single edits, by the unit that an edit removes.
#[derive(Clone, Copy)]
pub(crate) enum EditUnit {
    Nodes,
    Tokens,
    Windows,
    Characters,
}

impl EditUnit {
    const ALL: [Self; 4] = [Self::Nodes, Self::Tokens, Self::Windows, Self::Characters];

    /// Parses the text for this kind of edits, and returns all of them.
    fn edits(self, search: &mut Search<'_, '_>) -> Vec<Candidate> {
        match self {
            Self::Nodes => {
                search.parse_again();
            }
            Self::Tokens | Self::Windows => {
                search.look(&flat::TOKENS);
            }
            Self::Characters => {
                search.look(&flat::BYTES);
            }
        }
        let view: &View<'_> = &search.view;
        let root = view.tree.root();
        let single = |id: NodeId| drop_all([id]);
        match self {
            Self::Nodes => view.tree.subtree(root).filter(|&id| view.is_reducible(id)).map(single).collect(),
            Self::Tokens | Self::Characters => view.tree.parts(root).map(single).collect(),
            Self::Windows => {
                let tokens: Vec<NodeId> = view.tree.parts(root).collect();
                let windows = (2..=MAX_WINDOW_TOKENS).flat_map(|width| tokens.windows(width));
                windows.map(|window| drop_all(window.iter().copied())).collect()
            }
        }
    }
}

/// Tests every single edit that has not been tested. Returns whether one was interesting; it is then the current
/// text.
///
/// # Errors
/// If the trial must stop.
pub(super) fn certify(search: &mut Search<'_, '_>) -> Result<bool, Stop> {
    for kind in EditUnit::ALL {
        let edits = kind.edits(search);
        if search.first(edits.into_iter().map(|edit| ((), edit)))?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Runs removals from the current text that a shared cache calls boring: all of them if it is to be certified, else a sample, so that a
/// cache that calls everything boring is noticed. Returns whether a run contradicts it; the search must then go on.
///
/// # Errors
/// If the trial must stop.
pub(super) fn contradicts_cache(search: &mut Search<'_, '_>, certify: bool) -> Result<bool, Stop> {
    if !search.trial.relies_on_cache() {
        return Ok(false);
    }
    let mut texts = Vec::new();
    for kind in EditUnit::ALL {
        let edits = kind.edits(search);
        let step = if certify { 1 } else { edits.len().div_ceil(MAX_SAMPLED_EDITS).max(1) };
        let prepared = edits.into_iter().step_by(step).filter_map(|edit| search.prepare(edit).ok());
        texts.extend(prepared.map(|prepared| prepared.text).filter(|text| search.trial.is_unconfirmed(text)));
    }
    let step = if certify { 1 } else { texts.len().div_ceil(MAX_SAMPLED_RUNS).max(1) };
    let sample: Vec<SharedText> = texts.into_iter().step_by(step).collect();
    search.trial.run_again(&sample)
}

/// Looks up which edits of the current text have been tested, without a test of its own; none if the lookup takes too long.
pub(super) fn known(search: &mut Search<'_, '_>, certified: bool) -> Option<Minimality> {
    if search.text().len() > MAX_UNCERTIFIED_BYTES && !certified {
        return None;
    }
    let mut minimality = Minimality::default();
    let look_up = |kind: EditUnit| {
        let mut places = 0;
        for edit in kind.edits(search) {
            match search.prepare(edit) {
                Ok(prepared) => match search.trial.known(&prepared.text) {
                    Some(Verdict::Interesting) => return None,
                    Some(_) if search.trial.is_not_run(&prepared.text) => return None,
                    Some(_) => minimality.by_cache |= search.trial.is_unconfirmed(&prepared.text),
                    None if search.is_valid(&prepared.text) => return None,
                    None => minimality.within_language = true,
                },
                Err(Skip::Inadmissible) => minimality.within_language = true,
                Err(Skip::Layout) => minimality.within_layout = true,
                Err(Skip::Name) => minimality.within_names = true,
                Err(Skip::Include) => minimality.within_includes = true,
                Err(Skip::NotSmaller | Skip::Void) => continue,
            }
            places += 1;
        }
        Some(places)
    };
    let [nodes, tokens, windows, characters] = EditUnit::ALL.map(look_up);
    Some(Minimality { nodes, tokens, windows, characters, ..minimality })
}

#[cfg(test)]
mod tests {
    use crate::flat::BYTES;
    use crate::reduce::{Options, Reduction, reduce, strategy};

    fn reduced(strategies: &[&str], certify: bool, interesting: impl Fn(&[u8]) -> bool + Sync) -> Reduction {
        let strategies = strategies.iter().map(|name| strategy(name).expect("it is in the table")).collect();
        let options = Options { strategies, certify, ..Options::default() };
        reduce(&BYTES, b"one two (three) four", &interesting, &options).expect("the input is interesting")
    }

    fn has_three(text: &[u8]) -> bool {
        text.windows(5).any(|window| window == b"three")
    }

    #[test]
    fn what_was_not_asked_is_not_stated() {
        let lines = reduced(&["lines"], false, has_three);
        let stated = lines.minimality.map(|it| it.to_string());
        assert_eq!(stated.as_deref(), Some("not known to be minimal: no kind of removal was tested in every place"));
        let auto = reduced(&["auto"], false, has_three);
        let stated = auto.minimality.map(|it| it.to_string());
        assert_eq!(stated.as_deref(), Some("1-minimal: no node, token or character can be removed"));
    }

    #[test]
    fn a_certificate_goes_on_where_something_can_go() {
        let lines = reduced(&["lines"], true, has_three);
        let minimality = lines.minimality.expect("it went to its end");
        assert_eq!(lines.text, b"three");
        assert_eq!((minimality.tokens, minimality.characters), (Some(1), Some(5)));
    }

    #[test]
    fn nothing_is_stated_of_a_run_that_was_stopped() {
        let options = Options { tests: Some(2), certify: true, ..Options::default() };
        let stopped = reduce(&BYTES, b"one two (three) four", &has_three, &options).expect("the input is interesting");
        assert_eq!(stopped.minimality, None);
    }

    #[test]
    fn nothing_is_stated_of_a_long_text_unless_it_is_certified() {
        let input = vec![b'x'; super::MAX_UNCERTIFIED_BYTES + 1];
        let stated = |certify| {
            let options = Options { strategies: Vec::new(), certify, ..Options::default() };
            let reduced = reduce(&BYTES, &input, &|text: &[u8]| text == input, &options).expect("it is interesting");
            reduced.minimality.and_then(|it| it.characters)
        };
        assert_eq!((stated(false), stated(true)), (None, Some(input.len())));
    }
}

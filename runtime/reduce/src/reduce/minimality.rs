//! What is known of a result once nothing more is found: which single edits have been asked about, each against that very text.

use std::fmt;

use super::Search;
use super::view::View;
use crate::edit::{Candidate, drop_all};
use crate::flat;
use crate::oracle::Verdict;
use crate::trial::{Skip, Stop};
use grammarc_core::tree::NodeId;

/// The most tokens side by side that are looked at.
const WINDOW: usize = 4;
/// Of results longer than this nothing is stated, unless it is to be certified: looking it up takes the square of their
/// length.
const LONGEST: usize = 1 << 12;

/// In which ways a result is minimal: what has been tried in every place, and was interesting in none. A number says how many
/// places there are; none, that not all have been tried.
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
}

impl fmt::Display for Minimality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = [
            (self.nodes, "node", "nodes"),
            (self.tokens, "token", "tokens"),
            (self.characters, "character", "characters"),
        ];
        let counted: Vec<String> = counted
            .into_iter()
            .filter_map(|(count, one, many)| count.map(|count| (count, if count == 1 { one } else { many })))
            .map(|(count, unit)| format!("{count} {unit}"))
            .collect();
        if counted.is_empty() {
            return f.write_str("not known to be minimal in any way");
        }
        write!(f, "none of {} can go", counted.join(", "))?;
        if self.windows.is_some_and(|count| count > 0) {
            write!(f, ", nor up to {WINDOW} tokens side by side")?;
        }
        f.write_str(match (self.within_language, self.within_layout) {
            (false, false) => "",
            (true, false) => ", and leave it in the language",
            (false, true) => ", and leave its layout alone",
            (true, true) => ", and leave it in the language, its layout alone",
        })
    }
}

/// One kind of single edits: what is taken away at once.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Nodes,
    Tokens,
    Windows,
    Characters,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Nodes, Self::Tokens, Self::Windows, Self::Characters];

    /// Makes the search look at the text so, and returns all edits.
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
                let windows = (2..=WINDOW).flat_map(|width| tokens.windows(width));
                windows.map(|window| drop_all(window.iter().copied())).collect()
            }
        }
    }
}

/// Asks about every single edit that has not been asked about. Returns whether one was interesting, which then is the present
/// text.
///
/// # Errors
/// If the trial must stop.
pub(super) fn certify(search: &mut Search<'_, '_>) -> Result<bool, Stop> {
    for kind in Kind::ALL {
        let edits = kind.edits(search);
        if search.first(edits.into_iter().map(|edit| ((), edit)))?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Looks up what is known of the present text. Asks nothing; none if looking it up would take too long.
pub(super) fn known(search: &mut Search<'_, '_>, certified: bool) -> Option<Minimality> {
    if search.text().len() > LONGEST && !certified {
        return None;
    }
    let mut minimality = Minimality::default();
    let look_up = |kind: Kind| {
        let mut places = 0;
        for edit in kind.edits(search) {
            match search.prepare(edit) {
                Ok(prepared) => match search.trial.known(&prepared.text) {
                    Some(Verdict::Interesting) => return None,
                    Some(_) => {}
                    None if search.is_valid(&prepared.text) => return None,
                    None => minimality.within_language = true,
                },
                Err(Skip::Inadmissible) => minimality.within_language = true,
                Err(Skip::Layout) => minimality.within_layout = true,
                Err(Skip::NotSmaller | Skip::Void) => continue,
            }
            places += 1;
        }
        Some(places)
    };
    let [nodes, tokens, windows, characters] = Kind::ALL.map(look_up);
    Some(Minimality { nodes, tokens, windows, characters, ..minimality })
}

#[cfg(test)]
mod tests {
    use crate::flat::BYTES;
    use crate::reduce::{Options, Reduced, reduce, strategy};

    fn reduced(strategies: &[&str], certify: bool, interesting: impl Fn(&[u8]) -> bool + Sync) -> Reduced {
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
        assert_eq!(lines.minimality.map(|it| it.to_string()).as_deref(), Some("not known to be minimal in any way"));
        let auto = reduced(&["auto"], false, has_three);
        let stated = auto.minimality.map(|it| it.to_string());
        assert_eq!(stated.as_deref(), Some("none of 6 nodes, 1 token, 5 characters can go"));
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
        let input = vec![b'x'; super::LONGEST + 1];
        let stated = |certify| {
            let options = Options { strategies: Vec::new(), certify, ..Options::default() };
            let reduced = reduce(&BYTES, &input, &|text: &[u8]| text == input, &options).expect("it is interesting");
            reduced.minimality.and_then(|it| it.characters)
        };
        assert_eq!((stated(false), stated(true)), (None, Some(input.len())));
    }
}

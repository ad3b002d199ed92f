//! Where the scanner goes behind each token, from mode to mode.

use super::vocabulary::TokenCopy;
use crate::source::{ModeMove, RuleRole, SourceItemKind, SourceRule};
use crate::walk::visit_kinds;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Modes in which the scanner may be.
pub(super) type ModeSet = BTreeSet<String>;

/// A hidden token of a mode, and the modes behind it.
pub(super) struct HiddenStep {
    pub(super) token: String,
    pub(super) to: ModeSet,
}

/// The modes of a lexer.
pub(super) struct Modes {
    /// Modes in which a token may begin. Copies of a token for other modes count with it.
    pub(super) before: HashMap<String, ModeSet>,
    /// Modes that a token leads to.
    pub(super) after: HashMap<String, ModeSet>,
    /// Hidden tokens of each mode, in order.
    pub(super) hidden: BTreeMap<String, Vec<HiddenStep>>,
    /// Modes with tokens that the parser sees.
    pub(super) visible: ModeSet,
}

impl Modes {
    pub(super) fn new(parser: &[SourceRule], tokens: &[SourceRule], copies: &[TokenCopy]) -> Self {
        let below = modes_below(tokens, copies);
        let mut modes =
            Self { before: HashMap::new(), after: HashMap::new(), hidden: BTreeMap::new(), visible: ModeSet::new() };
        for token in tokens.iter().filter(|token| token.role != RuleRole::Fragment) {
            let to = moved(&token.mode, &token.moves, &below);
            if matches!(token.role, RuleRole::Skip | RuleRole::Channel(_)) {
                let step = HiddenStep { token: token.name.clone(), to };
                modes.hidden.entry(token.mode.clone()).or_default().push(step);
            } else {
                modes.add(&token.name, &token.mode, to);
            }
        }
        for copy in copies {
            modes.add(&copy.of, &copy.mode, moved(&copy.mode, &copy.moves, &below));
        }
        for rule in parser {
            visit_kinds(&rule.alternatives, &mut |kind| {
                if let SourceItemKind::Name(name) = kind
                    && let Some(before) = modes.before.get(name)
                {
                    modes.visible.extend(before.iter().cloned());
                }
            });
        }
        modes
    }

    fn add(&mut self, token: &str, mode: &str, to: ModeSet) {
        self.before.entry(token.to_owned()).or_default().insert(mode.to_owned());
        self.after.entry(token.to_owned()).or_default().extend(to);
    }

    /// Hidden tokens of a mode.
    pub(super) fn hidden_in(&self, mode: &str) -> &[HiddenStep] {
        self.hidden.get(mode).map_or(&[], Vec::as_slice)
    }

    /// Modes from which hidden tokens lead to one of `goals`.
    pub(super) fn leading_to(&self, goals: &ModeSet) -> ModeSet {
        let mut found = goals.clone();
        loop {
            let leads = |steps: &[HiddenStep]| steps.iter().any(|step| !step.to.is_disjoint(&found));
            let more: Vec<String> = self
                .hidden
                .iter()
                .filter(|(mode, steps)| !found.contains(*mode) && leads(steps))
                .map(|(mode, _)| mode.clone())
                .collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }
}

/// The modes to which the scanner may return from each mode.
fn modes_below(tokens: &[SourceRule], copies: &[TokenCopy]) -> HashMap<String, ModeSet> {
    let all = tokens.iter().map(|token| (&token.mode, &token.moves));
    let all: Vec<_> = all.chain(copies.iter().map(|copy| (&copy.mode, &copy.moves))).collect();
    let mut below: HashMap<String, ModeSet> = HashMap::new();
    loop {
        let before: usize = below.values().map(ModeSet::len).sum();
        for (mode, moves) in &all {
            let mut at = Position::new(mode, &below);
            for step in *moves {
                at.go(step, &below);
                for mode in &at.modes {
                    below.entry(mode.clone()).or_default().extend(at.below.iter().cloned());
                }
            }
        }
        if below.values().map(ModeSet::len).sum::<usize>() == before {
            return below;
        }
    }
}

/// The modes that the scanner may be in behind a token of a mode.
fn moved(mode: &str, moves: &[ModeMove], below: &HashMap<String, ModeSet>) -> ModeSet {
    let mut at = Position::new(mode, below);
    moves.iter().for_each(|step| at.go(step, below));
    at.modes
}

/// Where the scanner may be.
struct Position {
    modes: ModeSet,
    /// The modes to which it returns from there.
    below: ModeSet,
    /// Positions that were left by `pushMode` on the way.
    left: Vec<(ModeSet, ModeSet)>,
}

impl Position {
    fn new(mode: &str, below: &HashMap<String, ModeSet>) -> Self {
        let below = below.get(mode).cloned().unwrap_or_default();
        Self { modes: ModeSet::from([mode.to_owned()]), below, left: Vec::new() }
    }

    fn go(&mut self, step: &ModeMove, below: &HashMap<String, ModeSet>) {
        match step {
            ModeMove::Change(to) => self.modes = ModeSet::from([to.clone()]),
            ModeMove::Push(to) => {
                let modes = std::mem::replace(&mut self.modes, ModeSet::from([to.clone()]));
                self.left.push((modes.clone(), std::mem::replace(&mut self.below, modes)));
            }
            ModeMove::Pop => {
                (self.modes, self.below) = self.left.pop().unwrap_or_else(|| {
                    let modes = std::mem::take(&mut self.below);
                    let further = modes.iter().filter_map(|mode| below.get(mode)).flatten().cloned().collect();
                    (modes, further)
                });
            }
        }
    }
}

/// Returns whether a token matches any character.
pub(super) fn is_catch_all(token: &SourceRule) -> bool {
    token.alternatives.iter().any(|alternative| match alternative.items.as_slice() {
        [item] => item.kind == SourceItemKind::Any,
        _ => false,
    })
}

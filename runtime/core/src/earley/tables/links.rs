//! Decides how many links the items behind each dot need: links that can be found again, or of which there is only one, need less
//! memory.

use super::{NextSymbol, ScanMethod, Tables};
use crate::earley::chart::Links;
use crate::grammar::Grammar;

impl Tables {
    /// Finds the dots whose links can be found again, because they depend on nothing but the span of the rule.
    pub(super) fn find_links(&mut self, grammar: &Grammar) {
        for number in 0..self.dots.len() {
            let dot = &self.dots[number];
            let NextSymbol::Rule(rule) = dot.next else { continue };
            let is_seen = self.dots[self.rules[rule.0 as usize].start as usize].is_seen;
            let is_cyclic = self.is_cyclic(grammar.production(dot.production).rule);
            if dot.is_plain && dot.live.is_empty() && !is_seen && !is_cyclic {
                self.dots[number].links = Links::Found;
            }
        }
    }

    /// Finds the dots behind which an item has at most one link, and the dots at which a predicted item moves on at once.
    pub(super) fn find_single(&mut self) {
        for production in 0..self.first.len() - 1 {
            let [start, end] = [self.first[production], self.first[production + 1]].map(|dot| dot as usize);
            // `is_single`: an item here comes about at most once in a set. `is_rigid`: given its origin, the item is in one set at
            // most.
            let (mut is_single, mut is_rigid) = (true, true);
            for place in start..end {
                let over = self.over(place);
                is_single = over == StepKind::Byte && is_single || over != StepKind::Any && is_rigid;
                is_rigid &= matches!(over, StepKind::Byte | StepKind::Terminal);
                let dot = &mut self.dots[place];
                dot.is_passing = place == start && is_rigid;
                if is_single {
                    dot.links = Links::One;
                }
            }
        }
    }

    /// Returns the kind of step that an item makes at a dot.
    fn over(&self, place: usize) -> StepKind {
        let dot = &self.dots[place];
        if !dot.is_plain || !dot.live.is_empty() {
            return StepKind::Any;
        }
        match dot.next {
            NextSymbol::Rule(rule) if !self.dots[self.rules[rule.0 as usize].start as usize].is_seen => StepKind::Rule,
            NextSymbol::Rule(_) | NextSymbol::End => StepKind::Any,
            NextSymbol::Terminal(terminal) => match self.reading(terminal) {
                ScanMethod::Byte(_) => StepKind::Byte,
                ScanMethod::Single => StepKind::Terminal,
                ScanMethod::Any => StepKind::Any,
            },
        }
    }
}

/// The kind of step that an item makes over a symbol. For example, `"+"` is a `Byte`, a token `<name>` a `Terminal`, and a rule
/// without labels a `Rule`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StepKind {
    /// One byte.
    Byte,
    /// A terminal with one end at most.
    Terminal,
    /// A rule that holds at most once over a span.
    Rule,
    /// A symbol that may have several ends, or depends on the environment.
    Any,
}

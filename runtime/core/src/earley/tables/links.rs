//! How the items behind each dot come about: what must be stored of that, and what cannot happen twice.

use super::{Next, Reading, Tables};
use crate::earley::chart::Links;
use crate::grammar::Grammar;

impl Tables {
    /// Finds the dots over which all depends on nothing but where the rule begins and ends.
    pub(super) fn find_links(&mut self, grammar: &Grammar) {
        for number in 0..self.dots.len() {
            let dot = &self.dots[number];
            let Next::Rule(rule) = dot.next else { continue };
            let is_seen = self.dots[self.rules[rule.0 as usize].start as usize].is_seen;
            let is_cyclic = self.is_cyclic(grammar.production(dot.production).rule);
            if dot.is_plain && dot.live.is_empty() && !is_seen && !is_cyclic {
                self.dots[number].links = Links::Found;
            }
        }
    }

    /// Finds the dots behind which an item comes about once at most, and those where it moves on at once.
    pub(super) fn find_single(&mut self) {
        for production in 0..self.first.len() - 1 {
            let [start, end] = [self.first[production], self.first[production + 1]].map(|dot| dot as usize);
            // Whether an item stands here once at most in a set; and in one set at most, given where its production began.
            let (mut is_single, mut is_rigid) = (true, true);
            for place in start..end {
                let over = self.over(place);
                is_single = over == Over::Byte && is_single || over != Over::Any && is_rigid;
                is_rigid &= matches!(over, Over::Byte | Over::Terminal);
                let dot = &mut self.dots[place];
                dot.is_passing = place == start && is_rigid;
                if is_single {
                    dot.links = Links::One;
                }
            }
        }
    }

    /// Returns what an item moves over at a dot.
    fn over(&self, place: usize) -> Over {
        let dot = &self.dots[place];
        if !dot.is_plain || !dot.live.is_empty() {
            return Over::Any;
        }
        match dot.next {
            Next::Rule(rule) if !self.dots[self.rules[rule.0 as usize].start as usize].is_seen => Over::Rule,
            Next::Rule(_) | Next::End => Over::Any,
            Next::Terminal(terminal) => match self.reading(terminal) {
                Reading::Byte(_) => Over::Byte,
                Reading::Single => Over::Terminal,
                Reading::Any => Over::Any,
            },
        }
    }
}

/// What an item moves over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Over {
    /// One byte.
    Byte,
    /// A terminal with one end at most.
    Terminal,
    /// A rule, that holds once at most from one place to another.
    Rule,
    /// What may have several ends, or depends on what surrounds it.
    Any,
}

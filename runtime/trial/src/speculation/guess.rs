//! Guesses verdicts, as probabilities, from the earlier verdicts in like cases.
//!
//! Each way to tell cases apart keeps counts, and gives a probability. Their log-odds are added up with weights that are
//! learnt at every verdict, so the ways that were right of late count most. This is logistic mixing: M. V. Mahoney, *Adaptive
//! Weighing of Context Models for Lossless Data Compression*, Florida Tech CS-2005-16. A compressor needs calibrated
//! probabilities, and so does a tree of guesses, in which they are multiplied.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::patch::{Patch, TracedText};

/// Number of ways to tell cases apart.
const WAYS: usize = 8;
/// Number of verdicts before a text that make up its history: they give 16 cases, so each soon has counts.
const HISTORY_VERDICTS: u32 = 4;
/// Verdicts that the counts of one case hold at most. Older ones fade, because a search goes through phases.
const MAX_COUNT: f64 = 24.0;
/// Verdicts that the probability of all cases together is worth in a case, before the case has verdicts of its own.
const PRIOR_VERDICTS: f64 = 0.6;
/// The probability of yes before the first verdict.
const FIRST_PROBABILITY: f64 = 0.15;
/// The weight of each way at the beginning. Their sum is above 1, since ways that agree confirm each other.
const FIRST_WEIGHT: f64 = 0.2;
/// Step of the weights at one verdict.
const LEARNING_RATE: f64 = 0.02;
/// No guess is surer than this, so a chain of guesses keeps a doubt.
const MIN_PROBABILITY: f64 = 0.004;

/// Guesses the verdicts about texts, in the order of the questions.
pub struct Guesser {
    /// The last two interesting texts. A sweep goes on from the older one.
    bases: [TracedText; 2],
    history: u32,
    /// Number of questions since the last yes.
    since_yes: u32,
    last: ByteSplice,
    cases: HashMap<(usize, u64), Count>,
    all: Count,
    weights: [f64; WAYS],
}

/// How a text differs from the one that it was made from: bytes `at..at + gone` gave way to `put` others.
#[derive(Clone, Copy, Default)]
struct ByteSplice {
    base: usize,
    at: usize,
    gone: usize,
    put: usize,
}

/// The guess about a text, and all that is needed to learn from its verdict.
pub struct Guess {
    removal: ByteSplice,
    cases: [u64; WAYS],
    log_odds: [f64; WAYS],
    /// The change that the text makes.
    pub patch: Patch,
    /// The probability that the verdict is yes.
    pub yes: f64,
}

#[derive(Clone, Copy)]
struct Count {
    yes: f64,
    no: f64,
}

impl Guesser {
    /// Begins with the input, which is interesting.
    pub fn new(input: &[u8]) -> Self {
        let all = Count { yes: 4.0 * FIRST_PROBABILITY, no: 4.0 * (1.0 - FIRST_PROBABILITY) };
        Self {
            bases: [TracedText::new(input), TracedText::new(input)],
            history: 0,
            since_yes: 0,
            last: ByteSplice::default(),
            cases: HashMap::new(),
            all,
            weights: [FIRST_WEIGHT; WAYS],
        }
    }

    /// Returns the guess about a text.
    pub fn guess(&self, text: &[u8]) -> Guess {
        let removal = self.removal(text);
        let cases = self.cases(removal);
        let prior = self.all.probability();
        let log_odds = std::array::from_fn(|way| match self.cases.get(&(way, cases[way])) {
            Some(count) => count.log_odds(prior),
            None => log_odds(prior),
        });
        let sum: f64 = self.weights.iter().zip(log_odds).map(|(weight, odds)| weight * odds).sum();
        let yes = (1.0 / (1.0 + (-sum).exp())).clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
        let ByteSplice { base, at, gone, put } = removal;
        let patch = self.bases[base].patch(at..at + gone, &text[at..at + put]);
        Guess { removal, cases, log_odds, patch, yes }
    }

    /// Learns the verdict about the text of a guess. Only an interesting text is looked at.
    pub fn learn(&mut self, text: &[u8], guess: &Guess, is_yes: bool) {
        let error = f64::from(u8::from(is_yes)) - guess.yes;
        for (weight, odds) in self.weights.iter_mut().zip(guess.log_odds) {
            *weight += LEARNING_RATE * error * odds;
        }
        for (way, &case) in guess.cases.iter().enumerate() {
            self.cases.entry((way, case)).or_insert(Count { yes: 0.0, no: 0.0 }).add(is_yes);
        }
        self.all.add(is_yes);
        self.history = (2 * self.history + u32::from(is_yes)) % (1 << HISTORY_VERDICTS);
        self.since_yes = if is_yes { 0 } else { self.since_yes + 1 };
        self.last = guess.removal;
        if is_yes {
            let ByteSplice { base, at, gone, put } = guess.removal;
            let new = self.bases[base].after(at..at + gone, put, text);
            self.bases[1] = std::mem::replace(&mut self.bases[0], new);
        }
    }

    fn removal(&self, text: &[u8]) -> ByteSplice {
        let [new, old] = [0, 1].map(|base| ByteSplice::between(base, &self.bases[base].text, text));
        if old.gone + old.put < new.gone + new.put { old } else { new }
    }

    /// Returns the case of a question for each way.
    fn cases(&self, removal: ByteSplice) -> [u64; WAYS] {
        let ByteSplice { base, at, gone, put } = removal;
        let base = &self.bases[base].text;
        let piece = &base[at..at + gone];
        let size = u64::from((gone.max(1)).ilog2());
        let put = put.min(2) as u64;
        let share = (8 * gone / base.len().max(1)) as u64;
        let order = |a: usize, b: usize| a.cmp(&b) as i8;
        let step = (order(at, self.last.at), order(gone, self.last.gone), self.history % 2);
        let edges = (piece.first(), piece.last(), base.get(at + gone), put);
        let run = u64::from((self.since_yes + 1).ilog2());
        [
            hash((size, put)),
            hash((share, self.history % 4)),
            hash(self.history),
            hash((run, size / 2)),
            hash((piece, put)),
            hash(edges),
            hash(step),
            hash(run),
        ]
    }
}

impl ByteSplice {
    fn between(base: usize, old: &[u8], new: &[u8]) -> Self {
        let at = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let end = old[at..].iter().rev().zip(new[at..].iter().rev()).take_while(|(a, b)| a == b).count();
        Self { base, at, gone: old.len() - at - end, put: new.len() - at - end }
    }
}

impl Count {
    fn add(&mut self, is_yes: bool) {
        if self.yes + self.no >= MAX_COUNT {
            self.yes *= 1.0 - 1.0 / MAX_COUNT;
            self.no *= 1.0 - 1.0 / MAX_COUNT;
        }
        *if is_yes { &mut self.yes } else { &mut self.no } += 1.0;
    }

    fn probability(self) -> f64 {
        self.yes / (self.yes + self.no)
    }

    fn log_odds(self, prior: f64) -> f64 {
        ((self.yes + PRIOR_VERDICTS * prior) / (self.no + PRIOR_VERDICTS * (1.0 - prior))).ln()
    }
}

fn log_odds(probability: f64) -> f64 {
    (probability / (1.0 - probability)).ln()
}

fn hash(value: impl Hash) -> u64 {
    // Its keys are fixed, so a guess is the same on every run.
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::Guesser;

    /// Asks 60 times whether a number of bytes can go; returns the last 20 probabilities that were guessed for the verdict.
    fn right(verdicts: impl Fn(usize) -> (usize, bool)) -> Vec<f64> {
        let mut text = vec![b'x'; 1000];
        let mut guesser = Guesser::new(&text);
        let guesses = (0..60).map(|number| {
            let (gone, is_yes) = verdicts(number);
            let candidate = text[..text.len() - gone].to_vec();
            let guess = guesser.guess(&candidate);
            guesser.learn(&candidate, &guess, is_yes);
            if is_yes {
                text = candidate;
            }
            if is_yes { guess.yes } else { 1.0 - guess.yes }
        });
        guesses.skip(40).collect()
    }

    #[test]
    fn what_comes_again_is_foreseen() {
        assert!(right(|_| (1, false)).iter().all(|&sure| sure > 0.95));
        assert!(right(|_| (1, true)).iter().all(|&sure| sure > 0.95));
        let by_size = right(|number| if number * number % 7 < 3 { (3, true) } else { (300, false) });
        assert!(by_size.iter().all(|&sure| sure > 0.8), "{by_size:?}");
    }

    #[test]
    fn a_guess_is_never_certain_and_a_first_one_is_no() {
        let guess = Guesser::new(b"text").guess(b"tex").yes;
        assert!((0.02..0.3).contains(&guess), "{guess}");
        let empty = Guesser::new(b"").guess(b"").yes;
        assert!((0.02..0.3).contains(&empty), "{empty}");
    }
}

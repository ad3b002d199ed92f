//! On texts that are almost right: pieces of samples, damaged.

use grammarc_runtime::choices::Random;

use crate::formats::{self, Compared, Sample};

/// Mutants for each grammar.
const MUTANTS: usize = 1000;
/// The longest piece of a sample that is damaged.
const PIECE: usize = 600;

/// What damages texts.
struct Damage {
    random: Random,
    samples: Vec<Sample>,
}

impl Damage {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(u32::try_from(bound).expect("samples are small")) as usize
    }

    /// Returns a piece of some sample, of at most `longest` bytes; the whole sample if it is short.
    fn piece(&mut self, longest: usize) -> Vec<u8> {
        let number = self.below(self.samples.len());
        let length = self.samples[number].text.len();
        let start = self.below(length.saturating_sub(longest) + 1);
        self.samples[number].text[start..length.min(start + longest)].to_vec()
    }

    /// Drops, repeats, or replaces a few bytes by those of some sample, or one by any byte.
    fn damage(&mut self, text: &mut Vec<u8>) {
        let start = self.below(text.len() + 1);
        let end = (start + self.below(8)).min(text.len());
        let insert = match self.below(4) {
            0 => Vec::new(),
            1 => text[start..end].repeat(2),
            2 => self.piece(8),
            _ => vec![self.random.below(256) as u8],
        };
        text.splice(start..end, insert);
    }

    fn mutant(&mut self) -> Vec<u8> {
        let mut text = self.piece(PIECE);
        for _ in 0..=self.below(3) {
            self.damage(&mut text);
        }
        text
    }
}

/// Returns how many mutants of the samples were accepted.
fn accepted(format: &Compared) -> usize {
    let mut damage = Damage { random: Random::new(1), samples: format.samples("accept") };
    let is_accepted = |number: usize| {
        let text = damage.mutant();
        format.parse(&text, &format!("mutant {number}: {}", text.escape_ascii())).is_ok()
    };
    (0..MUTANTS).map(is_accepted).filter(|&accepted| accepted).count()
}

#[test]
fn on_damaged_samples() {
    let (mut all, mut formats) = (0, 0);
    for format in formats::all() {
        let accepted = accepted(&format);
        eprintln!("{}: {accepted} of {MUTANTS} mutants are accepted", format.name);
        all += accepted;
        formats += 1;
    }
    // Of a format of lines nearly all is in the language, of one with a checksum nothing.
    assert!((formats * MUTANTS / 50..=formats * MUTANTS * 49 / 50).contains(&all), "{all} accepted");
}

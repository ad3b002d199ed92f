//! Texts that are almost right: samples with bytes flipped, dropped and repeated, cut off, joined, and words swapped. For example, `[1,2]`
//! becomes `[1,,2]`, `[1` or `1[,2]`.

use grammarc_runtime::choices::Random;

/// Damages texts; the same seed and samples give the same damage.
#[derive(Debug)]
pub struct Damage<'s> {
    random: Random,
    samples: &'s [Vec<u8>],
    longest: usize,
}

impl<'s> Damage<'s> {
    /// Damages samples, or pieces of at most `longest` bytes of them. There must be at least one sample.
    pub fn new(seed: u64, samples: &'s [Vec<u8>], longest: usize) -> Self {
        Self { random: Random::new(seed), samples, longest }
    }

    /// Returns a damaged text.
    pub fn mutant(&mut self) -> Vec<u8> {
        let mut text = self.piece(self.longest);
        for _ in 0..=self.below(3) {
            self.damage(&mut text);
        }
        text.truncate(self.longest);
        text
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(u32::try_from(bound).expect("samples are small")) as usize
    }

    /// Returns a sample, or a piece of it if it is long.
    fn piece(&mut self, longest: usize) -> Vec<u8> {
        let sample = &self.samples[self.below(self.samples.len())];
        let start = self.below(sample.len().saturating_sub(longest) + 1);
        sample[start..sample.len().min(start + longest)].to_vec()
    }

    fn damage(&mut self, text: &mut Vec<u8>) {
        let start = self.below(text.len() + 1);
        let end = (start + self.below(8)).min(text.len());
        match self.below(8) {
            0 => drop(text.drain(start..end)),
            1 => drop(text.splice(start..start, text[start..end].to_vec())),
            2 => drop(text.splice(start..end, self.piece(8))),
            3 => drop(text.splice(start..end, [self.random.below(256) as u8])),
            4 => text[start..end].iter_mut().take(1).for_each(|byte| *byte ^= 1 << (start % 8)),
            5 => text.truncate(start),
            6 => {
                let other = self.piece(self.longest);
                let from = self.below(other.len() + 1);
                text.splice(start.., other[from..].iter().copied());
            }
            _ => self.swap_words(text),
        }
    }

    /// Swaps two words: letters and digits, blanks, or one other byte. For example, `if (x)` may become `x (if)`.
    fn swap_words(&mut self, text: &mut Vec<u8>) {
        let kind = |byte: &u8| match byte {
            byte if byte.is_ascii_alphanumeric() => 1,
            byte if byte.is_ascii_whitespace() => 2,
            _ => 0,
        };
        let mut words: Vec<&[u8]> = text.chunk_by(|one, next| kind(one) != 0 && kind(one) == kind(next)).collect();
        if !words.is_empty() {
            let (one, other) = (self.below(words.len()), self.below(words.len()));
            words.swap(one, other);
            *text = words.concat();
        }
    }
}

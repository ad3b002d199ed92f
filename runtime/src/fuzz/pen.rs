//! Writing without a way back, for grammars in which nothing is ever taken back: code generated for them calls itself, and
//! hands on the random numbers in a [`Pen`], which fits into two registers.
//!
//! It draws what the driver (`fuzz/driver.rs`) draws, in the same order, so its texts are the same. Where rules nest deeper
//! than calls should, the driver goes on, which needs no stack. Many draws are made before it is known how many of them are
//! needed: the numbers are counted, so one that is not needed is drawn again, and no branch has to be predicted.

use crate::choices::{Choices, Random};
use crate::fuzz::class::Class;
use crate::fuzz::driver::Fuzzer;
use crate::fuzz::{DeadEnd, LARGEST, SIZE, STEPS};
use crate::grammar::Symbol;

/// What writes a text of the start symbol.
pub type Write = fn(&mut Fuzzer<'_>, Pen) -> Pen;

/// How deep named rules nest in calls.
pub(super) const NATIVE: u32 = 120;
/// What [`Pen::choose`] returns where the driver has to go on.
const TOO_DEEP: u32 = u32::MAX;
/// How many members of a class are drawn at once.
const RUN: usize = 2;
/// One choice, in [`Fuzzer::place`].
const STEP: u64 = 1 << 32;
/// The bits of [`Fuzzer::place`] of which one is set where the text is long enough.
const SPENT: u64 = !((STEPS as u64 - 1) * STEP + (SIZE as u64 - 1));
const _: () = assert!(SIZE.is_power_of_two() && STEPS.is_power_of_two() && LARGEST < STEP as usize / 2);

/// Where the random numbers of a text stand that is being written.
#[derive(Debug, Clone, Copy)]
pub struct Pen {
    /// What they go on from.
    random: u64,
    /// The next one. It is there before it is known what for, so no choice waits for it.
    next: u64,
}

/// A short text, of a size that is copied at once.
#[derive(Debug, Clone, Copy)]
pub struct Short {
    text: [u8; Self::LONGEST],
    length: u8,
}

impl Short {
    /// How long such a text can be.
    pub const LONGEST: usize = 15;

    /// Makes one of a text that is no longer than [`Short::LONGEST`].
    pub const fn new(text: &[u8]) -> Self {
        let (mut all, mut i) = ([0; Self::LONGEST], 0);
        while i < text.len() {
            all[i] = text[i];
            i += 1;
        }
        Self { text: all, length: text.len() as u8 }
    }
}

impl Pen {
    /// Goes on from there.
    #[inline(always)]
    fn from(random: u64) -> Self {
        Self { random, next: Random::new(random).bits() }
    }

    #[inline(always)]
    fn bits(&mut self) -> u64 {
        let bits = self.next;
        *self = Self::from(Random::ahead(self.random, 1));
        bits
    }

    /// Returns the numbers that come next, without using them up.
    #[inline(always)]
    fn coming<const N: usize>(self) -> [u64; N] {
        std::array::from_fn(|i| match i {
            0 => self.next,
            _ => Random::new(Random::ahead(self.random, i as u64)).bits(),
        })
    }

    /// Uses up some of the numbers that come.
    #[inline(always)]
    fn skip<const N: usize>(&mut self, coming: &[u64; N], count: usize) {
        *self = Self { random: Random::ahead(self.random, count as u64), next: coming[count] };
    }

    /// Draws one of so many options inside a text.
    #[inline(always)]
    pub fn pick(&mut self, options: u32) -> u32 {
        below(self.bits(), options)
    }

    /// Returns whether a repetition inside a text goes on.
    #[inline(always)]
    pub fn again(&mut self, f: &Fuzzer<'_>) -> bool {
        !f.is_full() && self.bits() >> 63 == 1
    }

    /// Chooses a production by a number below `total`, of which each production has as many as it weighs. Where only the
    /// cheapest productions are taken, it is one of `cheapest`; where the driver has to go on, it is none of all these.
    #[inline(always)]
    pub fn choose(&mut self, f: &mut Fuzzer<'_>, depth: u32, total: u32, cheapest: &[u32]) -> u32 {
        if !self.is_bound(f, depth) {
            return self.draw(f, total);
        }
        if self.is_free(f, depth) || depth > NATIVE {
            return TOO_DEEP;
        }
        self.count(f, 1);
        match cheapest {
            [only] => *only,
            _ => cheapest[self.pick(cheapest.len() as u32) as usize],
        }
    }

    /// Returns whether only the cheapest productions are taken, or the driver has to go on.
    #[inline(always)]
    pub fn is_bound(self, f: &Fuzzer<'_>, depth: u32) -> bool {
        // The choice that is made counts.
        depth > f.limit || (f.place + STEP) & SPENT != 0
    }

    /// Returns whether it is the driver that has to go on, where it is one of the two.
    #[inline(always)]
    pub fn is_free(self, f: &Fuzzer<'_>, depth: u32) -> bool {
        depth <= f.max_depth + 1 && (f.place + STEP) & SPENT == 0
    }

    /// Counts choices of which each had one outcome.
    #[inline(always)]
    pub fn count(self, f: &mut Fuzzer<'_>, choices: u32) {
        f.place += STEP * u64::from(choices);
    }

    /// Draws a number below `total`, of which each production has as many as it weighs.
    #[inline(always)]
    pub fn draw(&mut self, f: &mut Fuzzer<'_>, total: u32) -> u32 {
        self.count(f, 1);
        self.pick(total)
    }

    /// Writes a text.
    #[inline(always)]
    pub fn write<const N: usize>(self, f: &mut Fuzzer<'_>, text: &[u8; N]) {
        self.write_part(f, text, N);
    }

    /// Writes the first bytes of a text. All are copied, which is faster.
    #[inline(always)]
    fn write_part<const N: usize>(self, f: &mut Fuzzer<'_>, text: &[u8; N], length: usize) {
        let at = f.place as u32 as usize;
        match f.page.get_mut(at..at + N) {
            Some(place) => place.copy_from_slice(text),
            None => write_beyond(&mut f.page, at, text),
        }
        f.place += length as u64;
    }

    /// Writes one of several short texts.
    #[inline(always)]
    pub fn one_of<const N: usize>(self, f: &mut Fuzzer<'_>, texts: &[Short; N], number: u32) {
        let Short { text, length } = &texts[number as usize];
        self.write_part(f, text, usize::from(*length));
    }

    /// Writes a text, or not.
    #[inline(always)]
    pub fn perhaps<const N: usize>(&mut self, f: &mut Fuzzer<'_>, text: &[u8; N]) {
        if f.is_full() {
            return;
        }
        let goes_on = (self.bits() >> 63) as usize;
        self.write_part(f, text, N * goes_on);
    }

    /// Writes a text of which the ASCII letters may be in either case, as [`Fuzzer::folded`].
    #[inline]
    pub fn folded<const N: usize>(&mut self, f: &mut Fuzzer<'_>, text: &[u8; N]) {
        let mixture = match self.pick(4) {
            0 => u64::MAX,
            1 => self.bits(),
            _ => return self.write(f, text),
        };
        let mut text = *text;
        for (i, byte) in text.iter_mut().enumerate() {
            let is_upper = mixture >> (i % 64) & 1 == 1;
            *byte = if is_upper { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() };
        }
        self.write(f, &text);
    }

    /// Writes a character of a class in UTF-8.
    #[inline(always)]
    pub fn char(&mut self, f: &mut Fuzzer<'_>, class: &Class) {
        let number = self.pick(class.count + class.wide);
        match number < class.count {
            true => self.write(f, &[class.plain_at(number)]),
            false => *self = self.wide_char(f, class),
        }
    }

    /// Writes a byte of a class.
    #[inline(always)]
    pub fn byte(&mut self, f: &mut Fuzzer<'_>, class: &Class) {
        let number = self.pick(class.count + class.wide);
        let byte = if number < class.count { class.plain_at(number) } else { self.wide(class) as u8 };
        self.write(f, &[byte]);
    }

    /// Draws from any range of a class alike.
    fn wide(&mut self, class: &Class) -> u32 {
        let mut random = Random::new(self.random);
        let member = class.draw_wide(&mut random);
        *self = Self::from(random.state());
        member
    }

    #[inline(never)]
    fn wide_char(mut self, f: &mut Fuzzer<'_>, class: &Class) -> Self {
        let c = char::from_u32(self.wide(class)).unwrap_or(char::REPLACEMENT_CHARACTER);
        let mut bytes = [0; 4];
        let length = c.encode_utf8(&mut bytes).len();
        self.write_part(f, &bytes, length);
        self
    }

    /// Writes characters of a class that is plain, as long as going on is drawn.
    #[inline(always)]
    pub fn run(&mut self, f: &mut Fuzzer<'_>, class: &Class) {
        while (f.place + RUN as u64) & SPENT == 0 {
            let coming: [u64; 2 * RUN + 1] = self.coming();
            // As a word, because bytes that were stored one by one could not be loaded at once.
            let (mut stops, mut text) = (1 << RUN, 0_u64);
            for i in 0..RUN {
                stops |= (!coming[2 * i] >> 63) << i;
                text |= u64::from(class.plain_at(below(coming[2 * i + 1], class.count))) << (8 * i);
            }
            let length = stops.trailing_zeros() as usize;
            self.write_part(f, &text.to_le_bytes(), length);
            self.skip(&coming, (2 * length + 1).min(2 * RUN));
            if length < RUN {
                return;
            }
        }
        while self.again(f) {
            self.char(f, class);
        }
    }

    /// Writes characters of a class that is plain, as a rule does whose productions are one and the rule again, and one, where
    /// both weigh the same.
    #[inline(always)]
    pub fn chain(&mut self, f: &mut Fuzzer<'_>, depth: u32, class: &Class) {
        let mut free = (f.max_depth + 2).saturating_sub(depth) as usize;
        while (f.place + RUN as u64 * (STEP + 1)) & SPENT == 0 {
            let asked = free.min(RUN);
            let coming: [u64; 2 * RUN + 1] = self.coming();
            let (mut stops, mut text) = (1 << asked, 0_u64);
            for i in 0..RUN {
                stops |= (coming[2 * i] >> 63) << i;
                // Where nothing is asked, nothing is drawn before the character.
                let drawn = if i < asked { coming[2 * i + 1] } else { coming[2 * i] };
                text |= u64::from(class.plain_at(below(drawn, class.count))) << (8 * i);
            }
            let length = stops.trailing_zeros() as usize;
            let written = (length + 1).min(RUN);
            self.write_part(f, &text.to_le_bytes(), written);
            self.count(f, written as u32);
            self.skip(&coming, (2 * length + 1 + usize::from(length < asked)).min(2 * RUN));
            if length < RUN {
                return;
            }
            free -= RUN;
        }
        loop {
            self.count(f, 1);
            let is_last = free == 0 || f.is_full() || self.pick(2) == 1;
            self.char(f, class);
            if is_last {
                return;
            }
            free -= 1;
        }
    }

    /// Has the driver go on with a symbol, in so many named rules.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn go_on(self, f: &mut Fuzzer<'_>, symbol: Symbol, depth: u32) -> Self {
        if f.is_lost {
            return self;
        }
        let steps = STEPS.saturating_sub((f.place >> 32) as u32);
        let mut page = std::mem::take(&mut f.page);
        page.truncate(f.place as u32 as usize);
        let done = f.go_on(Choices::fresh(self.random), page, steps, symbol, depth);
        f.is_lost = done.is_err();
        f.page = std::mem::take(&mut f.output);
        f.place = f.page.len() as u64 + STEP * u64::from(STEPS - f.steps);
        Self::from(f.choices.random().state())
    }
}

/// Makes a number below `bound` of a random one, as [`Random::below`].
#[inline(always)]
fn below(bits: u64, bound: u32) -> u32 {
    (((bits >> 32) * u64::from(bound)) >> 32) as u32
}

/// Writes where the page ends: makes it longer.
#[cold]
#[inline(never)]
fn write_beyond(page: &mut Vec<u8>, at: usize, text: &[u8]) {
    page.resize((2 * page.len()).max(at + text.len()).max(1 << 10), 0);
    page[at..at + text.len()].copy_from_slice(text);
}

impl Fuzzer<'_> {
    /// Returns whether the text on the page is long enough.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.place & SPENT != 0
    }

    /// Writes a text without a way back, and returns its length on the page.
    pub(super) fn run_plain(&mut self, choices: &mut Choices, write: Write) -> Result<usize, DeadEnd> {
        (self.place, self.is_lost) = (0, false);
        let pen = write(self, Pen::from(choices.random().state()));
        *choices.random() = Random::new(pen.random);
        let length = self.place as u32 as usize;
        if self.is_lost || length > LARGEST { Err(DeadEnd) } else { Ok(length) }
    }
}

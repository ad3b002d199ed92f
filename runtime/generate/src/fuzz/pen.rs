//! Writing without rollback, for grammars without dead ends: the code generated for them calls itself, and hands on the random numbers and
//! the place in a [`Pen`], which fits into two registers.
//!
//! A pen makes the same draws as the driver (`fuzz/driver.rs`), in the same order, so its texts are the same. Where rules nest deeper than
//! calls should, the driver goes on, because its stack is on the heap. Most of the time goes into mispredicted branches. So a pen copies a
//! fixed number of bytes, and the draw only decides how many of them count; it calls nothing but functions that write.

use std::hint::select_unpredictable;

use crate::choices::{Choices, QuickDice};
use crate::fuzz::Fuzzer;
use crate::fuzz::class::Class;
use crate::fuzz::{CHEAP_AFTER_BYTES, CHEAP_AFTER_CHOICES, DeadEnd, MAX_TEXT_BYTES};
use grammarc_core::grammar::Symbol;

/// Function that writes a text of the start symbol.
pub type Write = fn(&mut Fuzzer<'_>, Pen) -> Pen;

/// Depth of nested named rules up to which generated code calls itself. A few hundred bytes of stack for each are some ten kilobytes, which
/// every thread has.
const MAX_CALL_DEPTH: u32 = 120;
/// Result of [`Pen::choose`] where the driver has to go on.
const TOO_DEEP: u32 = u32::MAX;
/// Bytes of a page. Most texts that go on beyond [`CHEAP_AFTER_BYTES`] come to their end within it.
const PAGE_BYTES: usize = CHEAP_AFTER_BYTES + (1 << 12);

/// The state of writing a text: the random numbers, and the place.
#[derive(Debug, Clone, Copy)]
pub struct Pen {
    /// The random numbers.
    dice: QuickDice,
    /// How long the text is.
    place: u32,
}

/// The buffer of a pen, and how its last text came out.
///
/// For example, after the text `(1+2)` and then `7`, the bytes are `7` and, left over from before, `1+2)`; the length is 1.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The bytes before the pen's place are the text; the rest is left over from earlier texts.
    bytes: Vec<u8>,
    /// How much of it the last text is, if a pen wrote it.
    length: Option<usize>,
    /// From this depth on, a [`Pen`] cannot choose freely; 0 where there were enough choices.
    free_depth: u32,
    /// Whether a pen has no text to go on with.
    is_lost: bool,
}

impl Page {
    /// Forgets the last text.
    pub(super) fn clear(&mut self) {
        self.length = None;
    }

    /// Returns a text of this length.
    #[inline]
    pub(super) fn text(&self, length: usize) -> &[u8] {
        &self.bytes[..length]
    }

    /// Returns the last text, if a pen wrote it.
    pub(super) fn into_text(mut self) -> Option<Vec<u8>> {
        self.bytes.truncate(self.length?);
        Some(self.bytes)
    }
}

/// A short text in a block of 16 bytes, which is copied at once. For example, `true` is these four bytes, eleven zeros and a 4.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub struct ShortText([u8; Self::MAX_BYTES + 1]);

impl ShortText {
    /// Greatest length of a short text, in bytes: one less than a block of 16, of which the last byte holds the length.
    pub const MAX_BYTES: usize = 15;

    /// Makes one of a text that is no longer than [`ShortText::MAX_BYTES`].
    pub const fn new(text: &[u8]) -> Self {
        let (mut all, mut i) = ([0; Self::MAX_BYTES + 1], 0);
        while i < text.len() {
            all[i] = text[i];
            i += 1;
        }
        // The length is in its last byte, which is copied, too, and then written over.
        all[Self::MAX_BYTES] = text.len() as u8;
        Self(all)
    }
}

impl Pen {
    /// Draws a number below `options`.
    #[inline(always)]
    pub fn pick(&mut self, options: u32) -> u32 {
        self.dice.below(options)
    }

    /// Returns whether a repetition inside a text goes on.
    #[inline(always)]
    pub fn again(&mut self, f: &Fuzzer<'_>) -> bool {
        !self.is_full(f) && self.dice.flip()
    }

    /// Returns a number below `total`, of which each production has as many as it weighs. Where only the cheapest productions are taken,
    /// the number is one of `cheapest`. Where the driver has to go on, it is `u32::MAX`.
    #[inline(always)]
    pub fn choose(&mut self, f: &mut Fuzzer<'_>, depth: u32, total: u32, cheapest: &[u32]) -> u32 {
        if !self.is_bound(f, depth) {
            return self.pick(total);
        }
        if self.is_free(f, depth) || depth > MAX_CALL_DEPTH {
            return TOO_DEEP;
        }
        match cheapest {
            [only] => *only,
            _ => cheapest[self.pick(cheapest.len() as u32) as usize],
        }
    }

    /// Counts a choice, and returns whether only the cheapest productions are taken, or the driver has to go on.
    #[inline(always)]
    pub fn is_bound(self, f: &mut Fuzzer<'_>, depth: u32) -> bool {
        self.count(f, 1);
        depth >= f.page.free_depth || self.place as usize >= CHEAP_AFTER_BYTES
    }

    /// Tells the two cases of `is_bound` apart: true where the driver has to go on.
    #[inline(always)]
    pub fn is_free(self, f: &Fuzzer<'_>, depth: u32) -> bool {
        depth <= f.budget.max_depth() + 1 && !self.is_full(f)
    }

    /// Returns whether the text is long enough.
    #[inline(always)]
    fn is_full(self, f: &Fuzzer<'_>) -> bool {
        f.page.free_depth == 0 || self.place as usize >= CHEAP_AFTER_BYTES
    }

    /// Counts choices.
    #[inline(always)]
    pub fn count(self, f: &mut Fuzzer<'_>, choices: u32) {
        if f.budget.count_choices(choices) {
            // From now on, only the cheapest productions are taken: there were enough choices.
            f.page.free_depth = 0;
        }
    }

    /// Has the driver go on where it has to; else nothing more is written of a rule.
    #[inline(always)]
    #[must_use]
    pub fn stop(self, f: &mut Fuzzer<'_>, symbol: Symbol, depth: u32) -> Self {
        self.end(f, symbol, depth, |_, p| p)
    }

    /// Has the driver go on where it has to; else the cheapest text of a rule is written.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn end(
        self,
        f: &mut Fuzzer<'_>,
        symbol: Symbol,
        depth: u32,
        cheapest: impl FnOnce(&mut Fuzzer<'_>, Self) -> Self,
    ) -> Self {
        if self.is_free(f, depth) { self.go_on(f, symbol, depth) } else { cheapest(f, self) }
    }

    /// Writes something or not; it does not where only the cheapest productions are taken.
    #[inline(always)]
    #[must_use]
    pub fn optional(
        mut self,
        f: &mut Fuzzer<'_>,
        symbol: Symbol,
        depth: u32,
        write: impl FnOnce(&mut Fuzzer<'_>, Self) -> Self,
    ) -> Self {
        if self.is_bound(f, depth) {
            return self.stop(f, symbol, depth);
        }
        if self.pick(2) == 0 { write(f, self) } else { self }
    }

    /// Writes something any number of times; it ends where only the cheapest productions are taken.
    #[inline(always)]
    #[must_use]
    pub fn repeated(
        mut self,
        f: &mut Fuzzer<'_>,
        symbol: Symbol,
        depth: u32,
        write: impl Fn(&mut Fuzzer<'_>, Self) -> Self,
    ) -> Self {
        loop {
            if self.is_bound(f, depth) {
                return self.stop(f, symbol, depth);
            }
            if self.pick(2) != 0 {
                return self;
            }
            self = write(f, self);
        }
    }

    /// Writes a text, and returns where it ends.
    #[inline(always)]
    pub fn write<const N: usize>(&mut self, f: &mut Fuzzer<'_>, text: &[u8; N]) -> Self {
        self.write_part(f, text, N as u32)
    }

    /// Writes the first `length` bytes of a text. All `N` bytes are copied, because a fixed size is faster. Bytes beyond the page are only
    /// counted.
    #[inline(always)]
    fn write_part<const N: usize>(&mut self, f: &mut Fuzzer<'_>, text: &[u8; N], length: u32) -> Self {
        let at = self.place as usize;
        if let Some(place) = f.page.bytes.get_mut(at..at + N) {
            place.copy_from_slice(text);
        }
        self.place += length;
        *self
    }

    /// Writes one of several short texts, and returns where it ends.
    #[inline(always)]
    pub fn one_of<const N: usize>(&mut self, f: &mut Fuzzer<'_>, texts: &[ShortText; N], number: u32) -> Self {
        let ShortText(text) = &texts[number as usize];
        self.write_part(f, text, text[ShortText::MAX_BYTES].into())
    }

    /// Writes the text of `body` or nothing, and returns where it ends. The text is written in any case, and the draw decides whether it
    /// counts, because that takes less time than a mispredicted branch. For example, the `-` of `"-"? "1"` is written in any case; if it
    /// does not count, the `1` is written over it.
    #[inline(always)]
    pub fn perhaps<'a>(&mut self, f: &mut Fuzzer<'a>, body: impl FnOnce(&mut Fuzzer<'a>, Self) -> Self) -> Self {
        if self.is_full(f) {
            return *self;
        }
        let is_there = self.dice.flip();
        let there = body(f, *self);
        self.dice = select_unpredictable(is_there, there.dice, self.dice);
        self.place = select_unpredictable(is_there, there.place, self.place);
        *self
    }

    /// Writes a text of which the ASCII letters may be in either case, as [`Fuzzer::folded`]. For example, `if` becomes `IF`, `iF` or stays
    /// as it is.
    #[inline]
    pub fn folded<const N: usize>(&mut self, f: &mut Fuzzer<'_>, text: &[u8; N]) -> Self {
        let mixture = match self.pick(4) {
            0 => u64::MAX,
            1 => self.dice.bits(),
            _ => return self.write(f, text),
        };
        let mut text = *text;
        for (i, byte) in text.iter_mut().enumerate() {
            let is_upper = mixture >> (i % 64) & 1 == 1;
            *byte = if is_upper { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() };
        }
        self.write(f, &text)
    }

    /// Writes a character of a class in UTF-8.
    #[inline(always)]
    pub fn char(&mut self, f: &mut Fuzzer<'_>, class: &Class) -> Self {
        let number = self.pick(class.count + class.wide);
        if number < class.count {
            return self.write(f, &[class.plain_at(number)]);
        }
        *self = self.wide_char(f, class);
        *self
    }

    /// Writes a byte of a class.
    #[inline(always)]
    pub fn byte(&mut self, f: &mut Fuzzer<'_>, class: &Class) -> Self {
        let number = self.pick(class.count + class.wide);
        let is_plain = number < class.count;
        let byte =
            if is_plain { class.plain_at(number) } else { class.draw_wide(|bound| self.dice.below(bound)) as u8 };
        self.write(f, &[byte])
    }

    #[inline(never)]
    fn wide_char(mut self, f: &mut Fuzzer<'_>, class: &Class) -> Self {
        let c = char::from_u32(class.draw_wide(|bound| self.dice.below(bound))).unwrap_or(char::REPLACEMENT_CHARACTER);
        let mut bytes = [0; 4];
        let length = c.encode_utf8(&mut bytes).len();
        self.write_part(f, &bytes, length as u32)
    }

    /// Writes `min` to `max` characters of a class that is plain, as [`Fuzzer::characters`].
    #[inline(always)]
    pub fn characters(&mut self, f: &mut Fuzzer<'_>, class: &Class, min: u32, max: u32) -> Self {
        if min > 0 || !self.is_full(f) {
            let there = self.up_to_four(f, class, min, max);
            if there == 4 && max > 4 {
                *self = self.more_characters(f, class, min.saturating_sub(4), max - 4);
            }
        }
        *self
    }

    /// Goes on with characters behind the first four, which are mostly all.
    #[cold]
    #[inline(never)]
    fn more_characters(mut self, f: &mut Fuzzer<'_>, class: &Class, min: u32, max: u32) -> Self {
        let (mut missing, mut left) = (min, max);
        while left > 0 && (missing > 0 || !self.is_full(f)) && self.up_to_four(f, class, missing, left) == 4 {
            (missing, left) = (missing.saturating_sub(4), left.saturating_sub(4));
        }
        self
    }

    /// Writes up to four characters, and returns how many.
    #[inline(always)]
    fn up_to_four(&mut self, f: &mut Fuzzer<'_>, class: &Class, min: u32, max: u32) -> u32 {
        let four = class.four(&mut self.dice);
        let there = four.count(min).min(max);
        self.write_part(f, &four.text, there);
        there
    }

    /// Writes one or more characters of a class that is plain. It does as `<digits> ::= <digit> <digits> | <digit>`, if both alternatives
    /// weigh the same.
    #[inline(always)]
    pub fn chain(&mut self, f: &mut Fuzzer<'_>, depth: u32, class: &Class) -> Self {
        let mut free = (f.budget.max_depth() + 2).saturating_sub(depth);
        loop {
            self.count(f, 1);
            let is_last = free == 0 || self.is_full(f) || self.dice.flip();
            self.char(f, class);
            if is_last {
                return *self;
            }
            free -= 1;
        }
    }

    /// Returns the bytes that a page needs for this text: its length and a whole block, because blocks are copied at once.
    fn room(self) -> usize {
        self.place as usize + size_of::<ShortText>()
    }

    /// Has the driver go on with a symbol, nested `depth` named rules deep.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn go_on(self, f: &mut Fuzzer<'_>, symbol: Symbol, depth: u32) -> Self {
        if f.page.is_lost {
            return self;
        }
        let mut page = std::mem::take(&mut f.page.bytes);
        let room = page.len();
        page.truncate(self.place as usize);
        // The driver counts the choice again.
        let done = f.go_on(Choices::drawn(self.dice), page, f.budget.choices() + 1, symbol, depth);
        f.page.is_lost = done.is_err();
        f.page.bytes = f.output.take_bytes();
        let place = f.page.bytes.len();
        f.page.bytes.resize(place.max(room), 0);
        if f.budget.choices() == 0 {
            f.page.free_depth = 0;
        }
        Self { dice: *f.choices.dice().quick(), place: place as u32 }
    }
}

impl Fuzzer<'_> {
    /// Writes a text without a way back, and returns its length on the page, and the random numbers behind it.
    #[inline(always)]
    pub(super) fn run_plain(&mut self, dice: QuickDice, write: Write) -> Result<(usize, QuickDice), DeadEnd> {
        let mut pen = self.write_once(dice, write);
        if self.page.bytes.len() < pen.room() {
            pen = self.write_again(dice, write);
        }
        let length = pen.place as usize;
        let is_text = !self.page.is_lost && length <= MAX_TEXT_BYTES;
        self.page.length = is_text.then_some(length);
        if is_text { Ok((length, pen.dice)) } else { Err(DeadEnd) }
    }

    #[inline(always)]
    fn write_once(&mut self, dice: QuickDice, write: Write) -> Pen {
        self.page.free_depth = (self.budget.max_depth() + 1).min(MAX_CALL_DEPTH) + 1;
        self.page.is_lost = false;
        self.budget.set_choices(CHEAP_AFTER_CHOICES);
        write(self, Pen { dice, place: 0 })
    }

    /// Writes a text until the page is large enough for it.
    #[cold]
    #[inline(never)]
    fn write_again(&mut self, dice: QuickDice, write: Write) -> Pen {
        let mut room = PAGE_BYTES;
        loop {
            self.page.bytes.resize(room.max(self.page.bytes.len()), 0);
            let pen = self.write_once(dice, write);
            room = pen.room();
            if room <= self.page.bytes.len() || self.page.is_lost || room > MAX_TEXT_BYTES {
                return pen;
            }
        }
    }
}

//! The targets of `cargo fuzz`: functions of any bytes that panic where a property does not hold. A plain test runs them on the
//! seeds.

mod edits;
mod emit;
mod engines;
mod grammar;
mod journal;

pub use edits::edits;
pub use emit::emit;
pub use engines::engines;
pub use grammar::grammar;
pub use journal::journal;

/// Bytes that are used up from the front; zeros after the end. For example, the bytes 1, 2 are the number 258, and then the number 0.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn number(&mut self) -> usize {
        usize::from(self.byte()) << 8 | usize::from(self.byte())
    }

    /// A number below a bound, which is not zero.
    fn below(&mut self, bound: usize) -> usize {
        self.number() % bound
    }

    /// Takes a length byte, and as many bytes after it.
    fn some(&mut self) -> &'b [u8] {
        let length = usize::from(self.byte()).min(self.0.len());
        let (some, rest) = self.0.split_at(length);
        self.0 = rest;
        some
    }

    /// Takes the bytes before the next line end, and drops the line end.
    fn line(&mut self) -> &'b [u8] {
        let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
        let line = &self.0[..end];
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        line
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

//! Indentation: the column of the block that is written, and the blanks at the beginning of its lines.
//!
//! The column is a place in the output. It belongs to the cell of the stack, so that everything in a block inherits it, and an
//! earlier stack has its own.

use crate::choices::Choice;
use crate::fuzz::cell::Cell;
use crate::fuzz::{Fuzzer, Rollback};
use grammarc_core::grammar::{Indent, Symbol};
use grammarc_core::regular::column;

/// The blanks of a block beyond those of the block around it. Four spaces are drawn most often, as programs have them.
const STEPS: [&[u8]; 8] = [b"    ", b"    ", b"    ", b"    ", b"  ", b"  ", b" ", b"\t"];

impl Fuzzer<'_> {
    /// Begins a block in the column of this place. Skip can no longer stand here, because it would move the column.
    pub(super) fn begin_block(&mut self) {
        self.output.end_boundary();
        self.stack.current_mut().column = self.output.len() as u32;
    }

    /// Writes the blanks at the beginning of a line.
    ///
    /// # Errors
    /// If no text of the terminal is in the right column.
    pub(super) fn indent(&mut self, symbol: Symbol, indent: Indent) -> Result<(), Rollback> {
        let column = self.column();
        let is_right = |text: &[u8]| column::holds(&column, text, indent);
        let replayed = self.replayed_text(|fuzzer, text| is_right(text) && fuzzer.is_text_of(symbol, text));
        let text = match (replayed, indent) {
            (Some(text), _) => text,
            (None, Indent::Same) => column::blank(&column),
            (None, Indent::Inside) if column == column::OUTSIDE => Vec::new(),
            (None, Indent::Deeper | Indent::Inside) => self.deeper(symbol, &column),
        };
        if !self.is_text_of(symbol, &text) {
            return Err(Rollback);
        }
        self.write(&text)?;
        if self.is_open_ended(symbol) {
            self.watch_end(symbol, self.output.len() - text.len());
        }
        self.choices.keep(|| Choice::Text(text));
        Ok(())
    }

    /// Draws blanks right of a column. In a replay that has none they are as few as possible.
    fn deeper(&mut self, symbol: Symbol, column: &[u8]) -> Vec<u8> {
        let column = &column::blank(column)[..];
        let drawn = if self.is_given() { 6 } else { self.pick(STEPS.len() as u32) as usize };
        let steps = STEPS[drawn..].iter().chain(&STEPS[..drawn]).map(|step| [column, *step].concat());
        let shortest = self.language.shortest(symbol);
        let texts: Vec<Vec<u8>> = steps.chain([[column, shortest].concat()]).collect();
        texts.into_iter().find(|text| self.is_text_of(symbol, text)).unwrap_or_default()
    }

    /// Returns the blanks that the lines of the block begin with, or [`column::OUTSIDE`].
    fn column(&self) -> Vec<u8> {
        let end = self.stack.current().column;
        if end == Cell::OUTSIDE {
            return column::OUTSIDE.to_vec();
        }
        let end = end as usize;
        let start = column::line_start(self.output.bytes(), end);
        column::blank(&self.output.bytes()[start..end])
    }
}

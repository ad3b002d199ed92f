//! Steps of generated code, one call each: pushing the tasks of a production, and drawing one of a few texts. One call for each keeps the
//! code small.

use crate::fuzz::Rollback;
use crate::fuzz::class::Class;
use crate::fuzz::options::Options;
use crate::fuzz::{Fuzzer, Task};

impl Fuzzer<'_> {
    /// Pushes tasks, the first of them to be done first.
    ///
    /// # Errors
    /// Never.
    #[inline]
    pub fn then(&mut self, tasks: &[Task]) -> Result<(), Rollback> {
        tasks.iter().rev().for_each(|task| self.push(*task));
        Ok(())
    }

    /// Writes a text, and pushes tasks as [`Fuzzer::then`] does.
    ///
    /// # Errors
    /// If the text cannot stand here.
    #[inline]
    pub fn write_then(&mut self, text: &[u8], tasks: &[Task]) -> Result<(), Rollback> {
        self.write(text)?;
        self.then(tasks)
    }

    /// Chooses whether a repetition goes on, and pushes the tasks for that if it does.
    ///
    /// # Errors
    /// Never.
    #[inline]
    pub fn maybe(&mut self, options: &Options<'_>, tasks: &[Task]) -> Result<(), Rollback> {
        if self.more(options) == 0 { self.then(tasks) } else { Ok(()) }
    }

    /// Writes one of these texts.
    ///
    /// # Errors
    /// If it cannot stand here.
    pub fn one_of(&mut self, texts: &[&[u8]]) -> Result<(), Rollback> {
        let number = self.pick(texts.len() as u32);
        self.write(texts[number as usize])
    }

    /// Writes one of these texts, of which the ASCII letters may be in either case.
    ///
    /// # Errors
    /// If it cannot stand here.
    pub fn one_folded(&mut self, texts: &[&[u8]]) -> Result<(), Rollback> {
        let number = self.pick(texts.len() as u32);
        self.folded(texts[number as usize])
    }

    /// Writes `min` to `max` bytes of a class.
    ///
    /// # Errors
    /// If every one that was drawn is forbidden here.
    pub fn bytes(&mut self, class: &Class, min: u32, max: u32) -> Result<(), Rollback> {
        if class.is_plain() {
            return self.characters(class, min, max);
        }
        let mut count = 0;
        while count < min || count < max && self.again() {
            self.byte(class)?;
            count += 1;
        }
        Ok(())
    }
}

//! Functions: rules that are not recursive and call one another as functions do.

use super::{Cursor, Saved, Scope};
use crate::byteset::ByteSet;
use crate::grammar::ItemId;
use crate::parse::decisions::Branch;

/// The options of a function of a generated parser.
#[derive(Debug)]
struct Options<'a> {
    saved: Saved,
    /// The ones not tried yet.
    rest: &'a [Branch<u8>],
    /// What is taken where none of them is open.
    otherwise: Option<u8>,
    tried: bool,
}

/// A function's caller, to go back to.
#[derive(Debug, Clone, Copy)]
pub struct Caller {
    /// Number of frames up to its own.
    frames: usize,
}

/// A function that returns none leaves the restoring to the choice that it was an option of.
impl<'a, S: Copy> Cursor<'a, S> {
    /// Begins a rule.
    #[inline]
    pub fn enter(&mut self, item: ItemId, scope: Scope) -> Caller {
        let caller = Caller { frames: self.frames.len() };
        self.push(None, item, scope);
        caller
    }

    /// Ends a rule that has succeeded, and says so.
    #[inline]
    pub fn exit(&mut self, caller: Caller) -> Option<()> {
        self.item_start = self.frames[caller.frames].at as usize;
        self.frames.truncate(caller.frames);
        Some(())
    }

    /// Begins another iteration of a repetition, or gives up.
    #[inline]
    pub fn iterate(&mut self) -> Option<()> {
        self.rule_mut().open = self.open;
        self.step();
        (!self.undecided).then_some(())
    }

    /// Tries the open branches in turn and returns the number of the first that succeeds; `option` runs one and returns
    /// none if it did not. `otherwise` is taken where none of them is open. `follow` is what can stand after them.
    #[inline]
    pub fn attempt(
        &mut self,
        branches: &'a [Branch<u8>],
        otherwise: Option<u8>,
        follow: &ByteSet,
        option: impl Fn(&mut Self, u8) -> Option<()>,
    ) -> Option<u8> {
        let mut options = Options { saved: self.save(), rest: branches, otherwise, tried: false };
        let outer = std::mem::replace(&mut self.option, options.saved.mark);
        let mut taken = None;
        while let Some(number) = self.try_next(&mut options) {
            if option(self, number).is_some() && self.take(&options, follow) {
                taken = Some(number);
                break;
            }
            options.tried = true;
        }
        self.option = outer;
        taken
    }

    /// Tries an option that may be left out. `branches` says where it is open, and where what follows is.
    #[inline]
    pub fn optional(
        &mut self,
        branches: &'a [Branch<u8>],
        follow: &ByteSet,
        option: impl Fn(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let option = |p: &mut Self, number| if number == 0 { option(p) } else { Some(()) };
        self.attempt(branches, Some(1), follow, option).map(drop)
    }

    /// Returns the next open option, from where the point is.
    fn try_next(&mut self, options: &mut Options<'a>) -> Option<u8> {
        if options.tried {
            if !self.is_settled_since(options.saved.rule.open) {
                return None;
            }
            self.restore(&options.saved);
        }
        let place = self.place(options.saved.position);
        let admits = |branch: &Branch<u8>| branch.admits(&place);
        let Some(next) = options.rest.iter().position(admits) else {
            let otherwise = options.otherwise.take().filter(|_| !options.tried)?;
            return self.is_settled().then_some(otherwise);
        };
        if next > 0 && !self.is_settled() {
            return None;
        }
        let to = options.rest[next].to;
        options.rest = &options.rest[next + 1..];
        (!self.undecided).then_some(to)
    }

    /// Forgets the other options: one has succeeded, if what can follow the rule is next.
    #[inline]
    fn take(&mut self, options: &Options<'a>, follow: &ByteSet) -> bool {
        let place = self.place(options.saved.position);
        let admits = |branch: &Branch<u8>| branch.admits(&place);
        if !options.rest.iter().any(admits) {
            return true;
        }
        if !follow.admits(self.input, self.position) {
            return false;
        }
        self.open += 1;
        true
    }
}

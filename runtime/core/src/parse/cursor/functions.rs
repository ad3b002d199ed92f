//! Functions: rules that are not recursive are compiled to Rust functions that call one another. For example, a `<number>` of
//! digits is a function, a `<value>` that can hold values is not.
//!
//! A function that has returned keeps no choices. So where functions cannot decide, the decisions are walked from the start (`walk`).

use super::{Cursor, Scope, Snapshot};
use crate::byteset::ByteSet;
use crate::decisions::Branch;
use crate::grammar::{ItemId, ProductionId};

/// The options of a function of a generated parser.
#[derive(Debug)]
struct Options<'a> {
    saved: Snapshot,
    /// The branches not tried yet.
    rest: &'a [Branch<u8>],
    /// The option for a place where no branch is open.
    otherwise: Option<u8>,
    tried: bool,
}

/// A function that returns none restores nothing: the choice around it does.
impl<'a, S: Copy> Cursor<'a, S> {
    /// Parses a rule, or a part of one, for an item.
    #[inline]
    pub fn part(&mut self, item: ItemId, scope: Scope, body: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let caller = self.frames.len();
        self.push(None, item, scope);
        body(self)?;
        self.item_start = self.frames.end_function(caller);
        Some(())
    }

    /// Parses a rule that is an application of a production.
    #[inline]
    pub fn node(
        &mut self,
        item: ItemId,
        scope: Scope,
        production: ProductionId,
        body: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.part(item, scope, |p| {
            body(p)?;
            p.close(production)
        })
    }

    /// Parses an optional part, if it is next.
    #[inline]
    pub fn optional(&mut self, item: ItemId, is_next: bool, body: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.part(item, Scope::Outer, |p| if is_next { body(p) } else { Some(()) })
    }

    /// Parses a part again and again while it is next.
    #[inline]
    pub fn repeated(
        &mut self,
        item: ItemId,
        is_next: impl Fn(&Self) -> bool,
        body: impl Fn(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.part(item, Scope::Outer, |p| {
            while is_next(p) {
                body(p)?;
                p.iterate()?;
            }
            Some(())
        })
    }

    /// Parses an optional part whose follower can begin with the same byte. Branch 0 is open where the part may be next, branch 1
    /// where its follower may be. For example, before a name in `<name>? <name>` both are. `follow` has the bytes that can stand
    /// after the part.
    #[inline]
    pub fn try_optional(
        &mut self,
        item: ItemId,
        branches: &'a [Branch<u8>],
        follow: &ByteSet,
        body: impl Fn(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.part(item, Scope::Outer, |p| p.try_part(branches, follow, body).map(drop))
    }

    /// Parses a repeated part whose follower can begin with the same byte.
    #[inline]
    pub fn try_repeated(
        &mut self,
        item: ItemId,
        branches: &'a [Branch<u8>],
        follow: &ByteSet,
        body: impl Fn(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.part(item, Scope::Outer, |p| {
            while p.try_part(branches, follow, &body)? {
                p.iterate()?;
            }
            Some(())
        })
    }

    /// Parses a part that may be left out. Returns whether it is there.
    #[inline]
    fn try_part(
        &mut self,
        branches: &'a [Branch<u8>],
        follow: &ByteSet,
        body: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<bool> {
        let place = self.place(self.position);
        let is_open = |number: u8| branches.iter().any(|branch| branch.to == number && branch.admits(&place));
        if !is_open(0) {
            return Some(false);
        }
        if !is_open(1) {
            return body(self).map(|()| true);
        }
        let saved = self.save();
        let outer = std::mem::replace(&mut self.option, saved.kept);
        let is_there = body(self).is_some() && follow.admits(self.input, self.position);
        self.option = outer;
        if is_there {
            self.open += 1;
            return Some(true);
        }
        if !self.is_settled_since(saved.rule.open, true) {
            return None;
        }
        self.restore(&saved);
        self.go_on(false)
    }

    /// Begins another iteration of a repetition, or gives up.
    #[inline]
    pub fn iterate(&mut self) -> Option<()> {
        self.rule_mut().open = self.open;
        self.step();
        self.go_on(())
    }

    /// Tries the open branches in turn and returns the number of the first that succeeds. `option` runs a branch and returns none
    /// if it fails. `otherwise` is the option for a place where no branch is open. `follow` has the bytes that can stand after the
    /// rule.
    #[inline]
    pub fn attempt(
        &mut self,
        branches: &'a [Branch<u8>],
        otherwise: Option<u8>,
        follow: &ByteSet,
        option: impl Fn(&mut Self, u8) -> Option<()>,
    ) -> Option<u8> {
        let mut options = Options { saved: self.save(), rest: branches, otherwise, tried: false };
        let outer = std::mem::replace(&mut self.option, options.saved.kept);
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

    /// Returns the next open option. If an option has failed before, the cursor backtracks first.
    fn try_next(&mut self, options: &mut Options<'a>) -> Option<u8> {
        if options.tried {
            if !self.is_settled_since(options.saved.rule.open, true) {
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
        self.go_on(to)
    }

    /// Accepts an option that has succeeded, and counts an open decision if others are left. Returns false if others are left and
    /// the next byte cannot follow the rule.
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

//! The rules that were called and are not complete, the running rule last. A frame that a choice can return to stays where it is:
//! when a called rule is complete, a copy of its caller's frame goes on.
//!
//! ```text
//! <s> ::= <a> "z"     <a> ::= <b> "y"     <b> ::= "x" "y" | "x"          input: x y z
//!
//! frames   s a b          <b> has read `x y`, and keeps the choice to end behind `x`
//!          s a b a'       it returns: a' is a copy of a, and expects `y`
//!          s a b          `z` is there: back to the choice of <b>, and from there to a copy of a again
//! ```

use super::Activation;

/// Frames beyond which those that no choice needs are looked for.
const MIN_SWEPT_FRAMES: usize = 1 << 16;

/// A rule that was called. For example, inside of `[[1]]` the frames of both lists wait.
#[derive(Debug, Clone, Copy)]
struct Frame<S> {
    /// The place where its caller goes on; none if the caller is a function.
    back: Option<S>,
    /// Offset of the first byte of the original call. A tail call replaces `rule` and keeps this offset.
    at: u32,
    /// Number of the call, which its copies share. Later calls have larger numbers.
    call: u32,
    /// Index of its caller's frame.
    caller: u32,
    rule: Activation,
}

/// The frames of a parse.
#[derive(Debug)]
pub(super) struct Frames<S> {
    /// Never empty. The running rule has no copy in a field of its own, because the processor stalls when it loads a struct at once
    /// whose parts it has just stored one by one.
    all: Vec<Frame<S>>,
    /// Number of calls so far.
    calls: u32,
    /// Number of frames around the loop's run. They stay in their places, which functions know.
    floor: usize,
    /// Number of frames at which the next sweep is due.
    sweep: usize,
}

impl<S: Copy> Frames<S> {
    pub(super) fn new(rule: Activation) -> Self {
        let root = Frame { back: None, at: rule.start, call: 1, caller: 0, rule };
        Self { all: vec![root], calls: 1, floor: 1, sweep: MIN_SWEPT_FRAMES }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    fn last(&self) -> &Frame<S> {
        &self.all[self.all.len() - 1]
    }

    /// Returns the running rule.
    #[inline]
    pub(super) fn rule(&self) -> &Activation {
        &self.last().rule
    }

    #[inline]
    pub(super) fn rule_mut(&mut self) -> &mut Activation {
        let last = self.all.len() - 1;
        &mut self.all[last].rule
    }

    /// Returns the caller of the frame at a place, and where it goes on.
    pub(super) fn caller(&self, place: usize) -> Option<(usize, S)> {
        let frame = &self.all[place];
        frame.back.map(|back| (frame.caller as usize, back))
    }

    /// Returns where the rule of the frame at a place begins.
    pub(super) fn start(&self, place: usize) -> u32 {
        self.all[place].rule.start
    }

    /// Returns the number of the call of the running rule.
    #[inline]
    pub(super) fn call(&self) -> u32 {
        self.last().call
    }

    /// Returns the places where the waiting rules go on, the innermost first.
    pub(super) fn waiting(&self) -> impl Iterator<Item = S> + '_ {
        let of = |frame: &Frame<S>| (frame.call > 1).then(|| &self.all[frame.caller as usize]);
        std::iter::successors(Some(self.last()), move |frame| of(frame)).filter_map(|frame| frame.back)
    }

    /// Returns whether the running rule was called, through others, by the frame at a place. Then its rule is not complete. Takes as
    /// long as there are frames between.
    pub(super) fn is_waiting(&self, place: usize) -> bool {
        let mut at = self.all.len() - 1;
        while at > place {
            at = self.all[at].caller as usize;
        }
        at == place
    }

    /// Returns the number of the innermost call that both the running rule and the rule of the frame at a place belong to, a frame of it
    /// behind which the latter waits, and where that goes on; none if they are one.
    pub(super) fn around(&self, place: usize) -> Option<(u32, usize, S)> {
        let (mut running, mut at, mut back) = (self.all.len() - 1, place, None);
        while self.all[running].call != self.all[at].call {
            if self.all[running].call > self.all[at].call {
                running = self.all[running].caller as usize;
            } else {
                back = self.all[at].back;
                at = self.all[at].caller as usize;
            }
        }
        back.map(|back| (self.all[at].call, at, back))
    }

    /// Calls a rule. Returns false if there are too many calls to number them.
    #[inline]
    pub(super) fn push(&mut self, back: Option<S>, rule: Activation) -> bool {
        self.calls = self.calls.wrapping_add(1);
        let caller = (self.all.len() - 1) as u32;
        self.all.push(Frame { back, at: rule.start, call: self.calls, caller, rule });
        self.calls != u32::MAX
    }

    /// Returns to the caller of the running rule: gives the offset of the call, and where the caller goes on. The first `kept` frames
    /// stay where they are.
    #[inline]
    pub(super) fn leave(&mut self, kept: usize) -> (u32, Option<S>) {
        let &Frame { at, back, caller, .. } = self.last();
        let caller = caller as usize;
        self.all.truncate(kept.max(caller + 1));
        if self.all.len() > caller + 1 {
            let copy = self.all[caller];
            self.all.push(copy);
        }
        (at, back)
    }

    /// Drops frames that were pushed later.
    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.all.truncate(len);
    }

    /// Returns to a function that has called with this many frames, and returns the offset of the call.
    #[inline]
    pub(super) fn end_function(&mut self, caller: usize) -> usize {
        let at = self.all[caller].at;
        self.all.truncate(caller);
        at as usize
    }

    /// Begins a run of the loop: returns how many frames belonged to those around it until now.
    pub(super) fn begin(&mut self) -> usize {
        std::mem::replace(&mut self.floor, self.all.len())
    }

    /// Ends a run of the loop.
    pub(super) fn end(&mut self, outer: usize) {
        self.all.truncate(self.floor);
        self.floor = outer;
    }

    /// Returns whether there may be many frames that nothing needs.
    #[inline]
    pub(super) fn is_sweep_due(&self) -> bool {
        self.all.len() >= self.sweep
    }

    /// Drops the frames of the loop's run that neither the running rule nor a choice needs. `kept` has the number of frames that each
    /// choice keeps, which is adapted. O(frames).
    pub(super) fn sweep(&mut self, mut kept: Vec<&mut usize>) {
        let floor = self.floor;
        let mut is_needed = vec![false; self.all.len() - floor];
        for frames in kept.iter().map(|frames| **frames).chain([self.all.len()]) {
            let mut index = frames - 1;
            while index >= floor && !std::mem::replace(&mut is_needed[index - floor], true) {
                index = self.all[index].caller as usize;
            }
        }
        let (mut places, mut next) = (Vec::with_capacity(is_needed.len()), floor);
        for is_needed in &is_needed {
            places.push(next);
            next += usize::from(*is_needed);
        }
        let place = |index: usize| index.checked_sub(floor).map_or(index, |above| places[above]);
        for index in (floor..self.all.len()).filter(|index| is_needed[index - floor]) {
            let frame = self.all[index];
            self.all[place(index)] = Frame { caller: place(frame.caller as usize) as u32, ..frame };
        }
        self.all.truncate(next);
        kept.iter_mut().for_each(|frames| **frames = place(**frames - 1) + 1);
        self.sweep = MIN_SWEPT_FRAMES.max(2 * next);
    }
}

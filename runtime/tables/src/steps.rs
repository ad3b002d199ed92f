//! Steps of long work, counted on each thread, so that work ends where somebody asks for that: at a signal, when a budget of time is
//! used up, or after a number of steps.
//!
//! Parsing, or a pass over a large tree, has many loops, of which few can return early. So the loops count [`step`]s, and work is left by
//! unwinding, as the queries of rust-analyzer are (salsa's `Cancelled`). No panic hook runs; [`until`] and [`within`] catch it. Where a
//! panic ends the process, as on wasm32-unknown-unknown, work goes on to its end. If it took too many steps, [`within`] drops its result,
//! so that results are the same everywhere.
//!
//! ```text
//! until(a signal came)         the whole search; it ends within STEPS_PER_LOOK steps of the signal
//!   within(1,000,000)          one candidate of it; its maker ends after a million steps, on every machine
//!     step(1) …                in the loops of the maker
//! ```

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Number of steps between two looks at the condition of [`until`]. A step takes 1 to 100 ns, so these are a few milliseconds at most.
const STEPS_PER_LOOK: u64 = 1 << 16;

/// Returns whether work should end.
type Condition = Rc<dyn Fn() -> bool>;

thread_local! {
    /// Steps until the next look.
    static UNTIL_LOOK: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Steps that are left behind that look.
    static BEHIND_LOOK: Cell<u64> = const { Cell::new(0) };
    /// The condition of [`until`].
    static CONDITION: RefCell<Option<Condition>> = const { RefCell::new(None) };
    /// Whether the work of [`within`] took too many steps, but could not be left.
    static IS_OVERDUE: Cell<bool> = const { Cell::new(false) };
}

/// The reason why work was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// The condition of [`until`] holds.
    Ended,
    /// The steps of [`within`] are used up.
    OutOfSteps,
}

/// Counts steps of work. Unwinds if the work around has to end.
#[inline]
pub fn step(steps: u64) {
    match UNTIL_LOOK.get().checked_sub(steps) {
        Some(left) => UNTIL_LOOK.set(left),
        None => look(steps),
    }
}

/// Does work until `condition` holds. Returns none if the work was left because of that.
pub fn until<T>(condition: Rc<dyn Fn() -> bool>, work: impl FnOnce() -> T) -> Option<T> {
    let outer = CONDITION.replace(Some(condition));
    set_left(left());
    let done = catch_unwind(AssertUnwindSafe(work));
    CONDITION.replace(outer);
    match done {
        Ok(done) => Some(done),
        Err(reason) if reason.downcast_ref() == Some(&Left::Ended) => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// Does work of at most `limit` steps. Returns its result, or none if it was left behind its last step, and the number of steps taken.
pub fn within<T>(limit: u64, work: impl FnOnce() -> T) -> (Option<T>, u64) {
    let outer = left();
    let limit = limit.min(outer);
    let around_is_overdue = IS_OVERDUE.replace(false);
    set_left(limit);
    let done = catch_unwind(AssertUnwindSafe(work));
    let is_overdue = IS_OVERDUE.replace(around_is_overdue);
    let taken = if is_overdue { limit } else { limit - left().min(limit) };
    set_left(outer - taken);
    match done {
        Ok(done) => ((!is_overdue).then_some(done), taken),
        Err(reason) if reason.downcast_ref() == Some(&Left::OutOfSteps) => (None, taken),
        Err(panic) => resume_unwind(panic),
    }
}

/// Returns the number of steps left; of work without a limit, more than it ever takes.
pub fn left() -> u64 {
    UNTIL_LOOK.get().saturating_add(BEHIND_LOOK.get())
}

fn set_left(left: u64) {
    let until_look = left.min(STEPS_PER_LOOK);
    UNTIL_LOOK.set(until_look);
    BEHIND_LOOK.set(left - until_look);
}

/// Looks whether the work around has to end; otherwise it takes the steps.
#[cold]
fn look(steps: u64) {
    let left = left().checked_sub(steps);
    set_left(left.unwrap_or(0));
    if std::thread::panicking() {
        return;
    }
    if cfg!(not(panic = "unwind")) {
        if left.is_none() {
            IS_OVERDUE.set(true);
            // Nobody needs the count any more, so the rest of the work does not look at each step.
            set_left(u64::MAX);
        }
        return;
    }
    let condition = CONDITION.with_borrow(Clone::clone);
    if condition.is_some_and(|holds| holds()) {
        resume_unwind(Box::new(Left::Ended));
    }
    if left.is_none() {
        resume_unwind(Box::new(Left::OutOfSteps));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes steps one by one, and returns their number.
    fn count(steps: u64) -> u64 {
        (0..steps).inspect(|_| step(1)).count() as u64
    }

    #[test]
    fn work_ends_after_its_last_step() {
        for limit in [0, 1, 10, STEPS_PER_LOOK, 3 * STEPS_PER_LOOK + 7] {
            assert_eq!(within(limit, || count(limit)), (Some(limit), limit));
            assert_eq!(within(limit, || count(limit + 1)), (None, limit));
            assert_eq!(within(limit, || step(u64::MAX)).0, None);
        }
    }

    #[test]
    fn inner_work_takes_steps_of_the_work_around() {
        let (done, taken) = within(100, || (within(60, || count(70)), count(30)));
        assert_eq!((done, taken), (Some(((None, 60), 30)), 90));
        assert_eq!(within(100, || (within(60, || count(60)), count(41))), (None, 100));
        assert_eq!(within(100, || within(1000, || count(200))), (Some((None, 100)), 100));
    }

    #[test]
    fn work_ends_soon_after_the_condition_holds() {
        let at = Rc::new(Cell::new(0));
        let (count, holds) = (at.clone(), at.clone());
        let forever = || loop {
            step(1);
            count.set(count.get() + 1);
        };
        assert_eq!(until(Rc::new(move || holds.get() >= 1_000_000), forever).map(|(): ()| ()), None);
        assert!((1_000_000..=1_000_000 + STEPS_PER_LOOK).contains(&at.get()), "{}", at.get());
        assert_eq!(until(Rc::new(|| false), || super::tests::count(1_000_000)), Some(1_000_000));
    }

    #[test]
    fn other_panics_go_on() {
        let panic = || resume_unwind(Box::new("another"));
        let caught = catch_unwind(|| until(Rc::new(|| false), || within(10, panic).1));
        assert_eq!(caught.expect_err("it panics").downcast_ref(), Some(&"another"));
        assert_eq!(within(10, || count(10)), (Some(10), 10), "nothing of it is left");
    }
}

//! The replayed choices, and how a changed list stays aligned with the questions.
//!
//! In a plain list each question takes the next choice, whether that fits or not.
//!
//! The choices of a [`Trace`](super::Trace) belong to applications of rules. When the fuzzer begins an application, the script enters the
//! next application of the same rule inside the one around it. A question takes the next fitting choice of its own application, up to the
//! next nested one; the choices before it are lost. If no choice fits, none is used up, and the question gets the default. `Step::Draw` has
//! an application or a text drawn. Choices that an application leaves over are dropped at its end. An application that is not found gets
//! defaults throughout. So a change affects the application that was changed, and nothing after it.
//!
//! For example, the steps of an application of `A` with two choices, and a choice after it:
//!
//! ```text
//! steps      Open(A)     Alt(1)   Alt(2)   Close   Alt(3)
//! entries    Open(A, 1)  Alt(1)   Alt(2)           Alt(3)
//! owner      0           1        1                0
//! ends       application 0: entry 4, application 1: entry 3
//! ```
//!
//! If `A` asks for one alternative only, `Alt(2)` is dropped at its end, and the next question of the application around it gets `Alt(3)`.

use super::{Choice, Step};
use grammarc_core::grammar::Symbol;

/// Number of an application that is not in the script: all of it is default.
pub(crate) const NOTHING: u32 = u32::MAX;
/// Number of an application that is drawn, with all in it.
pub(crate) const DRAWN: u32 = u32::MAX - 1;

/// Choices to be replayed.
#[derive(Debug, Clone)]
pub(super) struct Script {
    entries: Vec<Entry>,
    /// By application: the end of its entries. The first is around all others.
    ends: Vec<u32>,
    /// How far it is read.
    at: usize,
    /// Whether choices belong to applications.
    is_nested: bool,
}

#[derive(Debug, Clone)]
struct Entry {
    /// The application that it belongs to.
    owner: u32,
    kind: EntryKind,
}

#[derive(Debug, Clone)]
enum EntryKind {
    Choice(Choice),
    /// A part to be drawn.
    Draw,
    /// An application begins: its rule and its number.
    Open(Symbol, u32),
}

impl Script {
    /// A plain list.
    pub(super) fn list(choices: Vec<Choice>) -> Self {
        let entry = |choice| Entry { owner: 0, kind: EntryKind::Choice(choice) };
        let entries: Vec<Entry> = choices.into_iter().map(entry).collect();
        Self { ends: vec![entries.len() as u32], entries, at: 0, is_nested: false }
    }

    /// The steps of a trace.
    pub(super) fn steps(steps: &[Step]) -> Self {
        let mut script = Self { entries: Vec::with_capacity(steps.len()), ends: vec![0], at: 0, is_nested: true };
        let mut open = vec![0];
        for step in steps {
            let owner = open.last().copied().unwrap_or(0);
            match step {
                Step::Choice(choice) => script.entries.push(Entry { owner, kind: EntryKind::Choice(choice.clone()) }),
                Step::Draw => script.entries.push(Entry { owner, kind: EntryKind::Draw }),
                Step::Open(symbol) => {
                    let number = script.ends.len() as u32;
                    script.entries.push(Entry { owner, kind: EntryKind::Open(*symbol, number) });
                    script.ends.push(0);
                    open.push(number);
                }
                // A `Close` without an `Open` has no meaning.
                Step::Close if open.len() > 1 => {
                    script.ends[owner as usize] = script.entries.len() as u32;
                    open.pop();
                }
                Step::Close => {}
            }
        }
        for number in open {
            script.ends[number as usize] = script.entries.len() as u32;
        }
        script
    }

    pub(super) fn is_nested(&self) -> bool {
        self.is_nested
    }

    /// Returns how far it is read.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Goes back to where [`Script::position`] was.
    pub(super) fn rewind(&mut self, position: usize) {
        self.at = position;
    }

    /// Returns the application of a rule inside another one.
    pub(super) fn enter(&mut self, around: u32, symbol: Symbol) -> u32 {
        if !self.is_nested || around == DRAWN {
            return around;
        }
        let mut place = self.at;
        while let Some(entry) = self.entry(around, place) {
            match entry.kind {
                EntryKind::Open(found, number) if entry.owner == around && found == symbol => {
                    let end = self.ends[number as usize] as usize;
                    let is_drawn = end == place + 2 && matches!(self.entries[place + 1].kind, EntryKind::Draw);
                    self.at = if is_drawn { end } else { place + 1 };
                    return if is_drawn { DRAWN } else { number };
                }
                EntryKind::Open(_, number) if entry.owner == around => place = self.ends[number as usize] as usize,
                _ => place += 1,
            }
        }
        NOTHING
    }

    /// Takes the next choice of an application that `fits` accepts, and returns its result.
    pub(super) fn take<T>(&mut self, application: u32, mut fits: impl FnMut(&Choice) -> Option<T>) -> Option<T> {
        let mut place = self.at;
        while let Some(entry) = self.entry(application, place) {
            place += 1;
            match &entry.kind {
                EntryKind::Choice(choice) if entry.owner == application => {
                    let made = fits(choice);
                    if made.is_some() || !self.is_nested {
                        self.at = place;
                        return made;
                    }
                }
                EntryKind::Open(..) | EntryKind::Draw if entry.owner == application => return None,
                // An application inside of this one has left it over.
                _ => {}
            }
        }
        None
    }

    /// Takes the next step of an application if it has a text drawn. Returns whether it did.
    pub(super) fn draws(&mut self, application: u32) -> bool {
        let mut place = self.at;
        while let Some(entry) = self.entry(application, place) {
            place += 1;
            if entry.owner == application {
                let is_drawn = matches!(entry.kind, EntryKind::Draw);
                self.at = if is_drawn { place } else { self.at };
                return is_drawn;
            }
        }
        false
    }

    /// Returns an entry, if it stands before the end of the application.
    fn entry(&self, application: u32, place: usize) -> Option<&Entry> {
        let end = *self.ends.get(application as usize)?;
        self.entries.get(place).filter(|_| place < end as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Symbol = Symbol(1);
    const B: Symbol = Symbol(2);

    fn alt(number: u32) -> Step {
        Step::Choice(Choice::Alt(number))
    }

    fn asked(script: &mut Script, application: u32) -> Option<u32> {
        script.take(application, |choice| match choice {
            Choice::Alt(number) => Some(*number),
            _ => None,
        })
    }

    #[test]
    fn what_an_application_leaves_over_is_forgotten() {
        let steps = [Step::Open(A), alt(1), alt(2), Step::Close, alt(3)];
        let mut script = Script::steps(&steps);
        let inside = script.enter(0, A);
        assert_eq!(asked(&mut script, inside), Some(1));
        assert_eq!(asked(&mut script, 0), Some(3));
        assert_eq!(asked(&mut script, 0), None);
    }

    #[test]
    fn an_application_that_is_not_there_takes_nothing() {
        let steps = [alt(1), Step::Open(B), alt(2), Step::Close];
        let mut script = Script::steps(&steps);
        let missing = script.enter(0, A);
        assert_eq!((asked(&mut script, missing), script.enter(missing, B)), (None, NOTHING));
        assert_eq!(asked(&mut script, 0), Some(1));
        let inside = script.enter(0, B);
        assert_eq!(asked(&mut script, inside), Some(2));
    }

    #[test]
    fn choices_that_do_not_fit_are_passed_over_up_to_the_next_application() {
        let steps = [Step::Choice(Choice::More(true)), alt(1), Step::Open(A), Step::Close, alt(2)];
        let mut script = Script::steps(&steps);
        assert_eq!(asked(&mut script, 0), Some(1));
        assert_eq!(asked(&mut script, 0), None, "what follows the application is kept");
        assert_ne!(script.enter(0, A), NOTHING);
        assert_eq!(asked(&mut script, 0), Some(2));
    }

    #[test]
    fn what_is_drawn_takes_nothing_and_leaves_the_rest_as_it_is() {
        let steps = [Step::Open(A), Step::Draw, Step::Close, alt(1), Step::Draw, alt(2)];
        let mut script = Script::steps(&steps);
        let drawn = script.enter(0, A);
        assert_eq!((drawn, script.enter(drawn, B), asked(&mut script, drawn)), (DRAWN, DRAWN, None));
        assert_eq!((script.draws(0), asked(&mut script, 0)), (false, Some(1)));
        assert_eq!((script.draws(0), asked(&mut script, 0)), (true, Some(2)));
        let mut script = Script::steps(&[Step::Open(A), Step::Draw, alt(1), Step::Close]);
        let replayed = script.enter(0, A);
        assert_eq!((script.draws(replayed), asked(&mut script, replayed)), (true, Some(1)), "only a text is drawn");
    }

    #[test]
    fn a_plain_list_is_used_up() {
        let mut script = Script::list(vec![Choice::More(true), Choice::Alt(1)]);
        assert_eq!((asked(&mut script, 0), asked(&mut script, 0)), (None, Some(1)));
        assert_eq!(script.enter(0, A), 0);
    }
}

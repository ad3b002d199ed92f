//! The state of hooks: rolled back, it is as if what came after the mark had never happened.

use std::borrow::Cow;

use grammarc_runtime::choices::Random;
use grammarc_runtime::flat::LINES;
use grammarc_runtime::grammar::{At, Grammar, Hook, Namespace};
use grammarc_runtime::hooks::replay::{self, HookedItem};
use grammarc_runtime::hooks::{Border, Kind, Name, PendingUse, State, ViolationKind};

/// One thing that can happen.
#[derive(Debug, Clone)]
enum Step {
    Open(Namespace, Border),
    Close(Namespace),
    Define(Namespace, Name),
    DefineBelow(Namespace, Name),
    PutOff(Namespace, Name),
    Settle(usize),
    Wait(Namespace, PendingUse),
    Set(String, Vec<u8>),
}

const SPACES: [Namespace; 2] = [Namespace(0), Namespace(1)];

/// Two namespaces; in the second, definitions can be visible from the start of their scope.
fn grammar() -> Grammar {
    let early = Hook::Def { namespace: SPACES[1], at: At::Scope, unique: false, fold: false };
    Grammar {
        hooks: Cow::Owned(vec![Cow::Owned(vec![early])]),
        namespaces: Cow::Owned(vec![Cow::Borrowed("v"), Cow::Borrowed("w")]),
        ..LINES.grammar.clone()
    }
}

/// A state, and all that happened in it.
#[derive(Clone)]
struct Told {
    state: State,
    steps: Vec<Step>,
    /// How many scopes are open of each namespace, besides that of the whole input.
    open: [usize; 2],
}

impl Told {
    fn new() -> Self {
        Self { state: State::new(&grammar()), steps: Vec::new(), open: [0; 2] }
    }

    fn step(&mut self, step: Step) {
        match step.clone() {
            Step::Open(of, border) => {
                self.open[usize::from(of.0)] += 1;
                self.state.open(of, border);
            }
            Step::Close(of) => {
                self.open[usize::from(of.0)] -= 1;
                self.state.close(of);
            }
            Step::Define(of, name) => self.state.define(of, name),
            Step::DefineBelow(of, name) => self.state.define_below(of, name),
            Step::PutOff(of, name) => self.state.put_off(of, name),
            Step::Settle(pending) => self.state.settle(pending),
            Step::Wait(of, waiting) => self.state.wait(of, waiting),
            Step::Set(key, value) => self.state.set(&key, value),
        }
        self.steps.push(step);
    }

    /// All that can be asked.
    fn seen(&self) -> String {
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let mut seen = format!("{} {:?} {:?}", self.state.pending(), self.state.get("k"), self.state.get("l"));
        for of in SPACES {
            let visible: Vec<String> = self.state.visible(of).map(text).collect();
            let taken: Vec<String> = self.state.taken(of).map(text).collect();
            let defined = ["a", "A", "b", "B"].map(|name| {
                let name = name.as_bytes();
                [self.state.is_defined(of, name, false), self.state.is_taken(of, name, true)]
            });
            seen += &format!(" {visible:?} {taken:?} {defined:?} {:?}", self.state.unfulfilled(of));
        }
        seen
    }
}

fn any(random: &mut Random, told: &Told) -> Step {
    let of = SPACES[random.below(2) as usize];
    let text = [b"a".to_vec(), b"A".to_vec(), b"b".to_vec(), b"B".to_vec()][random.below(4) as usize].clone();
    let fold = random.below(4) == 0;
    let kind = [Kind::Definition, Kind::Early, Kind::Taken][random.below(3) as usize];
    match random.below(9) {
        0 => Step::Open(of, [Border::Open, Border::Closed, Border::Rest][random.below(3) as usize]),
        1 if told.open[usize::from(of.0)] > 0 => Step::Close(of),
        2 | 3 => Step::PutOff(of, Name { text, fold, kind }),
        4 => Step::Settle(random.below(told.state.pending() as u32 + 1) as usize),
        5 => Step::Wait(of, PendingUse { text, fold, early: random.flip(), key: told.steps.len() }),
        7 => Step::DefineBelow(of, Name { text, fold, kind }),
        6 => Step::Set(if random.flip() { "k".to_owned() } else { "l".to_owned() }, text),
        _ => Step::Define(of, Name { text, fold, kind }),
    }
}

#[test]
fn what_is_rolled_back_never_happened() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut told = Told::new();
        let mut marks = vec![(told.state.mark(), told.steps.len(), told.open)];
        for _ in 0..60 {
            if random.below(6) == 0 {
                let (mark, steps, open) = marks[random.below(marks.len() as u32) as usize];
                marks.retain(|(_, length, _)| *length <= steps);
                told.state.rollback(mark);
                told.steps.truncate(steps);
                told.open = open;
            } else {
                let step = any(&mut random, &told);
                told.step(step);
                marks.push((told.state.mark(), told.steps.len(), told.open));
            }
            let mut afresh = Told::new();
            told.steps.iter().for_each(|step| afresh.step(step.clone()));
            assert_eq!(told.seen(), afresh.seen(), "seed {seed}: {:?}", told.steps);
        }
    }
}

#[test]
fn many_names_are_known_like_few() {
    let mut state = State::new(&grammar());
    let of = SPACES[0];
    let name = |number: usize| format!("Name{number}").into_bytes();
    let marks: Vec<_> = (0..40)
        .map(|number| {
            let mark = state.mark();
            state.define(of, Name { text: name(number), fold: false, kind: Kind::Definition });
            // The same again is no other name.
            state.define(of, Name { text: name(number / 2), fold: false, kind: Kind::Definition });
            mark
        })
        .collect();
    for (count, mark) in marks.into_iter().enumerate().rev() {
        assert_eq!(state.usable_count(of), count + 1);
        for number in 0..40 {
            let (is_there, lower) = (number <= count, name(number).to_ascii_lowercase());
            assert_eq!(state.is_defined(of, &name(number), false), is_there, "{number} of {count}");
            assert_eq!(state.is_defined(of, &lower, true), is_there, "{number} of {count}");
            assert!(!state.is_defined(of, &lower, false), "{number} of {count}");
        }
        state.rollback(mark);
    }
    assert_eq!(state.usable_count(of), 0);
}

/// What is wrong with an item that has one hook.
fn judged(state: &mut State, hook: Hook, text: &[u8]) -> Vec<ViolationKind> {
    replay::after(None, state, &HookedItem { hooks: &[hook], text, start: 0, key: 0 })
}

/// L1: after an item `@use` and `@unique` accept what they offer before it, and nothing else.
#[test]
fn what_is_offered_is_what_is_accepted() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut told = Told::new();
        for _ in 0..60 {
            let step = any(&mut random, &told);
            told.step(step);
            // In the first namespace a use is judged where it stands.
            let namespace = SPACES[0];
            let offered: Vec<Name> = (0..told.state.usable_count(namespace))
                .filter_map(|number| told.state.usable_at(namespace, number).cloned())
                .collect();
            let texts: Vec<&[u8]> = offered.iter().map(|name| name.text.as_slice()).collect();
            assert!(told.state.visible(namespace).all(|text| texts.contains(&text)), "seed {seed}: {:?}", told.steps);
            for (text, fold) in [(b"a", false), (b"A", false), (b"b", true), (b"B", true)] {
                let mut state = told.state.clone();
                let used = judged(&mut state, Hook::Use { namespace, late: false, fold }, text);
                let is = |known: &[u8], fold: bool| if fold { known.eq_ignore_ascii_case(text) } else { known == text };
                let known = told.state.visible(namespace).any(|known| is(known, fold));
                assert!(!known || used.is_empty(), "seed {seed}: {:?}", told.steps);
                let is_offered =
                    offered.iter().any(|name| is(&name.text, fold)) || told.state.is_defined(namespace, text, fold);
                assert_eq!(is_offered, used.is_empty(), "seed {seed}: {:?}", told.steps);
                let taken = told.state.is_taken(namespace, text, fold);
                let unique = judged(&mut state, Hook::Unique { namespace, fold }, text);
                assert_eq!(taken, !unique.is_empty(), "seed {seed}: {:?}", told.steps);
                let again = judged(&mut state, Hook::Unique { namespace, fold }, text);
                assert!(!again.is_empty(), "seed {seed}: {:?}", told.steps);
            }
        }
    }
}

#[test]
fn names_are_known_by_their_namespaces() {
    let mut state = State::new(&grammar());
    state.add("v", b"x");
    state.add("nowhere", b"y");
    assert_eq!((state.names("v"), state.names("w"), state.names("nowhere")), (vec![&b"x"[..]], vec![], vec![]));
    assert_eq!((state.has("v", b"x"), state.has("v", b"X"), state.has("nowhere", b"y")), (true, false, false));
}

#[test]
fn hooks_of_an_open_namespace_reject_only_in_a_complete_text() {
    let open = Hook::Open(SPACES[0]);
    let grammar = Grammar { hooks: Cow::Owned(vec![Cow::Owned(vec![open])]), ..grammar() };
    let uses = [Hook::Use { namespace: SPACES[0], late: false, fold: false }];
    let frees = [Hook::Free { namespace: SPACES[0], fold: false }];
    let judge = |state: &mut State, hooks: &[Hook], text: &[u8]| {
        replay::after(None, state, &HookedItem { hooks, text, start: 0, key: 0 }).len()
    };
    for (mut state, wrongs) in [(State::new(&grammar), 0), (State::complete(&grammar), 1)] {
        state.add("v", b"known");
        assert_eq!(judge(&mut state, &uses, b"unknown"), wrongs);
        assert_eq!(judge(&mut state, &frees, b"known"), wrongs);
        assert_eq!(judge(&mut state, &uses, b"known") + judge(&mut state, &frees, b"unknown"), 0);
    }
}

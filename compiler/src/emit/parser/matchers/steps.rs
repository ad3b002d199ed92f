//! The code of an automaton: the bytes that every match begins with, then runs, and the transitions of each state.

use grammarc_runtime::byteset::ByteSet;

use super::super::super::names::{byte, byte_lit};
use super::super::choice::{patterns, range};
use super::machine::{Machine, MachineState, beyond_ascii};

/// Ranges beyond which a set of bytes is not compared eight bytes at a time.
const MAX_RANGES: usize = 4;

/// Ways beyond which the ways between states move into functions of their own.
const MAX_WAYS: usize = 38;

/// Ways in one of these functions, at most.
const PAGE: usize = 48;

/// Writes the code that finds the end of the longest match from `start`, and the functions that it calls, `helper` and so on.
pub(super) fn written(mut machine: Machine, helper: &str) -> (String, String) {
    let mut code = String::new();
    let mut text = Vec::new();
    while let Some((set, next)) = first_step(&machine) {
        match set.ranges().as_slice() {
            &[(low, high)] if low == high && !machine.states[0].is_accepting => text.push(low),
            _ => {
                code += &literal(&std::mem::take(&mut text));
                code += &step(&set, &machine);
            }
        }
        machine = machine.in_order(next);
    }
    code += &literal(&text);
    let (rest, functions) =
        if machine.live() == 1 { (single(&machine), String::new()) } else { table(&machine, helper) };
    (code + &rest, functions)
}

/// Returns the bytes that a match begins with, and the state after them. It is none if they lead to several states, if the match
/// ends there, or if something leads back to the start.
fn first_step(machine: &Machine) -> Option<(ByteSet, usize)> {
    let start = &machine.states[0];
    let mut ways = start.ways.iter();
    let (&next, &set) = ways.next().filter(|_| ways.next().is_none() && !start.stays())?;
    let is_entered = machine.states.iter().any(|state| state.ways.contains_key(&0));
    let is_sure = !start.is_accepting || machine.states[next].is_accepting;
    (!is_entered && is_sure && !machine.states[next].is_final()).then_some((set, next))
}

/// Passes a text that must stand at `start`.
fn literal(text: &[u8]) -> String {
    match text {
        [] => String::new(),
        text => format!("let start = end_of_literal(input, start, {})?;\n", byte_lit(text)),
    }
}

/// Passes a byte or character at `start`. Without it nothing matches, or nothing more does.
fn step(set: &ByteSet, machine: &Machine) -> String {
    let test = format!("matches!(input.get(start), {})", patterns(set));
    let is_character = machine.is_text && is_beyond(set);
    match (machine.states[0].is_accepting, is_character) {
        (false, false) => format!("let start = {test}.then_some(start + 1)?;\n"),
        (false, true) => {
            format!("if !{test} {{ return None; }}\nlet start = end_of_character(input, start)?;\n")
        }
        (true, false) => format!("if !{test} {{ return Some(start); }}\nlet start = start + 1;\n"),
        (true, true) => format!(
            "if !{test} {{ return Some(start); }}\n\
             let Some(start) = end_of_character(input, start) else {{ return Some(start) }};\n"
        ),
    }
}

impl MachineState {
    /// Whether something leads back to the state at once.
    fn stays(&self) -> bool {
        self.runs_on_characters || !self.run.is_empty()
    }

    /// The expression for where the run of a state ends that begins at `at`; none if it does not stay.
    fn end_of_run(&self, at: &str) -> Option<String> {
        let ranges: Vec<(u8, u8)> = self.run.ranges().into_iter().flat_map(halves).collect();
        let name = |few: &'static str, many: &'static str| if ranges.len() <= MAX_RANGES { few } else { many };
        let name = match self.runs_on_characters {
            true => name("end_of_text", "end_of_characters"),
            false => name("end_of_run", "end_of_bytes"),
        };
        let pairs: Vec<String> = ranges.iter().map(|&(low, high)| format!("({}, {})", byte(low), byte(high))).collect();
        let bytes = if ranges.len() <= MAX_RANGES {
            format!("[{}]", pairs.join(", "))
        } else {
            let patterns: Vec<String> = self.run.ranges().iter().map(range).collect();
            format!("|byte| matches!(byte, {})", patterns.join(" | "))
        };
        self.stays().then(|| format!("{name}(input, {at}, {bytes})"))
    }
}

/// Parts a range of bytes at 0x80.
fn halves((low, high): (u8, u8)) -> Vec<(u8, u8)> {
    match low < 0x80 && high >= 0x80 {
        true => vec![(low, 0x7f), (0x80, high)],
        false => vec![(low, high)],
    }
}

/// A machine with one state that goes on: a run of bytes, and at most one more byte or character.
fn single(machine: &Machine) -> String {
    let state = &machine.states[0];
    let run = state.end_of_run("start").unwrap_or_else(|| "start".to_owned());
    let (at, skip) = if state.stays() { ("at", format!("let at = {run};\n")) } else { ("start", String::new()) };
    let set = state.ways.values().copied().fold(ByteSet::EMPTY, ByteSet::union);
    let (last, is_character) = (patterns(&set), machine.is_text && is_beyond(&set));
    let is_quick = run.starts_with("end_of_run");
    match (state.is_accepting, last.as_str()) {
        // Often there is nothing to skip, and one look is enough.
        (true, "None") if is_quick => {
            let first = patterns(&state.run);
            format!("if !matches!(input.get(start), {first}) {{ return Some(start); }}\nSome({run})")
        }
        (true, "None") => format!("Some({run})"),
        (true, last) if is_character => {
            let otherwise = format!("if !matches!(input.get({at}), {last}) {{ return Some({at}); }}\n");
            format!("{skip}{otherwise}end_of_character(input, {at}).or(Some({at}))")
        }
        (true, last) => format!("{skip}Some({at} + usize::from(matches!(input.get({at}), {last})))"),
        (false, _) if is_character && set.complement().without_end().is_empty() => {
            format!("{skip}end_of_character(input, {at})")
        }
        (false, last) if is_character => {
            let otherwise = format!("if !matches!(input.get({at}), {last}) {{ return None; }}\n");
            format!("{skip}{otherwise}end_of_character(input, {at})")
        }
        (false, last) => format!("{skip}matches!(input.get({at}), {last}).then_some({at} + 1)"),
    }
}

/// Where ways lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    /// The match is complete.
    End,
    /// To the state this many numbers higher.
    On(usize),
    /// To one state.
    To(usize),
}

/// Writes a machine with several states: a `match` on state and next byte. A state with a run first passes the run.
fn table(machine: &Machine, helper: &str) -> (String, String) {
    let live = machine.live();
    let (runs, others): (Vec<usize>, Vec<usize>) = (0..live).partition(|&state| machine.states[state].stays());
    let has_end = (0..live).any(|state| machine.is_left(state));
    let ways_of_runs: usize = runs.iter().map(|&state| machine.states[state].ways.len()).sum();
    let are_runs_long = ways_of_runs > MAX_WAYS;
    let (mut arms, mut functions) = (machine.runs(&runs, has_end, are_runs_long.then_some(helper)), String::new());
    match others.as_slice() {
        others if are_runs_long => {
            if !others.is_empty() {
                arms.push(("_".to_owned(), machine.choice(others, has_end, Some(helper))));
            }
            functions = machine.steps(&(0..live).collect::<Vec<_>>(), has_end, helper);
        }
        [] => {}
        [only] => arms.push(("_".to_owned(), machine.run(*only, has_end, None))),
        others => {
            let mut choice = machine.choice(others, has_end, None);
            if arms.iter().map(|(_, code)| code).chain([&choice]).map(|code| code.matches(",\n").count()).sum::<usize>()
                > MAX_WAYS
            {
                choice = machine.choice(others, has_end, Some(helper));
                functions = machine.steps(others, has_end, helper);
            }
            arms.push(("_".to_owned(), choice));
        }
    }
    let state = match arms.as_slice() {
        [(_, only)] if only.starts_with("match ") => only.clone(),
        [(_, only)] => format!("{{ {only} }}"),
        _ => {
            let last = arms.len() - 1;
            let arm = |(number, (states, code)): (usize, &(String, String))| {
                format!("{} => {{ {code} }}\n", if number == last { "_" } else { states })
            };
            format!("match state {{ {} }}", arms.iter().enumerate().map(arm).collect::<String>())
        }
    };
    let is_character = machine.is_text && machine.states.iter().any(|state| state.ways.values().any(is_beyond));
    let step = match (is_character, has_end) {
        (false, _) => "at += 1;",
        (true, false) => "at = end_of_character(input, at)?;",
        (true, true) => "let Some(next) = end_of_character(input, at) else { return end };\nat = next;",
    };
    let variables = match has_end {
        true => "(mut at, mut state, mut end) = (start, 0u8, None)",
        false => "(mut at, mut state) = (start, 0u8)",
    };
    (format!("let {variables};\nloop {{ state = {state}; {step} }}"), functions)
}

/// Whether there are bytes beyond ASCII in a set.
fn is_beyond(set: &ByteSet) -> bool {
    !set.intersection(beyond_ascii()).is_empty()
}

/// States, where they lead, and on which bytes.
type Transition = (Vec<usize>, Target, ByteSet);

impl Machine {
    /// Whether a way leads on from an accepting state that may turn out to be none.
    fn is_left(&self, state: usize) -> bool {
        let is_open = |(to, set): (&usize, &ByteSet)| !self.states[*to].is_accepting || self.is_text && is_beyond(set);
        self.states[state].is_accepting && self.states[state].ways.iter().any(is_open)
    }

    /// Returns the result of the match at a state where no way leads on.
    fn otherwise(&self, state: usize, has_end: bool) -> &'static str {
        match (self.states[state].is_accepting, has_end) {
            (true, _) => "Some(at)",
            (false, true) => "end",
            (false, false) => "None",
        }
    }

    /// Writes the arms of states with runs: the run is passed, then a byte leads on. States with equal code share an arm.
    fn runs(&self, states: &[usize], has_end: bool, helper: Option<&str>) -> Vec<(String, String)> {
        let mut runs: Vec<(Vec<usize>, String)> = Vec::new();
        for &state in states {
            let code = self.run(state, has_end, helper);
            match runs.iter_mut().find(|(_, known)| *known == code) {
                Some((alike, _)) => alike.push(state),
                None => runs.push((vec![state], code)),
            }
        }
        runs.into_iter().map(|(states, code)| (numbers(&states), code)).collect()
    }

    /// Passes the run of a state, if it has one, and goes on. With a `helper`, ways to other states are in functions of that name.
    fn run(&self, number: usize, has_end: bool, helper: Option<&str>) -> String {
        let state = &self.states[number];
        let run = match state.end_of_run("at") {
            Some(end) if state.ways.is_empty() && state.is_accepting => return format!("return Some({end});"),
            Some(end) => format!("at = {end};\n"),
            None => String::new(),
        };
        let end = if self.is_left(number) { "end = Some(at);\n" } else { "" };
        let is_here = |(to, _): &(&usize, &ByteSet)| helper.is_none() || self.states[**to].is_final();
        let ways = state.ways.iter().filter(is_here).map(|(&to, &set)| {
            let target = if self.states[to].is_final() { Target::End } else { Target::To(to) };
            format!("{} => {},\n", patterns(&set), self.next(target, &set, has_end))
        });
        let (ways, otherwise) = (ways.collect::<String>(), self.otherwise(number, has_end));
        let step = |helper: &str, byte: &str| {
            format!("match {helper}(state, {byte}) {{ Some(next) => next, None => return {otherwise}, }}")
        };
        match helper {
            Some(helper) if ways.is_empty() => format!("{run}{end}{}", step(helper, "input.get(at)")),
            Some(helper) => format!("{run}{end}match input.get(at) {{ {ways} byte => {}, }}", step(helper, "byte")),
            None => format!("{run}{end}match input.get(at) {{ {ways} _ => return {otherwise}, }}"),
        }
    }

    /// Writes the ways of states without runs. With a `helper`, ways to other states are in functions of that name.
    fn choice(&self, states: &[usize], has_end: bool, helper: Option<&str>) -> String {
        let left: Vec<usize> = states.iter().copied().filter(|&state| self.is_left(state)).collect();
        let end = if left.is_empty() { String::new() } else { format!("{}{{ end = Some(at); }}\n", test(&left)) };
        let is_here = |way: &&Transition| helper.is_none() || way.1 == Target::End;
        let arms: String = self.ways(states).iter().filter(is_here).map(|way| self.arm(way, has_end)).collect();
        let accepting: Vec<usize> = states.iter().copied().filter(|&state| self.states[state].is_accepting).collect();
        let otherwise = if has_end { "end" } else { "None" };
        let (last, otherwise) = match accepting.len() {
            0 => (None, otherwise),
            count if count == states.len() => (None, "Some(at)"),
            _ => (Some(numbers(&accepting)), otherwise),
        };
        let Some(helper) = helper else {
            let last = last.map_or_else(String::new, |states| format!("({states}, _) => return Some(at),\n"));
            return format!("{end}match (state, input.get(at)) {{ {arms} {last} _ => return {otherwise}, }}");
        };
        let last =
            last.map_or_else(String::new, |states| format!("None if matches!(state, {states}) => return Some(at),\n"));
        let step = |state: &str, byte: &str| match (last.as_str(), otherwise) {
            ("", "None") => format!("{helper}({state}, {byte})?"),
            _ => {
                format!("match {helper}({state}, {byte}) {{ Some(next) => next, {last} None => return {otherwise}, }}")
            }
        };
        match arms.as_str() {
            "" => format!("{end}{}", step("state", "input.get(at)")),
            arms => {
                let rest = step("state", "byte");
                format!("{end}match (state, input.get(at)) {{ {arms} (state, byte) => {rest}, }}")
            }
        }
    }

    /// Writes the functions of the ways that do not end a match.
    fn steps(&self, states: &[usize], has_end: bool, helper: &str) -> String {
        let ways = self.ways(states);
        let ways: Vec<&Transition> = ways.iter().filter(|way| way.1 != Target::End).collect();
        let pages: Vec<&[&Transition]> = ways.chunks(PAGE).collect();
        let name = |page: usize| if page == 0 { helper.to_owned() } else { format!("{helper}_{}", page + 1) };
        let function = |(page, ways): (usize, &&[&Transition])| {
            let arms: String = ways.iter().map(|way| self.arm(way, has_end)).collect();
            let last =
                if page + 1 < pages.len() { format!("{}(state, byte)", name(page + 1)) } else { "None".to_owned() };
            format!(
                "/// Where states lead on a byte; none if it is not part of a match.\n\
                 fn {}(state: u8, byte: Option<&u8>) -> Option<u8> {{ \
                 Some(match (state, byte) {{ {arms} _ => return {last}, }}) }}\n",
                name(page)
            )
        };
        pages.iter().enumerate().map(function).collect()
    }

    fn arm(&self, (from, target, set): &Transition, has_end: bool) -> String {
        format!("({}, {}) => {},\n", numbers(from), patterns(set), self.next(*target, set, has_end))
    }

    /// Returns the ways of some states, equal ones merged, in the order of their first state.
    fn ways(&self, states: &[usize]) -> Vec<Transition> {
        let each = |&from: &usize| {
            let way = move |(&to, &set): (&usize, &ByteSet)| (from, to, set);
            self.states[from].ways.iter().map(way).collect::<Vec<_>>()
        };
        let each: Vec<(usize, usize, ByteSet)> = states.iter().flat_map(each).collect();
        let alike = |&(from, to, set): &(usize, usize, ByteSet)| {
            let others = || each.iter().filter(move |other| other.2 == set);
            let (same, on) =
                (others().filter(|other| other.1 == to), others().filter(|other| other.1 == other.0 + to - from));
            if from < to && on.count() > same.count() { Target::On(to - from) } else { Target::To(to) }
        };
        let mut ways: Vec<Transition> = Vec::new();
        for way in &each {
            let target = if self.states[way.1].is_final() { Target::End } else { alike(way) };
            match ways.iter_mut().find(|known| known.1 == target && known.2 == way.2) {
                Some(known) => known.0.push(way.0),
                None => ways.push((vec![way.0], target, way.2)),
            }
        }
        ways
    }

    /// Writes the next state, or that the match is complete.
    fn next(&self, target: Target, set: &ByteSet, has_end: bool) -> String {
        match (target, self.is_text && is_beyond(set), has_end) {
            (Target::End, false, _) => "return Some(at + 1)".to_owned(),
            (Target::End, true, false) => "return end_of_character(input, at)".to_owned(),
            (Target::End, true, true) => "return end_of_character(input, at).or(end)".to_owned(),
            (Target::To(state), ..) => state.to_string(),
            (Target::On(count), ..) => format!("state + {count}"),
        }
    }
}

/// The beginning of a statement for some states only.
fn test(states: &[usize]) -> String {
    match states {
        [only] => format!("if state == {only} "),
        states => format!("if matches!(state, {}) ", numbers(states)),
    }
}

/// The pattern for some ascending numbers.
fn numbers(all: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in all {
        match ranges.last_mut() {
            Some((_, high)) if *high + 1 == number => *high = number,
            _ => ranges.push((number, number)),
        }
    }
    let range = |&(low, high): &(usize, usize)| match high - low {
        0 => low.to_string(),
        1 => format!("{low} | {high}"),
        _ => format!("{low}..={high}"),
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(" | ")
}

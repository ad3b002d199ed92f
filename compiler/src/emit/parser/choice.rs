//! A place where the next byte decides, as a `match`; where several options are open, as a table of them.

use std::collections::{BTreeMap, BTreeSet};

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Shape, Symbol};
use grammarc_runtime::parse::decisions::{Point, PointId};

use super::super::names::byte;
use super::{CodePlace, Parser, Part, SUCCESS, lines};
pub(super) use crate::plan::choice::{Choice, Class, classes};

/// Ranges beyond which a set of bytes has a name where it is tested.
const MAX_RANGES: usize = 2;

/// Lines beyond which an option is a function of its own.
const MAX_OPTION: usize = 5;

impl Parser<'_> {
    pub(super) fn choice(&self, id: PointId) -> Option<Choice<'_>> {
        Choice::at(self.decisions, id)
    }

    /// Writes a choice as an expression.
    pub(super) fn choose(&self, id: PointId, rule: Symbol, place: CodePlace) -> String {
        let Some(choice) = self.choice(id) else { return String::new() };
        if place == CodePlace::Function {
            self.ask_options(&choice, rule);
        }
        let arm = |class: &Class| self.arm(&choice, class, rule, place);
        dispatch(&choice, arm)
    }

    /// The test of whether one of some bytes is next: those that a symbol begins with.
    pub(super) fn is_next(&self, bytes: &ByteSet, symbol: Symbol) -> String {
        match bytes.ranges().as_slice() {
            &[(low, high)] if low == high && !bytes.has_end() => format!("p.byte() == Some({})", byte(low)),
            [] => if bytes.has_end() { "p.byte().is_none()" } else { "false" }.to_owned(),
            ranges if ranges.len() > MAX_RANGES => {
                format!("p.is_in({})", self.first(*bytes, symbol))
            }
            _ => format!("matches!(p.byte(), {})", patterns(bytes)),
        }
    }

    /// Asks for functions of the options that would stand in several places.
    pub(super) fn ask_options(&self, choice: &Choice<'_>, rule: Symbol) {
        let mut places: BTreeMap<PointId, usize> = BTreeMap::new();
        for class in classes(choice).iter().filter(|class| !class.open.is_empty()) {
            let is_sure = matches!(class.open.as_slice(), &[only] if choice.branches[only].look.len() == 1);
            let last = choice.otherwise.filter(|_| !is_sure);
            let open: BTreeSet<PointId> =
                class.open.iter().map(|&number| choice.branches[number].to).chain(last).collect();
            open.into_iter().for_each(|to| *places.entry(to).or_default() += 1);
        }
        let several = places.into_iter().filter(|(_, count)| *count > 1).map(|(to, _)| to);
        for to in several.filter(|to| !self.is_nothing(*to) && !self.is_step(*to)) {
            self.ask(Part::Option(rule, to));
        }
    }

    /// Writes the code for a class of bytes on which the same branches are open.
    fn arm(&self, choice: &Choice<'_>, class: &Class, rule: Symbol, place: CodePlace) -> String {
        let settled = |skips: bool| match skips && choice.inner {
            true => "p.is_settled().then_some(())?;\n",
            false => "",
        };
        match (class.open.as_slice(), choice.otherwise) {
            ([], None) => "None".to_owned(),
            ([], Some(to)) => settled(true).to_owned() + &self.option(to, rule, place),
            (&[only], _) if choice.branches[only].look.len() == 1 => {
                settled(only > 0).to_owned() + &self.option(choice.branches[only].to, rule, place)
            }
            (open, _) => settled(open[0] > 0).to_owned() + &self.attempt(choice, class, rule, place),
        }
    }

    /// Goes on at a branch: in a function of its own if it has one.
    fn option(&self, to: PointId, rule: Symbol, place: CodePlace) -> String {
        match place {
            CodePlace::Function if self.asked.borrow().contains(&Part::Option(rule, to)) => {
                format!("{}(p)", self.option_name(to, rule))
            }
            CodePlace::Function => self.short_option(to, rule),
            CodePlace::State => self.go_on(to, rule, place),
        }
    }

    /// Tries several branches in turn.
    fn attempt(&self, choice: &Choice<'_>, class: &Class, rule: Symbol, place: CodePlace) -> String {
        match place {
            CodePlace::State => {
                let rows = class.open.iter().map(|&number| {
                    let branch = &choice.branches[number];
                    self.row(&self.state(branch.to), branch, 1, rule)
                });
                let rows: Vec<String> = rows.collect();
                let table = self.table("State", &rows, self.class_name(rule, choice, class));
                let otherwise =
                    choice.otherwise.map_or_else(|| "None".into(), |to| format!("Some({})", self.state(to)));
                format!("p.choose({table}, {otherwise})")
            }
            CodePlace::Function => format!("{}.map(drop)", self.attempt_in_function(choice, class, rule)),
        }
    }

    /// Writes the table of the branches that are open, and the bytes that can stand after them.
    fn options(&self, choice: &Choice<'_>, class: &Class, rule: Symbol) -> (String, String) {
        let rows = class.open.iter().map(|&number| self.row(&number.to_string(), &choice.branches[number], 1, rule));
        let rows: Vec<String> = rows.collect();
        let is_tested = rows.iter().any(|row| !row.ends_with("&[])"));
        let numbers = || class.open.iter().map(usize::to_string).collect::<Vec<_>>().join("_AND_");
        // Options that are simply tried in turn may stand in several rules.
        let name = if is_tested { self.class_name(rule, choice, class) } else { format!("OPTIONS_{}", numbers()) };
        (self.table("u8", &rows, name), self.iteration_follow(rule))
    }

    /// The expression for the number of the branch that succeeded, if any.
    pub(super) fn attempt_in_function(&self, choice: &Choice<'_>, class: &Class, rule: Symbol) -> String {
        let (table, follow) = self.options(choice, class, rule);
        let last = choice.branches.len() - 1;
        let otherwise = choice.otherwise.map_or_else(|| "None".into(), |_| format!("Some({last})"));
        let mut options = class.open.clone();
        if choice.otherwise.is_some() && !options.contains(&last) {
            options.push(last);
        }
        let arms: String = options
            .iter()
            .enumerate()
            .map(|(place, &number)| {
                let pattern = if place + 1 == options.len() { "_".to_owned() } else { number.to_string() };
                format!("{pattern} => {},\n", self.option_call(choice.branches[number].to, rule))
            })
            .collect();
        let body = match options.as_slice() {
            all if all.iter().all(|&number| self.is_nothing(choice.branches[number].to)) => format!("|_, _| {SUCCESS}"),
            [only] => format!("|p, _| {}", self.option_call(choice.branches[*only].to, rule)),
            _ => format!("|p, option| match option {{ {arms} }}"),
        };
        format!("p.attempt({table}, {otherwise}, {follow}, {body})")
    }

    /// Writes the call of an option's function if it has one, and otherwise the option inline.
    fn option_call(&self, to: PointId, rule: Symbol) -> String {
        if self.is_nothing(to) {
            return SUCCESS.to_owned();
        }
        if self.asked.borrow().contains(&Part::Option(rule, to)) {
            return format!("{}(p)", self.option_name(to, rule));
        }
        let code = self.short_option(to, rule);
        if code.contains('\n') { format!("{{ {code} }}") } else { code }
    }

    /// Writes an option inline; a long option becomes a function of its own.
    fn short_option(&self, to: PointId, rule: Symbol) -> String {
        let code = self.point(to, rule, CodePlace::Function);
        if lines(&code) <= MAX_OPTION {
            return code;
        }
        self.ask(Part::Option(rule, to));
        format!("{}(p)", self.option_name(to, rule))
    }

    /// Whether one item, with its demands, is all that follows from a point on.
    fn is_step(&self, id: PointId) -> bool {
        match *self.decisions.point(id) {
            Point::Call { back: next, .. } | Point::Terminal { next, .. } | Point::Tail { end: next, .. } => {
                match *self.decisions.point(next) {
                    Point::Settle { next, .. } => self.is_nothing(next),
                    _ => self.is_nothing(next),
                }
            }
            _ => false,
        }
    }

    /// Whether nothing is left to do at a point: a production without a node is complete.
    pub(super) fn is_nothing(&self, id: PointId) -> bool {
        match self.decisions.point(id) {
            Point::End { production, shared } => {
                shared.is_empty() && self.grammar.production(*production).shape == Shape::Splice
            }
            _ => false,
        }
    }
}

/// Writes a `match` on the next byte.
pub(super) fn dispatch(choice: &Choice<'_>, arm: impl Fn(&Class) -> String) -> String {
    let (arms, rest) = arms(choice, arm);
    if arms.is_empty() {
        return rest;
    }
    let arms: String = arms.iter().map(|(bytes, code)| format!("{} => {{ {code} }}\n", patterns(bytes))).collect();
    format!("match p.byte() {{ {arms} _ => {{ {rest} }} }}")
}

/// Returns the code for each set of bytes, and the code for all other bytes.
pub(super) fn arms(choice: &Choice<'_>, arm: impl Fn(&Class) -> String) -> (Vec<(ByteSet, String)>, String) {
    let mut classes = classes(choice);
    // The last arm takes the bytes that no branch takes; if there are none, it takes one class of the others.
    let rest = classes.iter().position(|class| class.open.is_empty()).unwrap_or(classes.len() - 1);
    let rest = classes.remove(rest);
    let rest_code = arm(&rest);
    let mut arms: Vec<(ByteSet, String)> = Vec::new();
    for class in &classes {
        let code = arm(class);
        match arms.iter_mut().find(|(_, known)| *known == code) {
            Some((bytes, _)) => *bytes = bytes.union(class.bytes),
            None if code == rest_code => {}
            None => arms.push((class.bytes, code)),
        }
    }
    (arms, rest_code)
}

/// The pattern of a set of bytes for a `match` on `Option<u8>`.
pub(super) fn patterns(set: &ByteSet) -> String {
    let ranges: Vec<String> = set.ranges().iter().map(range).collect();
    match (ranges.as_slice(), set.has_end()) {
        ([], _) => "None".to_owned(),
        (ranges, false) => format!("Some({})", ranges.join(" | ")),
        (ranges, true) => format!("Some({}) | None", ranges.join(" | ")),
    }
}

/// The pattern of a range of bytes.
pub(super) fn range(&(low, high): &(u8, u8)) -> String {
    match high - low {
        0 => byte(low),
        1 => format!("{} | {}", byte(low), byte(high)),
        _ => format!("{}..={}", byte(low), byte(high)),
    }
}

//! Where productions part: which of them are open on which bytes, and whether the next ones decide.

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::parse::decisions::{Branch, Decisions, KEYWORD, Point, PointId};

/// A point at which productions part.
pub struct Choice<'a> {
    /// In order of priority.
    pub branches: &'a [Branch<PointId>],
    /// Where to go when no branch is open.
    pub otherwise: Option<PointId>,
    /// Whether the productions part only here, after shared items that may have left open decisions.
    pub inner: bool,
}

/// The bytes on which the same branches are open.
pub struct Class {
    /// The bytes; the end of the input counts as one.
    pub bytes: ByteSet,
    /// Numbers of the branches, ascending.
    pub open: Vec<usize>,
}

impl<'a> Choice<'a> {
    /// Returns the choice at a point, if it is one.
    pub fn at(decisions: &'a Decisions, id: PointId) -> Option<Self> {
        match decisions.point(id) {
            Point::Choose { branches, otherwise, inner } => {
                Some(Self { branches, otherwise: *otherwise, inner: *inner })
            }
            _ => None,
        }
    }
}

/// Splits all bytes and the end of input by the branches that are open there. Never empty.
pub fn classes(choice: &Choice<'_>) -> Vec<Class> {
    let first = |branch: &Branch<PointId>| branch.look.iter().find(|(distance, _)| *distance == 0).map(|(_, set)| *set);
    let firsts: Vec<ByteSet> = choice.branches.iter().map(|branch| first(branch).unwrap_or(ByteSet::ALL)).collect();
    // Each branch splits every class in two: the bytes that it is open on, and the others.
    let mut classes = vec![Class { bytes: ByteSet::ALL, open: Vec::new() }];
    for (number, first) in firsts.iter().enumerate() {
        for mut class in std::mem::take(&mut classes) {
            let (inside, outside) = (class.bytes.intersection(*first), class.bytes.intersection(first.complement()));
            if outside != ByteSet::EMPTY {
                classes.push(Class { bytes: outside, open: class.open.clone() });
            }
            if inside != ByteSet::EMPTY {
                class.open.push(number);
                classes.push(Class { bytes: inside, open: class.open });
            }
        }
    }
    classes.sort_by(|one, other| one.open.cmp(&other.open));
    classes
}

/// The bytes that may stand at each distance; behind the last one any.
pub type Test = Vec<ByteSet>;

/// Returns the target of each set of bytes, if the bytes decide; a set may also lead nowhere.
pub fn ways(choice: &Choice<'_>) -> Option<Vec<(Test, Option<PointId>)>> {
    let mut found = Vec::new();
    for class in classes(choice) {
        part(choice, vec![class.bytes], class.open, &mut found)?;
    }
    Some(found)
}

/// Splits a test until all branches still open have one target, and adds these targets to `found`; none if the bytes do not decide.
fn part(choice: &Choice<'_>, test: Test, open: Vec<usize>, found: &mut Vec<(Test, Option<PointId>)>) -> Option<()> {
    let branches = || open.iter().map(|&number| &choice.branches[number]);
    let Some(first) = branches().next() else {
        found.push((test, choice.otherwise));
        return Some(());
    };
    if branches().any(|branch| branch.ahead.is_some()) {
        return None;
    }
    if branches().all(|branch| branch.to == first.to) {
        // All branches left go to the same point, so the bytes behind need no test: that point reads them anyway.
        found.push((test, Some(first.to)));
        return Some(());
    }
    let further = branches().flat_map(|branch| branch.look.iter().map(|(distance, _)| *distance));
    let next = further.filter(|&distance| usize::from(distance) >= test.len() && distance != KEYWORD).min()?;
    let at = |number: usize| {
        let look = choice.branches[number].look.iter().find(|(distance, _)| *distance == next);
        look.map_or(ByteSet::ALL, |(_, bytes)| *bytes)
    };
    let mut rest = ByteSet::ALL;
    while rest != ByteSet::EMPTY {
        // All bytes on which the same branches are open as on one of them.
        let some = first_of(&rest);
        let mut bytes = rest;
        for &number in &open {
            let is_open = at(number).intersection(some) != ByteSet::EMPTY;
            bytes = bytes.intersection(if is_open { at(number) } else { at(number).complement() });
        }
        let still = open.iter().copied().filter(|&number| at(number).intersection(bytes) != ByteSet::EMPTY).collect();
        let mut longer = test.clone();
        longer.resize(usize::from(next), ByteSet::ALL);
        longer.push(bytes);
        part(choice, longer, still, found)?;
        rest = rest.intersection(bytes.complement());
    }
    Some(())
}

/// Returns the first byte of a set, as a set; the end of input if there is no byte.
fn first_of(bytes: &ByteSet) -> ByteSet {
    let mut one = ByteSet::EMPTY;
    match bytes.ranges().first() {
        Some(&(low, _)) => one.insert(low),
        None => one = *bytes,
    }
    one
}

//! The branches of a choice by the next byte, found when a parse first comes to the choice. So a choice among thirty statements
//! looks at the one or two that begin with this byte.
//!
//! ```text
//! "a" | "b" | "a" <x>        class 0: nothing      class 1, `a`: branches 0 and 2      class 2, `b`: branch 1
//! ```

use super::{Branch, PointId};
use crate::byteset::ByteSet;
use crate::regular::quick::QuickMap;

/// The class of the end of input stands behind those of the bytes.
const END: usize = 256;

/// The branches of one choice by the next byte.
#[derive(Debug, Clone)]
pub struct BranchesByByte {
    /// The class of each byte, and of the end of input.
    classes: [u8; END + 1],
    classes_open: Vec<OpenBranches>,
}

/// The branches whose test of the next byte holds, in order of priority.
#[derive(Debug, Clone)]
pub struct OpenBranches {
    /// The number of the first and where it goes on, if it has no other test and is the only one.
    pub only: Option<(u16, PointId)>,
    /// All of them.
    pub all: Box<[OpenBranch]>,
}

/// A branch whose test of the next byte holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpenBranch {
    /// Its number.
    pub number: u16,
    /// Whether it has no other test.
    pub is_sure: bool,
}

impl BranchesByByte {
    /// Sorts the branches of a choice; none if they are too many for classes. O(bytes · branches).
    pub(super) fn new(branches: &[Branch<PointId>]) -> Option<Self> {
        u16::try_from(branches.len()).ok()?;
        let mut known: QuickMap<Box<[OpenBranch]>, u8> = QuickMap::default();
        let mut by_byte = Self { classes: [0; END + 1], classes_open: Vec::new() };
        for byte in 0..=END {
            let all = open_at(branches, u8::try_from(byte).ok());
            by_byte.classes[byte] = match known.get(&all) {
                Some(&class) => class,
                None => {
                    let class = u8::try_from(by_byte.classes_open.len()).ok()?;
                    known.insert(all.clone(), class);
                    let only = match *all {
                        [OpenBranch { number, is_sure: true }] => Some((number, branches[usize::from(number)].to)),
                        _ => None,
                    };
                    by_byte.classes_open.push(OpenBranches { only, all });
                    class
                }
            };
        }
        Some(by_byte)
    }

    /// Returns the branches that the byte at `at`, or the end of input there, leaves open.
    #[inline]
    pub fn open(&self, input: &[u8], at: usize) -> &OpenBranches {
        let byte = input.get(at).map_or(END, |&byte| usize::from(byte));
        &self.classes_open[usize::from(self.classes[byte])]
    }
}

/// Returns the branches whose test of the next byte holds; no byte stands for the end of input.
fn open_at(branches: &[Branch<PointId>], byte: Option<u8>) -> Box<[OpenBranch]> {
    let holds = |set: &ByteSet| byte.map_or(set.has_end(), |byte| set.contains(byte));
    let is_open = |branch: &Branch<PointId>| branch.look.iter().all(|(distance, set)| *distance > 0 || holds(set));
    let open = branches.iter().enumerate().filter(|(_, branch)| is_open(branch)).map(|(number, branch)| OpenBranch {
        number: number as u16,
        is_sure: branch.ahead.is_none() && branch.look.iter().all(|(distance, _)| *distance == 0),
    });
    open.collect()
}

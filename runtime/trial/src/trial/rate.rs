//! The rate at which a flaky oracle finds a text interesting. It tells how many runs a text needs before it is believed
//! to be boring.

use crate::oracle::{OracleError, Verdict};

/// Number of runs that measure the rate of a text: enough to tell a rate from half of it in most cases.
#[doc(hidden)]
pub const RUNS: u32 = 20;

/// The probability that a text with the rate of the input is taken to be boring by mistake.
const MISS_PROBABILITY: f64 = 1.0 / 20.0;

/// How many of some runs found a text interesting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rate {
    /// The interesting ones.
    pub yes: u32,
    /// All of them; not zero.
    pub runs: u32,
}

impl Rate {
    /// Returns it as a number from 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.yes) / f64::from(self.runs)
    }

    /// Returns how many runs without a yes a text gets before it is taken to be boring, where the input has this rate.
    /// For example, 5 where the input has 10 of 20.
    pub fn tries(self) -> u32 {
        let needed = MISS_PROBABILITY.ln() / (1.0 - self.value()).ln();
        // Not more because of the last bit; and a rate of 0 or 1 has no such number.
        if needed.is_finite() {
            ((needed - 1e-9).ceil() as u32).clamp(1, RUNS)
        } else if self.yes == 0 {
            RUNS
        } else {
            1
        }
    }

    /// Returns whether a text of rate `other` may be committed, where the input has this rate: it must be half as
    /// large. For example, 5 of 20 confirm 9 of 20, and 4 of 20 do not.
    pub fn confirms(self, other: Self) -> bool {
        other.yes > 0 && 2 * u64::from(other.yes) * u64::from(self.runs) >= u64::from(self.yes) * u64::from(other.runs)
    }

    /// Returns how many of [`RUNS`] runs must find a text interesting, where the input has this rate.
    fn least(self) -> u32 {
        (RUNS * self.yes).div_ceil(2 * self.runs).max(1)
    }
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} runs", self.yes, self.runs)
    }
}

/// Judges a text by several runs, where the input is interesting at this rate: up to the first yes, and then until
/// there are enough of them. For example, if the input has 10 of 20, a text needs a yes in five runs, and then five
/// more in twenty. An unresolved run before the first yes ends it, because a text that hangs once should not hang
/// twenty times.
pub(super) fn judge(rate: Rate, mut run: impl FnMut() -> Result<Verdict, OracleError>) -> Result<Verdict, OracleError> {
    for _ in 0..rate.tries() {
        match run()? {
            Verdict::Boring => {}
            Verdict::Unresolved => return Ok(Verdict::Unresolved),
            Verdict::Interesting => return confirm(rate.least(), run),
        }
    }
    Ok(Verdict::Boring)
}

/// Runs a text until `least` runs find it interesting, or too few of `RUNS` are left for that.
fn confirm(least: u32, mut run: impl FnMut() -> Result<Verdict, OracleError>) -> Result<Verdict, OracleError> {
    let (mut yes, mut no) = (0, 0);
    while yes < least {
        match run()? {
            Verdict::Interesting => yes += 1,
            Verdict::Boring | Verdict::Unresolved => no += 1,
        }
        if no > RUNS - least {
            return Ok(Verdict::Boring);
        }
    }
    Ok(Verdict::Interesting)
}

#[cfg(test)]
mod tests {
    use super::{RUNS, Rate, judge};
    use crate::oracle::Verdict;

    #[test]
    fn one_in_twenty_is_missed() {
        let tries = |yes| Rate { yes, runs: RUNS }.tries();
        assert_eq!([0, 1, 2, 3, 5, 10, 15, 18, 19, 20].map(tries), [20, 20, 20, 19, 11, 5, 3, 2, 1, 1]);
    }

    #[test]
    fn a_yes_is_confirmed_by_half_the_rate() {
        let verdict = |rate: Rate, answers: &str| {
            let mut answers = answers.chars();
            let verdict = judge(rate, || Ok(Verdict::from(answers.next().expect("no run too many") == 'y')));
            (verdict.unwrap() == Verdict::Interesting, answers.count())
        };
        let half = Rate { yes: 10, runs: 20 };
        assert_eq!(verdict(half, "nnnnn"), (false, 0), "five times no");
        assert_eq!(verdict(half, "nnnnyynnynynnnyyn"), (true, 1), "then five of at most twenty");
        assert_eq!(verdict(half, &format!("y{}", "n".repeat(16))), (false, 0), "and not five of twenty any more");
        assert_eq!(verdict(Rate { yes: 20, runs: 20 }, "yyyyyyyyyyy"), (true, 0));
        assert_eq!(verdict(Rate { yes: 1, runs: 20 }, "nnnnnynny"), (true, 0));
    }

    #[test]
    fn a_rate_is_held_by_half_of_it() {
        let input = Rate { yes: 9, runs: 20 };
        assert!(input.confirms(Rate { yes: 5, runs: 20 }) && !input.confirms(Rate { yes: 4, runs: 20 }));
        assert!(!Rate { yes: 0, runs: 20 }.confirms(Rate { yes: 0, runs: 20 }), "never is not often enough");
    }
}

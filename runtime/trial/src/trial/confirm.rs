//! Flaky oracles: they are noticed, measured, and from then on asked several times about each text. Otherwise one lucky
//! run would commit a text that hardly ever fails.

use std::collections::VecDeque;
use std::time::Duration;

use super::rate::{RUNS, Rate};
use super::{Digest, SharedText, Stop, Trial};
use crate::clock::Stopwatch;
use crate::oracle::{OracleError, Verdict};

/// Time in which a boring input is tried again, because it may be interesting now and then.
#[doc(hidden)]
pub const RETRY_TIMEOUT: Duration = Duration::from_secs(3);

impl Trial<'_> {
    /// Returns the rate at which the input is interesting, if the oracle was seen to be flaky.
    pub fn rate(&self) -> Option<Rate> {
        self.rate
    }

    /// Returns the rate at which a text is interesting, if it was measured.
    pub fn rate_of(&self, text: &[u8]) -> Option<Rate> {
        self.rate_of_whole(&self.whole(text))
    }

    fn rate_of_whole(&self, text: &[u8]) -> Option<Rate> {
        self.rates.get(&(Digest::of(text), RUNS)).copied()
    }

    /// Takes the rates of an earlier trial for granted.
    pub fn learn_rates(&mut self, rates: impl IntoIterator<Item = (Digest, Rate)>) {
        self.rates.extend(rates.into_iter().map(|(digest, rate)| ((digest, rate.runs), rate)));
    }

    /// Takes verdicts of an earlier trial for granted that came from several runs each. They hold from the moment on when runs
    /// are repeated.
    pub fn learn_repeated(&mut self, verdicts: impl IntoIterator<Item = (Digest, Verdict)>) {
        let verdicts = verdicts.into_iter();
        if self.rate.is_some() { self.known.extend(verdicts) } else { self.by_repeated_runs.extend(verdicts) }
    }

    /// Repeats runs from now on, as the input is interesting at this rate. Verdicts by single runs are forgotten.
    ///
    /// # Errors
    /// If that cannot be kept.
    pub fn repeat(&mut self, rate: Rate) -> Result<(), Stop> {
        self.rate = Some(rate);
        self.stop_rehearsing();
        self.known = std::mem::take(&mut self.by_repeated_runs);
        self.not_run.forget();
        let digest = Digest::of(&self.input);
        if let Some(witness) = &mut self.witness {
            witness.turned_flaky(rate);
        }
        self.keep_rate(digest, rate).map(drop)
    }

    /// Judges the input twice. Unless it is interesting both times, further runs measure its rate. For example, after a
    /// yes and a no there are 18 more runs.
    #[doc(hidden)]
    pub fn begin(&mut self) -> Result<Verdict, OracleError> {
        let stopwatch = Stopwatch::start();
        let (mut yes, mut runs) = (0, 0);
        let mut first: VecDeque<_> = match self.jobs() {
            1 => VecDeque::new(),
            _ => self.pool.judge_twice(&self.input).into(),
        };
        self.counters.runs += first.len() as u64;
        while runs < RUNS && (runs < 2 || yes < runs) && (yes > 0 || runs < 2 || stopwatch.elapsed() < RETRY_TIMEOUT) {
            let verdict = first.pop_front().unwrap_or_else(|| {
                self.counters.runs += 1;
                self.pool.judge_here(0, &self.input)
            });
            match verdict? {
                Verdict::Unresolved if runs == 0 => return Ok(Verdict::Unresolved),
                verdict => yes += u32::from(verdict == Verdict::Interesting),
            }
            runs += 1;
        }
        if yes > 0 && yes < runs {
            let kept = self.repeat(Rate { yes, runs });
            kept.map_err(|why| OracleError::new(why.to_string()))?;
        }
        Ok(Verdict::from(yes > 0))
    }

    /// Judges a text again before it stays, and returns whether it still holds: by one run, or by its rate once the oracle was
    /// seen to be flaky. A boring run here shows that the oracle is flaky.
    #[doc(hidden)]
    pub fn still_holds(&mut self, text: &[u8]) -> Result<bool, Stop> {
        let text = &*self.whole(text);
        if self.rate.is_none() {
            if self.holds_once_more(text)? {
                self.compare_with_cache(Digest::of(text), Verdict::Interesting, false);
                return Ok(true);
            }
            if self.is_lie_of_cache(Digest::of(text)) {
                return Ok(false);
            }
            let input = self.input.clone();
            let rate = self.measured(&input)?;
            if rate.yes == 0 {
                return Err(Stop::Broken(OracleError::new(format!("the input is no longer interesting: {rate}"))));
            }
            self.repeat(rate)?;
        }
        let Some(input) = self.rate else { return Ok(true) };
        let holds = input.confirms(self.measured(text)?);
        self.known.insert(Digest::of(text), Verdict::from(holds));
        Ok(holds)
    }

    /// Goes back to a text that was committed before; the texts after it do not hold.
    #[doc(hidden)]
    pub fn rolled_back(&mut self, text: &SharedText, dropped: &[Digest]) -> Result<(), Stop> {
        self.best = self.in_frame(text);
        match &mut self.witness {
            Some(witness) => witness.rolled_back(&self.best, dropped).map_err(Stop::Io),
            None => Ok(()),
        }
    }

    fn holds_once_more(&mut self, text: &[u8]) -> Result<bool, Stop> {
        let digest = Digest::of(text);
        if let Some(rate) = self.rates.get(&(digest, 1)) {
            return Ok(rate.yes > 0);
        }
        let mut verdict = self.run_here(text)?;
        if verdict == Verdict::Unresolved {
            // The machine may have been busy. Or else the oracle could not be run, but can now.
            verdict = self.run_here(text)?;
        }
        let yes = u32::from(verdict == Verdict::Interesting);
        Ok(self.keep_rate(digest, Rate { yes, runs: 1 })?.yes > 0)
    }

    /// Returns the rate of a text, and measures it if it is unknown.
    fn measured(&mut self, text: &[u8]) -> Result<Rate, Stop> {
        if let Some(rate) = self.rate_of_whole(text) {
            return Ok(rate);
        }
        let mut yes = 0;
        for _ in 0..RUNS {
            yes += u32::from(self.run_here(text)? == Verdict::Interesting);
        }
        self.keep_rate(Digest::of(text), Rate { yes, runs: RUNS })
    }

    fn run_here(&mut self, text: &[u8]) -> Result<Verdict, Stop> {
        self.check_interrupt()?;
        self.counters.runs += 1;
        let verdict = self.pool.judge_here(self.jobs(), text);
        self.check_interrupt()?;
        verdict.or_else(|why| self.blame(why))
    }

    fn keep_rate(&mut self, digest: Digest, rate: Rate) -> Result<Rate, Stop> {
        self.rates.insert((digest, rate.runs), rate);
        if let Some(witness) = &mut self.witness {
            witness.measured(digest, rate).map_err(Stop::Io)?;
        }
        Ok(rate)
    }
}

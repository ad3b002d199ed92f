//! The limits of one text: as they are used up, the fuzzer takes only the cheapest options, rolls back further, or gives up.

use grammarc_core::parse;

use crate::fuzz::CHEAP_AFTER_CHOICES;

/// Detours that one text may take, in choices. A detour is an option other than the cheapest beyond the greatest depth, where hooks can
/// reject every option. The cheapest option alone would surely end, but it may need a name that only another option defines. The limit
/// makes sure that the text ends.
const MAX_DETOURS: u32 = 1_000;
/// Finished texts that may prove wrong before the fuzzer gives up. Each costs a parse, so 64 of them bound the time for one seed.
const MAX_WRONG_TEXTS: u32 = 64;
/// Forward references without a name between two rollbacks to before such a reference. The 31 others go back to a place after it, because
/// a definition may be written there.
const LOST_REFERENCES: u32 = 32;

/// Tasks that a text may take before its first byte. Rules can nest without writing a byte, and a look-ahead can demand a text that no rule
/// writes, so bytes and rollbacks alone would bound neither time nor memory. A text of a bundled grammar takes some thousand tasks.
const MAX_TASKS_WITHOUT_BYTE: u64 = 1 << 22;
/// Tasks more for each byte that a text has reached. Two to ten are usual, and a hundred where texts are often rolled back.
const MAX_TASKS_PER_BYTE: u64 = 1 << 10;

/// What is left of the limits of one text.
///
/// For example, at the start of a text from `Fuzzer::new(&JSON, 10)`, `max_depth` is 10 and 65,536 choices are left. After `[[`, two arrays
/// deep, some ten choices are used up.
#[derive(Debug)]
pub(super) struct Budget {
    /// Nested named rules beyond which only the cheapest options are taken.
    max_depth: u32,
    /// Choices before only the cheapest options are taken.
    choices: u32,
    /// Most choices of any text before that.
    max_choices: u32,
    /// Detours taken so far.
    detours: u32,
    /// Iterations of counted repetitions that had to follow although the text was long enough: for `9999999 x x x …` each `x` too many.
    owed: u32,
    /// Forward references for which no name was found.
    lost_references: u32,
    /// Finished texts that proved wrong.
    wrong_texts: u32,
    /// Effort spent on checking finished texts, in items and links of charts.
    effort: usize,
    /// Tasks taken so far, those that were rolled back included.
    tasks: u64,
    /// Failures that this text and all later ones may have together: rollbacks, and texts drawn for a `-` that it excludes.
    failures: u32,
}

impl Budget {
    /// Makes the budget of a fuzzer.
    pub(super) fn new(max_depth: usize) -> Self {
        let max_depth = u32::try_from(max_depth).unwrap_or(u32::MAX).min(u32::MAX - 2);
        Self {
            max_depth,
            choices: 0,
            max_choices: u32::MAX,
            detours: 0,
            owed: 0,
            lost_references: 0,
            wrong_texts: 0,
            effort: 0,
            tasks: 0,
            failures: u32::MAX,
        }
    }

    /// Sets how many failures this text and all later ones may have together.
    pub(super) fn set_failures(&mut self, failures: u32) {
        self.failures = failures;
    }

    /// Returns how many failures are left.
    pub(super) fn failures(&self) -> u32 {
        self.failures
    }

    /// Counts a failure, and returns whether the text may go on.
    pub(super) fn allows_failure(&mut self) -> bool {
        self.failures = self.failures.saturating_sub(1);
        self.failures > 0
    }

    /// Sets how many choices each text has at most before only the cheapest options are taken.
    pub(super) fn limit_choices(&mut self, most: u32) {
        self.max_choices = most;
    }

    /// Begins a text, with `choices` choices, or fewer if texts are limited.
    #[inline]
    pub(super) fn begin(&mut self, choices: u32) {
        *self = Self {
            choices: choices.min(self.max_choices),
            max_choices: self.max_choices,
            detours: 0,
            owed: 0,
            lost_references: 0,
            wrong_texts: 0,
            effort: 0,
            tasks: 0,
            max_depth: self.max_depth,
            failures: self.failures,
        };
    }

    /// Returns the number of nested named rules beyond which only the cheapest options are taken.
    #[inline(always)]
    pub(super) fn max_depth(&self) -> u32 {
        self.max_depth
    }

    /// Returns how many choices are left.
    #[inline(always)]
    pub(super) fn choices(&self) -> u32 {
        self.choices
    }

    /// Sets how many choices are left. With 0, only the cheapest options are taken from now on.
    #[inline(always)]
    pub(super) fn set_choices(&mut self, choices: u32) {
        self.choices = choices;
    }

    /// Counts a task, and returns whether a text of so many bytes may take it.
    #[inline]
    pub(super) fn allows_task(&mut self, bytes: usize) -> bool {
        self.tasks += 1;
        self.tasks <= MAX_TASKS_WITHOUT_BYTE || self.tasks <= MAX_TASKS_WITHOUT_BYTE + MAX_TASKS_PER_BYTE * bytes as u64
    }

    /// Returns how many tasks the text has taken.
    pub(super) fn tasks(&self) -> u64 {
        self.tasks
    }

    /// Counts one choice.
    #[inline]
    pub(super) fn count_choice(&mut self) {
        self.choices = self.choices.saturating_sub(1);
    }

    /// Counts a detour, unless the option is one of the cheapest. Returns whether it may be taken.
    pub(super) fn allows_detour(&mut self, is_cheapest: bool) -> bool {
        self.detours += u32::from(!is_cheapest);
        self.detours <= MAX_DETOURS || is_cheapest
    }

    /// Counts an iteration that has to follow although the text is long enough.
    pub(super) fn owe(&mut self) {
        self.owed += 1;
    }

    /// Returns whether a counted repetition goes on for too long.
    pub(super) fn owes_too_much(&self) -> bool {
        self.owed > CHEAP_AFTER_CHOICES
    }

    /// Counts a forward reference without a name, and returns whether to go back to before it this time.
    pub(super) fn lose_reference(&mut self) -> bool {
        self.lost_references += 1;
        self.lost_references.is_multiple_of(LOST_REFERENCES)
    }

    /// Counts a finished text that proved wrong, and returns whether another one may be tried.
    pub(super) fn allows_wrong_text(&mut self) -> bool {
        self.wrong_texts += 1;
        self.wrong_texts <= MAX_WRONG_TEXTS
    }

    /// Returns the effort that is left for checking a finished text. It grows with the length of the text.
    pub(super) fn effort_for(&self, text: &[u8]) -> usize {
        parse::effort(text).saturating_sub(self.effort)
    }

    /// Notes effort that was spent on checking a finished text.
    pub(super) fn spend(&mut self, effort: usize) {
        self.effort += effort;
    }
}

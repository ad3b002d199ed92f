//! Sets up a parse: its engine, its effort, whether fields are believed. `language.parsing().by(EngineChoice::Earley).run(input)`.

use super::error::{ErrorKind, Failure, ParseError};
use super::part::Part;
use super::{EngineChoice, Outcome, budget, interpreter};
use crate::earley::{Earley, PreparedGrammar, Stop, free};
use crate::grammar::{Grammar, Shape};
use crate::language::{Attempt, Language};
use crate::meaning::violations;
use crate::regular::Matcher;
use crate::steps;
use crate::tree::{Arena, Builder, Tree};

/// Maximum size in bytes (256 kB) of an input whose error a chart explains, if the chart stays within the budget. Of other inputs the
/// deterministic engine explains it, because the chart would take much memory for a better message alone.
const MAX_CHART_EXPLAINED_BYTES: usize = 1 << 18;
/// Units of fuel for each call, because a call has overhead, too.
const FUEL_PER_CALL: usize = 4096;
/// Maximum size in bytes (1 MiB) of an input that is parsed without fields. Such a parse always takes a chart.
const MAX_FREE_PARSE_BYTES: usize = 1 << 20;

/// A parse that is being set up. [`Language::parsing`] begins with the settings of [`Language::parse`]; each method changes one.
///
/// | method | replaces this default |
/// |---|---|
/// | [`by`](Parsing::by) | the deterministic engine, then Earley if the engine cannot decide |
/// | [`within`](Parsing::within) | a chart of at most 1.1 GB |
/// | [`without_fields`](Parsing::without_fields) | labels decide later sizes, counts and repeated texts |
/// | [`opened`](Parsing::opened) | opaque rules are leaves |
/// | [`of`](Parsing::of) | the texts of the start rule |
///
/// Of the last three settings, the last call wins; they take a chart. Then one of these methods parses:
///
/// | method | answer |
/// |---|---|
/// | [`run`](Parsing::run) | the tree, or the reason why there is none |
/// | [`run_in`](Parsing::run_in) | the same, in the memory of an earlier tree |
/// | [`tree`](Parsing::tree) | the tree, or none: faster, because it does not look for the reason |
/// | [`judge`](Parsing::judge) | the tree, with the violations of fields and hooks |
///
/// ```
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::parse::EngineChoice;
///
/// let by_chart = LINES.parsing().by(EngineChoice::Earley).run(b"one\n");
/// assert_eq!(by_chart, LINES.parse(b"one\n"));
/// ```
#[must_use]
pub struct Parsing<'a> {
    language: &'a Language,
    engine: EngineChoice,
    effort: Option<&'a mut usize>,
    reading: GrammarVariant<'a>,
}

/// How the grammar is read. For example, `WithoutFields` ignores the `3` of `3:ab`.
#[derive(Clone, Copy)]
enum GrammarVariant<'a> {
    AsWritten,
    WithoutFields,
    Opened,
    Part(&'a Part),
}

impl Language {
    /// Begins to set up a parse. Without further settings, [`Parsing::run`] is [`Language::parse`].
    pub fn parsing(&self) -> Parsing<'_> {
        Parsing { language: self, engine: EngineChoice::Auto, effort: None, reading: GrammarVariant::AsWritten }
    }
}

impl<'a> Parsing<'a> {
    /// Takes another engine. All engines give the same answer and the same tree, but [`EngineChoice::Engine`] returns an error if
    /// it cannot decide.
    pub fn by(self, engine: EngineChoice) -> Self {
        Self { engine, ..self }
    }

    /// Limits the effort, in items and links of charts, and subtracts the charts' sizes from it. A parse that would need more
    /// returns [`ErrorKind::Limit`].
    pub fn within(self, effort: &'a mut usize) -> Self {
        Self { effort: Some(effort), ..self }
    }

    /// Ignores the labels that decide sizes, counts and repeated texts: returns the tree of `3:ab` although `3` should be 2. The
    /// chart's budget grows with the input, and an input of more than 1 MiB is refused. The first such parse takes O(grammar) more.
    pub fn without_fields(self) -> Self {
        Self { reading: GrammarVariant::WithoutFields, ..self }
    }

    /// Adds the nodes inside of opaque rules. For example, the parts of a comment that is `%opaque` elsewhere. O(grammar) more.
    pub fn opened(self) -> Self {
        Self { reading: GrammarVariant::Opened, ..self }
    }

    /// Parses a text of one rule. If fields in it lie, they are ignored. The tree of a group without a node is the node of the
    /// chosen item; a text without a single node at the top has no tree.
    pub fn of(self, part: &'a Part) -> Self {
        Self { reading: GrammarVariant::Part(part), ..self }
    }

    /// Parses a whole input.
    ///
    /// # Errors
    /// As [`Language::parse`].
    pub fn run(self, input: &[u8]) -> Result<Tree, ParseError> {
        let Self { language, engine, effort, reading } = self;
        let mut all = usize::MAX;
        let effort = effort.unwrap_or(&mut all);
        let chart = |stop: Stop| stop.into_error(&language.grammar, &language.automata, input);
        match reading {
            GrammarVariant::WithoutFields if language.is_bound() => language.freely(input, effort),
            GrammarVariant::AsWritten | GrammarVariant::WithoutFields => {
                let mut tree = language.parse_by(engine, input, &mut Builder::new(), effort)?;
                tree.shrink();
                Ok(tree)
            }
            GrammarVariant::Opened => language.chart(&opened(&language.grammar), input, effort).map_err(chart),
            GrammarVariant::Part(part) => {
                let unlike = || ParseError::at_start(ErrorKind::Unexpected);
                part.parse(language, input, effort).ok_or_else(unlike)
            }
        }
    }

    /// Parses a whole input into the memory of the tree before. For many inputs in a row, that takes a fraction of the time.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::tree::Arena;
    ///
    /// let mut arena = Arena::new();
    /// for (text, lines) in [("one\ntwo\n", 2), ("three\n", 1)] {
    ///     let tree = LINES.parsing().run_in(&mut arena, text.as_bytes()).unwrap();
    ///     assert_eq!(tree.children(tree.root()).count(), lines);
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`Language::parse`].
    pub fn run_in<'t>(self, arena: &'t mut Arena, input: &[u8]) -> Result<&'t Tree, ParseError> {
        let mut builder = arena.builder();
        let tree = match self {
            Self { language, engine, effort, reading: GrammarVariant::AsWritten } => {
                language.parse_by(engine, input, &mut builder, effort.unwrap_or(&mut { usize::MAX }))?
            }
            other => other.run(input)?,
        };
        Ok(arena.keep(tree, builder))
    }

    /// Returns the tree of a whole input, or none without an explanation. Where the engine is sure, this saves the Earley parse,
    /// which only finds the expected terminals.
    pub fn tree(self, input: &[u8]) -> Option<Tree> {
        if !matches!((self.engine, self.reading), (EngineChoice::Auto, GrammarVariant::AsWritten)) {
            return self.run(input).ok();
        }
        let mut builder = Builder::new();
        match (self.language.engine)(self.language, input, &mut builder) {
            Attempt::Parsed => Some(builder.finish()),
            Attempt::Failed | Attempt::Refused => None,
            Attempt::Undecided => self.by(EngineChoice::Earley).run(input).ok(),
        }
    }

    /// Parses a whole input, compares its computed fields and folds its hooks. An input without a tree is parsed once more [without
    /// believing fields](Parsing::without_fields), to see which of them lies. If hooks reject the first tree of an ambiguous input,
    /// the answer is another tree that they accept, if there is one.
    pub fn judge(self, input: &[u8]) -> Outcome {
        let Self { language, engine, effort, .. } = self;
        let mut all = usize::MAX;
        let effort = effort.unwrap_or(&mut all);
        let (tree, error) = match language.parsing().by(engine).within(effort).run(input) {
            Ok(tree) => (Some(tree), None),
            Err(error) if error.kind == ErrorKind::Unexpected && language.is_bound() => {
                (language.freely(input, effort).ok(), Some(error))
            }
            Err(error) => (None, Some(error)),
        };
        let judged = tree.map(|tree| (violations(language.meaning(), input, &tree), tree));
        match (judged, error) {
            (Some((violations, tree)), error) if !violations.is_empty() => {
                let is_tree = error.is_none();
                let other = is_tree.then(|| language.other_reading(input, &violations, &tree, effort)).flatten();
                other.map_or(Outcome::Invalid(tree, violations), Outcome::Valid)
            }
            (_, Some(error)) => Outcome::NoParse(error),
            (Some((_, tree)), None) => Outcome::Valid(tree),
            (None, None) => Outcome::NoParse(ParseError::at_start(ErrorKind::Undecided)),
        }
    }

    /// Returns the tree of an input, or the furthest offset and the terminals expected there. Takes a unit of `fuel` for each
    /// [step](steps::step), and at least one for each byte read, so that the fuel stands for time: a short input can take many steps.
    /// Returns `Err(None)` if the fuel does not last.
    #[doc(hidden)]
    pub fn reach(self, input: &[u8], fuel: &mut usize) -> Result<Tree, Option<Failure>> {
        let (reached, taken) = steps::within(*fuel as u64, || self.reached(input));
        let reached = match reached.ok_or(None)? {
            Ok(tree) => Ok(tree),
            Err(Stop::Failed(failure)) => Err(failure),
            Err(Stop::Limit(_)) => return Err(None),
        };
        let read = reached.as_ref().map_or_else(|failure| failure.offset, |_| input.len());
        // Even an input that fails at once is handed over as a whole, at a quarter of a unit for each byte.
        let cost = read.max(taken as usize) + input.len() / 4 + FUEL_PER_CALL;
        *fuel = fuel.checked_sub(cost).ok_or(None)?;
        reached.map_err(Some)
    }

    fn reached(self, input: &[u8]) -> Result<Tree, Stop> {
        let language = self.language;
        let mut builder = Builder::new();
        match language.settled((language.engine)(language, input, &mut builder), input) {
            Attempt::Parsed => Ok(builder.finish()),
            Attempt::Failed => Err(Stop::Failed(interpreter::explain(language, input))),
            Attempt::Refused | Attempt::Undecided => {
                let packing = language.packing(input);
                language.charted(&language.grammar, language.earley(), input, &mut budget(input), packing)
            }
        }
    }
}

/// Returns a grammar whose opaque rules have the nodes inside of them.
fn opened(grammar: &Grammar) -> Grammar {
    let mut open = grammar.clone();
    for production in open.productions.to_mut() {
        if let Shape::Leaf(symbol) = production.shape {
            production.shape = Shape::Node(symbol);
        }
    }
    open
}

impl Language {
    /// Parses by a chart of the grammar that ignores labels.
    fn freely(&self, input: &[u8], effort: &mut usize) -> Result<Tree, ParseError> {
        if input.len() > MAX_FREE_PARSE_BYTES {
            return Err(ParseError::at_start(ErrorKind::Limit));
        }
        let PreparedGrammar { grammar: free, earley } =
            self.free.get_or_init(|| PreparedGrammar::new(free::grammar(&self.grammar)));
        let charted = super::within(input, effort, |effort| self.charted(free, earley, input, effort, Builder::new()));
        let tree = charted.map_err(|stop| stop.into_error(free, &self.automata, input))?;
        Ok(free::restored(tree, &self.grammar, free))
    }

    fn parse_by(
        &self,
        choice: EngineChoice,
        input: &[u8],
        builder: &mut Builder,
        effort: &mut usize,
    ) -> Result<Tree, ParseError> {
        if input.len() >= u32::MAX as usize {
            return Err(ParseError::at_start(ErrorKind::InputTooLong));
        }
        if choice != EngineChoice::Earley {
            match (self.engine)(self, input, builder) {
                Attempt::Parsed => return Ok(builder.take()),
                Attempt::Undecided if choice == EngineChoice::Engine => {
                    return Err(ParseError::at_start(ErrorKind::Undecided));
                }
                // A large chart takes much memory and time, and it would only improve the message.
                attempt => {
                    if let Some(failure) = self.explained(attempt, input, effort) {
                        return Err(ParseError::unexpected(&self.grammar, &self.automata, input, &failure));
                    }
                }
            }
        }
        let tree = self.charted(&self.grammar, self.earley(), input, effort, self.packing(input));
        tree.map_err(|stop| stop.into_error(&self.grammar, &self.automata, input))
    }

    /// Explains a failure without a large chart. Returns none if an engine could not decide, or if there is a tree.
    fn explained(&self, attempt: Attempt, input: &[u8], effort: &mut usize) -> Option<Failure> {
        if input.len() <= MAX_CHART_EXPLAINED_BYTES && attempt != Attempt::Undecided {
            let explain = |effort: &mut usize| {
                self.earley().recognize(Matcher { grammar: &self.grammar, automata: &self.automata, input }, effort)
            };
            let budget = budget(input).min(*effort);
            let mut left = budget;
            match explain(&mut left) {
                Err(Stop::Limit(_)) => {}
                Err(Stop::Failed(failure)) => {
                    *effort -= budget - left;
                    return Some(failure);
                }
                Ok(recognized) => {
                    self.earley().keep(recognized);
                    return None;
                }
            }
        } else if input.len() <= MAX_CHART_EXPLAINED_BYTES {
            return None;
        }
        (self.settled(attempt, input) == Attempt::Failed).then(|| interpreter::explain(self, input))
    }

    /// Asks the interpreter if generated code has refused an input without the cursor. Its attempt decides how the failure is
    /// explained, which must not depend on the engine.
    fn settled(&self, attempt: Attempt, input: &[u8]) -> Attempt {
        match attempt {
            Attempt::Refused => interpreter::parse(self, input, &mut Builder::new()),
            attempt => attempt,
        }
    }

    /// Returns the grammar as a chart walks it.
    pub(super) fn earley(&self) -> &Earley {
        self.earley.get_or_init(|| Earley::new(&self.grammar))
    }

    /// Makes a builder for nodes of the grammar.
    fn packing(&self, input: &[u8]) -> Builder {
        let mut builder = Builder::new();
        builder.begin(self.kinds(), input.len());
        builder
    }

    /// Parses by a chart of another grammar that has the regular expressions of the language.
    pub(super) fn chart(&self, grammar: &Grammar, input: &[u8], effort: &mut usize) -> Result<Tree, Stop> {
        self.charted(grammar, &Earley::new(grammar), input, effort, Builder::new())
    }

    /// The same with a prepared grammar. The chart has at most `effort` items and links, and its size is subtracted from `effort`.
    pub(super) fn charted(
        &self,
        grammar: &Grammar,
        earley: &Earley,
        input: &[u8],
        effort: &mut usize,
        builder: Builder,
    ) -> Result<Tree, Stop> {
        let matcher = Matcher { grammar, automata: &self.automata, input };
        earley.parse(matcher, effort, builder)
    }
}

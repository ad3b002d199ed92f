//! Sets up a parse: its engine, its effort, whether fields are believed. `language.parsing().by(EngineChoice::Earley).run(input)`.

use super::error::{ErrorKind, Failure, ParseError};
use super::part::Part;
use super::{EngineChoice, Outcome, budget, interpreter};
use crate::earley::{Earley, Stop, Walked, free};
use crate::grammar::{Grammar, Shape};
use crate::language::{Attempt, Language};
use crate::meaning::violations;
use crate::regular::Matcher;
use crate::tree::{Arena, Builder, Tree};

/// How many bytes are many: where an input with more is not in the language, the engine that found out says why.
const LARGE: usize = 1 << 18;
/// How many times as long a chart takes for a byte, about.
const CHART: usize = 16;
/// Longer inputs are not read a second time, in bytes.
const FREE: usize = 1 << 20;

/// A parse that is being set up. [`Language::parsing`] begins with the settings of [`Language::parse`]; each method changes one.
///
/// | method | in the place of |
/// |---|---|
/// | [`by`](Parsing::by) | the deterministic engine, then Earley where that cannot decide |
/// | [`within`](Parsing::within) | a chart of at most 64 million items and links |
/// | [`without_fields`](Parsing::without_fields) | believing what labels say of sizes, counts and repeated texts |
/// | [`opened`](Parsing::opened) | opaque rules as leaves |
/// | [`of`](Parsing::of) | the texts of the start rule |
///
/// Of the last three the one that was called last holds; they take a chart. Then one of these parses:
///
/// | method | answer |
/// |---|---|
/// | [`run`](Parsing::run) | the tree, or why there is none |
/// | [`run_in`](Parsing::run_in) | the same, in the memory of the tree before |
/// | [`tree`](Parsing::tree) | the tree; why there is none is not looked for, which is faster |
/// | [`judge`](Parsing::judge) | the tree, and what fields and hooks say of it |
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
    reading: Reading<'a>,
}

/// How the grammar is read.
#[derive(Clone, Copy)]
enum Reading<'a> {
    AsWritten,
    WithoutFields,
    Opened,
    Part(&'a Part),
}

impl Language {
    /// Begins to set up a parse. Without further settings, [`Parsing::run`] is [`Language::parse`].
    pub fn parsing(&self) -> Parsing<'_> {
        Parsing { language: self, engine: EngineChoice::Auto, effort: None, reading: Reading::AsWritten }
    }
}

impl<'a> Parsing<'a> {
    /// Takes another engine. All engines give the same answer and the same tree; [`EngineChoice::Engine`] is an error where it cannot
    /// decide.
    pub fn by(self, engine: EngineChoice) -> Self {
        Self { engine, ..self }
    }

    /// Limits the effort, in items and links of charts, and takes from it what they have. Beyond it there is no tree
    /// ([`ErrorKind::Limit`]).
    pub fn within(self, effort: &'a mut usize) -> Self {
        Self { effort: Some(effort), ..self }
    }

    /// Believes nothing that labels say of sizes, counts and repeated texts: the tree of `3:ab` where `3` should be 2. Takes a budget of
    /// steps that grows with the input, and no input of more than 1 MiB. The first time O(grammar) more.
    pub fn without_fields(self) -> Self {
        Self { reading: Reading::WithoutFields, ..self }
    }

    /// Shows all that opaque rules consist of. O(grammar) more.
    pub fn opened(self) -> Self {
        Self { reading: Reading::Opened, ..self }
    }

    /// Parses a text of one rule. Where fields in it lie, its tree is that of the text as if they did not matter. Of a group without a
    /// node it is the node of the item that was chosen; what is not one node is no text of the rule.
    pub fn of(self, part: &'a Part) -> Self {
        Self { reading: Reading::Part(part), ..self }
    }

    /// Parses a whole input.
    ///
    /// # Errors
    /// As [`Language::parse`].
    pub fn run(self, input: &[u8]) -> Result<Tree, ParseError> {
        let Self { language, engine, effort, reading } = self;
        let mut all = usize::MAX;
        let effort = effort.unwrap_or(&mut all);
        let chart = |stop: Stop| stop.into_error(&language.grammar, input);
        match reading {
            Reading::WithoutFields if language.is_bound() => language.freely(input, effort),
            Reading::AsWritten | Reading::WithoutFields => {
                let mut tree = language.parse_by(engine, input, &mut Builder::new(), effort)?;
                tree.shrink();
                Ok(tree)
            }
            Reading::Opened => language.chart(&opened(&language.grammar), input, effort).map_err(chart),
            Reading::Part(part) => {
                let unlike = || ParseError::at_start(ErrorKind::Unexpected);
                part.parse(language, input, effort).ok_or_else(unlike)
            }
        }
    }

    /// Parses a whole input into memory that the tree before had: of one input after another that takes a fraction of the time.
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
            Self { language, engine, effort, reading: Reading::AsWritten } => {
                language.parse_by(engine, input, &mut builder, effort.unwrap_or(&mut { usize::MAX }))?
            }
            other => other.run(input)?,
        };
        Ok(arena.keep(tree, builder))
    }

    /// Returns the tree of a whole input, or none without finding out what was expected: that alone is what Earley is asked for
    /// where the engine is sure.
    pub fn tree(self, input: &[u8]) -> Option<Tree> {
        if !matches!((self.engine, self.reading), (EngineChoice::Auto, Reading::AsWritten)) {
            return self.run(input).ok();
        }
        let mut builder = Builder::new();
        match (self.language.engine)(self.language, input, &mut builder) {
            Attempt::Parsed => Some(builder.finish()),
            Attempt::Failed | Attempt::Refused => None,
            Attempt::Undecided => self.by(EngineChoice::Earley).run(input).ok(),
        }
    }

    /// Parses a whole input as it is written, compares the computed fields and folds the hooks. An input without a tree is parsed once
    /// more [without believing fields](Parsing::without_fields), to see which of them lies. Where hooks reject the first tree of an
    /// ambiguous input, another one that they accept is the answer.
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

    /// Returns the tree of an input, or how far it gets and what was looked for there. Takes from `fuel` about as many units as bytes
    /// were read, more where that takes a chart; none if it does not last.
    #[doc(hidden)]
    pub fn reach(self, input: &[u8], fuel: &mut usize) -> Result<Tree, Option<Failure>> {
        let language = self.language;
        let mut builder = Builder::new();
        let attempt = language.settled((language.engine)(language, input, &mut builder), input);
        let reached = match attempt {
            Attempt::Parsed => Ok(builder.finish()),
            Attempt::Failed => Err(interpreter::explain(language, input)),
            Attempt::Refused | Attempt::Undecided => {
                let mut effort = budget(input).min(16 * *fuel);
                match language.charted(
                    &language.grammar,
                    language.earley(),
                    input,
                    &mut effort,
                    language.packing(input),
                ) {
                    Ok(tree) => Ok(tree),
                    Err(Stop::Failed(failure)) => Err(failure),
                    Err(Stop::Limit) => return Err(None),
                }
            }
        };
        let read = reached.as_ref().map_or_else(|failure| failure.offset, |_| input.len());
        let weight = if attempt == Attempt::Undecided { CHART } else { 1 };
        // To take the input along costs something, too.
        let cost = read * weight + input.len() / 4 + 4096;
        *fuel = fuel.checked_sub(cost).ok_or(None)?;
        reached.map_err(Some)
    }
}

/// Returns a grammar in which opaque rules have all that they consist of.
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
    /// Parses by a chart of the grammar that believes no label.
    fn freely(&self, input: &[u8], effort: &mut usize) -> Result<Tree, ParseError> {
        if input.len() > FREE {
            return Err(ParseError::at_start(ErrorKind::Limit));
        }
        let Walked { grammar: free, earley } = self.free.get_or_init(|| Walked::new(free::grammar(&self.grammar)));
        let charted = super::within(input, effort, |effort| self.charted(free, earley, input, effort, Builder::new()));
        let tree = charted.map_err(|stop| stop.into_error(free, input))?;
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
                // A chart of a large input takes much memory, and nothing more is at stake than the message.
                attempt if input.len() > LARGE && self.settled(attempt, input) == Attempt::Failed => {
                    let failure = interpreter::explain(self, input);
                    return Err(ParseError::unexpected(&self.grammar, input, &failure));
                }
                Attempt::Failed | Attempt::Refused | Attempt::Undecided => {}
            }
        }
        let tree = self.charted(&self.grammar, self.earley(), input, effort, self.packing(input));
        tree.map_err(|stop| stop.into_error(&self.grammar, input))
    }

    /// Returns what the interpreter finds out where code found in a way of its own that an input is not in the language: that
    /// decides how it is explained, which must not depend on the engine.
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

    /// Parses by a chart for another grammar with the expressions of the language.
    pub(super) fn chart(&self, grammar: &Grammar, input: &[u8], effort: &mut usize) -> Result<Tree, Stop> {
        self.charted(grammar, &Earley::new(grammar), input, effort, Builder::new())
    }

    /// The same, given how a chart walks the grammar. The chart has no more items and links than `effort` says; of that as many are
    /// taken as there are.
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

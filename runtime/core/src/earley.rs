//! Earley's algorithm: parses every context-free grammar by a chart of the input, and builds the chart's first tree.
//!
//! It parses the inputs that the deterministic engines cannot decide. For example, `1-2-3` with `<e> ::= <e> "-" <e> | <n>`.
//! Nothing in this module knows of a [`Language`](crate::language::Language): it takes the tables of a grammar, [`Earley`], and a
//! [`Matcher`].
//!
//! `recognize` fills the `chart`, and `extract` writes the first tree. `free` makes a grammar that believes no sizes and counts.

mod chart;
mod environment;
mod extract;
pub(crate) mod free;
mod hash;
mod latest;
mod numbers;
mod recognize;
mod spare;
mod tables;
mod waiting;

pub(crate) use extract::Decision;
pub(crate) use recognize::{Recognition, Stop};

use crate::grammar::{Grammar, ItemId, Symbol};
use crate::regular::Matcher;
use crate::tree::{Builder, Tree};
use chart::ChartMemory;
use extract::Stacks;
use recognize::{Extent, Goal};
use spare::Spare;
use tables::Tables;

/// A grammar prepared for charts, and the memory that one parse leaves for the next.
pub(crate) struct Earley {
    tables: Tables,
    /// The memory of the last chart.
    rows: Spare<ChartMemory>,
    /// The memory of the last extraction.
    stacks: Spare<Stacks>,
}

impl Earley {
    /// Lays out a grammar. O(grammar).
    pub(crate) fn new(grammar: &Grammar) -> Self {
        Self { tables: Tables::new(grammar), rows: Spare::default(), stacks: Spare::default() }
    }

    /// Parses an input. The chart has at most `effort` items and links, and its size is subtracted from `effort`.
    pub(crate) fn parse(&self, matcher: Matcher<'_>, effort: &mut usize, builder: Builder) -> Result<Tree, Stop> {
        let mut recognized = self.recognize(matcher, effort)?;
        let tree = extract::tree(matcher, &self.tables, &self.stacks, &mut recognized, builder);
        *effort = recognized.chart.room();
        self.rows.keep(recognized.chart.into_memory());
        tree.map_err(Stop::Limit)
    }

    /// Fills a chart, with the same effort as [`Earley::parse`].
    pub(crate) fn recognize<'a>(&self, matcher: Matcher<'a>, effort: &mut usize) -> Result<Recognition<'a>, Stop> {
        let whole = Goal { symbol: matcher.grammar.start, from: 0, extent: Extent::Whole };
        recognize::recognize(matcher, whole, &self.tables, &self.rows, effort)
    }

    /// Fills a chart with the texts of a named rule that begin at `from` and that can be followed by the next byte; there may be none.
    pub(crate) fn texts<'a>(
        &self,
        matcher: Matcher<'a>,
        symbol: Symbol,
        from: usize,
        effort: &mut usize,
    ) -> Result<Recognition<'a>, Stop> {
        recognize::recognize(matcher, Goal { symbol, from, extent: Extent::Any }, &self.tables, &self.rows, effort)
    }

    /// Writes the first of the trees whose texts end at one of `ends`, as the node for an item. Returns where its text ends; none if the
    /// chart would be too large with the nodes of the tree that it left out.
    pub(crate) fn write<'a>(
        &self,
        matcher: Matcher<'a>,
        recognized: &mut Recognition<'a>,
        ends: &[usize],
        item: ItemId,
        builder: &mut Builder,
    ) -> Option<usize> {
        extract::one_of(matcher, &self.tables, &self.stacks, recognized, ends, item, builder).ok()
    }

    /// Keeps the memory of a chart for the next one.
    pub(crate) fn keep(&self, recognized: Recognition<'_>) {
        self.rows.keep(recognized.chart.into_memory());
    }

    /// Builds the first tree of a chart whose decisions are at least `least`, and returns it with all its decisions. Returns none
    /// if the last decision of `least` has no option left.
    ///
    /// # Errors
    ///
    /// The chart would be too large with the nodes of the tree that it left out.
    pub(crate) fn tree_from<'a>(
        &self,
        matcher: Matcher<'a>,
        recognized: &mut Recognition<'a>,
        least: &[u32],
    ) -> Result<Option<(Tree, Vec<Decision>)>, Stop> {
        extract::tree_from(matcher, &self.tables, &self.stacks, recognized, least).map_err(Stop::Limit)
    }
}

/// A grammar derived from another one, and its preparation for charts. For example, the grammar that ignores labels.
pub(crate) struct PreparedGrammar {
    pub(crate) grammar: Grammar,
    pub(crate) earley: Earley,
}

impl PreparedGrammar {
    pub(crate) fn new(grammar: Grammar) -> Self {
        Self { earley: Earley::new(&grammar), grammar }
    }
}

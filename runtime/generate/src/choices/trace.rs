//! The choices that make one text, with the applications of rules that they belong to.
//!
//! A plain list of choices means nothing by itself: take one away, and all that come after answer other questions. A trace
//! says which choices belong together. So whole applications can be deleted, replaced and moved, and when a changed trace is
//! replayed, the rest stays aligned (`script.rs` says how). The idea of GReduce, and of the spans of Hypothesis
//! (D. MacIver, A. Donaldson, *Test-Case Reduction via Test-Case Generation*, ECOOP 2020).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::Choice;
use grammarc_core::grammar::{Grammar, Symbol};
use grammarc_core::meaning::fields::is_computed;
use grammarc_core::tree::{NodeId, Tree};

/// One step of a [`Trace`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// The application of a rule begins: a named rule, a level of precedence, a group or an anonymous node. Repetitions have none: the
    /// application around them chooses whether they go on.
    Open(Symbol),
    /// A choice of the innermost application that is open.
    Choice(Choice),
    /// A part to be drawn when the steps are replayed. As the only step of an application it stands for all of that; beside other steps it
    /// stands for the text of the next terminal. The trace of a text never has it: a caller that wants other texts inserts it.
    Draw,
    /// The innermost application ends.
    Close,
}

/// The choices that make one text, in the order in which the fuzzer asks for them.
///
/// For example, the text `ab` of `<list> ::= <item>*` and `<item> ::= [a-z]`:
///
/// ```text
/// steps    0 Open(list)
///          1 More(true)   2 Open(item)   3 Text("a")   4 Close
///          5 More(true)   6 Open(item)   7 Text("b")   8 Close
///          9 More(false)
///         10 Close
/// spans    Application list 1..10, Element 1..5, Application item 3..4, Text 3..4, Element 5..9, Application item 7..8, …
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// All choices and the applications that they belong to. Nested, with a `Close` for every `Open`.
    pub steps: Vec<Step>,
    /// The parts that can be changed as a whole, in preorder.
    pub spans: Vec<Span>,
}

/// Steps that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Whether they are an application, an element, a text or skip.
    pub kind: SpanKind,
    /// The rule that is applied, the rule of the repetition, or the terminal.
    pub symbol: Symbol,
    /// Its steps, without `Open` and `Close` for an application. So the steps of another application of the same rule can take their place.
    pub steps: Range<usize>,
    /// The bytes that they make.
    pub text: Range<usize>,
    /// The span around it, by its number; its own number for the outermost.
    pub parent: usize,
}

/// Kind of a [`Span`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpanKind {
    /// An application of a rule. If there are several productions, the first step says which. For example, it is `{"a":1}` as a value of
    /// JSON.
    Application,
    /// One iteration of a repetition that could have stopped before it. Its first step is [`Choice::More`]. For example, `1,2` by
    /// `<n> ("," <n>)*` has one: `,2`.
    Element,
    /// The text of a terminal: one step.
    Text,
    /// A skipped text, maybe empty: one step.
    Skip,
}

impl Span {
    /// Returns the steps with the `Open` and `Close` around them. Deleting the inner steps alone would leave an application of defaults.
    /// For example, the inner steps 3..4 become 2..5.
    pub fn whole(&self) -> Range<usize> {
        match self.kind {
            SpanKind::Application => self.steps.start.saturating_sub(1)..self.steps.end + 1,
            _ => self.steps.clone(),
        }
    }
}

impl Trace {
    /// Returns the choices alone: [`Choices::replay`](super::Choices::replay) makes the same text of them.
    pub fn choices(&self) -> Vec<Choice> {
        let choice = |step: &Step| match step {
            Step::Choice(choice) => Some(choice.clone()),
            Step::Open(_) | Step::Draw | Step::Close => None,
        };
        self.steps.iter().filter_map(choice).collect()
    }

    /// Returns the steps that make some nodes of its tree, in the order of the nodes in the text; none if a node has no steps. A trace does
    /// not name nodes, so spans are matched by symbol and range of text; spans that agree in both have the order of their nodes. O(nodes of
    /// the tree).
    #[doc(hidden)]
    pub fn steps_of(&self, grammar: &Grammar, tree: &Tree, nodes: &[NodeId]) -> Option<Vec<Range<usize>>> {
        let wanted: HashSet<NodeId> = nodes.iter().copied().collect();
        let mut spans: HashMap<(Symbol, Range<usize>), Vec<Range<usize>>> = HashMap::new();
        let is_of_node = |span: &&Span| matches!(span.kind, SpanKind::Application | SpanKind::Text);
        for span in self.spans.iter().rev().filter(is_of_node) {
            spans.entry((span.symbol, span.text.clone())).or_default().push(span.steps.clone());
        }
        let mut found = Vec::new();
        let mut open = vec![tree.root()];
        while let Some(node) = open.pop() {
            let (item, span) = (grammar.item(tree.node(node).item), tree.node(node).span);
            // A text that repeats another one was not chosen.
            if item.is_some_and(|item| item.field.is_none() && is_computed(grammar, item)) {
                continue;
            }
            let steps = spans.get_mut(&(tree.wanted(grammar, node), span)).and_then(Vec::pop);
            if wanted.contains(&node) {
                found.push(steps?);
            }
            open.extend(tree.parts(node).collect::<Vec<_>>().into_iter().rev());
        }
        (found.len() == nodes.len()).then_some(found)
    }

    /// Returns how many of these steps are choices.
    pub fn count(&self, steps: Range<usize>) -> usize {
        self.steps[steps].iter().filter(|step| matches!(step, Step::Choice(_))).count()
    }
}

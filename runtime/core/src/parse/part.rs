//! Parsing the texts of one symbol, as a sub-language of a language. For example, `[1]` as a `<value>` of JSON.

use crate::byteset::ByteSet;
use crate::earley::{PreparedGrammar, free};
use crate::grammar::{Grammar, Label, Symbol};
use crate::language::Language;
use crate::regular::Matcher;
use crate::tree::{Builder, Tree};

/// Maximum size of a chart for a text of a rule, in items and links. Many small texts are tried, and few are worth more.
const MAX_PART_CHART_ITEMS: usize = 1_000_000;

/// The texts of one rule, as a language of its own.
pub struct Part {
    /// The grammar that starts with the rule, if the rule depends on no label; then the grammar that ignores sizes, counts and
    /// repeated texts, if it has any.
    grammars: Vec<PreparedGrammar>,
}

impl Language {
    /// Returns the texts of a rule as a language of its own; none for a terminal. It ignores the labels around the rule.
    /// O(grammar).
    pub fn part(&self, symbol: Symbol) -> Option<Part> {
        let rule = self.grammar.rule(symbol)?;
        // Its lines begin at the left margin.
        let is_dependent = rule.params.iter().any(|&label| label != Label::COLUMN) || rule.count.is_some();
        let mut exact = Grammar { start: symbol, ..self.grammar.clone() };
        // The text ends here, where a larger text would go on.
        exact.rules.to_mut().iter_mut().for_each(|rule| rule.follow = ByteSet::ALL);
        let free = free::is_bound(&exact).then(|| free::grammar(&exact));
        let exact = (!is_dependent).then_some(exact);
        let grammars = exact.into_iter().chain(free.into_iter().map(|mut free| {
            free.rules.to_mut().iter_mut().for_each(|rule| rule.follow = ByteSet::ALL);
            free
        }));
        Some(Part { grammars: grammars.map(PreparedGrammar::new).collect() })
    }

    /// Returns whether a terminal matches the whole text. For example, `[0-9]+` and `12`.
    pub fn is_text_of(&self, terminal: Symbol, text: &[u8]) -> bool {
        let matcher = Matcher { grammar: &self.grammar, automata: &self.automata, input: text };
        let mut found = false;
        matcher.ends_unordered(terminal, 0, &crate::regular::no_labels, &mut |end| {
            found |= end == text.len();
            false
        });
        found
    }
}

impl Part {
    /// Returns the tree of a text. If fields in it lie, they are ignored. Returns none if the tree is not a single node. Each chart
    /// has at most [`MAX_PART_CHART_ITEMS`] items and links.
    pub(super) fn parse(&self, language: &Language, text: &[u8], effort: &mut usize) -> Option<Tree> {
        self.grammars.iter().find_map(|PreparedGrammar { grammar, earley }| {
            let size = MAX_PART_CHART_ITEMS.min(*effort);
            let mut left = size;
            let charted = language.charted(grammar, earley, text, &mut left, Builder::new());
            *effort -= size - left;
            let tree = free::restored(charted.ok()?, &language.grammar, grammar);
            let is_one = |root| tree.node(root).span == (0..text.len()) && tree.size(root) == tree.len();
            (tree.len() > 0 && is_one(tree.root())).then_some(tree)
        })
    }
}

//! A rule as a language of its own: the same grammar, begun elsewhere. Programs that need one kind of value can fuzz or
//! parse it alone.

use crate::byteset::ByteSet;
use crate::grammar::rows;
use crate::grammar::{Grammar, Plan, RuleKind, Shape, Symbol, TerminalKind};
use crate::language::{Attempt, Language};
use crate::lookahead::Lookahead;
use crate::regular::Automata;
use crate::tree::Builder;

/// There is no rule of that name. For example, `starting_with("objekt")` for JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRule {
    /// The name that the caller gave.
    pub name: String,
    /// All names of rules and tokens, in the order of the tables.
    pub known: Vec<String>,
}

impl std::fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no rule `<{}>`", self.name)
    }
}

impl std::error::Error for UnknownRule {}

impl Language {
    /// Returns the language of the texts of one rule or token. It can generate, parse and reduce like any language.
    /// Hooks see this text alone: definitions that stand around the rule in a whole input are missing, and its scope is
    /// the whole text. It is parsed by Earley. O(grammar).
    ///
    /// ```
    /// use grammarc_runtime::{choices::Choices, flat::LINES, fuzz::fuzz};
    ///
    /// let text = LINES.starting_with("text").unwrap();
    /// let written = fuzz(&text, &mut Choices::fresh(1), 10).unwrap();
    /// assert!(text.parse(&written).is_ok());
    /// assert!(LINES.starting_with("test").is_err());
    /// ```
    ///
    /// # Errors
    /// If no rule or token has this name. Rules that are only parts of tokens are not found, because the tables do not
    /// hold them.
    pub fn starting_with(&self, rule: &str) -> Result<Self, UnknownRule> {
        let start = self.grammar.symbol(rule).ok_or_else(|| UnknownRule {
            name: rule.to_owned(),
            known: names(&self.grammar).map(str::to_owned).collect(),
        })?;
        let grammar = match self.grammar.rule(start) {
            Some(_) => Grammar { start, ..self.grammar.clone() },
            None => with_rule_of(&self.grammar, start),
        };
        let automata = self.automata.shared(&grammar);
        let language = Self::new(self.name.clone(), followed(grammar, &automata), undecided);
        Ok(Self { custom: self.custom, automata, ..language })
    }
}

impl Language {
    /// Returns the language of the texts of any rule, which the caller sets: [`Language::start_with`]. All rules share the tables of charts
    /// and the automata, so that the texts of many rules can be parsed. A language with hooks or [labels that determine a later
    /// part](Language::is_bound) keeps facts about its start and cannot change it. O(grammar).
    #[doc(hidden)]
    #[must_use]
    pub fn starting_anywhere(&self) -> Self {
        let mut grammar = self.grammar.clone();
        grammar.rules.to_mut().iter_mut().for_each(|rule| rule.follow = rule.follow.union(ByteSet::END));
        let automata = self.automata.shared(&grammar);
        Self { custom: self.custom, automata, ..Self::new(self.name.clone(), grammar, undecided) }
    }

    /// Sets the start rule of a language that can [start anywhere](Language::starting_anywhere).
    #[doc(hidden)]
    pub fn start_with(&mut self, start: Symbol) {
        self.grammar.start = start;
        self.forget_start();
    }
}

/// Returns the names that [`Grammar::symbol`] knows.
fn names(grammar: &Grammar) -> impl Iterator<Item = &str> {
    let rules = grammar.rules.iter().filter(|rule| rule.kind == RuleKind::Named).map(|rule| &*rule.name);
    let tokens = grammar.terminals.iter().filter(|terminal| terminal.kind == TerminalKind::Token);
    rules.chain(tokens.map(|token| &*token.name))
}

/// Returns the grammar with a new start rule for a terminal alone. The symbols of terminals come after those of rules,
/// so each moves up by one. For example, with 3 rules the start is symbol 3, and the first terminal moves from 3 to 4.
fn with_rule_of(grammar: &Grammar, terminal: Symbol) -> Grammar {
    let start = Symbol(grammar.rules.len() as u32);
    let moved = |symbol: Symbol| if symbol < start { symbol } else { Symbol(symbol.0 + 1) };
    let mut more = Grammar { start, ..grammar.clone() };
    more.items.to_mut().iter_mut().for_each(|item| item.symbol = moved(item.symbol));
    more.terminals.to_mut().iter_mut().for_each(|terminal| terminal.word = terminal.word.map(moved));
    let (items, productions) = (grammar.items.len() as u32, grammar.productions.len() as u32);
    let first = grammar.terminal(terminal).map_or(ByteSet::ALL, |terminal| terminal.first);
    let nullable = grammar.terminal(terminal).is_some_and(|terminal| terminal.nullable);
    let name = grammar.name(terminal).to_owned().into();
    more.items.to_mut().push(rows::item(moved(terminal), 0));
    more.productions.to_mut().push(rows::production(start, items..items + 1, Shape::Node(start), ByteSet::ALL, 1));
    let rule = rows::rule("", RuleKind::Named, productions..productions + 1, Plan::Chart, [first, ByteSet::END], 1);
    more.rules.to_mut().push(crate::grammar::Rule { name, nullable, ..rule });
    more
}

/// Returns the grammar with the FOLLOW sets of its new start.
fn followed(grammar: Grammar, automata: &Automata) -> Grammar {
    let lookahead = Lookahead::new(&grammar, automata);
    let mut grammar = grammar;
    for (number, rule) in grammar.rules.to_mut().iter_mut().enumerate() {
        rule.follow = lookahead.follow(Symbol(number as u32)).sets[0];
    }
    grammar
}

/// Leaves every input to Earley, because a deterministic engine relies on the FOLLOW set of the old start symbol.
fn undecided(_: &Language, _: &[u8], _: &mut Builder) -> Attempt {
    Attempt::Undecided
}

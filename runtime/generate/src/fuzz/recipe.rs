//! Facts about a grammar that the fuzzer needs beyond its tables, computed once for a language.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::fuzz::class::Class;
use crate::fuzz::derivative::{Derivatives, State, look_aheads};
use crate::fuzz::options::{Options, OptionsDigest};
use grammarc_core::byteset::ByteSet;
use grammarc_core::grammar::{
    Check, Drive, End, Grammar, Hook, Item, ItemId, Label, Plan, ProductionId, Regular, RegularId, Rule, Symbol,
    Terminal, TerminalKind,
};

mod counts;
mod extensions;
pub(super) mod fits;
pub(super) mod lengths;
mod namespaces;
mod needs;
mod slices;
mod steps;
mod ways;

pub use counts::Counts;
pub(super) use counts::{Bounds, Number};
use extensions::Extensions;
use fits::Fits;
use lengths::Lengths;
pub(super) use needs::changes_names;
pub use needs::{Needs, hopeless};
use slices::Slices;
pub(super) use steps::{ItemStep, is_nested};

/// Most states of an automaton in the search for a text, or for bytes that lengthen its texts. In a larger one every byte counts as such
/// a byte. That costs watches, not correctness.
const MAX_AUTOMATON_STATES: usize = 256;

/// Holds the recipe of a language from its first use on.
#[derive(Debug, Default)]
pub struct Recipes {
    recipe: OnceLock<Arc<Recipe>>,
    /// Shared by all start rules of a grammar: most of the time goes into these.
    extensions: OnceLock<Arc<Mutex<Extensions>>>,
}

impl Recipes {
    /// Makes the empty holder, for a static.
    pub const fn new() -> Self {
        Self { recipe: OnceLock::new(), extensions: OnceLock::new() }
    }

    /// Returns the recipe, made now if need be.
    pub fn of(&self, grammar: &Grammar) -> &Recipe {
        self.made(grammar)
    }

    fn made(&self, grammar: &Grammar) -> &Arc<Recipe> {
        self.recipe.get_or_init(|| {
            let mut extensions = self.extensions().lock().unwrap_or_else(PoisonError::into_inner);
            Arc::new(Recipe::knowing(grammar, &mut extensions))
        })
    }

    fn extensions(&self) -> &Arc<Mutex<Extensions>> {
        self.extensions.get_or_init(Arc::default)
    }

    /// Returns the holder for the same tables with another start rule. The end of the input, which then follows another rule, makes
    /// no difference to the recipe, unless there are hooks: names are defined around the rule.
    pub(super) fn shared(&self, grammar: &Grammar) -> Self {
        Self { recipe: OnceLock::from(Arc::clone(self.made(grammar))), ..Self::new() }
    }

    /// Returns the holder for the same expressions with another start rule, around which there are other names.
    pub(super) fn restarted(&self) -> Self {
        Self { extensions: OnceLock::from(Arc::clone(self.extensions())), ..Self::new() }
    }
}

/// Facts about a grammar that generation needs: how options compare, and which terminals have to be watched.
///
/// For example, of `<e> ::= "(" <e> ")" | <d>` and `<d> ::= [0-9]`:
///
/// ```text
/// production             height   rank   weight
/// <e> ::= "(" <e> ")"    3        1      1         taken half of the time, but never beyond the greatest depth
/// <e> ::= <d>            2        0      1
/// <d> ::= [0-9]          1        0      1
/// ```
#[derive(Debug)]
pub struct Recipe {
    /// By production: its rank among its siblings, 0 for the cheapest. Always following rank 0 ends.
    pub ranks: Vec<u16>,
    /// By production: its weight, for slices of adjacent siblings.
    pub weights: Vec<u32>,
    /// By terminal: whether the byte after it could lengthen it. For example, a digit lengthens `12`, but nothing lengthens `;`. With
    /// `%word`, a letter lengthens the keyword `if`.
    pub open_ended: Vec<bool>,
    /// By regular: its characters or bytes, for one that is a class.
    pub classes: Vec<Option<Class>>,
    /// By regular: whether a look-ahead is in it.
    look_aheads: Vec<bool>,
    /// Whether writing can run into a dead end. If not, no way back is kept.
    pub has_dead_ends: bool,
    /// How many labels an alternative has at most.
    pub labels: u16,
    /// By hidden rule of an optional skip: the texts that are written where two tokens would run together, the first that keeps them
    /// apart: a blank, or a line end where a blank would lengthen a comment.
    pub separators: HashMap<Symbol, Vec<Vec<u8>>>,
    /// By the same rule: the tokens each of which can be all of the skipped text.
    pub(super) skip_tokens: HashMap<Symbol, Vec<Symbol>>,
    /// By rule that repeats the text of a label: the terminals and the skip at the end of its texts.
    pub ends: HashMap<Symbol, End>,
    /// Whether charts read a rule. Then a text may be too ambiguous to be parsed.
    pub(super) needs_charts: bool,
    /// The items that repeat the text of a label, although their symbol may not derive it.
    pub narrow: HashSet<ItemId>,
    /// Demands of the hooks.
    pub needs: Needs,
    /// Demands of the counted repetitions.
    pub counts: Counts,
    /// Fields that say how large a slice is.
    pub(super) slices: Slices,
    /// By rule: facts about its options.
    digests: Vec<OptionsDigest>,
    /// By item: how it is written.
    steps: Vec<ItemStep>,
    /// How short and how long texts can be; computed when a text of a size is asked for.
    lengths: OnceLock<Lengths>,
    /// Which options fit into the bytes that are left; computed then, too.
    fits: OnceLock<Fits>,
}

impl Recipe {
    /// Examines a grammar. Time grows linearly with it, and with the states of its tokens.
    pub fn new(grammar: &Grammar) -> Self {
        Self::knowing(grammar, &mut Extensions::default())
    }

    /// Examines a grammar, and adds to the facts about its expressions.
    fn knowing(grammar: &Grammar, extensions: &mut Extensions) -> Self {
        let follow = follow(grammar);
        let open_ended = extensions.open_ended(grammar, &follow);
        let needs = Needs::new(grammar, || extensions.lengthened(grammar, &follow));
        let counts = Counts::new(grammar, || skippable(grammar));
        let separators = separators(grammar);
        let mut recipe = Self {
            ranks: ranks(grammar),
            weights: grammar.productions.iter().map(|production| production.weight).collect(),
            has_dead_ends: needs.is_any() || counts.is_any || has_dead_ends(grammar, &open_ended),
            needs_charts: grammar.rules.iter().any(|rule| rule.plan == Plan::Chart),
            open_ended,
            classes: grammar.regulars.iter().map(Class::of).collect(),
            look_aheads: look_aheads(grammar),
            labels: labels(grammar),
            steps: steps::of_items(grammar, |symbol| separators.contains_key(&symbol)),
            skip_tokens: separators.keys().map(|&skip| (skip, tokens_alone(grammar, skip))).collect(),
            separators,
            ends: grammar.ends_of_repeated(),
            narrow: narrow(grammar),
            needs,
            slices: Slices::new(grammar, |item| counts.numbers.contains_key(&item)),
            counts,
            digests: Vec::new(),
            lengths: OnceLock::new(),
            fits: OnceLock::new(),
        };
        recipe.digests = grammar.rules.iter().map(|rule| recipe.examined(rule).digest()).collect();
        recipe
    }

    /// Returns the productions of a rule as options, and finds the facts about them.
    fn examined(&self, rule: &Rule) -> Options<'_> {
        let range = rule.productions.start as usize..rule.productions.end as usize;
        let options = Options::new(&self.weights[range.clone()], &self.ranks[range.clone()]);
        if !self.needs.is_any() {
            return options;
        }
        options.with_needs(self.needs.before(range.clone())).with_safe(&self.needs.safe[range])
    }

    /// Returns the productions of a rule as options.
    #[inline]
    pub fn options(&self, symbol: Symbol, rule: &Rule) -> Options<'_> {
        let range = rule.productions.start as usize..rule.productions.end as usize;
        let digest = self.digests[symbol.0 as usize];
        let options = Options::digested(digest, &self.weights[range.clone()], &self.ranks[range.clone()]);
        if !self.needs.is_any() {
            return options;
        }
        options.demanding(self.needs.before(range.clone()), &self.needs.safe[range])
    }

    /// Returns whether a look-ahead is in an expression.
    #[inline]
    pub(super) fn looks_ahead(&self, regular: RegularId) -> bool {
        self.look_aheads[regular.0 as usize]
    }

    /// Returns how an item is written.
    #[inline]
    pub(super) fn step(&self, item: ItemId) -> ItemStep {
        self.steps[item.0 as usize]
    }

    /// Returns how short and how long the texts of the grammar can be.
    pub(super) fn lengths(&self, grammar: &Grammar) -> &Lengths {
        self.lengths.get_or_init(|| Lengths::new(grammar))
    }

    /// Returns which options fit, by rule and bytes left.
    pub(super) fn fits(&self, grammar: &Grammar) -> &Fits {
        self.fits.get_or_init(|| Fits::new(grammar, self.lengths(grammar)))
    }

    /// Returns the hooks of an item that generating obeys: none where no hook can reject anything.
    pub fn hooks_of<'g>(&self, grammar: &'g Grammar, item: &Item) -> &'g [Hook] {
        let hooks = if self.needs.is_any() { grammar.hooks_of(item) } else { &[] };
        if hooks.iter().any(Hook::acts) { hooks } else { &[] }
    }
}

/// Returns the expression whose longest match a token is: the left side of its outermost `-`. For example, of `[a-z]+ - "if"` it is
/// `[a-z]+`, and of `[0-9]+` it is all.
pub fn left_side(grammar: &Grammar, terminal: &Terminal) -> RegularId {
    match &grammar.regulars[terminal.regular.0 as usize] {
        Regular::Except { body, .. } if terminal.kind == TerminalKind::Token => *body,
        _ => terminal.regular,
    }
}

/// Ranks siblings by cost, and those of equal cost by height, so that rank 0 never leads in a circle.
fn ranks(grammar: &Grammar) -> Vec<u16> {
    let heights = heights(grammar);
    let mut ranks = vec![0; grammar.productions.len()];
    for rule in grammar.rules.iter() {
        let range = rule.productions.start as usize..rule.productions.end as usize;
        let key = |p: usize| (grammar.productions[p].cost, heights[p]);
        let mut keys: Vec<_> = range.clone().map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        for p in range {
            ranks[p] = keys.iter().position(|&k| k == key(p)).unwrap_or(0).min(usize::from(u16::MAX)) as u16;
        }
    }
    ranks
}

/// Returns for every production the least height of a derivation by the cheapest productions below it. Heights count hidden rules, too:
/// Knuth's costs count named rules only, so a repetition can be as cheap as its end.
///
/// A production is one higher than the highest rule in it. That rule is known last, because heights only grow.
fn heights(grammar: &Grammar) -> Vec<u32> {
    let least: Vec<u32> = grammar.rules.iter().map(|rule| cheapest(grammar, rule)).collect();
    let all = || (0..grammar.productions.len() as u32).map(ProductionId);
    let rules = |id| grammar.items_of(id).iter().map(|item| item.symbol.0 as usize).filter(|&s| s < least.len());
    let mut users = vec![Vec::new(); grammar.rules.len()];
    all().for_each(|id| rules(id).for_each(|rule| users[rule].push(id)));
    let mut missing: Vec<usize> = all().map(|id| rules(id).count()).collect();
    let mut heights = vec![u32::MAX; grammar.productions.len()];
    let mut is_known = vec![false; grammar.rules.len()];
    let mut pending: VecDeque<(ProductionId, u32)> =
        all().filter(|id| missing[id.0 as usize] == 0).map(|id| (id, 1)).collect();
    while let Some((id, height)) = pending.pop_front() {
        heights[id.0 as usize] = height;
        let row = grammar.production(id);
        let rule = row.rule.0 as usize;
        if row.cost != least[rule] || std::mem::replace(&mut is_known[rule], true) {
            continue;
        }
        for &user in &users[rule] {
            missing[user.0 as usize] -= 1;
            if missing[user.0 as usize] == 0 {
                pending.push_back((user, height.saturating_add(1)));
            }
        }
    }
    heights
}

/// Returns the cost of the cheapest production of a rule.
fn cheapest(grammar: &Grammar, rule: &Rule) -> u32 {
    grammar.productions[rule.productions.start as usize..rule.productions.end as usize]
        .iter()
        .map(|production| production.cost)
        .min()
        .unwrap_or(u32::MAX)
}

/// Returns for every terminal the bytes that can follow it.
fn follow(grammar: &Grammar) -> Vec<ByteSet> {
    let skippable = skippable(grammar);
    let mut follow = vec![ByteSet::EMPTY; grammar.terminals.len()];
    for production in grammar.productions.iter() {
        let mut after = grammar.rules[production.rule.0 as usize].follow;
        let items = &grammar.items[production.items.start as usize..production.items.end as usize];
        for item in items.iter().rev() {
            let symbol = item.symbol.0 as usize;
            if let Some(terminal) = symbol.checked_sub(grammar.rules.len()) {
                follow[terminal] = follow[terminal].union(after);
            }
            let first = first(grammar, item.symbol);
            after = if skippable[symbol] { first.union(after) } else { first };
        }
    }
    follow
}

/// Returns the bytes that can begin a symbol.
fn first(grammar: &Grammar, symbol: Symbol) -> ByteSet {
    match grammar.terminal(symbol) {
        Some(terminal) => terminal.first,
        None => grammar.rules[symbol.0 as usize].first,
    }
}

/// Returns for every symbol whether it can be empty, terminals that match empty included. For example, `"a"*` and `!"b"` can.
fn skippable(grammar: &Grammar) -> Vec<bool> {
    let is_silent = |t: &Terminal| t.nullable || !matches!(t.kind, TerminalKind::Token | TerminalKind::Leaf);
    let mut skippable: Vec<bool> = grammar.rules.iter().map(|rule| rule.nullable).collect();
    skippable.extend(grammar.terminals.iter().map(is_silent));
    grammar.until_settled(|id| {
        let rule = grammar.production(id).rule.0 as usize;
        let is_new = !skippable[rule] && grammar.items_of(id).iter().all(|item| skippable[item.symbol.0 as usize]);
        skippable[rule] |= is_new;
        is_new
    });
    skippable
}

/// Returns the items that repeat the text of a label, although their symbol may not derive it, because another symbol has the label. Rules
/// that depend on labels themselves are left to the parser.
fn narrow(grammar: &Grammar) -> HashSet<ItemId> {
    let in_alternative = |id| {
        let items = grammar.items_within(id);
        let is_narrow = |item: &Item| match item.check {
            Check::Text { label, .. } if grammar.rule(item.symbol).is_none_or(|rule| rule.params.is_empty()) => {
                items.iter().any(|(_, other)| other.label == Some(label) && other.symbol != item.symbol)
            }
            _ => false,
        };
        items.iter().filter(|(_, item)| is_narrow(item)).map(|&(id, _)| id).collect::<Vec<_>>()
    };
    grammar.alternatives().flat_map(in_alternative).collect()
}

/// Returns whether anything in a grammar can make the fuzzer turn back.
fn has_dead_ends(grammar: &Grammar, open_ended: &[bool]) -> bool {
    let by_regular = |r: &Regular| matches!(r, Regular::Ahead { .. } | Regular::Except { .. });
    let by_terminal = |t: &Terminal| matches!(t.kind, TerminalKind::Ahead { .. } | TerminalKind::Indent(_));
    let by_item = |item: &Item| item.check != Check::None;
    open_ended.contains(&true)
        || grammar.regulars.iter().any(by_regular)
        || grammar.terminals.iter().any(by_terminal)
        || grammar.items.iter().any(by_item)
}

/// Returns how many labels an alternative has at most.
fn labels(grammar: &Grammar) -> u16 {
    let counted = |item: &Item| match item.drive {
        Drive::Count { left, .. } => Some(left),
        _ => None,
    };
    let all = grammar.items.iter().flat_map(|item| [item.label, counted(item)]);
    all.flatten().map(|Label(label)| label + 1).max().unwrap_or(0)
}

/// Returns the separators of every hidden rule that `%skip` puts after terminals.
fn separators(grammar: &Grammar) -> HashMap<Symbol, Vec<Vec<u8>>> {
    let mut derivatives = Derivatives::new();
    let symbols = (0..grammar.rules.len() as u32).map(Symbol).filter(|&rule| grammar.is_optional_skip(rule));
    let given = |skip| grammar.separators.iter().find(|row| row.skip == skip).map(|row| row.text.to_vec());
    let mut found = |skip| {
        let mut texts: Vec<Vec<u8>> = given(skip).into_iter().collect();
        for text in blanks(grammar, &mut derivatives, skip) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    };
    symbols.map(|skip| (skip, found(skip))).collect()
}

/// Returns a blank, a line end and a tab, if they are texts of the symbol. If none is, returns the shortest text of a single terminal that
/// can be all of the symbol, after the same with a line end, if it can have one.
fn blanks(grammar: &Grammar, derivatives: &mut Derivatives, symbol: Symbol) -> Vec<Vec<u8>> {
    let starts: Vec<State> = tokens_alone(grammar, symbol)
        .into_iter()
        .filter_map(|symbol| grammar.terminal(symbol))
        .map(|terminal| derivatives.start(grammar, terminal.regular, &|_| Vec::new()))
        .collect();
    let mut is_text = |text: &[u8]| {
        starts.iter().any(|&start| {
            let end = derivatives.run(start, text);
            derivatives.accepts(end)
        })
    };
    let blanks: Vec<Vec<u8>> =
        [" ", "\n", "\t"].into_iter().map(Vec::from).filter(|blank: &Vec<u8>| is_text(blank)).collect();
    if !blanks.is_empty() {
        return blanks;
    }
    let texts = starts.iter().filter_map(|&start| derivatives.shortest(start, MAX_AUTOMATON_STATES));
    let Some(shortest) = texts.min_by_key(Vec::len).filter(|text| !text.is_empty()) else { return Vec::new() };
    // A comment that its line end closes cannot swallow the next text.
    let closed = [&shortest[..], b"\n"].concat();
    let is_closed = starts.iter().any(|&start| {
        let end = derivatives.run(start, &closed);
        derivatives.accepts(end)
    });
    if is_closed { vec![closed, shortest] } else { vec![shortest] }
}

/// Returns the tokens that alone can be all of a symbol's text.
fn tokens_alone(grammar: &Grammar, symbol: Symbol) -> Vec<Symbol> {
    let is_token = |symbol: &Symbol| {
        let terminal = grammar.terminal(*symbol);
        terminal.is_some_and(|terminal| matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf))
    };
    alone(grammar, symbol).into_iter().filter(is_token).collect()
}

/// Returns the symbols that alone can be all of a symbol's text, itself included. For example, for `<ws> ::= (<blank> | <comment>)*` these
/// are `<ws>` and its hidden rules, `<blank>` and `<comment>`.
fn alone(grammar: &Grammar, symbol: Symbol) -> Vec<Symbol> {
    let skippable = skippable(grammar);
    let mut found = vec![symbol];
    let mut next = 0;
    while next < found.len() {
        let productions = grammar.rule(found[next]).map_or(0..0, |rule| rule.productions.clone());
        next += 1;
        for production in productions {
            let items = grammar.items_of(ProductionId(production));
            for (i, item) in items.iter().enumerate() {
                let rest = items.iter().enumerate().filter(|&(other, _)| other != i);
                let is_alone = rest.map(|(_, item)| item.symbol.0 as usize).all(|other| skippable[other]);
                if is_alone && !found.contains(&item.symbol) {
                    found.push(item.symbol);
                }
            }
        }
    }
    found
}

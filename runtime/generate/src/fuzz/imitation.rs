//! Texts that look like samples: alternatives are drawn by learned weights, and in half of the texts tokens are taken from the samples.
//!
//! Only half, because real tokens help and hurt: a schema has few names, and a text with other names is refused early; but the strings of
//! samples rarely have odd escapes, which drawn ones have.
//!
//! A token of a sample is written like a replayed one, so watches and hooks judge it as they judge drawn texts. Its own look-aheads may
//! reach beyond its end: behind the `]]` of a character datum of XML no `>` may follow. These get watches, too.

mod pool;

use crate::fuzz::Fuzzer;
use crate::fuzz::generator::Generator;
use crate::fuzz::recipe::Recipe;
use grammarc_core::grammar::Symbol;
use pool::TokenPool;

/// Of so many tokens, one is drawn in a text that takes tokens from samples, so that the names of samples meet new ones.
const TOKENS_PER_DRAWN_TOKEN: u32 = 4;

/// Weights and tokens learned from samples, laid out for drawing by one grammar. `Model::imitation` of `grammarc-steer`
/// makes it, and [`Fuzzer::imitate`] draws by it.
#[derive(Debug)]
pub struct Imitation {
    /// The facts about the grammar, with the learned weights.
    recipe: Recipe,
    /// By terminal: the texts that samples have for it; none if there are none, or if they cannot be put elsewhere.
    pools: Vec<Option<TokenPool>>,
}

impl Imitation {
    /// Makes one of the weights of all productions, and of the texts of all terminals with their counts.
    #[doc(hidden)]
    pub fn new(language: &Generator, weights: Vec<u32>, texts: Vec<Vec<(Vec<u8>, u64)>>) -> Self {
        let pool = |(number, texts)| TokenPool::new(language, language.grammar.terminal_symbol(number), texts);
        let mut grammar = language.grammar.clone();
        for (production, weight) in grammar.productions.to_mut().iter_mut().zip(weights) {
            production.weight = weight;
        }
        let recipe = Recipe::new(&grammar);
        // Otherwise the fuzzer would compute them later, from the weights of its own grammar.
        recipe.fits(&grammar);
        Self { recipe, pools: texts.into_iter().enumerate().map(pool).collect() }
    }
}

impl<'a> Fuzzer<'a> {
    /// Makes the next texts look like samples; with none, they are drawn by the weights of the grammar. The imitation must be of the same
    /// grammar. A replay draws only the parts like samples that it leaves to the fuzzer.
    ///
    /// ```
    /// use grammarc_runtime::choices::Choices;
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::fuzz::Fuzzer;
    /// use grammarc_runtime::learn::Learner;
    ///
    /// let mut learner = Learner::new(&LINES);
    /// learner.add(b"one\ntwo\n").unwrap();
    /// let (imitation, _) = learner.model().imitation(&LINES);
    /// let mut fuzzer = Fuzzer::new(&LINES, 16);
    /// fuzzer.imitate(Some(&imitation));
    /// let mut texts = (0..64).map(|seed| fuzzer.run(&mut Choices::fresh(seed)).unwrap().to_vec());
    /// assert!(texts.any(|text| text.starts_with(b"one\n") || text.starts_with(b"two\n")));
    /// ```
    pub fn imitate(&mut self, imitation: Option<&'a Imitation>) {
        self.imitation = imitation;
        self.recipe = match imitation {
            Some(imitation) => &imitation.recipe,
            None => self.language.recipes.of(&self.language.grammar),
        };
    }

    /// Begins a text: decides whether it takes tokens from the samples.
    pub(super) fn begin_imitation(&mut self) {
        self.takes_tokens = self.imitation.is_some() && self.choices.dice().flip();
    }

    /// Writes a text that a sample has for a terminal. Returns whether it did: otherwise nothing is written, and a text must be drawn.
    #[inline]
    pub(super) fn write_token(&mut self, symbol: Symbol) -> bool {
        let number = symbol.0 as usize - self.grammar().rules.len();
        let pool = self.imitation.filter(|_| self.takes_tokens).and_then(|imitation| imitation.pools[number].as_ref());
        pool.is_some_and(|pool| self.write_token_of(pool))
    }

    fn write_token_of(&mut self, pool: &TokenPool) -> bool {
        if self.is_given() && !self.mode.is_text_drawn() || self.pick(TOKENS_PER_DRAWN_TOKEN) == 0 {
            return false;
        }
        let text = pool.text_at(self.pick(pool.total()));
        if self.write(text).is_err() {
            return false;
        }
        self.watch_look_aheads(pool, text);
        true
    }

    /// Watches the look-aheads of a token that the bytes after it could still break. For example, behind `]]` the look-ahead `!"]]>"`
    /// forbids a `>`.
    fn watch_look_aheads(&mut self, pool: &TokenPool, text: &[u8]) {
        for ahead in &pool.aheads {
            let start = self.start(ahead.regular);
            let places = if ahead.is_at_end { 0..text.len() + 1 } else { 0..text.len() };
            for place in places {
                let state = self.watches.derivatives.run(start, &text[place..]);
                self.watches.no_longer(state, self.older());
            }
        }
    }
}

//! A language that can be written: a `Language` with the generated code of the fuzzer, and the facts that the fuzzer computes once.

use std::ops::Deref;
use std::sync::OnceLock;

use grammarc_core::grammar::Symbol;
use grammarc_core::language::{Language, UnknownRule};
use grammarc_core::meaning::CustomFunctions;

use crate::choices::Guides;
use crate::fuzz::recipe::Recipes;
use crate::fuzz::spare::SpareAutomata;
use crate::fuzz::{self, Expand};
use crate::shortest;

/// A [`Language`] with everything that writing its texts needs. It dereferences to the language, so a generator parses as well.
///
/// ```
/// use grammarc_runtime::choices::Choices;
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::fuzz::fuzz;
///
/// let text = fuzz(&LINES, &mut Choices::fresh(1), 8).unwrap();
/// assert!(LINES.parse(&text).is_ok());
/// ```
#[non_exhaustive]
pub struct Generator {
    /// The language of the texts.
    pub language: Language,
    /// Replaces a symbol in a text: generated code, or [`fuzz::expand`], which reads the tables.
    pub expand: Expand,
    /// Facts about the grammar that the fuzzer draws by, computed at its first use.
    pub recipes: Recipes,
    /// How a tree leads through the grammar, from its first use on.
    pub(crate) guides: Guides,
    /// Automata for fuzzers that replay texts.
    pub(crate) spare: SpareAutomata,
    /// A shortest text of every symbol, from its first use on.
    shortest: OnceLock<Vec<Vec<u8>>>,
}

impl Generator {
    /// Makes a generator that reads the tables of the language. A generated crate adds its own code to that.
    pub const fn new(language: Language) -> Self {
        Self {
            language,
            expand: fuzz::expand,
            recipes: Recipes::new(),
            guides: Guides::new(),
            spare: SpareAutomata::new(),
            shortest: OnceLock::new(),
        }
    }

    /// Sets the code that replaces a symbol in a text.
    #[must_use]
    pub const fn with_expand(mut self, expand: Expand) -> Self {
        self.expand = expand;
        self
    }

    /// Sets the functions of the author: [`Language::with_custom`].
    #[must_use]
    pub const fn with_custom(mut self, custom: &'static dyn CustomFunctions) -> Self {
        self.language.custom = Some(custom);
        self
    }

    /// Returns a shortest text of a symbol: [`shortest::texts`]. For example, that is the empty text for the start rule of `LINES`.
    #[doc(hidden)]
    pub fn shortest(&self, symbol: Symbol) -> &[u8] {
        &self.shortest.get_or_init(|| shortest::texts(&self.grammar))[symbol.0 as usize]
    }

    /// Returns the generator of the texts of one rule or token: [`Language::starting_with`].
    ///
    /// ```
    /// use grammarc_runtime::choices::Choices;
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::fuzz::fuzz;
    ///
    /// let text = LINES.starting_with("text").unwrap();
    /// let written = fuzz(&text, &mut Choices::fresh(1), 10).unwrap();
    /// assert!(text.parse(&written).is_ok());
    /// ```
    ///
    /// # Errors
    /// If there is no such rule.
    pub fn starting_with(&self, rule: &str) -> Result<Self, UnknownRule> {
        let mut part = Self::new(self.language.starting_with(rule)?);
        if part.grammar.rules.len() == self.grammar.rules.len() {
            part.recipes = match self.grammar.hooks.is_empty() {
                true => self.recipes.shared(&self.grammar),
                false => self.recipes.restarted(),
            };
        }
        Ok(part)
    }

    /// Returns the generator of the texts of any rule: [`Language::starting_anywhere`].
    #[doc(hidden)]
    #[must_use]
    pub fn starting_anywhere(&self) -> Self {
        Self { recipes: self.recipes.shared(&self.grammar), ..Self::new(self.language.starting_anywhere()) }
    }
}

impl Deref for Generator {
    type Target = Language;

    fn deref(&self) -> &Language {
        &self.language
    }
}

impl AsRef<Self> for Generator {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl AsRef<Language> for Generator {
    fn as_ref(&self) -> &Language {
        self
    }
}

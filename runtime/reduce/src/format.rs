//! A format that can be reduced: a `Generator` with the facts about its grammar that the reducer needs.

mod mixed;

use std::ops::Deref;
use std::sync::OnceLock;

use grammarc_core::language::{Language, UnknownRule};
use grammarc_core::meaning::CustomFunctions;
use grammarc_generate::generator::Generator;

use crate::facts::{Facts, Source};
pub(crate) use mixed::MixedLanguage;

/// Everything that the runtime knows of one format. A generated crate exports one as a static; the compiler builds the same in
/// memory for `grammarc -g`. Both go through the same code and give the same answers.
///
/// It dereferences to the [`Generator`] and through it to the [`Language`]: a format can be parsed, written and reduced.
///
/// ```
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::reduce::{Options, reduce};
///
/// let has_b = |text: &[u8]| text.contains(&b'b');
/// let reduced = reduce(&LINES, b"a\nb\nc\n", &has_b, &Options::default()).unwrap();
/// assert_eq!(reduced.text, b"b");
/// ```
#[non_exhaustive]
pub struct Format {
    /// Parses and writes its texts.
    pub generator: Generator,
    /// Computed from the grammar, unless a generated crate holds it as a table.
    facts: Source,
    /// The language with islands in it, from the first input on that needs them.
    mixed: OnceLock<Box<MixedLanguage>>,
}

impl Format {
    /// Makes a format whose facts are computed at first use.
    pub const fn new(generator: Generator) -> Self {
        Self { generator, facts: Source::computed(), mixed: OnceLock::new() }
    }

    /// Makes a format of a language alone: its texts are written from the tables.
    pub const fn of(language: Language) -> Self {
        Self::new(Generator::new(language))
    }

    /// Sets the facts about the grammar, which a generated crate holds as a table.
    #[must_use]
    pub const fn with_facts(mut self, facts: &'static Facts) -> Self {
        // A constant function cannot drop the old value, even an empty one.
        std::mem::forget(std::mem::replace(&mut self.facts, Source::Table(facts)));
        self
    }

    /// Sets the functions of the author: [`Language::with_custom`].
    #[must_use]
    pub const fn with_custom(mut self, custom: &'static dyn CustomFunctions) -> Self {
        self.generator.language.custom = Some(custom);
        self
    }

    /// Returns the format of the texts of one rule or token: [`Language::starting_with`].
    ///
    /// # Errors
    /// If there is no such rule.
    pub fn starting_with(&self, rule: &str) -> Result<Self, UnknownRule> {
        self.generator.starting_with(rule).map(Self::new)
    }

    /// Returns the format of the texts of any rule: [`Language::starting_anywhere`].
    #[doc(hidden)]
    #[must_use]
    pub fn starting_anywhere(&self) -> Self {
        Self::new(self.generator.starting_anywhere())
    }

    /// Returns the facts about the grammar.
    pub fn facts(&self) -> &Facts {
        self.facts.of(&self.grammar)
    }

    /// Returns the format with islands in it.
    pub(crate) fn mixed(&self) -> &MixedLanguage {
        self.mixed.get_or_init(|| Box::new(MixedLanguage::new(self)))
    }
}

impl Deref for Format {
    type Target = Generator;

    fn deref(&self) -> &Generator {
        &self.generator
    }
}

impl AsRef<Self> for Format {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl AsRef<Generator> for Format {
    fn as_ref(&self) -> &Generator {
        self
    }
}

impl AsRef<Language> for Format {
    fn as_ref(&self) -> &Language {
        self
    }
}

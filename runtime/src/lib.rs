//! The runtime of generated code and of `grammarc -g`: parsing, generating and reducing by a grammar.
//!
//! This crate holds the parts of the runtime together, so that generated code has one dependency. Each part is a crate of its own
//! and a feature here. A feature enables those before it; a parser needs none.
//!
//! | feature | crate | modules |
//! |---|---|---|
//! | | `grammarc-core` | [`language`], [`parse`], [`tree`], [`syntax`], [`grammar`], [`fields`], [`hooks`], … |
//! | `generate` | `grammarc-generate` | [`generator`], [`choices`], [`fuzz`], [`mutate`], [`learn`] |
//! | `reduce` | `grammarc-reduce` | [`mod@format`], [`reduce`], [`oracle`], [`trial`], [`archive`], [`edit`], [`facts`], [`island`], [`flat`] |
//! | `generalize` | `grammarc-generalize` | [`generalize`] |
//! | `cli` | `grammarc-cli` | [`cli`] |

pub mod doors;
pub mod fields;
pub mod hooks;
#[cfg(feature = "sources")]
pub mod sources;

#[cfg(feature = "cli")]
pub use grammarc_cli as cli;
#[doc(hidden)]
pub use grammarc_core::{abi, components, numbers, steps, symbols, view, views};
pub use grammarc_core::{byteset, grammar, language, order, parse, regular, syntax, tree};
#[cfg(feature = "generalize")]
pub use grammarc_generalize as generalize;
#[cfg(feature = "generate")]
pub use grammarc_generate::{choices, cover, fuzz, generator, learn, mutate, shortest};
#[cfg(feature = "reduce")]
pub use grammarc_reduce::{archive, edit, facts, flat, format, island, oracle, reduce, trial};

/// Includes the module that [`grammarc::Build`](https://docs.rs/grammarc) made of a grammar in a `build.rs`:
/// `include_grammar!(pub html);` is `pub mod html` with `parse`, `fuzz`, `reduce`, `generalize` and `FORMAT`; with `with` in their
/// place if the grammar leaves functions to Rust. Documentation and other attributes may stand before it.
#[macro_export]
macro_rules! include_grammar {
    ($(#[$attribute:meta])* $visibility:vis $name:ident) => {
        $(#[$attribute])*
        /// Parser, fuzzer and reducer, generated from a grammar.
        // A program need not use all that a module offers.
        #[allow(dead_code)]
        $visibility mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
        }
    };
}

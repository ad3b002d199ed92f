//! The runtime of generated code and of `grammarc -g`: parsing, generating and reducing by a grammar.
//!
//! This crate holds the parts of the runtime together, so that generated code has one dependency. Each part is a crate of its own
//! and a feature here. A feature enables those before it, except that only `cli` enables `steer`; a parser needs none.
//!
//! | feature | crate | modules |
//! |---|---|---|
//! | | `grammarc-tables` | [`grammar`], [`byteset`], [`regular`], [`order`] |
//! | | `grammarc-core` | [`language`], [`parse`], [`tree`], [`syntax`], [`fields`], [`hooks`], … |
//! | `generate` | `grammarc-generate` | [`generator`], [`choices`], [`fuzz`], [`shortest`] |
//! | `steer` | `grammarc-steer` | [`cover`], [`learn`], [`mutate`] |
//! | `reduce` | `grammarc-trial` | [`oracle`], [`trial`] |
//! | | `grammarc-outline` | none: `grammarc-reduce` stands on it |
//! | | `grammarc-reduce` | [`mod@format`], [`reduce`], [`archive`], [`edit`], [`facts`], [`island`], [`flat`] |
//! | `generalize` | `grammarc-generalize` | [`generalize`] |
//! | `cli` | `grammarc-cli` | [`cli`] |
//! | `view` | | the live view of a reduction, reports as pages, printers for readable results |
//!
//! # What is public
//!
//! A test compares this table with the sources; all other items are private or hidden. A *stable* item changes as semantic versioning
//! says from 1.0 on, and until then with a line in CHANGELOG.md. Enums and structs that will grow are `#[non_exhaustive]`.
//!
//! | item | who uses it, and why | promise |
//! |---|---|---|
//! | [`include_grammar!`] | crates with a build.rs | stable |
//! | [`doors`] | programs that hold the functions of a grammar: `Doors`, which `with` of the generated crate returns | stable |
//! | [`mod@format`], [`generator`] | every program: `Format`, the static of a generated crate, and the `Generator` in it | stable |
//! | [`language`], [`parse`], [`tree`] | programs that parse: `Language` (also of one rule: `starting_with`), `ParseError`, `Tree` (paths into it: `at`, `cut`, `one_root`) | stable, except the parts of `parse` for generated code (cursor, look-ahead) and for the compiler (decisions, interpreter) |
//! | [`syntax`] | programs that read trees: `Parsed`, `SyntaxNode`, `Token`; views of generated code: `View`, `Root` | stable, except `Roles` and `Contents`, which the compiler reads |
//! | [`fuzz`], [`choices`] | programs that fuzz: `fuzz`, `Choices` (of a seed, a list, integers); the rest is for generated code | stable; which text a seed gives may change |
//! | [`learn`] | programs that fuzz like samples: `Learner`, `Model`, drawn by `Fuzzer::imitate`; `Dictionary` for other fuzzers | stable; which text a seed gives may change |
//! | [`cover`] | programs that measure or complete the coverage of a grammar: `Coverage` | stable; which text a seed gives may change |
//! | [`mutate`] | programs that fuzz from seeds: `Population`; fuzzers with a corpus of their own: `Mutator`; another subtree at a path: `Generator::mutated` | stable; which text a seed gives may change |
//! | [`reduce`], [`oracle`], [`trial`] | programs that reduce: `reduce`, `Options`, `Oracle`; strategies of one's own: `Search` | stable; results may get smaller |
//! | [`generalize`] | programs that generalize: `generalize`, `Options`, `Pattern`, `Constraint`, `Finding`; patterns as files: `SavedPattern`; texts from patterns: `Formula`, `Instances` | stable; patterns may get more general; a file names the version of its format |
//! | [`archive`] | programs that reduce folders: `pack`, `unpack`, `files` | stable |
//! | [`edit`] | strategies of one's own: `Candidate`, `Edit` | stable |
//! | [`order`], [`shortest`] | programs that compare results as the reducer does; the compiler | stable |
//! | [`island`], [`flat`] | programs that reduce without a grammar | stable |
//! | [`hooks`] | functions of `@pre` and `@post`: `State`, `Node`, `Offer`; programs that judge: `Violation` | grows with the hooks |
//! | [`grammar`], [`byteset`], [`regular`], [`fields`], [`facts`] | generated code: tables; programs may read them | fixed for one number of `abi!` |
//! | [`cli`] | `main.rs` of generated crates, and the compiler's own command line | `cli::main` only |
//! | [`sources`] | the compiler, which vendors the runtime | none |

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
pub use grammarc_generate::{choices, fuzz, generator, shortest};
#[cfg(feature = "reduce")]
pub use grammarc_reduce::{archive, edit, facts, flat, format, island, reduce};
#[cfg(feature = "steer")]
pub use grammarc_steer::{cover, learn, mutate};
#[cfg(feature = "reduce")]
pub use grammarc_trial::{oracle, trial};

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

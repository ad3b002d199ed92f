//! Reducers of papers: to compare with `auto`, the default of the runtime, and to continue from its results.
//!
//! There are two kinds. A *strategy* of [`STRATEGIES`] is a paper's algorithm on our trees: it takes nodes and lists from the grammar,
//! keeps fields and names right, and asks whichever questions that leads to. One of [`PUBLISHED`] is its authors' program to the last
//! question, mistakes included, so that our measurements can be compared with their figures. Behind each of these is a function over
//! lists or derivations, which asks a closure and counts nothing itself. For example, `perses` drops elements of the lists of any
//! grammar, and `post:perses` needs one without repetitions.
//!
//! The command line of `grammarc` runs both by name (`reduce --strategy`). A runtime that stands in a generated crate has neither.
//!
//! | strategy on our trees | program as published | function | paper |
//! |---|---|---|---|
//! | `ddmin` of the runtime | `book:ddmin` | [`ddmin`] | Zeller & Hildebrandt, TSE 2002, as in the Fuzzing Book |
//! | | `post:ddmin` | [`minimize`], [`minimize_by`] | R. Gopinath, *Delta Debugging* |
//! | `ddrmin` | `post:ddrmin` | [`ddrmin`] | Zeller, ESEC/FSE 1999, as in the same post |
//! | `probdd` | | | Wang et al., ESEC/FSE 2021 |
//! | `cdd` | | | Zhang et al., ICSE 2025 |
//! | `wdd` | | | Zhou et al., ICSE 2025 |
//! | `binary` | | | Kalhauge & Palsberg, ESEC/FSE 2019 |
//! | `hdd`, `hdd*` | | | Misherghi & Su, ICSE 2006 |
//! | `hddr` | | | Kiss, Hodován & Gyimóthy, A-TEST 2018 |
//! | `hdd-coarse` | | | Hodován, Kiss & Gyimóthy, ICSME 2017 |
//! | `gtr` | | | Herfert et al., ASE 2017 |
//! | `grabr`, `grabr-all` | `book:grabr`, `book:grabr-depth` | [`GrammarReducer`] | The Fuzzing Book, *Reducing Failure-Inducing Inputs* |
//! | `generate` | | | the same, exercise 2 |
//! | | | [`quarters`] | the same, by hand |
//! | `perses` | `post:perses` | [`perses`] | Sun et al., ICSE 2018; the program is R. Gopinath's |
//! | `vulcan` | | | Xu et al., OOPSLA 2023 |
//! | `canonical` | | | Xu et al., TOSEM 2025 |
//! | | | [`Call`] | The Debugging Book, *Reducing Failure-Inducing Inputs* |
//!
//! ```
//! let mut asked = 0;
//! let Ok(left) = grammarc_papers::ddmin(b"1 + (2 * 3)", |text| {
//!     asked += 1;
//!     Ok::<_, std::convert::Infallible>(text.contains(&b'(') && text.contains(&b')'))
//! });
//! assert_eq!((left.as_slice(), asked), (&b"()"[..], 17));
//! ```

mod published;
mod strategy;

pub use published::{Call, GrammarReducer, PUBLISHED, ddmin, ddrmin, minimize, minimize_by, perses, quarters};
pub use strategy::STRATEGIES;

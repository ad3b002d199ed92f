//! Algorithms as they were published, to the last question, so that our measurements can be compared with their authors' figures,
//! and so that anyone can run them.
//!
//! Functions over lists and derivations ask a closure, and count nothing themselves. [`STRATEGIES`] has the same algorithms over a
//! [`Search`](grammarc_reduce::reduce::Search), which counts; the command line of `grammarc` runs them by name. They ask the same
//! questions as their authors' programs, mistakes included; the stronger forms are the strategies of the runtime. A runtime that
//! stands in a generated crate has none of this.
//!
//! | function | strategy | published in |
//! |---|---|---|
//! | [`ddmin`] | `book:ddmin` | The Fuzzing Book, *Reducing Failure-Inducing Inputs* |
//! | [`GrammarReducer`] | `book:grabr`, `book:grabr-depth` | the same |
//! | [`quarters`] | | the same, by hand |
//! | [`minimize`], [`minimize_by`] | `post:ddmin` | R. Gopinath, *Delta Debugging* |
//! | [`ddrmin`] | `post:ddrmin` | the same, after Zeller 1999 |
//! | [`perses`] | `post:perses` | the same, after Sun et al. 2018 |
//! | [`Call`] | | The Debugging Book, *Reducing Failure-Inducing Inputs* |
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

pub use published::{Call, GrammarReducer, STRATEGIES, ddmin, ddrmin, minimize, minimize_by, perses, quarters};

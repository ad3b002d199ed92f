//! Building blocks of a [`Strategy`](super::Strategy): for those of a program of yours, and of the crate `grammarc-papers`.
//!
//! A strategy is a function over a [`Search`](super::Search). It reads the tree of the current [`View`](super::View), and passes
//! candidates to [`Search::first`](super::Search::first), which tests them and commits. The crate's own strategies are made of the same
//! blocks.
//!
//! | block | use |
//! |---|---|
//! | [`list::each`], [`list::singles`], [`list::split`] | the elements of every list, single ones at last, and halves of the same weight |
//! | [`ddmin::minimize`] | drops some of given nodes |
//! | [`agenda::Agenda`], [`agenda::replace_each`] | visits every node once, the largest first |
//! | [`hoist::nearest`], [`hoist::spread`] | the nodes below a node that may take its place |
//! | [`Texts`] | other texts of a symbol, the first ones in their order |
//! | [`distinct_names`] | the names in a text |
//! | [`fixpoint`] | repeats a pass as long as it changes the text |
//!
//! For example, a strategy that drops parts of the whole text, and looks no deeper:
//!
//! ```
//! use grammarc_runtime::island::ISLAND;
//! use grammarc_runtime::reduce::building_blocks::ddmin;
//! use grammarc_runtime::reduce::{Options, Search, Strategy, reduce};
//! use grammarc_runtime::trial::Stop;
//!
//! static OUTERMOST: Strategy = Strategy { name: "outermost", paper: "ddmin on the parts of the whole text", run };
//!
//! fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
//!     let view = search.view();
//!     let parts = view.parts(view.tree.root()).filter(|&part| view.is_droppable(part)).collect();
//!     ddmin::minimize(search, parts)?;
//!     Ok(())
//! }
//!
//! let options = Options { strategies: vec![&OUTERMOST], ..Options::default() };
//! let reduced = reduce(&ISLAND, b"f(1,2);g(3,4);h(5);", &|text: &[u8]| text.contains(&b'3'), &options).unwrap();
//! assert_eq!(reduced.text, b"g(3,4);");
//! ```

pub use super::meaning::Texts;
pub use super::strategy::{agenda, ddmin, distinct_names, fixpoint, hoist, list};

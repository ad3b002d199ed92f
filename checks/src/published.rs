//! Algorithms as they were published, to the last question, so that our measurements can be compared with their authors'
//! figures. They know lists, derivations and predicates; `strategies` makes them strategies of a search.

mod call;
mod complements;
mod derivation;
mod grammar_reducer;
mod halving;
mod perses;
mod quarters;
mod recursive;
mod strategies;

pub use call::Call;
pub use complements::ddmin;
pub use derivation::Derivation;
pub use grammar_reducer::GrammarReducer;
pub use halving::{minimize, minimize_by};
pub use perses::perses;
pub use quarters::quarters;
pub use recursive::ddrmin;
pub use strategies::STRATEGIES;

//! Algorithms as they were published, to the last question: what is measured with them can be compared with their authors'
//! figures. They know lists and predicates, no tree and no search.

mod complements;
mod halving;
mod recursive;

pub use complements::ddmin;
pub use halving::{minimize, minimize_by};
pub use recursive::ddrmin;

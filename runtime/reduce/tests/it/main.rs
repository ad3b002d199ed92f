//! The reducer as other crates see it.

mod folder;

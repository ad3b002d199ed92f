//! Finding a smaller text that an oracle still finds interesting.

pub mod order;

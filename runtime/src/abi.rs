//! Which generated code fits this runtime. Generated code names its generation in a constant: an old one will not compile.

/// The first generation.
pub const V1: () = ();

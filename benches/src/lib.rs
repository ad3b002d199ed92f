//! Benchmarks of grammarc: `cargo bench -p grammarc-benches`.

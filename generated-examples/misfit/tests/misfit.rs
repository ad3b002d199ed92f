//! Generated code that does not fit the runtime says so, and what to do, when it is compiled. Code that leaves out the functions
//! that a grammar leaves to Rust does not compile either.

// Code that fits compiles, as this does. trybuild would build the whole runtime once more to say so.
grammarc_runtime::abi!(5, "0.1.0");

#[test]
fn code_of_another_generation_says_what_to_do() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/code/older.rs");
    cases.compile_fail("tests/code/newer.rs");
}

#[test]
fn functions_cannot_be_left_out() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/code/left_out.rs");
    cases.compile_fail("tests/code/incomplete.rs");
    cases.compile_fail("tests/code/unwrapped.rs");
}

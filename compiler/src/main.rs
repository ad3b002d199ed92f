//! The `grammarc` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    grammarc::cli::main()
}

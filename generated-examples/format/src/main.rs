//! `grammarc-format < file.json` prints the file, formatted.

use std::io::{self, Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut input = Vec::new();
    let formatted = io::stdin().read_to_end(&mut input).map(|_| grammarc_format::format(&input));
    let done = match formatted {
        Ok(Ok(text)) => io::stdout().write_all(text.as_bytes()),
        Ok(Err(message)) => Err(io::Error::other(message)),
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

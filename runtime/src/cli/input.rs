//! Reads the input of a command: a file, or standard input.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::status::Failure;

/// Reads a file; `-` is standard input.
///
/// # Errors
/// If it cannot be read, or is too long for a tree (4 GiB).
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let text = if path.as_os_str() == "-" {
        let mut text = Vec::new();
        io::stdin().lock().read_to_end(&mut text).map(|_| text)
    } else {
        fs::read(path)
    };
    let text = text.map_err(|error| Failure::file(path, &error))?;
    match u32::try_from(text.len()) {
        Ok(_) => Ok(text),
        Err(_) => Err(Failure::usage(format!("{}: longer than 4 GiB", path.display()))),
    }
}

//! Reads the input of a command: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::status::Failure;

/// Reads a file; `-` is standard input.
///
/// # Errors
/// If it cannot be read, or is too long for a tree (4 GiB).
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    // One byte more than can be used: a device that never ends is too long, too.
    let most = u64::from(u32::MAX) + 1;
    let read = if path.as_os_str() == "-" {
        io::stdin().lock().take(most).read_to_end(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut text))
    };
    read.map_err(|error| Failure::file(path, &error))?;
    match u32::try_from(text.len()) {
        Ok(_) => Ok(text),
        Err(_) => Err(Failure::usage(format!("{}: longer than 4 GiB", path.display()))),
    }
}

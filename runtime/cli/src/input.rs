//! Reads the input of a command: a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::status::Failure;
use grammarc_trial::oracle::shown;

/// How long to wait for a writer to a named pipe.
const WRITER_TIMEOUT: Duration = Duration::from_secs(2);
/// How often to look.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

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
        read_at_most(path, most, &mut text)
    };
    read.map_err(|error| Failure::input(path, &error))?;
    match u32::try_from(text.len()) {
        Ok(_) => Ok(text),
        Err(_) => Err(Failure::usage(format!("{}: larger than 4 GiB", shown(path)))),
    }
}

/// Reads the beginning of a file. A named pipe is read only if it has a writer.
fn read_at_most(path: &Path, most: u64, text: &mut Vec<u8>) -> io::Result<usize> {
    // A path in `/dev` or `/proc` stands for an open file, so a pipe there has, or had, a writer.
    let is_open_already = path.starts_with("/dev") || path.starts_with("/proc");
    if is_open_already || !path.metadata()?.file_type().is_fifo() {
        return File::open(path)?.take(most).read_to_end(text);
    }
    let mut pipe = File::options().read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)?;
    let start = Instant::now();
    let mut first = [0];
    let count = loop {
        match pipe.read(&mut first) {
            Ok(0) if start.elapsed() < WRITER_TIMEOUT => sleep(POLL_INTERVAL),
            Ok(0) => return Err(io::Error::other("a pipe without a writer")),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break 0,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            count => break count?,
        }
    };
    text.extend(&first[..count]);
    fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
    Ok(count + pipe.take(most - count as u64).read_to_end(text)?)
}

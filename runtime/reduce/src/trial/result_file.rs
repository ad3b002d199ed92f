//! The file that holds the best text so far: complete at every moment, and only ever getting smaller. So a run may be
//! killed at any time.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::beside::beside;
use grammarc_core::order;

/// Time between two moments when the file is forced to the disk: syncing each text would be slower than a fast oracle.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file that is replaced as a whole.
#[derive(Debug)]
pub struct ResultFile {
    path: PathBuf,
    /// Its content, or the text to be written next.
    best: Vec<u8>,
    synced: Option<Instant>,
    /// The version of the file that we may replace.
    ours: Option<Stamp>,
    set_aside: Vec<PathBuf>,
}

/// A version of a file: device, inode, size and modification time. It changes if the file is replaced or written to.
/// For example, the time changes if somebody writes other bytes of the same number.
type Stamp = (u64, u64, u64, i64, i64);

/// Returns the path of the file before it is renamed. It is always the same, so that the next run removes the file of a killed
/// one; only one run at a time may write a result.
fn temporary(path: &Path) -> PathBuf {
    beside(path, ".", ".grammarc.tmp")
}

fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.dev(), metadata.ino(), metadata.size(), metadata.mtime(), metadata.mtime_nsec())
}

impl ResultFile {
    /// Makes a result file that never holds a larger text than `best`. Writes nothing yet. A file that is there now may be
    /// replaced; a file that somebody else puts there later is set aside. The half-written file of a killed run is removed.
    pub fn new(path: &Path, best: &[u8]) -> Self {
        let _ = fs::remove_file(temporary(path));
        let ours = path.symlink_metadata().ok().as_ref().map(stamp);
        Self { path: path.to_owned(), best: best.to_vec(), synced: None, ours, set_aside: Vec::new() }
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the best text so far.
    pub fn best(&self) -> &[u8] {
        &self.best
    }

    /// Returns the new places of files of somebody else that were found in the place of ours.
    pub fn set_aside(&self) -> &[PathBuf] {
        &self.set_aside
    }

    /// Goes on from another text.
    pub fn restart(&mut self, best: &[u8]) {
        self.best = best.to_vec();
    }

    /// Writes a text, if it is smaller than the best so far.
    ///
    /// # Errors
    /// If that fails. The file then keeps its old content.
    pub fn offer(&mut self, text: &[u8]) -> io::Result<()> {
        if order::compare(text, &self.best).is_lt() {
            self.best = text.to_vec();
            return self.write();
        }
        Ok(())
    }

    /// Writes the best text, and forces it to the disk.
    ///
    /// # Errors
    /// If that fails. The file then keeps its old content.
    pub fn finish(&mut self) -> io::Result<()> {
        self.synced = None;
        self.write()
    }

    fn write(&mut self) -> io::Result<()> {
        let temporary = temporary(&self.path);
        let result = self.write_to(&temporary).and_then(|written| {
            self.make_room()?;
            fs::rename(&temporary, &self.path)?;
            self.ours = Some(written);
            Ok(())
        });
        if result.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        result
    }

    fn write_to(&mut self, path: &Path) -> io::Result<Stamp> {
        let _ = fs::remove_file(path);
        let mut file = File::create_new(path)?;
        file.write_all(&self.best)?;
        if self.synced.is_none_or(|synced| synced.elapsed() >= SYNC_INTERVAL) {
            file.sync_data()?;
            self.synced = Some(Instant::now());
        }
        Ok(stamp(&file.metadata()?))
    }

    /// Sets aside a file that somebody else has put in our place: `OUT` becomes `OUT.other`.
    fn make_room(&mut self) -> io::Result<()> {
        let there = match self.path.symlink_metadata() {
            Ok(metadata) => stamp(&metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if Some(there) != self.ours {
            let numbered = (2..).map(|number| beside(&self.path, "", &format!(".other.{number}")));
            let mut places = std::iter::once(beside(&self.path, "", ".other")).chain(numbered);
            let free = places.find(|place| place.symlink_metadata().is_err()).unwrap_or_default();
            fs::rename(&self.path, &free)?;
            self.set_aside.push(free);
        }
        Ok(())
    }
}

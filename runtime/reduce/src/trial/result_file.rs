//! The file that holds the best text so far: complete at every moment, and only ever getting smaller.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::beside::beside;
use grammarc_core::order;

/// How often what was written is forced to the disk.
const SYNC: Duration = Duration::from_secs(1);

/// A file that is replaced as a whole.
#[derive(Debug)]
pub struct ResultFile {
    path: PathBuf,
    /// What it holds, or shall hold once written.
    best: Vec<u8>,
    synced: Option<Instant>,
    /// What is there, and may be replaced.
    ours: Option<Stamp>,
    set_aside: Vec<PathBuf>,
}

/// What tells a file from any other, and from itself once it is written to: place, size and time.
type Stamp = (u64, u64, u64, i64, i64);

/// Where the file is written before it takes its place. Always the same, so that what a kill leaves is found again; only one
/// run at a time may write a result.
fn temporary(path: &Path) -> PathBuf {
    beside(path, ".", ".grammarc.tmp")
}

fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.dev(), metadata.ino(), metadata.size(), metadata.mtime(), metadata.mtime_nsec())
}

impl ResultFile {
    /// Speaks of the file that shall never hold anything larger than `best`. Writes nothing yet. What is there now may be
    /// replaced; what somebody else puts there later is set aside. What a killed run left half written is removed.
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

    /// Returns where files of somebody else are now that were found in the place of ours.
    pub fn set_aside(&self) -> &[PathBuf] {
        &self.set_aside
    }

    /// Goes on from another text.
    pub fn restart(&mut self, best: &[u8]) {
        self.best = best.to_vec();
    }

    /// Writes a text, if it is smaller than what is there.
    ///
    /// # Errors
    /// If that fails. The file then still holds what it held.
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
    /// If that fails. The file then still holds what it held.
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
        if self.synced.is_none_or(|synced| synced.elapsed() >= SYNC) {
            file.sync_data()?;
            self.synced = Some(Instant::now());
        }
        Ok(stamp(&file.metadata()?))
    }

    /// Sets aside what somebody else has put in our place.
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

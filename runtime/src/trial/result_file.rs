//! The file that holds the best text so far: complete at every moment, and only ever getting smaller.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::reduce::order;

/// How often what was written is forced to the disk.
const SYNC: Duration = Duration::from_secs(1);

/// A file that is replaced as a whole.
#[derive(Debug)]
pub struct ResultFile {
    path: PathBuf,
    /// What it holds, or shall hold once written.
    best: Vec<u8>,
    synced: Option<Instant>,
}

impl ResultFile {
    /// Speaks of the file that shall never hold anything larger than `best`. Writes nothing yet.
    pub fn new(path: &Path, best: &[u8]) -> Self {
        Self { path: path.to_owned(), best: best.to_vec(), synced: None }
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the best text so far.
    pub fn best(&self) -> &[u8] {
        &self.best
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
        let beside = self.beside();
        let result = self.write_to(&beside).and_then(|()| fs::rename(&beside, &self.path));
        if result.is_err() {
            let _ = fs::remove_file(&beside);
        }
        result
    }

    fn write_to(&mut self, path: &Path) -> io::Result<()> {
        let mut file = File::create(path)?;
        file.write_all(&self.best)?;
        if self.synced.is_none_or(|synced| synced.elapsed() >= SYNC) {
            file.sync_data()?;
            self.synced = Some(Instant::now());
        }
        Ok(())
    }

    fn beside(&self) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
    }
}

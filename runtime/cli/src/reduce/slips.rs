//! Candidates that crash in another way than the input: perhaps other bugs. The smallest of each kind is kept beside the result.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::controls::Controls;
use super::given::Given;
use super::progress::RunningTests;
use crate::existing::for_old;
use grammarc_trial::archive::{self, Form};
use grammarc_trial::oracle::{CommandOracle, End, Oracle, OracleError, Run, Verdict, signals};
use grammarc_trial::trial::{ResultFile, beside};

/// How many kinds are kept.
const KINDS: usize = 8;

/// Judges like the command, keeps candidates that crash in another way, and counts runs that were cut off.
pub(super) struct Watchful<'a> {
    pub(super) oracle: &'a CommandOracle,
    pub(super) slips: &'a Slips,
    /// The number of runs that the timeout has cut off.
    pub(super) timeouts: &'a AtomicU64,
    /// Milliseconds of the longest run that was not cut off.
    pub(super) longest_ms: &'a AtomicU64,
    /// Whether runs may start.
    pub(super) controls: &'a Controls,
    /// The runs that the progress shows.
    pub(super) running: Arc<RunningTests>,
}

impl Oracle for Watchful<'_> {
    fn judge(&self, text: &[u8], run: &Run<'_>) -> Result<Verdict, OracleError> {
        self.controls.wait_while_paused(run);
        let _running = self.running.begin();
        let outcome = self.oracle.observe(text, run)?;
        if outcome.end == End::TimedOut {
            self.timeouts.fetch_add(1, Ordering::Relaxed);
        } else if outcome.end != End::Cancelled {
            self.longest_ms.fetch_max(outcome.took.as_millis() as u64, Ordering::Relaxed);
        }
        let verdict = self.oracle.verdict_or_broken(&outcome)?;
        if verdict == Verdict::Boring && self.oracle.has_slipped(outcome.end) {
            self.slips.keep(outcome.end, text);
        }
        Ok(verdict)
    }
}

/// A folder with a file for each kind of crash.
pub(super) struct Slips {
    /// None if the result goes to standard output.
    folder: Option<PathBuf>,
    /// The extension of the files, as `.json`, from the input's name.
    extension: String,
    form: Form,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    files: Vec<(End, ResultFile)>,
    /// Why something could not be kept.
    error: Option<io::Error>,
}

/// Returns the folder that belongs to an output file.
pub(super) fn folder(output: &Path) -> PathBuf {
    beside(output, "", ".slipped")
}

impl Slips {
    pub(super) fn new(output: Option<&Path>, given: &Given) -> Self {
        let name = PathBuf::from(given.name());
        let extension = name.extension().filter(|_| !given.is_folder());
        let extension = extension.map_or_else(String::new, |text| format!(".{}", text.to_string_lossy()));
        Self { folder: output.map(folder), extension, form: given.form, kept: Mutex::default() }
    }

    /// Sets aside the folder of a run on another input, and returns its new path.
    pub(super) fn set_aside(&self) -> io::Result<Option<PathBuf>> {
        let Some(folder) = self.folder.as_ref().filter(|folder| folder.symlink_metadata().is_ok()) else {
            return Ok(None);
        };
        let old = for_old(folder);
        fs::rename(folder, &old)?;
        Ok(Some(old))
    }

    /// Keeps a text if it is the smallest that ended so.
    fn keep(&self, end: End, text: &[u8]) {
        let Some(folder) = &self.folder else { return };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = kept.offer(folder, (&self.extension, self.form), end, text) {
            kept.error.get_or_insert(error);
        }
    }

    /// Returns the files with their sizes in bytes, those of earlier runs included.
    pub(super) fn files(&self) -> Vec<(PathBuf, u64)> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).settle();
        let entries = self.folder.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let mut files: Vec<_> = entries
            .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
            .filter_map(|entry| Some((entry.path(), self.bytes(&entry.path())?)))
            .collect();
        files.sort();
        files
    }

    /// Returns the size of a kept candidate in bytes.
    fn bytes(&self, path: &Path) -> Option<u64> {
        match self.form {
            Form::File => path.metadata().ok().map(|there| there.len()),
            Form::Folder => self.form.read(path).ok().map(|text| archive::size(&text).1 as u64),
        }
    }

    /// Returns why something could not be kept, if so.
    pub(super) fn error(&self) -> Option<String> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.error.as_ref().map(ToString::to_string)
    }
}

impl Kept {
    /// Writes the texts that are not written.
    fn settle(&mut self) {
        let failed = self.files.iter_mut().find_map(|(_, file)| file.settle().err());
        self.error = self.error.take().or(failed);
    }

    fn offer(&mut self, folder: &Path, (extension, form): (&str, Form), end: End, text: &[u8]) -> io::Result<()> {
        if let Some((_, file)) = self.files.iter_mut().find(|(other, _)| *other == end) {
            return file.offer(text);
        }
        let path = folder.join(format!("{}{extension}", name(end)));
        let earlier = form.read(&path).ok();
        if earlier.is_none() && fs::read_dir(folder).map_or(0, Iterator::count) >= KINDS {
            return Ok(());
        }
        fs::create_dir_all(folder)?;
        let mut file = ResultFile::new(&path, form, earlier.as_deref().unwrap_or(text));
        let result = if earlier.is_some() { file.offer(text) } else { file.finish() };
        self.files.push((end, file));
        result
    }
}

fn name(end: End) -> String {
    match end {
        End::Signalled(signal) => signals::name(signal).replace(' ', "-"),
        End::Exited(status) => format!("exit-{status}"),
        _ => "other".to_owned(),
    }
}

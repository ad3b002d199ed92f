//! The journal of a run: every verdict and every accepted text, so that the same run can go on after any end.
//!
//! `OUT.journal` is text, one record a line, each with a checksum. It starts with a header: terms, under which the
//! verdicts hold, and notes. A verdict is written as soon as it is known; a killed process loses nothing that was
//! written, and a torn last record is dropped. Accepted texts are kept as the splice from the one before.

mod record;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use record::{Header, Splice};
use record::{Record, START, parse};

use super::beside::beside;
use super::{Digest, Judged};
use crate::oracle::Verdict;

/// How often what was written is forced to the disk.
const SYNC: Duration = Duration::from_secs(1);

/// A journal that is ours alone as long as it is open.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    past: Option<Past>,
    /// Texts whose verdicts and acceptance are in the file already.
    written: HashSet<Digest>,
    accepted: HashSet<Digest>,
    /// The text that the next splice applies to.
    last: Vec<u8>,
    synced: Instant,
}

/// What an earlier run left.
#[derive(Debug, Clone, Default)]
pub struct Past {
    /// Under which terms.
    pub header: Header,
    /// What it found out, in that order.
    pub verdicts: Vec<(Digest, Verdict)>,
    /// What it accepted, in that order.
    pub splices: Vec<(Digest, Splice)>,
}

impl Past {
    /// Returns all accepted texts, from the first on, given the input of that run; up to the first that cannot be
    /// rebuilt.
    pub fn accepted(&self, input: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        let mut text = input.to_vec();
        self.splices.iter().map_while(move |(digest, splice)| {
            text = splice.apply(&text)?;
            (Digest::of(&text) == *digest).then(|| text.clone())
        })
    }

    /// Returns whether a text was found interesting, or is the input. A result that was written right before the end
    /// may be known by its verdict alone.
    pub fn describes(&self, text: &[u8]) -> bool {
        let digest = Digest::of(text);
        self.verdicts.contains(&(digest, Verdict::Interesting))
            || self.splices.iter().any(|(accepted, _)| *accepted == digest)
            || self.header.term("input") == Some(&digest.to_string())
    }
}

/// Why there can be no journal.
#[derive(Debug)]
pub enum JournalError {
    /// Another process has it.
    Locked,
    /// It cannot be read or written.
    Io(io::Error),
}

impl From<io::Error> for JournalError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Journal {
    /// Opens and locks a journal, and reads what is there. Nothing is changed but a torn end.
    ///
    /// # Errors
    /// If that is impossible, or another process has it.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut file = locked(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (records, good) = parse(&bytes);
        let past = past_of(records);
        if past.is_some() && good < bytes.len() {
            file.set_len(good as u64)?;
        }
        file.seek(SeekFrom::End(0))?;
        let synced = Instant::now();
        let (path, written, accepted) = (path.to_owned(), HashSet::new(), HashSet::new());
        Ok(Self { path, file, past, written, accepted, last: Vec::new(), synced })
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what an earlier run left, under whatever terms.
    pub fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// Returns whether a text is a result of this run or an earlier one, or its input.
    pub fn describes(&self, text: &[u8]) -> bool {
        self.accepted.contains(&Digest::of(text)) || self.past.as_ref().is_some_and(|past| past.describes(text))
    }

    /// Returns whether a text is a result of a run whose journal was set aside. So it is when the run that did so was killed
    /// before it had a result of its own.
    pub fn set_aside_describes(&self, text: &[u8]) -> bool {
        let describes = |place: &PathBuf| {
            let records = fs::read(place).map(|bytes| parse(&bytes).0).unwrap_or_default();
            past_of(records).is_some_and(|past| past.describes(text))
        };
        places_for_old(&self.path).take_while(|place| place.symlink_metadata().is_ok()).any(|place| describes(&place))
    }

    /// Goes on where an earlier run on the same input ended.
    pub fn resume(&mut self, input: &[u8]) {
        let Some(past) = &self.past else { return };
        self.last = past.accepted(input).last().unwrap_or_else(|| input.to_vec());
        self.written = past.verdicts.iter().map(|(digest, _)| *digest).collect();
        self.accepted = past.splices.iter().map(|(digest, _)| *digest).collect();
    }

    /// Starts anew. What was there, if anything, is set aside; its new place is returned.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn restart(&mut self, header: &Header, input: &[u8]) -> Result<Option<PathBuf>, JournalError> {
        let mut aside = None;
        if self.file.metadata()?.len() > 0 {
            if !is_at(&self.file, &self.path) {
                self.write_again()?;
            }
            let old = place_for_old(&self.path);
            fs::rename(&self.path, &old)?;
            aside = Some(old);
            self.file = locked(&self.path)?;
        }
        (self.past, self.written, self.accepted) = (None, HashSet::new(), HashSet::new());
        self.last = input.to_vec();
        if let Err(error) = self.file.write_all(header.lines().as_bytes()) {
            // Half a header is worth nothing, and would be taken for that of another run.
            self.file.set_len(0)?;
            return Err(error.into());
        }
        Ok(aside)
    }

    /// Writes a verdict, unless it is there already.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn judged(&mut self, judged: &Judged<'_>) -> io::Result<()> {
        if self.written.insert(judged.digest) {
            let ms = u64::try_from(judged.took.as_millis()).unwrap_or(u64::MAX);
            let (digest, verdict, strategy) = (judged.digest, judged.verdict, judged.strategy.to_owned());
            self.write(&Record::Verdict { digest, verdict, ms, strategy })?;
        }
        Ok(())
    }

    /// Writes that a text was accepted, unless it was before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn accepted(&mut self, text: &[u8]) -> io::Result<()> {
        let digest = Digest::of(text);
        if self.accepted.insert(digest) {
            let splice = Splice::between(&self.last, text);
            self.write(&Record::Accepted { digest, splice })?;
            self.last = text.to_vec();
        }
        Ok(())
    }

    /// Forces everything to the disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync(&mut self) -> io::Result<()> {
        self.synced = Instant::now();
        if !is_at(&self.file, &self.path) {
            self.write_again()?;
        }
        self.file.sync_data()
    }

    /// Brings back a journal that somebody has removed: what was written is still at hand.
    fn write_again(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut text)?;
        let options = File::options().read(true).write(true).create_new(true).open(&self.path);
        let mut file = options.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => io::Error::other("somebody else has put another file in its place"),
            _ => error,
        })?;
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => io::Error::other("another run is writing it"),
            fs::TryLockError::Error(error) => error,
        })?;
        file.write_all(&text)?;
        self.file = file;
        Ok(())
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        // One call for a line, unbuffered: a kill tears at most the last record.
        self.file.write_all(record.line().as_bytes())?;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }
}

/// An unused journal leaves nothing behind.
impl Drop for Journal {
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Returns where a journal goes that is of no use any more: in the place of an older one, but of nothing else.
fn place_for_old(path: &Path) -> PathBuf {
    let is_journal = |place: &Path| {
        let mut start = vec![0; START.len()];
        File::open(place).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == START.as_bytes()
    };
    places_for_old(path).find(|place| place.symlink_metadata().is_err() || is_journal(place)).unwrap_or_default()
}

fn places_for_old(path: &Path) -> impl Iterator<Item = PathBuf> {
    let numbered = (2..).map(|number| beside(path, "", &format!(".old.{number}")));
    std::iter::once(beside(path, "", ".old")).chain(numbered)
}

fn locked(path: &Path) -> Result<File, JournalError> {
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("not a file").into());
    }
    loop {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => return Ok(file),
            // It was set aside or removed between opening and locking.
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(JournalError::Locked),
            Err(fs::TryLockError::Error(error)) => return Err(error.into()),
        }
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata(), path.metadata()), (Ok(ours), Ok(there)) if place(ours.clone()) == place(there.clone()))
}

fn past_of(records: Vec<Record>) -> Option<Past> {
    let mut past = Past::default();
    let mut records = records.into_iter();
    let Some(Record::Start) = records.next() else { return None };
    for record in records {
        match record {
            Record::Start => return None,
            Record::Term(name, value) => past.header.terms.push((name, value)),
            Record::Note(name, value) => past.header.notes.push((name, value)),
            Record::Verdict { digest, verdict, .. } => past.verdicts.push((digest, verdict)),
            Record::Accepted { digest, splice } => past.splices.push((digest, splice)),
        }
    }
    Some(past)
}

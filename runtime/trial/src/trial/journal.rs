//! The journal of a run: every verdict and every accepted text, so that the same run can go on after any end.
//!
//! `OUT.journal` is text, one record a line, each with a checksum. It starts with a header: terms, under which the verdicts
//! hold, and notes. A verdict is written as soon as it is known; a killed process loses nothing that was written. A torn or
//! damaged line costs that line alone, and the file stays as it is until a run goes on from it. An accepted text is stored as the
//! splice from the one before, and so is a rollback to an earlier one. If the oracle is flaky, the journal also has the rates of texts. Verdicts after the rate of the input came from
//! repeated runs.

mod record;

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

pub use record::Header;
use record::{Record, START, parse};

use super::beside::numbered;
use super::result_file::sync_folder_of;
use super::{Digest, Judgement, Rate, SharedText, Splice};
use crate::oracle::Verdict;
use grammarc_core::order;

/// Time between two moments when records are forced to the disk: syncing each record would be slower than a fast
/// oracle.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);
/// Time to wait for a lock, because a child of a killed run may hold it for a moment.
pub(crate) const LOCK_TIMEOUT: Duration = Duration::from_millis(500);

/// A journal that is ours alone as long as it is open.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    past: Option<Past>,
    /// When an earlier run wrote the last record.
    modified: Option<SystemTime>,
    /// The number of bytes up to the last line that ends.
    whole_lines: u64,
    /// There is no more than a header or a part of it, of a run that was killed before its first verdict.
    is_stub: bool,
    /// Texts whose verdicts and acceptance are in the file already.
    written: HashMap<Digest, Verdict>,
    accepted: HashSet<Digest>,
    /// Texts whose verdicts by repeated runs are in the file, although this run has not come to repeat any.
    repeated: HashMap<Digest, Verdict>,
    is_ahead: bool,
    /// Texts whose rate is in the file already, with the number of runs that measured it.
    measured: HashSet<(Digest, u32)>,
    input: Digest,
    /// The content of the result file: a journal that describes it is not replaced.
    result: Option<Vec<u8>>,
    /// The text that the next splice applies to.
    last: SharedText,
    synced: Instant,
}

/// The records of an earlier run.
#[derive(Debug, Clone, Default)]
pub struct Past {
    /// The terms under which its verdicts hold, and notes.
    pub header: Header,
    /// Verdicts by single runs, in order.
    pub verdicts: Vec<(Digest, Verdict)>,
    /// Verdicts by repeated runs, in order.
    pub repeated: Vec<(Digest, Verdict)>,
    /// Measured rates of texts.
    pub rates: Vec<(Digest, Rate)>,
    /// Accepted texts and rollbacks, in order.
    pub splices: Vec<(Digest, Splice)>,
    /// The indices of the splices that are rollbacks. For example, 2 if the third splice goes back to the first text.
    pub backs: HashSet<usize>,
    /// Some lines are damaged, and their records are lost.
    pub is_damaged: bool,
    /// Some of the damaged lines may be terms, so it is unknown under which terms the verdicts hold.
    pub is_headless: bool,
}

impl Past {
    /// Returns the accepted texts, from the first on, given the input of that run. Texts that cannot be rebuilt are left out, because
    /// a record before them was damaged; a run that went on from there began with the last text before the gap.
    pub fn accepted(&self, input: impl Into<SharedText>) -> impl Iterator<Item = SharedText> {
        self.rebuilt(input.into()).map(|(_, text)| text)
    }

    /// Returns the accepted texts with the indices of their splices.
    fn rebuilt(&self, input: SharedText) -> impl Iterator<Item = (usize, SharedText)> {
        let mut last = input;
        self.splices.iter().enumerate().filter_map(move |(place, (digest, splice))| {
            let text = splice.apply(&last).filter(|text| Digest::of(text) == *digest)?;
            last = text.into();
            Some((place, last.clone()))
        })
    }

    /// Returns whether a text was found interesting, or is the input. A result that was written right before the end
    /// may be known by its verdict alone.
    pub fn describes(&self, text: &[u8]) -> bool {
        let digest = Digest::of(text);
        let mut verdicts = self.verdicts.iter().chain(&self.repeated);
        verdicts.any(|verdict| *verdict == (digest, Verdict::Interesting))
            || self.splices.iter().any(|(accepted, _)| *accepted == digest)
            || self.header.term("input") == Some(&digest.to_string())
    }
}

impl Past {
    /// Returns the smallest accepted text that was not rolled back and passes `may_be`; else the input.
    pub fn best(&self, input: impl Into<SharedText>, may_be: impl Fn(&[u8]) -> bool) -> SharedText {
        let input = &input.into();
        self.rebuilt(input.clone()).fold(input.clone(), |best, (place, text)| match self.backs.contains(&place) {
            true if may_be(&text) => text,
            true => input.clone(),
            false if order::compare(&text, &best).is_lt() && may_be(&text) => text,
            false => best,
        })
    }

    /// Returns whether a text was accepted, and given up later. For example, `ab` was, if `abc` became `ab`, and that
    /// went back to `abc`.
    pub fn was_given_up(&self, text: &[u8]) -> bool {
        let (mut standing, mut given_up) = (Vec::new(), HashSet::new());
        for (place, (digest, _)) in self.splices.iter().enumerate() {
            if self.backs.contains(&place) {
                given_up.extend(std::iter::from_fn(|| standing.pop_if(|last| last != digest)));
            } else {
                standing.push(*digest);
                given_up.remove(digest);
            }
        }
        given_up.contains(&Digest::of(text))
    }

    /// Returns the rate at which the input is interesting, if the oracle was seen to be flaky.
    pub fn rate(&self) -> Option<Rate> {
        self.rates.iter().find(|(digest, rate)| self.is_turn(*digest, *rate)).map(|(_, rate)| *rate)
    }

    /// Returns whether this is the rate of the input, after which runs are repeated.
    fn is_turn(&self, digest: Digest, rate: Rate) -> bool {
        rate.runs > 1 && self.header.term("input") == Some(&digest.to_string())
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
    /// Opens and locks a journal, and reads its records. Nothing is changed.
    ///
    /// # Errors
    /// If that is impossible, or another process has it.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut file = locked(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let lines = parse(&bytes);
        let is_stub = is_stub(&bytes, &lines);
        let past = past_of(lines);
        let whole_lines = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end as u64 + 1);
        let modified = file.metadata()?.modified().ok();
        let synced = Instant::now();
        Ok(Self {
            path: path.to_owned(),
            file,
            past,
            modified,
            whole_lines,
            is_stub,
            written: HashMap::new(),
            accepted: HashSet::new(),
            repeated: HashMap::new(),
            is_ahead: false,
            measured: HashSet::new(),
            input: Digest::of(b""),
            result: None,
            last: SharedText::default(),
            synced,
        })
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the records of an earlier run, whatever its terms.
    pub fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// Returns how long ago an earlier run wrote its last record; none without such a run, or if the clock went back.
    pub fn age(&self) -> Option<Duration> {
        self.past.as_ref().and(self.modified)?.elapsed().ok()
    }

    /// Returns the verdicts in the file that hold now, those of an earlier run that was resumed among them.
    pub fn verdicts(&self) -> impl Iterator<Item = (Digest, Verdict)> {
        self.written.iter().map(|(digest, verdict)| (*digest, *verdict))
    }

    /// Returns whether a text is a result of this run or an earlier one, or its input. If records of the earlier run are lost, its whole
    /// header is enough.
    pub fn describes(&self, text: &[u8]) -> bool {
        let may_be = |past: &Past| past.describes(text) || (past.is_damaged && !past.is_headless);
        self.accepted.contains(&Digest::of(text)) || self.past.as_ref().is_some_and(may_be)
    }

    /// Returns whether a text is a result of a run whose journal was set aside. This happens if the run that set it aside was
    /// killed before it had a result of its own.
    pub fn set_aside_describes(&self, text: &[u8]) -> bool {
        let mut places = numbered(&self.path, ".old").take_while(|place| place.symlink_metadata().is_ok());
        places.any(|place| describes(&place, text))
    }

    /// Sets the content of the result file, so that a journal that describes it is never overwritten.
    pub fn guard(&mut self, result: Vec<u8>) {
        self.result = Some(result);
    }

    /// Goes on where an earlier run on the same input ended. A torn last line is cut off.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn resume(&mut self, input: impl Into<SharedText>) -> io::Result<()> {
        let input = &input.into();
        let Some(past) = &self.past else { return Ok(()) };
        let mut rebuilt: Vec<SharedText> = past.accepted(input).collect();
        self.accepted = rebuilt.iter().map(|text| Digest::of(text)).collect();
        self.last = rebuilt.pop().unwrap_or_else(|| input.clone());
        self.input = Digest::of(input);
        self.written = past.verdicts.iter().copied().collect();
        self.repeated = past.repeated.iter().copied().collect();
        self.is_ahead = past.rate().is_some();
        self.measured = past.rates.iter().map(|(digest, rate)| (*digest, rate.runs)).collect();
        if self.file.metadata()?.len() > self.whole_lines {
            self.file.set_len(self.whole_lines)?;
        }
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    /// Starts anew. If there is an old journal, it is set aside, and its new place is returned. One without a verdict is not.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn restart(&mut self, header: &Header, input: impl Into<SharedText>) -> Result<Option<PathBuf>, JournalError> {
        let mut aside = None;
        let describes_result = self.result.as_ref().is_some_and(|result| self.describes(result));
        if self.is_stub && !describes_result {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
        } else if self.file.metadata()?.len() > 0 {
            if !is_at(&self.file, &self.path) {
                self.write_again()?;
            }
            let old = place_for_old(&self.path, self.result.as_deref());
            fs::rename(&self.path, &old)?;
            aside = Some(old);
            self.file = locked(&self.path)?;
        }
        (self.past, self.is_stub) = (None, false);
        (self.written, self.accepted) = (HashMap::new(), HashSet::new());
        (self.repeated, self.is_ahead, self.measured) = (HashMap::new(), false, HashSet::new());
        self.last = input.into();
        self.input = Digest::of(&self.last);
        if let Err(error) = self.file.write_all(header.lines().as_bytes()) {
            // Half a header is worth nothing, and would be taken for that of another run.
            self.file.set_len(0)?;
            return Err(error.into());
        }
        sync_folder_of(&self.path);
        Ok(aside)
    }

    /// Writes a verdict, unless it is there already.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn judged(&mut self, judged: &Judgement<'_>) -> io::Result<()> {
        // Behind verdicts by repeated runs, a verdict by a single run would be taken for one of them.
        if !self.is_ahead && !self.written.contains_key(&judged.digest) {
            self.written.insert(judged.digest, judged.verdict);
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
    pub fn accepted(&mut self, text: impl Into<SharedText>) -> io::Result<()> {
        let text = text.into();
        let digest = Digest::of(&text);
        if self.accepted.insert(digest) {
            let splice = Splice::between(&self.last, &text);
            self.write(&Record::Accepted { digest, splice })?;
            self.last = text;
        }
        Ok(())
    }

    /// Writes the rate of a text, unless it is there already. With the rate of the input, verdicts by repeated runs begin.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn measured(&mut self, digest: Digest, rate: Rate) -> io::Result<()> {
        if rate.runs > 1 && digest == self.input {
            self.written = std::mem::take(&mut self.repeated);
            self.is_ahead = false;
        }
        if !self.is_ahead && self.measured.insert((digest, rate.runs)) {
            self.write(&Record::Measured { digest, rate })?;
        }
        Ok(())
    }

    /// Writes that the `dropped` texts were given up for `text`, if the last accepted one is among them.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn rolled_back(&mut self, text: &SharedText, dropped: &[Digest]) -> io::Result<()> {
        if dropped.contains(&Digest::of(&self.last)) {
            self.accepted.retain(|digest| !dropped.contains(digest));
            let (digest, splice) = (Digest::of(text), Splice::between(&self.last, text));
            self.write(&Record::Back { digest, splice })?;
            self.last = text.clone();
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

    /// Writes a journal again that somebody has removed. Its bytes can still be read from the open file.
    fn write_again(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut text)?;
        let options = File::options().read(true).write(true).create_new(true).open(&self.path);
        let mut file = options.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => io::Error::other("another program has replaced the file"),
            _ => error,
        })?;
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => io::Error::other("locked by another run"),
            fs::TryLockError::Error(error) => error,
        })?;
        file.write_all(&text)?;
        self.file = file;
        Ok(())
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        // One call for a line, unbuffered: a kill tears at most the last record.
        self.file.write_all(record.line().as_bytes())?;
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
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

/// Returns the place where a journal is set aside: the first of `OUT.journal.old`, `OUT.journal.old.2` and so on that is free,
/// or holds an older journal that does not describe the result.
fn place_for_old(path: &Path, result: Option<&[u8]>) -> PathBuf {
    let is_journal = |place: &Path| {
        let mut start = vec![0; START.len()];
        File::open(place).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == START.as_bytes()
    };
    let is_needed = |place: &Path| result.is_some_and(|result| describes(place, result));
    let may_be = |place: &PathBuf| place.symlink_metadata().is_err() || (is_journal(place) && !is_needed(place));
    numbered(path, ".old").find(may_be).unwrap_or_default()
}

fn describes(journal: &Path, text: &[u8]) -> bool {
    let bytes = fs::read(journal).unwrap_or_default();
    past_of(parse(&bytes)).is_some_and(|past| past.describes(text))
}

fn locked(path: &Path) -> Result<File, JournalError> {
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("not a file").into());
    }
    let start = Instant::now();
    loop {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            // A child of a killed run has the lock between its fork and its exec.
            Err(fs::TryLockError::WouldBlock) if start.elapsed() < LOCK_TIMEOUT => thread::sleep(LOCK_TIMEOUT / 100),
            Ok(()) if is_at(&file, path) => return Ok(file),
            // It was set aside or removed between opening and locking. Where that cannot be told, the loop has to end, too.
            Ok(()) if start.elapsed() < LOCK_TIMEOUT => {}
            Ok(()) | Err(fs::TryLockError::WouldBlock) => return Err(JournalError::Locked),
            Err(fs::TryLockError::Error(error)) => return Err(error.into()),
        }
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata(), path.metadata()), (Ok(ours), Ok(there)) if place(ours.clone()) == place(there.clone()))
}

/// Returns whether a file is a header or the first part of one, which a kill may have torn in a line.
fn is_stub(bytes: &[u8], lines: &[Option<Record>]) -> bool {
    let is_of_header =
        |line: &Option<Record>| matches!(line, Some(Record::Start | Record::Term(..) | Record::Note(..)));
    let is_torn = !bytes.ends_with(b"\n");
    match lines {
        [None] => is_torn && Record::Start.line().as_bytes().starts_with(bytes),
        [Some(Record::Start), rest @ .., None] if is_torn => rest.iter().all(is_of_header),
        [Some(Record::Start), rest @ ..] => rest.iter().all(is_of_header),
        _ => false,
    }
}

/// Returns what the lines of a journal tell; none if none of them is a record, so that the file is no journal. A damaged line is none.
fn past_of(lines: Vec<Option<Record>>) -> Option<Past> {
    let mut past = Past { is_headless: !matches!(lines.first(), Some(Some(Record::Start))), ..Past::default() };
    past.is_damaged = past.is_headless;
    let (mut has_turned, mut is_header, mut has_any) = (false, true, false);
    for line in lines {
        let Some(record) = line else {
            past.is_damaged = true;
            // Terms come before notes.
            past.is_headless |= is_header && past.header.notes.is_empty();
            continue;
        };
        is_header &= matches!(record, Record::Start | Record::Term(..) | Record::Note(..));
        // Another journal may have been appended, under other terms.
        if has_any && record == Record::Start {
            past.is_damaged = true;
            break;
        }
        has_any = true;
        match record {
            Record::Start => {}
            Record::Term(name, value) => past.header.terms.push((name, value)),
            Record::Note(name, value) => past.header.notes.push((name, value)),
            Record::Verdict { digest, verdict, .. } if has_turned => past.repeated.push((digest, verdict)),
            Record::Verdict { digest, verdict, .. } => past.verdicts.push((digest, verdict)),
            Record::Accepted { digest, splice } => past.splices.push((digest, splice)),
            Record::Measured { digest, rate } => {
                has_turned |= past.is_turn(digest, rate);
                past.rates.push((digest, rate));
            }
            Record::Back { digest, splice } => {
                past.backs.insert(past.splices.len());
                past.splices.push((digest, splice));
            }
        }
    }
    has_any.then_some(past)
}

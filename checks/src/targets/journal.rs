//! The journal: whatever bytes the file ends with, the records before the damage are read.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use grammarc_runtime::oracle::Verdict;
use grammarc_runtime::trial::{Digest, Header, Journal, Judgement, Past};

use super::Bytes;

/// Most records in a journal, so that one input takes milliseconds.
const MAX_RECORDS: usize = 40;

/// Writes a journal, damages its end, and reads it. The bytes choose the records, the number of bytes torn off the end, and the
/// bytes written there instead. If the number of records is 0, the remaining bytes are the journal.
///
/// # Panics
/// If a record before the damage is lost or changed.
pub fn journal(bytes: &[u8]) {
    let place = JournalFile::new();
    let mut bytes = Bytes(bytes);
    let records = usize::from(bytes.byte()).min(MAX_RECORDS);
    if records == 0 {
        std::fs::write(&place.0, bytes.0).expect("there is room");
        read(&place.0);
        return;
    }
    let (header, input) = (header(&mut bytes), bytes.some().to_vec());
    let mut journal = Journal::open(&place.0).expect("nobody else has it");
    journal.restart(&header, &input).expect("there is room");
    let written = write(&place.0, &mut journal, &mut bytes, records, &input);
    drop(journal);
    let all = Records { verdicts: &written.verdicts, accepted: &written.accepted };
    check(read(&place.0).as_ref(), &header, &all, &input);
    let left = damage(&place.0, &mut bytes);
    let past = read(&place.0);
    // A second header is no torn record: the journal sets the whole file aside.
    if let (Some(whole), Some(past)) = (written.up_to(left), past) {
        check(Some(&past), &header, &whole, &input);
        go_on(&place.0, &header, &input);
    }
}

/// A file that nobody else uses.
struct JournalFile(PathBuf);

impl JournalFile {
    fn new() -> Self {
        let thread = format!("{:?}", std::thread::current().id()).replace(['(', ')'], "-");
        let name = format!("grammarc-journal-{}-{thread}", std::process::id());
        let place = Self(std::env::temp_dir().join(name));
        place.remove();
        place
    }

    fn remove(&self) {
        let _ = std::fs::remove_file(&self.0);
        let _ = std::fs::remove_file(self.0.with_extension("old"));
    }
}

impl Drop for JournalFile {
    fn drop(&mut self) {
        self.remove();
    }
}

/// The records that were written.
#[derive(Default)]
struct WrittenRecords {
    verdicts: Vec<(Digest, Verdict)>,
    accepted: Vec<Vec<u8>>,
    /// After each record: how long the file was, and how many verdicts and accepted texts were in it.
    marks: Vec<(u64, usize, usize)>,
}

/// Some of the records, in order.
struct Records<'w> {
    verdicts: &'w [(Digest, Verdict)],
    accepted: &'w [Vec<u8>],
}

fn header(bytes: &mut Bytes<'_>) -> Header {
    let text = |bytes: &mut Bytes<'_>| String::from_utf8_lossy(bytes.some()).into_owned();
    let terms = vec![("command".to_owned(), text(bytes)), ("input".to_owned(), text(bytes))];
    Header { terms, notes: vec![("strategy".to_owned(), text(bytes))] }
}

impl WrittenRecords {
    fn mark(&mut self, path: &Path) {
        let length = std::fs::metadata(path).expect("it is there").len();
        self.marks.push((length, self.verdicts.len(), self.accepted.len()));
    }

    fn verdict(&mut self, journal: &mut Journal, bytes: &mut Bytes<'_>) {
        let verdict = [Verdict::Interesting, Verdict::Boring, Verdict::Unresolved][bytes.below(3)];
        let strategy = String::from_utf8_lossy(bytes.some());
        let (digest, took) = (Digest::of(bytes.some()), Duration::from_millis(u64::from(bytes.byte())));
        journal
            .judged(&Judgement { digest, verdict, is_answer: true, took, strategy: &strategy, is_cached: false })
            .expect("there is room");
        if !self.verdicts.iter().any(|(known, _)| *known == digest) {
            self.verdicts.push((digest, verdict));
        }
    }

    fn accept(&mut self, journal: &mut Journal, text: &[u8]) {
        journal.accepted(text).expect("there is room");
        if !self.accepted.iter().any(|known| known == text) {
            self.accepted.push(text.to_vec());
        }
    }

    /// The records that lie within the first `length` bytes of the file; `None` if not even the header does. For example, if the third of
    /// three records is torn, these are the first two.
    fn up_to(&self, length: u64) -> Option<Records<'_>> {
        let &(_, verdicts, accepted) = self.marks.iter().rev().find(|(end, ..)| *end <= length)?;
        Some(Records { verdicts: &self.verdicts[..verdicts], accepted: &self.accepted[..accepted] })
    }
}

fn write(path: &Path, journal: &mut Journal, bytes: &mut Bytes<'_>, records: usize, input: &[u8]) -> WrittenRecords {
    let mut written = WrittenRecords::default();
    let mut text = input.to_vec();
    written.mark(path);
    for _ in 0..records {
        if bytes.below(2) == 0 {
            written.verdict(journal, bytes);
        } else {
            let start = bytes.below(text.len() + 1);
            let end = start + bytes.below(text.len() - start + 1);
            text.splice(start..end, bytes.some().iter().copied());
            written.accept(journal, &text);
        }
        written.mark(path);
    }
    written
}

/// Tears off the end of the file, appends other bytes, and returns the length of the intact part.
fn damage(path: &Path, bytes: &mut Bytes<'_>) -> u64 {
    let length = std::fs::metadata(path).expect("it is there").len();
    let left = length.saturating_sub(bytes.below(400) as u64);
    let mut file = File::options().append(true).open(path).expect("it is ours");
    file.set_len(left).expect("it is ours");
    file.write_all(bytes.0).expect("there is room");
    left
}

/// Opens a journal and returns its records.
fn read(path: &Path) -> Option<Past> {
    Journal::open(path).expect("nobody else has it").past().cloned()
}

/// The journal begins with all written records, in their order.
fn check(past: Option<&Past>, header: &Header, written: &Records<'_>, input: &[u8]) {
    let past = past.expect("the header was written");
    assert_eq!(&past.header, header);
    assert!(past.verdicts.starts_with(written.verdicts), "{past:?} has not {:?}", written.verdicts);
    let accepted: Vec<Vec<u8>> = past.accepted(input).map(|text| text.to_vec()).collect();
    assert!(accepted.starts_with(written.accepted), "{past:?} has not {:?}", written.accepted);
}

/// A run resumes behind the damage, and keeps every record that was read.
fn go_on(path: &Path, header: &Header, input: &[u8]) {
    let mut journal = Journal::open(path).expect("nobody else has it");
    let past = journal.past().cloned().expect("it was read before");
    journal.resume(input).expect("there is room");
    journal.accepted(b"a text that no fuzzer makes").expect("there is room");
    drop(journal);
    let accepted: Vec<Vec<u8>> = past.accepted(input).map(|text| text.to_vec()).collect();
    let again = read(path);
    check(again.as_ref(), header, &Records { verdicts: &past.verdicts, accepted: &accepted }, input);
    if past.splices.len() == accepted.len() {
        assert_eq!(again.expect("checked").splices.len(), accepted.len() + 1);
    }
}

//! The file or folder that holds the best text so far: complete at every moment, and only ever getting smaller. So a run may be
//! killed at any time.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::SharedText;
use super::beside::{beside, numbered};
use crate::archive::{Form, remove};
use grammarc_core::order;

/// Time between two moments when the file is replaced. The new file is forced to the disk before, because a power cut could otherwise
/// leave an empty file in the place of a whole one. To sync each text would be slower than a fast oracle; the journal has the texts
/// between.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// Share of the time that writing may take: one part in so many. A large folder is written less often than it gets smaller.
const WRITING_SHARE: u32 = 10;

/// A file or folder that is replaced as a whole.
#[derive(Debug)]
pub struct ResultFile {
    path: PathBuf,
    form: Form,
    /// When it may be written again.
    due: Option<Instant>,
    /// Its content, or the text to be written next.
    best: SharedText,
    /// Whether the best text is not in the file.
    is_behind: bool,
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

/// Moves a file or folder to a place. A folder that is there is exchanged for it, so that the place is never empty.
fn replace(from: &Path, to: &Path) -> io::Result<()> {
    if !to.symlink_metadata().is_ok_and(|there| there.is_dir()) {
        return fs::rename(from, to);
    }
    exchange(from, to)?;
    discard(from)
}

/// Exchanges two folders. Where the system cannot do that at once, the second is missing for a moment.
fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    let old = beside(b, ".", ".grammarc.old");
    fs::rename(b, &old)?;
    fs::rename(a, b)?;
    fs::rename(&old, a)
}

/// Removes a file, or a folder with all that is in it.
fn discard(path: &Path) -> io::Result<()> {
    match path.symlink_metadata()?.is_dir() {
        true => remove(path),
        false => fs::remove_file(path),
    }
}

/// Forces the names in the folder of a file to the disk, so that a rename lasts. Some file systems cannot do that for a folder, and need
/// not.
pub(super) fn sync_folder_of(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
}

fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.dev(), metadata.ino(), metadata.size(), metadata.mtime(), metadata.mtime_nsec())
}

impl ResultFile {
    /// Makes a result file that never holds a larger text than `best`. Writes nothing yet. A file that is there now may be
    /// replaced; a file that somebody else puts there later is set aside. The half-written file of a killed run is removed.
    pub fn new(path: &Path, form: Form, best: impl Into<SharedText>) -> Self {
        let _ = discard(&temporary(path));
        let ours = path.symlink_metadata().ok().as_ref().map(stamp);
        let (path, best) = (path.to_owned(), best.into());
        Self { path, form, due: None, best, is_behind: false, ours, set_aside: Vec::new() }
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
    pub fn restart(&mut self, best: impl Into<SharedText>) {
        self.best = best.into();
    }

    /// Writes a text, if it is smaller than the best so far; or keeps it for [`ResultFile::catch_up`], if the last one was written just now.
    ///
    /// # Errors
    /// If that fails. The file then keeps its old content.
    pub fn offer(&mut self, text: impl AsRef<[u8]> + Into<SharedText>) -> io::Result<()> {
        if order::compare(text.as_ref(), &self.best).is_ge() {
            return Ok(());
        }
        self.best = text.into();
        self.is_behind = true;
        self.catch_up()
    }

    /// Writes the best text if it is not written, and it is time for that.
    ///
    /// # Errors
    /// If that fails. The file then keeps its old content.
    pub fn catch_up(&mut self) -> io::Result<()> {
        if !self.is_behind || self.due.is_some_and(|due| Instant::now() < due) {
            return Ok(());
        }
        let start = Instant::now();
        self.write()?;
        let pause = if self.form == Form::Folder { WRITING_SHARE * start.elapsed() } else { Duration::ZERO };
        self.due = Some(Instant::now() + pause.max(WRITE_INTERVAL));
        Ok(())
    }

    /// Writes the best text if it is not written.
    ///
    /// # Errors
    /// If that fails. The file then keeps its old content.
    pub fn settle(&mut self) -> io::Result<()> {
        if self.is_behind { self.write() } else { Ok(()) }
    }

    /// Writes the best text, and forces it to the disk.
    ///
    /// # Errors
    /// If that fails. The file then keeps its old content.
    pub fn finish(&mut self) -> io::Result<()> {
        self.write()
    }

    fn write(&mut self) -> io::Result<()> {
        let temporary = temporary(&self.path);
        let result = self.write_to(&temporary).and_then(|written| {
            self.make_room()?;
            replace(&temporary, &self.path)?;
            (self.ours, self.is_behind) = (Some(written), false);
            sync_folder_of(&self.path);
            Ok(())
        });
        if result.is_err() {
            let _ = discard(&temporary);
        }
        result
    }

    fn write_to(&mut self, path: &Path) -> io::Result<Stamp> {
        let _ = discard(path);
        self.form.write(&self.best, path, true)?;
        Ok(stamp(&path.symlink_metadata()?))
    }

    /// Sets aside a file that somebody else has put in our place: `OUT` becomes `OUT.other`.
    fn make_room(&mut self) -> io::Result<()> {
        let there = match self.path.symlink_metadata() {
            Ok(metadata) => stamp(&metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if Some(there) != self.ours {
            let free =
                numbered(&self.path, ".other").find(|place| place.symlink_metadata().is_err()).unwrap_or_default();
            fs::rename(&self.path, &free)?;
            self.set_aside.push(free);
        }
        Ok(())
    }
}

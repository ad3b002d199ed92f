//! Temporary directories that never outlive their owner by more than until the next start.
//!
//! Each run of ours has one directory, which holds a locked file with the cookie of the run. Whoever can get the lock
//! knows that the owner is gone: kills the processes that carry the cookie, and removes the directory.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::survivors::{Cookie, kill_all};

const PREFIX: &str = "grammarc-";
const LOCK: &str = "lock";

/// A directory of our own for everything temporary. Removed at the end, with all that still carries the cookie.
#[derive(Debug)]
pub(super) struct Scratch {
    root: PathBuf,
    cookie: Cookie,
    next: AtomicU64,
    /// Held as long as we live.
    _lock: File,
}

impl Scratch {
    /// Makes one, after removing those whose owner is gone.
    pub(super) fn new() -> io::Result<Self> {
        let parent = std::env::temp_dir();
        clean(&parent);
        for _ in 0..100 {
            let cookie = Cookie::new();
            let root = parent.join(format!("{PREFIX}{}", &cookie.as_str()[..12]));
            create_private(&root)?;
            let mut lock = File::create(root.join(LOCK))?;
            // Somebody who cleans up may have been quicker: then it is theirs.
            if lock.try_lock().is_err() || !root.join(LOCK).exists() {
                continue;
            }
            lock.write_all(cookie.as_str().as_bytes())?;
            return Ok(Self { root, cookie, next: AtomicU64::new(0), _lock: lock });
        }
        Err(io::Error::other("cannot lock a temporary directory"))
    }

    /// Returns the path that the first fresh directory has or had.
    pub(super) fn example(&self) -> PathBuf {
        self.root.join("0")
    }

    /// Makes a fresh directory for one run.
    pub(super) fn fresh(&self) -> io::Result<Fresh> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.root.join(number.to_string());
        fs::create_dir(&path)?;
        Ok(Fresh { path, cookie: self.cookie.of_run(number) })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        kill_all(&self.cookie);
        // If that fails, the next start tries again.
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// The directory of one run. Removed at its end.
#[derive(Debug)]
pub(super) struct Fresh {
    path: PathBuf,
    cookie: Cookie,
}

impl Fresh {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what all processes of this run carry.
    pub(super) fn cookie(&self) -> &Cookie {
        &self.cookie
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

/// Removes the directories whose owner is gone. What cannot be removed stays for the next time.
fn clean(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            let _ = clean_one(&entry.path());
        }
    }
}

fn clean_one(root: &Path) -> io::Result<()> {
    // A directory without a lock is not ours, or is just being made.
    let mut lock = File::options().read(true).write(true).open(root.join(LOCK))?;
    lock.try_lock()?;
    let mut text = String::new();
    lock.read_to_string(&mut text)?;
    if let Some(cookie) = Cookie::from_text(&text) {
        kill_all(&cookie);
    }
    fs::remove_dir_all(root)
}

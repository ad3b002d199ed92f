//! Temporary directories. If their owner is killed, the next start removes them.
//!
//! Each run of ours has one directory, which holds a locked file with the cookie of the run. A process that gets the lock knows
//! that the owner is gone. It kills the processes that carry the cookie, and removes the directory.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::orphans::sweep;
use super::survivors::{Cookie, kill_all};
use crate::removal::remove_but;

/// The beginning of the names of our directories, as in `grammarc-3f9a01b2c4d5`.
const PREFIX: &str = "grammarc-";
/// Number of hexadecimal digits that follow: the first 48 bits of the cookie.
const NAME_DIGITS: usize = 12;
/// The name of the locked file that holds the cookie.
const LOCK: &str = "lock";

/// A directory of our own for everything temporary. Removed at the end, with all that still carries the cookie, and orphans.
#[derive(Debug)]
pub(super) struct Scratch {
    root: PathBuf,
    cookie: Cookie,
    next: AtomicU64,
    /// Held as long as we live.
    lock: Mutex<File>,
}

impl Scratch {
    /// Makes one, after removing those whose owner is gone.
    pub(super) fn new() -> io::Result<Self> {
        let parent = std::env::temp_dir();
        clean(&parent);
        for _ in 0..100 {
            let cookie = Cookie::new();
            let root = parent.join(format!("{PREFIX}{}", &cookie.as_str()[..NAME_DIGITS]));
            create_private(&root)?;
            if let Some(lock) = locked(&root, &cookie)? {
                return Ok(Self { root, cookie, next: AtomicU64::new(0), lock: Mutex::new(lock) });
            }
        }
        Err(io::Error::other("cannot lock a temporary directory"))
    }

    /// Returns where everything temporary is.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path that the first fresh directory has or had.
    pub(super) fn example(&self) -> PathBuf {
        self.root.join("0")
    }

    /// Makes a fresh directory for one run.
    pub(super) fn fresh(&self) -> io::Result<RunDirectory> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.root.join(number.to_string());
        match fs::create_dir(&path) {
            // Some command has removed more than its own directory.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.make_again()?;
                fs::create_dir(&path)?;
            }
            result => result?,
        }
        let cookie = self.cookie.of_run(number, &path);
        Ok(RunDirectory { path, cookie })
    }

    fn make_again(&self) -> io::Result<()> {
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.root.exists() {
            create_private(&self.root)?;
            *lock = locked(&self.root, &self.cookie)?.ok_or_else(|| io::Error::other("cannot lock it"))?;
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        kill_all(&self.cookie);
        sweep();
        // If that fails, the next start tries again.
        let _ = remove(&self.root);
    }
}

/// The directory of one run. Removed at its end.
#[derive(Debug)]
pub(super) struct RunDirectory {
    path: PathBuf,
    cookie: Cookie,
}

impl RunDirectory {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the cookie that all processes of this run carry.
    pub(super) fn cookie(&self) -> &Cookie {
        &self.cookie
    }
}

impl Drop for RunDirectory {
    fn drop(&mut self) {
        let _ = remove(&self.path);
    }
}

fn create_private(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().mode(0o700).create(path)
}

/// Makes a locked file with the cookie; none if somebody who cleans up was quicker: then the directory is theirs.
fn locked(root: &Path, cookie: &Cookie) -> io::Result<Option<File>> {
    let mut lock = match File::create(root.join(LOCK)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        lock => lock?,
    };
    if lock.try_lock().is_err() || !root.join(LOCK).exists() {
        return Ok(None);
    }
    lock.write_all(cookie.as_str().as_bytes())?;
    Ok(Some(lock))
}

/// Removes a directory of ours. The lock goes last, because the next start recognizes a half-removed directory by it.
fn remove(root: &Path) -> io::Result<()> {
    remove_but(root, Some(LOCK))?;
    fs::remove_dir(root)
}

/// Removes the directories whose owner is gone. Directories that cannot be removed stay for the next start.
fn clean(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            let _ = clean_one(&entry.path());
        }
    }
}

fn clean_one(root: &Path) -> io::Result<()> {
    let ours = |metadata: &fs::Metadata| metadata.uid() == rustix::process::geteuid().as_raw();
    // Anybody may put anything here.
    let folder = root.symlink_metadata()?;
    let there = match root.join(LOCK).symlink_metadata() {
        // Not ours; or just being made or removed, perhaps by somebody who was killed. It is removed if it is empty, and its
        // maker makes another one.
        Err(error) if error.kind() == ErrorKind::NotFound && is_called_like_ours(root) => return fs::remove_dir(root),
        there => there?,
    };
    if !folder.is_dir() || !there.is_file() || !ours(&folder) || !ours(&there) {
        return Ok(());
    }
    let mut lock = File::options().read(true).write(true).open(root.join(LOCK))?;
    lock.try_lock()?;
    let mut text = String::new();
    lock.read_to_string(&mut text)?;
    if let Some(cookie) = Cookie::from_text(&text) {
        kill_all(&cookie);
    }
    remove(root)
}

fn is_called_like_ours(root: &Path) -> bool {
    let digits = root.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(PREFIX));
    digits.is_some_and(|digits| digits.len() == NAME_DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

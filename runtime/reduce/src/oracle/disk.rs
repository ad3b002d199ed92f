//! How much is left of the disk that commands write to.

use std::path::{Path, PathBuf};

use rustix::fs::statvfs;

use super::words::shown;

/// How many bytes are left of a disk that counts as full.
const LEAST: u64 = 16 << 20;

/// The disk under a directory, and what should be left of it.
#[derive(Debug)]
pub(super) struct Disk {
    directory: PathBuf,
    /// Less is full: a small part of what there was at the start.
    least: u64,
}

impl Disk {
    /// Speaks of the disk that a directory is on.
    pub(super) fn of(directory: &Path) -> Self {
        let least = free(directory).map_or(0, |bytes| (bytes / 16).min(LEAST));
        Self { directory: directory.to_owned(), least }
    }

    /// Returns whether hardly anything is left. Unknown is no.
    pub(super) fn is_full(&self) -> bool {
        free(&self.directory).is_some_and(|bytes| bytes < self.least)
    }

    /// Says that it is full, as a clause without a full stop.
    pub(super) fn complaint(&self) -> String {
        let place = self.directory.parent().unwrap_or(&self.directory);
        format!("the disk of {} is full: the command writes too much, or TMPDIR should name a larger one", shown(place))
    }
}

/// Returns how many bytes are left; none if the system does not say.
fn free(directory: &Path) -> Option<u64> {
    let disk = statvfs(directory).ok().filter(|disk| disk.f_blocks > 0)?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

//! Free space of the disk that commands write to. On a full disk commands fail for another reason than their candidate.

use std::path::{Path, PathBuf};

use rustix::fs::statvfs;

use super::words::shown;

/// Free bytes that a disk must keep at most, however large it is: 16 MiB leave room for the result and the journal.
const MAX_RESERVED_BYTES: u64 = 16 << 20;

/// The disk under a directory, and the free space that should be left.
#[derive(Debug)]
pub(super) struct Disk {
    directory: PathBuf,
    /// With fewer free bytes it is full: a sixteenth of those at the start, or `MAX_RESERVED_BYTES` if that is less.
    /// For example, 2 MiB if 32 MiB were free, and 16 MiB if 1 GiB was.
    least: u64,
}

impl Disk {
    /// Measures the disk that a directory is on.
    pub(super) fn of(directory: &Path) -> Self {
        let least = free(directory).map_or(0, |bytes| (bytes / 16).min(MAX_RESERVED_BYTES));
        Self { directory: directory.to_owned(), least }
    }

    /// Returns whether the disk is full; false if the system does not say.
    pub(super) fn is_full(&self) -> bool {
        free(&self.directory).is_some_and(|bytes| bytes < self.least)
    }

    /// Says that it is full, as a clause without a full stop.
    pub(super) fn complaint(&self) -> String {
        let place = self.directory.parent().unwrap_or(&self.directory);
        format!("the disk of {} is full: set TMPDIR to a larger one, or let the command write less", shown(place))
    }
}

/// Returns how many bytes are left; none if the system does not say.
fn free(directory: &Path) -> Option<u64> {
    let disk = statvfs(directory).ok().filter(|disk| disk.f_blocks > 0)?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

//! The archive of a folder as a format: its tree has an entry for each file, link and folder, so that the strategies for lists drop
//! files and folders. The text itself is read and written beside the oracles, which unpack it for each run.

mod language;

pub use grammarc_trial::archive::{ArchivedFile, Entry, EntryKind, files, read, size, with_contents};
#[cfg(feature = "cli")]
pub use grammarc_trial::archive::{Form, LeftOut, Packing, pack, path_in_archive, remove, unpack};
pub use language::ARCHIVE;

//! A sample of the source files in a folder, the same on each run.

use std::path::Path;

/// Most files of a sample: enough that no file decides, and few enough that slow engines take seconds.
const MAX_FILES: usize = 40;
/// Sizes of files, in bytes. Smaller ones measure calls, and a larger one would be most of its sample.
const FILE_BYTES: std::ops::RangeInclusive<usize> = 2_000..=150_000;

/// A source file.
pub(crate) struct File {
    /// Where it is.
    pub(crate) path: String,
    /// Its content.
    pub(crate) text: Vec<u8>,
}

/// Returns files with an extension from all of a folder, at even distances in the order of their paths. A file that cannot be read is
/// left out, and so is a link, because links may go round.
pub(crate) fn sample(folder: &Path, extension: &str) -> Vec<File> {
    let mut paths = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|it| it == extension) {
                let bytes = entry.metadata().map_or(0, |it| it.len());
                paths.extend(usize::try_from(bytes).is_ok_and(|bytes| FILE_BYTES.contains(&bytes)).then_some(path));
            }
        }
    }
    paths.sort();
    let step = paths.len().div_ceil(MAX_FILES).max(1);
    let read =
        |path: &std::path::PathBuf| Some(File { path: path.to_str()?.to_owned(), text: std::fs::read(path).ok()? });
    paths.iter().step_by(step).filter_map(read).collect()
}

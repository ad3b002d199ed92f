//! Dropping the files and folders of an archive: folders as a whole first, then the entries of those that are left.
//!
//! A file that another one mentions is dropped together with the lines that mention it, if it cannot be dropped alone. For example,
//! `util.h` goes with `#include "util.h"`.

use super::{Search, Stop, Strategy, fixpoint, list, thin};
use crate::archive::{self, ArchivedFile};
use crate::edit::Candidate;

/// Drops files and folders.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "files", paper: "drop folders and files, together with the lines that mention them", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    fixpoint(search, |search| {
        search.parse_again();
        list::each(search, |search, items| {
            let kept = thin::minimize(search, items)?;
            list::singles(search, kept)
        })?;
        drop_mentioned(search)
    })
}

/// Drops single files, the last ones first, with all lines of other files that mention their names.
fn drop_mentioned(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    loop {
        let view = search.view();
        let files = archive::files(&view.text).unwrap_or_default();
        let candidates = files.iter().rev().filter_map(|file| without_mentions(&view.text, &files, file));
        if search.first(candidates.map(|text| ((), Candidate::Text(text))))?.is_none() {
            return Ok(());
        }
    }
}

/// Returns the archive without a file and without the lines that mention its name; none if no line does.
fn without_mentions(text: &[u8], files: &[ArchivedFile], gone: &ArchivedFile) -> Option<Vec<u8>> {
    let name = gone.path.rsplit(|&byte| byte == b'/').next().filter(|name| !name.is_empty())?;
    let mentions = |line: &[u8]| line.windows(name.len()).any(|window| window == name);
    let mut result = text.to_vec();
    let mut is_mentioned = false;
    // From the end, so that the places of earlier files stay.
    for file in files.iter().rev() {
        if file == gone {
            result.drain(file.span.clone());
            continue;
        }
        let content = &text[file.content.clone()];
        if !mentions(content) {
            continue;
        }
        let lines = content.split_inclusive(|&byte| byte == b'\n').filter(|line| !mentions(line));
        let left: Vec<u8> = lines.flatten().copied().collect();
        is_mentioned = true;
        result = file.replaced(&result, &left);
    }
    is_mentioned.then_some(result)
}

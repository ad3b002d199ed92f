//! The declarations of all programs of a folder are one list, and a name means the definitions in all of them.
//!
//! The folder is an archive. The programs are the files that have the extension of the largest one. Their comments go first.

use std::ops::Range;

use super::ProgramCut;
use crate::archive::{ArchivedFile, files, with_contents};
use crate::edit::Candidate;
use crate::reduce::languages::is_binary;
use crate::reduce::strategy::program::{may_be_program, program_of_files};
use crate::reduce::strategy::{Search, Stop, Strategy, comments};
use grammarc_outline::program::{Kept, Program};

/// Dropping declarations and statements in the files of an archive.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: super::STRATEGY.name, paper: "drop declarations and statements of all programs in a folder", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let without = without_comments(search.text());
    search.first(without.map(|archive| ((), Candidate::Text(archive))))?;
    let archive = search.text().clone();
    let Some(folder) = FolderProgram::of(search, &archive) else { return Ok(()) };
    let FolderProgram { program, text, files, parts } = folder;
    let text_of = |program: &Program, kept: &Kept| {
        let texts = program.texts(&text, kept, &parts);
        with_contents(&archive, &files.iter().zip(texts).collect::<Vec<_>>())
    };
    ProgramCut::new(program, text_of).run(search)
}

/// The programs of a folder as one.
struct FolderProgram {
    program: Program,
    /// Their texts, one behind the other.
    text: Vec<u8>,
    /// Their files, in the order of the archive.
    files: Vec<ArchivedFile>,
    /// The bytes of each in the text.
    parts: Vec<Range<usize>>,
}

impl FolderProgram {
    /// Finds the programs of an archive: the files that have the extension of the largest one. None if there are fewer than two.
    fn of(search: &Search<'_, '_>, archive: &[u8]) -> Option<Self> {
        let files = programs(archive)?;
        let (mut text, mut parts) = (Vec::new(), Vec::new());
        for file in &files {
            let start = text.len();
            text.extend_from_slice(&archive[file.content.clone()]);
            // Each begins on a line of its own.
            text.push(b'\n');
            parts.push(start..text.len() - 1);
        }
        if files.len() < 2 || search.languages().is_cut_first(&text) {
            return None;
        }
        let starts: Vec<usize> = parts.iter().skip(1).map(|part| part.start).collect();
        let (_, program) = program_of_files(&text, &starts)?;
        let is_apart = starts.iter().all(|&start| program.is_apart(start));
        is_apart.then_some(Self { program, text, files, parts })
    }
}

/// Returns the files that have the extension of the largest program, in the order of the archive.
fn programs(archive: &[u8]) -> Option<Vec<ArchivedFile>> {
    let content = |file: &ArchivedFile| &archive[file.content.clone()];
    let mut all = files(archive)?;
    let largest = all.iter().filter(|file| may_be_program(content(file))).max_by_key(|file| file.content.len())?;
    let wanted = extension(&largest.path)?.to_vec();
    all.retain(|file| extension(&file.path) == Some(&wanted) && !is_binary(content(file)));
    Some(all)
}

/// Returns an archive without the comments in its programs; none if there are none.
fn without_comments(archive: &[u8]) -> Option<Vec<u8>> {
    let files = programs(archive)?;
    let text = |file: &ArchivedFile| {
        let content = &archive[file.content.clone()];
        comments::without_comments(content).unwrap_or_else(|| content.to_vec())
    };
    Some(with_contents(archive, &files.iter().map(|file| (file, text(file))).collect::<Vec<_>>()))
}

/// Returns the extension of a file, by its path.
fn extension(path: &[u8]) -> Option<&[u8]> {
    let name = path.rsplit(|&byte| byte == b'/').next()?;
    name.rsplit(|&byte| byte == b'.').next().filter(|extension| extension.len() < name.len())
}

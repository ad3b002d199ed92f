//! Reducing a folder: first its files and folders are dropped, then the declarations of all its programs, and then the content of each
//! file is reduced by its own language, until nothing helps.

use std::collections::HashSet;
use std::sync::Arc;

use super::strategy::{Strategy, auto, definitions, entries};
use super::{Languages, Names, Options, Reduction, Search, Validity, run_all};
use crate::archive::{ARCHIVE, ArchivedFile, files};
use crate::format::Format;
use grammarc_trial::trial::{SharedText, Stop, Trial};

/// Chooses the language of each file of a folder.
pub trait Formats: Sync {
    /// Returns the language of a file, by its path in the folder or by its content. It must always be the same one.
    fn of(&self, path: &[u8], content: &[u8]) -> &Format;
}

/// Finds a smaller folder, given as an [archive](crate::archive), by a trial that was prepared elsewhere; the archive must be known to
/// be interesting. The oracle judges archives.
///
/// A file that is not in its language is reduced as any text is, even where [`Options::validity`] asks for valid ones. The result has no
/// smallest valid text and no statement of minimality.
pub fn reduce_folder_in(
    formats: &dyn Formats,
    archive: impl Into<SharedText>,
    trial: &mut Trial<'_>,
    options: &Options,
) -> Reduction {
    let archive = &archive.into();
    let rehearsal = |trial: &mut Trial<'_>| drop(FolderSearch::new(formats, archive, options).run(trial));
    let (text, outcome) = trial.rehearsed(rehearsal, |trial| {
        let mut search = FolderSearch::new(formats, archive, options);
        let outcome = search.run(trial);
        (search.text.to_vec(), outcome)
    });
    let (input_rate, rate) = (trial.rate(), trial.rate_of(&text));
    let (counters, not_run, stop) = (trial.counters(), trial.why_not_run(), outcome.err());
    let (minimality, valid_minimality) = (None, None);
    Reduction { text, valid: None, counters, stop, minimality, valid_minimality, not_run, input_rate, rate }
}

/// A folder that is being reduced.
struct FolderSearch<'s> {
    formats: &'s dyn Formats,
    options: &'s Options,
    /// The smallest archive so far.
    text: SharedText,
}

impl<'s> FolderSearch<'s> {
    fn new(formats: &'s dyn Formats, archive: &SharedText, options: &'s Options) -> Self {
        Self { formats, options, text: archive.clone() }
    }

    fn run(&mut self, trial: &mut Trial<'_>) -> Result<(), Stop> {
        self.cut(trial, &entries::STRATEGY)?;
        if self.options.strategies.iter().any(|strategy| strategy.name == auto::STRATEGY.name) {
            // An empty body may need a word that the text lacks.
            if self.options.names != Names::Keep && !self.options.without.contains(&definitions::OF_FOLDER.name) {
                self.cut(trial, &definitions::OF_FOLDER)?;
                self.cut(trial, &entries::STRATEGY)?;
            }
            // A large cut in one file can make another file superfluous, before either is worth many tests.
            self.reduce_files(trial, &[&auto::LARGE_CUTS])?;
            self.cut(trial, &entries::STRATEGY)?;
        }
        loop {
            let before = self.text.clone();
            self.reduce_files(trial, &self.options.strategies)?;
            self.cut(trial, &entries::STRATEGY)?;
            if self.text == before {
                return Ok(());
            }
        }
    }

    /// Runs a strategy on the archive as a whole.
    fn cut(&mut self, trial: &mut Trial<'_>, strategy: &'static Strategy) -> Result<(), Stop> {
        let options = Options { strategies: vec![strategy], certify: false, ..self.options.clone() };
        let mut search = Search::new(trial, Languages::new(&ARCHIVE), Validity::Off, &self.text);
        let outcome = run_all(&mut search, &options);
        self.text = search.best;
        outcome
    }

    /// Reduces the content of each file, the largest first.
    fn reduce_files(&mut self, trial: &mut Trial<'_>, strategies: &[&'static Strategy]) -> Result<(), Stop> {
        let options = Options { strategies: strategies.to_vec(), ..self.options.clone() };
        let mut done = HashSet::new();
        while let Some(file) = self.largest_but(&done) {
            done.insert(file.path.clone());
            self.reduce_file(trial, &file, &options)?;
        }
        Ok(())
    }

    /// Returns the largest file that is not yet done and not empty.
    fn largest_but(&self, done: &HashSet<Vec<u8>>) -> Option<ArchivedFile> {
        let open = files(&self.text)?.into_iter().filter(|file| !file.content.is_empty() && !done.contains(&file.path));
        // The first of equals.
        open.rev().max_by_key(|file| file.content.len())
    }

    fn reduce_file(&mut self, trial: &mut Trial<'_>, file: &ArchivedFile, options: &Options) -> Result<(), Stop> {
        let content = SharedText::from(&self.text[file.content.clone()]);
        let format = self.formats.of(&file.path, &content);
        let languages = Languages::new(format);
        let is_strict = options.validity == Validity::Strict;
        let validity = if is_strict && !languages.is_valid(&content) { Validity::Prefer } else { options.validity };
        let (archive, place) = (self.text.clone(), file.clone());
        trial.open(Some(&file.path));
        let (best, outcome) = trial.framed(Arc::new(move |content| place.replaced(&archive, content)), |trial| {
            let search = Search::new(trial, languages, validity, &content).with_hooks(options.hooks);
            let mut search = search.keeping(options.whitespace, options.names).without(&options.without);
            let outcome = run_all(&mut search, options);
            (search.best, outcome)
        });
        trial.open(None);
        self.text = file.replaced(&self.text, &best).into();
        outcome
    }
}

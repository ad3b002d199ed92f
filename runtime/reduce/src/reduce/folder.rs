//! Reducing a folder: first its files and folders are dropped, then the content of each file is reduced by its own language, until
//! neither helps.

use std::collections::HashSet;
use std::sync::Arc;

use super::strategy::{Strategy, auto, entries};
use super::{Languages, Options, Reduction, Search, Validity, run_all};
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
        self.drop_entries(trial)?;
        if self.options.strategies.iter().any(|strategy| strategy.name == auto::STRATEGY.name) {
            // A large cut in one file can make another file superfluous, before either is worth many tests.
            self.reduce_files(trial, &[&auto::LARGE_CUTS])?;
            self.drop_entries(trial)?;
        }
        loop {
            let before = self.text.clone();
            self.reduce_files(trial, &self.options.strategies)?;
            self.drop_entries(trial)?;
            if self.text == before {
                return Ok(());
            }
        }
    }

    /// Drops files and folders.
    fn drop_entries(&mut self, trial: &mut Trial<'_>) -> Result<(), Stop> {
        let options = Options { strategies: vec![&entries::STRATEGY], certify: false, ..self.options.clone() };
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

#[cfg(test)]
mod tests {
    use super::{Formats, reduce_folder_in};
    use crate::archive::{files, size};
    use crate::format::Format;
    use crate::island::ISLAND;
    use crate::reduce::{Names, Options};
    use grammarc_trial::trial::{Trial, TrialOptions};

    struct Islands;

    impl Formats for Islands {
        fn of(&self, _: &[u8], _: &[u8]) -> &Format {
            &ISLAND
        }
    }

    fn archive(entries: &[(&str, &str)]) -> Vec<u8> {
        let entry = |(name, content): &(&str, &str)| format!("file 644 {} {name}\n{content}\n", content.len());
        entries.iter().map(entry).collect::<String>().into_bytes()
    }

    fn reduced(input: &[u8], jobs: usize, oracle: &(dyn Fn(&[u8]) -> bool + Sync)) -> (Vec<u8>, u64) {
        reduced_by(&Options { jobs, ..Options::default() }, input, oracle)
    }

    fn reduced_by(options: &Options, input: &[u8], oracle: &(dyn Fn(&[u8]) -> bool + Sync)) -> (Vec<u8>, u64) {
        let trial_options = TrialOptions { jobs: options.jobs, ..TrialOptions::default() };
        Trial::run(&oracle, &trial_options, None, input, |trial| {
            trial.begin().expect("it can be judged");
            let reduction = reduce_folder_in(&Islands, input, trial, options);
            (reduction.text, reduction.counters.tests)
        })
    }

    /// Returns the content of a file.
    fn content<'a>(text: &'a [u8], path: &str) -> Option<&'a [u8]> {
        let file = files(text)?.into_iter().find(|file| file.path == path.as_bytes())?;
        Some(&text[file.content])
    }

    #[test]
    fn files_go_and_contents_get_smaller() {
        let many: Vec<(String, String)> =
            (0..40).map(|number| (format!("f{number}.c"), format!("int x{number}; int y; int z[3];"))).collect();
        let entries: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let input = archive(&entries);
        let needs_two = |text: &[u8]| {
            let has = |path, part: &[u8]| {
                content(text, path).is_some_and(|content| content.windows(part.len()).any(|window| window == part))
            };
            has("f7.c", b"x7") && has("f30.c", b"z[")
        };
        for jobs in [1, 4] {
            let (text, tests) = reduced(&input, jobs, &needs_two);
            assert_eq!(text, b"file 644 2 f7.c\nx7\nfile 644 2 f30.c\nz[\n");
            assert!(tests < 120, "{tests} tests");
        }
    }

    #[test]
    fn names_are_kept_in_each_file() {
        let input = archive(&[("a.c", "int first; find(buffer); int last;")]);
        let finds = |text: &[u8]| content(text, "a.c").is_some_and(|content| content.starts_with(b"f"));
        let starts_with_f = |text: &[u8]| finds(text) || text == input;
        let options = Options { names: Names::Keep, ..Options::default() };
        let (text, _) = reduced_by(&options, &input, &starts_with_f);
        assert_eq!(content(&text, "a.c"), Some(&b"find"[..]));
        let (text, _) = reduced(&input, 1, &starts_with_f);
        assert_eq!(content(&text, "a.c"), Some(&b"f"[..]));
    }

    #[test]
    fn a_file_goes_with_the_lines_that_mention_it() {
        let input = archive(&[("a.c", "#include \"b.h\"\nint bug;\n"), ("b.h", "int y;\n")]);
        // As a compiler would: a file that is included must be there, and it refuses an unused one.
        let compiles = |text: &[u8]| {
            let Some(main) = content(text, "a.c") else { return false };
            let includes = main.starts_with(b"#include \"b.h\"\n");
            let bug = main.windows(3).any(|window| window == b"bug");
            bug && includes == content(text, "b.h").is_some_and(|content| content == b"int y;\n")
        };
        let (text, _) = reduced(&input, 1, &compiles);
        assert_eq!((size(&text), content(&text, "a.c")), ((1, 3), Some(&b"bug"[..])));
    }
}

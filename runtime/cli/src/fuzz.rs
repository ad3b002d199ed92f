//! `fuzz`: random texts of a language, mutants of existing texts, or instances of patterns.
//!
//! Texts come from a `Fuzzer`. `--like` gives it the weights and tokens of samples (`like`). `--cover` plans texts (`cover`), `--mutate`
//! takes them from a `Population`, and `--pattern` from `Instances`.

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

mod cover;
mod like;
mod model_file;
mod size;
mod stats;

use super::existing::refuse_link;
use super::pattern::Patterns;
use super::status::{Failure, Status, say};
use super::{Subject, input, start, whole};
use grammarc_core::parse::fill;
use grammarc_generalize::{Instances, MAX_INSTANCE_TRIES};
use grammarc_generate::choices::{self, Choices, Random};
use grammarc_generate::fuzz::imitation::Imitation;
use grammarc_generate::fuzz::{DeadEnd, Fuzzer};
use grammarc_reduce::format::Format;
use grammarc_reduce::reduce;
use grammarc_steer::mutate::Population;
use grammarc_trial::oracle::shown;
pub use size::Sizes;
use stats::Stats;

/// The nesting of named rules at which texts end that have a size to reach. The size bounds them in most cases; it is a net for grammars
/// that nest without writing anything.
const MAX_DEPTH: usize = 500;
/// The nesting at which parts end, those of mutants and patterns as well: they should be small.
const MAX_DEPTH_OF_PARTS: usize = 16;
/// How often a text is drawn again that was written before, until the language is taken to have no others.
const MAX_REPEATS: u64 = 100;
/// Lists of integers that are drawn for one text, because a list may lead into a dead end.
const MAX_INTEGER_LISTS: u64 = 100;
/// Integers on a line of a file.
const INTEGERS_PER_LINE: usize = 20;
/// The length of the paths that `--suite` covers: pairs of an alternative and one below it.
const SUITE_PATH_LENGTH: usize = 2;

/// Options of `fuzz`.
#[derive(Debug, Clone, clap::Args)]
pub struct FuzzArgs {
    /// Number of texts [default: 1; 0 with --write-model or --dict; with --cover, as many as it takes]
    #[arg(short = 'n', long, value_name = "N")]
    pub count: Option<u64>,
    /// Seed of the first text; the following texts use the following seeds [default: from the clock]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Generate texts of this rule or token instead of the start rule
    #[arg(long, value_name = "RULE", conflicts_with_all = ["mutate", "pattern"])]
    pub start: Option<String>,
    /// Size of the texts in bytes: `1k`, or a range such as `200..4k`, in which each magnitude is equally frequent [default: 64..4k]
    #[arg(long, value_name = "BYTES", conflicts_with_all = ["replay", "integers", "mutate", "pattern"])]
    pub size: Option<Sizes>,
    /// Nesting depth of rules beyond which only the cheapest alternatives are taken (`check --costs`) [default: 500; 16 for mutants and
    /// patterns]
    #[arg(long, value_name = "D")]
    pub max_depth: Option<usize>,
    /// Write each text to a file in this folder, named after its seed
    #[arg(short = 'o', long = "output", value_name = "DIR", conflicts_with = "nul")]
    pub folder: Option<PathBuf>,
    /// Extension of the files in the folder, without a dot [default: the usual one of the format, else the name of the grammar]
    #[arg(long, value_name = "EXT", requires = "folder", value_parser = extension)]
    pub extension: Option<String>,
    /// Overwrite files in the folder that have another text
    #[arg(long, requires = "folder")]
    pub force: bool,
    /// End each text with a NUL byte
    #[arg(short = '0', long = "null")]
    pub nul: bool,
    /// Write the choices that generated the text to a file, one per line
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub record: Option<PathBuf>,
    /// Generate a text from the choices in a file that `--record` wrote, perhaps edited
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed"])]
    pub replay: Option<PathBuf>,
    /// Generate a text from integers in a file, separated by white space or commas, perhaps in brackets: each choice among N options takes
    /// the next integer modulo N. Fails if there are too few integers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed", "replay", "mutate", "pattern"])]
    pub integers: Option<PathBuf>,
    /// Generate a text from integers that are drawn, and write these to a file that `--integers` reads. The text of a seed is another one
    /// than without this option
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["count", "size", "record", "replay", "integers", "mutate", "pattern", "like", "cover", "suite"])]
    pub record_integers: Option<PathBuf>,
    /// Generate mutants of the texts in this folder: parts of them are regenerated, swapped, taken from each other, repeated, dropped
    /// and nested deeper, numbers and strings become boundary values, and bytes in tokens change. Each text is mutated whole, and again
    /// reduced to its new part: the one that uses an alternative in a place where no earlier text has it. A mutant with a new part is
    /// reduced to it and mutated further. A text that does not parse keeps the bytes that do not parse
    #[arg(long, value_name = "SEED_DIR", conflicts_with_all = ["record", "replay"])]
    pub mutate: Option<PathBuf>,
    /// Break so many mutants of a hundred [default: all], so that they are not in the language: bytes change, parts are cut out, repeated
    /// or taken from another text, and ill-formed UTF-8 is put in
    #[arg(long, value_name = "PERCENT", requires = "mutate", require_equals = true, num_args = 0..=1, default_missing_value = "100",
          value_parser = clap::value_parser!(u8).range(0..=100))]
    pub corrupt: Option<u8>,
    /// Generate texts that match a pattern file of `generalize -p`. Several are combined by `and`, `or`, `not` and parentheses; texts of
    /// `not P` do not match `P`
    #[arg(long, value_name = "FORMULA", conflicts_with_all = ["mutate", "record", "replay"])]
    pub pattern: Option<String>,
    /// Generate texts like these samples: files, folders of files, and models of --write-model. Alternatives are as frequent as in the
    /// samples. Half of the texts take tokens from them
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["replay", "integers", "mutate", "pattern", "cover", "suite"])]
    pub like: Vec<PathBuf>,
    /// Write the counts learned from the samples of --like to a file. `--like FILE` reads them
    #[arg(long, value_name = "FILE", requires = "like")]
    pub write_model: Option<PathBuf>,
    /// Write a dictionary for AFL++ or libFuzzer to a file: literals of the grammar, and frequent tokens of the samples of --like
    #[arg(long, value_name = "FILE")]
    pub dict: Option<PathBuf>,
    /// Plan texts that cover the k-paths of the grammar: chains of K alternatives, each directly below the one before. Each text has a
    /// path that no text before it has. Ends when all are covered, or the rest was tried in vain; with -n, after N texts
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..),
          conflicts_with_all = ["record", "replay", "integers", "mutate", "pattern"])]
    pub cover: Option<u8>,
    /// Write few short texts that together cover all 2-paths; with --cover K, all k-paths
    #[arg(long, conflicts_with_all = ["count", "size", "record", "replay", "integers", "mutate", "pattern"])]
    pub suite: bool,
    /// Print statistics instead of the texts: the alternatives, 2-paths and 3-paths that they cover, their lengths and their depth. With
    /// -o, the texts are written as well
    #[arg(long)]
    pub stats: bool,
    /// Print the statistics as JSON
    #[arg(long, requires = "stats")]
    pub json: bool,
}

/// Checks that an extension leads to no other folder.
fn extension(text: &str) -> Result<String, String> {
    match text.is_empty() || text.contains(['/', '\0']) {
        true => Err("expected an extension, such as `json`".to_owned()),
        false => Ok(text.to_owned()),
    }
}

impl FuzzArgs {
    /// Returns the number of texts.
    fn texts(&self) -> u64 {
        let is_learned = self.write_model.is_some() || self.dict.is_some();
        self.count.unwrap_or(u64::from(!is_learned))
    }

    /// Returns whether the mutant of a seed is to be broken.
    fn is_broken(&self, seed: u64) -> bool {
        self.corrupt.is_some_and(|percent| Random::new(seed).below(100) < u32::from(percent))
    }

    /// Returns the length of the paths to cover, if texts are planned.
    fn path_length(&self) -> Option<usize> {
        self.cover.map(usize::from).or(self.suite.then_some(SUITE_PATH_LENGTH))
    }

    /// Returns whether texts are written, and not only counted.
    fn are_texts_written(&self) -> bool {
        !self.stats || self.folder.is_some()
    }

    /// Returns the sizes that are asked for; none where choices are given, which say themselves how long the text is. One rule is a part:
    /// without a size of its own it is as long as parts are.
    fn sizes(&self) -> Option<Sizes> {
        let are_integers = self.integers.is_some() || self.record_integers.is_some();
        let is_whole = self.start.is_none() && self.replay.is_none() && !are_integers;
        self.size.or_else(|| is_whole.then(Sizes::default))
    }
}

/// Writes the texts.
///
/// # Errors
/// If several texts would run together, no text is found, or one cannot be written.
pub fn run(subject: Subject<'_>, args: &FuzzArgs) -> Result<Status, Failure> {
    let is_several = args.texts() > 1 || args.path_length().is_some() && args.count.is_none();
    let is_joined = is_several && args.folder.is_none() && !args.nul && args.are_texts_written();
    let between = if is_joined && io::stdout().is_terminal() { Between::Line } else { Between::Nothing };
    if is_joined && between == Between::Nothing {
        return Err(Failure::usage(
            "cannot separate several texts on standard output: add `-o DIR` to write files, or `-0` to end each text with a NUL byte",
        ));
    }
    if let Some(folder) = &args.folder {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    }
    let model = like::learn(subject, args)?;
    let part = start::language(subject.language, args.start.as_deref())?;
    let subject = part.as_ref().map_or(subject, |language| Subject { language, ..subject });
    let first = args.seed.unwrap_or_else(seed_of_now);
    let imitation = model.map(|model| model.imitation(subject.language).0);
    if (args.texts() > 0 || args.path_length().is_some())
        && args.seed.is_none()
        && args.replay.is_none()
        && args.integers.is_none()
    {
        say(&format!("seed: {first}"));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut stats = args.stats.then(|| Stats::new(subject.language));
    let mut put = |seed: u64, text: &[u8], out: &mut io::BufWriter<io::StdoutLock<'_>>| {
        if let Some(stats) = &mut stats {
            stats.note(text);
        }
        match between {
            _ if !args.are_texts_written() => Ok(()),
            Between::Line => Ok(write_below_line(seed, text, out)?),
            Between::Nothing => write(subject.language, args, seed, text, out),
        }
    };
    match args.path_length() {
        Some(length) => cover::run(subject.language, args, length, first, |seed, text| put(seed, text, &mut out))?,
        None => {
            let mut source = Source::new(subject, args, imitation.as_ref())?;
            let mut written = HashSet::new();
            for seed in (0..args.texts()).map(|number| first.wrapping_add(number)) {
                let text = source.new_text(subject.language, args, seed, &mut written)?;
                put(seed, &text, &mut out)?;
            }
            source.note_limit(args);
        }
    }
    if let Some(stats) = &mut stats {
        out.write_all(stats.shown(args.json).as_bytes())?;
    }
    out.flush()?;
    Ok(Status::Done)
}

/// The generator of the texts.
enum Source<'a> {
    Fuzzer(Box<Fuzzer<'a>>),
    Population(Box<Population<'a>>),
    Instances(Box<Instances<'a>>),
}

impl<'a> Source<'a> {
    fn new(subject: Subject<'a>, args: &FuzzArgs, imitation: Option<&'a Imitation>) -> Result<Self, Failure> {
        let depth_of_parts = args.max_depth.unwrap_or(MAX_DEPTH_OF_PARTS);
        Ok(match (&args.mutate, &args.pattern) {
            (Some(folder), _) => Self::Population(Box::new(population(subject, folder, depth_of_parts)?)),
            (None, Some(formula)) => {
                let Patterns { formula, patterns } = Patterns::read(formula, subject.language)?;
                let instances = Instances::new(subject.language, formula, patterns, depth_of_parts);
                // It was read: its text is in the language.
                Self::Instances(Box::new(instances.map_err(|error| Failure::no(error.message()))?))
            }
            (None, None) => {
                let depth = if args.sizes().is_some() { MAX_DEPTH } else { MAX_DEPTH_OF_PARTS };
                let mut fuzzer = Fuzzer::new(subject.language, args.max_depth.unwrap_or(depth));
                fuzzer.imitate(imitation);
                Self::Fuzzer(Box::new(fuzzer))
            }
        })
    }

    /// Says that texts are smaller than asked for, because larger ones are too ambiguous.
    fn note_limit(&self, args: &FuzzArgs) {
        let Self::Fuzzer(fuzzer) = self else { return };
        if let Some(bytes) = fuzzer.parsable_bytes().filter(|_| args.size.is_some()) {
            say(&format!(
                "note: texts of more than {bytes} bytes were too ambiguous to be parsed, so smaller ones were written\n\
                 help: `grammarc check` names the ambiguous rules"
            ));
        }
    }

    /// Returns the text of a seed, or of another seed if that text has been written in this run.
    fn new_text(
        &mut self,
        language: &Format,
        args: &FuzzArgs,
        seed: u64,
        written: &mut HashSet<u64>,
    ) -> Result<Vec<u8>, Failure> {
        let mut text = self.text(language, args, seed)?;
        for repeat in 1..=MAX_REPEATS {
            if args.texts() == 1 || written.insert(hash(&text)) {
                break;
            }
            text = self.text(language, args, Random::new(seed.rotate_left(32) ^ repeat).bits())?;
        }
        Ok(text)
    }

    /// Returns the text of a seed.
    fn text(&mut self, language: &Format, args: &FuzzArgs, seed: u64) -> Result<Vec<u8>, Failure> {
        match self {
            Source::Fuzzer(fuzzer) => {
                if let Some(path) = &args.record_integers {
                    return text_of_integers(fuzzer, path, seed).map(|text| fill(language, text));
                }
                fuzzer.aim(args.sizes().map(|sizes| sizes.of_seed(seed)));
                let mut choices = choices(args, seed)?;
                let text = fuzzer.run(&mut choices);
                let text = text.map(<[u8]>::to_vec).map_err(|dead_end| no_text(args, seed, &choices, dead_end))?;
                match choices.integers_left() {
                    0 => {}
                    1 => say("note: the last integer was not used"),
                    left => say(&format!("note: the last {left} integers were not used")),
                }
                let text = fill(language, text);
                if let Some(path) = &args.record {
                    let made = choices::write(&choices.into_log());
                    fs::write(path, made).map_err(|error| Failure::file(path, &error))?;
                }
                Ok(text)
            }
            Source::Population(population) => {
                if args.is_broken(seed) {
                    let none = || Failure::no(format!("seed {seed}: found no change that breaks a text"));
                    return population.corrupt(seed).ok_or_else(none);
                }
                let none = || Failure::no(format!("seed {seed}: found no mutant that differs from the existing texts"));
                let text = population.mutate(seed).ok_or_else(none)?;
                // The mutant of a text that does not parse is left out.
                let _ = population.add(&text, |text, shows| reduce::seed(language, text, shows));
                Ok(text)
            }
            Source::Instances(instances) => {
                let formula = args.pattern.as_deref().unwrap_or_default();
                let none = || {
                    let help = "the patterns may contradict each other or have too few instances";
                    Failure::no(format!(
                        "seed {seed}: found no text for `{formula}` in {MAX_INSTANCE_TRIES} tries\nhelp: {help}"
                    ))
                };
                instances.text(seed).ok_or_else(none)
            }
        }
    }
}

/// Returns a number that tells texts apart: two of a million are the same once in forty million runs.
fn hash(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text);
    hasher.finish()
}

/// Writes the text of integers that are drawn from a seed, and keeps the integers in a file.
fn text_of_integers(fuzzer: &mut Fuzzer<'_>, path: &Path, seed: u64) -> Result<Vec<u8>, Failure> {
    for attempt in 0..MAX_INTEGER_LISTS {
        let mut choices =
            Choices::drawn_integers(if attempt == 0 { seed } else { Random::new(seed ^ attempt << 32).bits() });
        let Ok(text) = fuzzer.run(&mut choices) else { continue };
        let integers: Vec<String> = choices.into_integers().iter().map(i64::to_string).collect();
        let lines: String = integers.chunks(INTEGERS_PER_LINE).map(|line| line.join(" ") + "\n").collect();
        fs::write(path, lines).map_err(|error| Failure::file(path, &error))?;
        return Ok(text.to_vec());
    }
    let help = "with integers nothing is tried again; `--record` keeps the choices of a text that may go back";
    Err(Failure::no(format!(
        "seed {seed}: each of {MAX_INTEGER_LISTS} lists of integers leads to a dead end\nhelp: {help}"
    )))
}

/// Explains why these choices make no text.
fn no_text(args: &FuzzArgs, seed: u64, choices: &Choices, dead_end: DeadEnd) -> Failure {
    match &args.integers {
        Some(path) if choices.has_run_out() => Failure::no(format!(
            "{}: too few integers for a text\nhelp: add more; a negative integer completes the text in the shortest way",
            shown(path)
        )),
        Some(path) => Failure::no(format!(
            "{}: no text: the integers choose an alternative that cannot be completed, and replay does not backtrack",
            shown(path)
        )),
        None => Failure::no(format!("seed {seed}: {dead_end}")),
    }
}

/// Reads integers, separated by white space or commas. Brackets around them are ignored, as in the list `[9, 1]` that Python prints.
fn integers(path: &Path) -> Result<Vec<i64>, Failure> {
    let text = input::read(path)?;
    let text = String::from_utf8_lossy(&text);
    let inner = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&text);
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let words = inner.lines().enumerate().flat_map(|(number, line)| {
        line.split(is_between).filter(|word| !word.is_empty()).map(move |word| (number, word))
    });
    let read = |(number, word): (usize, &str)| {
        let bad = |_| Failure::usage(format!("{}: line {}: `{word}` is not a 64-bit integer", shown(path), number + 1));
        word.parse().map_err(bad)
    };
    words.map(read).collect()
}

/// Reads the texts of a folder, sorted by name. Of texts outside the language, the parts that parse are mutated; texts without such parts
/// are left out. A note counts both.
fn population<'a>(subject: Subject<'a>, folder: &Path, max_depth: usize) -> Result<Population<'a>, Failure> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| Failure::input(folder, &error))?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    let mut population = Population::new(subject.language, max_depth);
    let (mut refused, mut kept_around, mut bytes) = (Vec::new(), 0, 0);
    for path in &paths {
        let text = input::read(path)?;
        bytes += text.len();
        let added = population.add(&text, |text, shows| reduce::seed(subject.language, text, shows));
        if let Err(error) = added.and_then(|_| population.keep(&text)) {
            refused.push(format!("{}:{}:{}: {}", shown(path), error.line, error.column, error.message()));
            kept_around += usize::from(population.keep_around(&text, &reduce::parts(subject.language, &text)));
        }
    }
    let counts = format!("{} of {} seeds", refused.len(), paths.len());
    if population.texts().len() == 0 {
        let first = refused.first().map_or_else(String::new, |first| format!("; the first: {first}"));
        return Err(Failure::no(format!("{}: {counts} do not parse{first}", shown(folder))));
    }
    if let Some(first) = refused.first() {
        say(&format!(
            "note: {counts} do not parse, {kept_around} of them are mutated in the parts that do; the first: {first}"
        ));
    }
    let kept: usize = population.texts().map(<[u8]>::len).sum();
    say(&format!(
        "population: {} texts ({kept} bytes) from {} seeds ({bytes} bytes)",
        population.texts().len(),
        paths.len()
    ));
    Ok(population)
}

/// Where the choices of one text come from, and whether they are kept.
fn choices(args: &FuzzArgs, seed: u64) -> Result<Choices, Failure> {
    let choices = match (&args.replay, &args.integers) {
        (_, Some(path)) => Choices::from_integers(integers(path)?),
        (Some(path), None) => {
            let text = input::read(path)?;
            let list = choices::read(&String::from_utf8_lossy(&text));
            Choices::replay(list.map_err(|bad| Failure::usage(format!("{}: {bad}", shown(path))))?)
        }
        (None, None) => Choices::fresh(seed),
    };
    Ok(if args.record.is_some() { choices.recorded() } else { choices })
}

/// What stands between texts on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    /// The texts are all that is written.
    Nothing,
    /// A line with the seed of the text below it, for people at a terminal.
    Line,
}

fn write_below_line(seed: u64, text: &[u8], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "──── seed {seed} ────")?;
    out.write_all(text)?;
    if text.ends_with(b"\n") { Ok(()) } else { out.write_all(b"\n") }
}

fn write(language: &Format, args: &FuzzArgs, seed: u64, text: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    if let Some(folder) = &args.folder {
        let extension = args.extension.as_deref().unwrap_or(&language.name);
        let path = folder.join(format!("{seed}.{extension}"));
        return write_file(&path, text, args.force);
    }
    out.write_all(text)?;
    if args.nul {
        out.write_all(&[0])?;
    }
    Ok(())
}

/// Writes a text to a file of its own. The same text may be there already, from an earlier run.
fn write_file(path: &Path, text: &[u8], is_forced: bool) -> Result<(), Failure> {
    refuse_link(path)?;
    match path.symlink_metadata().is_ok().then(|| fs::read(path)) {
        Some(Ok(old)) if old == text => Ok(()),
        Some(_) if !is_forced => Err(Failure::usage(format!(
            "{} exists and has another text; add `--force` to overwrite it, or choose another folder with `-o DIR`",
            shown(path)
        ))),
        _ => whole::write(path, text).map_err(|error| Failure::file(path, &error)),
    }
}

fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Six digits are enough to tell runs apart, and short enough to type again.
    u64::from(now.subsec_micros()) ^ (now.as_secs() % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::write_below_line;

    #[test]
    fn texts_on_a_terminal_begin_on_lines_of_their_own() {
        let mut out = Vec::new();
        for (seed, text) in [(1, "[1]"), (2, "{}\n"), (3, "")] {
            write_below_line(seed, text.as_bytes(), &mut out).expect("memory can be written to");
        }
        let expected = "──── seed 1 ────\n[1]\n──── seed 2 ────\n{}\n──── seed 3 ────\n\n";
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }
}

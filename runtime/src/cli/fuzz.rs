//! `fuzz`: random texts of a language.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use super::status::{Failure, Status, say};
use super::{Subject, input};
use crate::choices::{self, Choices};
use crate::fields;
use crate::fuzz::Fuzzer;
use crate::language::Language;
use crate::oracle::shown;

/// Options of `fuzz`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// How many texts
    #[arg(short = 'n', long, default_value_t = 1, value_name = "N")]
    pub count: u64,
    /// The seed of the first text; the next ones have the next seeds [default: from the clock]
    #[arg(long)]
    pub seed: Option<u64>,
    /// From this nesting of rules on, only what ends soonest is chosen
    #[arg(long, default_value_t = 16, value_name = "D")]
    pub max_depth: usize,
    /// Write each text to a file in this folder, named by its seed
    #[arg(short = 'o', long = "output", value_name = "DIR", conflicts_with = "nul")]
    pub folder: Option<PathBuf>,
    /// End each text with a NUL byte
    #[arg(short = '0', long = "null")]
    pub nul: bool,
    /// Keep the choices that made the text in a file, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub record: Option<PathBuf>,
    /// Make the text of the choices in a file, as `--record` wrote or you changed them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed"])]
    pub replay: Option<PathBuf>,
}

/// Writes the texts.
///
/// # Errors
/// If several texts would run together, no text is found, or one cannot be written.
pub fn run(subject: Subject<'_>, args: &Args) -> Result<Status, Failure> {
    if args.count > 1 && args.folder.is_none() && !args.nul {
        return Err(Failure::usage(
            "several texts would run together: add `-o DIR` for files, or `-0` for NUL bytes between",
        ));
    }
    if let Some(folder) = &args.folder {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    }
    let first = args.seed.unwrap_or_else(seed_of_now);
    if args.seed.is_none() && args.replay.is_none() {
        say(&format!("seed: {first}"));
    }
    let mut fuzzer = Fuzzer::new(subject.language, args.max_depth);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for seed in (0..args.count).map(|number| first.wrapping_add(number)) {
        let mut choices = choices(args, seed)?;
        let text = fuzzer.run(&mut choices);
        let text = text.map_err(|dead_end| Failure::no(format!("seed {seed}: {dead_end}")))?;
        let text = fields::fill(subject.language, text.to_vec());
        write(subject.language, args, seed, &text, &mut out)?;
        if let Some(path) = &args.record {
            let made = choices::write(&choices.into_log());
            fs::write(path, made).map_err(|error| Failure::file(path, &error))?;
        }
    }
    out.flush()?;
    Ok(Status::Done)
}

/// Where the choices of one text come from, and whether they are kept.
fn choices(args: &Args, seed: u64) -> Result<Choices, Failure> {
    let choices = match &args.replay {
        Some(path) => {
            let text = input::read(path)?;
            let list = choices::read(&String::from_utf8_lossy(&text));
            Choices::replay(list.map_err(|bad| Failure::usage(format!("{}: {bad}", shown(path))))?)
        }
        None => Choices::fresh(seed),
    };
    Ok(if args.record.is_some() { choices.recorded() } else { choices })
}

fn write(language: &Language, args: &Args, seed: u64, text: &[u8], out: &mut impl Write) -> Result<(), Failure> {
    if let Some(folder) = &args.folder {
        let path = folder.join(format!("{seed}.{}", language.name));
        return fs::write(&path, text).map_err(|error| Failure::file(&path, &error));
    }
    out.write_all(text)?;
    if args.nul {
        out.write_all(&[0])?;
    }
    Ok(())
}

fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Six digits are enough to tell runs apart, and short enough to type again.
    u64::from(now.subsec_micros()) ^ (now.as_secs() % 1_000_000)
}

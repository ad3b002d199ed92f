//! `fuzz`: random texts of a language.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use super::Subject;
use super::status::{Failure, Status};
use crate::choices::Choices;
use crate::fuzz::fuzz;
use crate::language::Language;

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
    if args.seed.is_none() {
        eprintln!("seed: {first}");
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for seed in (0..args.count).map(|number| first.wrapping_add(number)) {
        let text = fuzz(subject.language, &mut Choices::fresh(seed), args.max_depth);
        let text = text.map_err(|dead_end| Failure::no(format!("seed {seed}: {dead_end}")))?;
        write(subject.language, args, seed, &text, &mut out)?;
    }
    out.flush()?;
    Ok(Status::Done)
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

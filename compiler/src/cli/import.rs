//! `grammarc import`: a grammar in another notation to a grammar file. The crate `grammarc-import` does the work; here are its files, its
//! messages, and the check of the result.

mod report;

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use grammarc_import::files::SourceFile;
use grammarc_import::format::{is_lexer, named};
use grammarc_import::read::names;
use grammarc_import::{ImportOptions, Imported, import};
use grammarc_runtime::cli::status::{Failure, Status, say};
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::oracle::{quoted, shown};

use super::check::{color, count_warnings, wrong};
use super::corpus::{self, CorpusArgs};
use super::grammars::write_out;
use crate::{LoadedGrammar, Report, output};

/// Options of `import`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct ImportArgs {
    /// Files of the grammar, for example its lexer and its parser. Files that they name are found beside the first one
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Notation of the files [default: told by their names and texts]
    #[arg(long, value_name = "NOTATION", value_parser = PossibleValuesParser::new(names()))]
    pub from: Option<String>,
    /// Rule that a whole input is, by its name in the source [default: the rule that no other uses]
    #[arg(long, value_name = "RULE")]
    pub start: Option<String>,
    /// Grammar to import, by its name in the file, where a file has several (Fuzzing Book) [default: the first]
    #[arg(long, value_name = "NAME")]
    pub grammar: Option<String>,
    /// Grammar file to write, or `-` for standard output [default: named after the first file, .bnf or .imported.bnf, beside it]
    #[arg(short = 'o', long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite a grammar file that differs, for example because you have changed it
    #[arg(long)]
    pub force: bool,
    /// Show all warnings, not just the first ten of a kind
    #[arg(long, conflicts_with = "json")]
    pub all: bool,
    /// Print one JSON object
    #[arg(long, long_help = report::JSON_HELP)]
    pub json: bool,
    #[command(flatten)]
    pub corpus: CorpusArgs,
}

/// Where the grammar file goes.
enum ImportTarget {
    StandardOutput,
    File(PathBuf),
}

/// Reads the files, writes the grammar file and checks it.
pub(super) fn run(args: &ImportArgs, terminal: Terminal) -> Result<Status, Failure> {
    let files = args.files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    // The grammar file is named after the parser, not after its lexer.
    let main = files.iter().position(|file| !is_lexer(&file.text)).map_or(&args.files[0], |main| &args.files[main]);
    let folder = main.parent().map_or_else(PathBuf::new, Path::to_owned);
    let notation = args.from.as_deref().and_then(named);
    let options = ImportOptions { notation, start: args.start.as_deref(), grammar: args.grammar.as_deref() };
    let imported = import(files, &|name| beside(&folder, name), &options);
    if !args.json {
        say(&report::draw(&imported, args.all, color(terminal)));
    }
    let Some(text) = &imported.text else {
        if args.json {
            write_out(&report::json(&imported, None, None, None))?;
        }
        return Err(Failure::no("nothing was written, because the source has errors"));
    };
    let target = target(args, main)?;
    let loaded = match &target {
        ImportTarget::StandardOutput => crate::load_text("imported", text),
        ImportTarget::File(path) => {
            write(path, text, args.force)?;
            crate::load(path)
        }
    };
    finish(args, &imported, &target, loaded, terminal)
}

/// Reports on the grammar file that was written, and parses the examples with it.
fn finish(
    args: &ImportArgs,
    imported: &Imported,
    target: &ImportTarget,
    loaded: Result<LoadedGrammar, Report>,
    terminal: Terminal,
) -> Result<Status, Failure> {
    let (path, name) = match target {
        ImportTarget::StandardOutput => (None, "standard output".to_owned()),
        ImportTarget::File(path) => (Some(path.as_path()), shown(path)),
    };
    if path.is_none() {
        write_out(imported.text.as_deref().unwrap_or_default())?;
    }
    let loaded = loaded.map_err(|report| {
        let failure = wrong(&report, terminal);
        let message = format!("{name}: written, but `check` finds these errors in it; correct them there");
        Failure { message, ..failure }
    })?;
    if args.json {
        let measured = corpus::run(&args.corpus, &loaded)?;
        return write_out(&report::json(imported, path, Some(&loaded), measured.as_ref()));
    }
    say(&format!("wrote {name}: {}", report::summary(imported, &loaded)));
    if let Some(path) = path {
        count_warnings(&loaded, path);
    }
    match corpus::run(&args.corpus, &loaded)? {
        // The grammar has standard output for itself.
        Some(measured) if path.is_none() => say(&measured.lines()),
        Some(measured) => return write_out(&measured.lines()),
        None => {}
    }
    Ok(Status::Done)
}

fn read(path: &Path) -> Result<SourceFile, Failure> {
    let text = crate::import::read(path).map_err(|reason| Failure::usage(format!("{}: {reason}", shown(path))))?;
    Ok(SourceFile { path: shown(path), text })
}

/// Finds a file that a grammar names, such as `Words.g4`. It must be in the folder of that grammar.
fn beside(folder: &Path, name: &str) -> Option<SourceFile> {
    let is_name = Path::new(name).file_name().is_some_and(|file| file == name);
    let path = folder.join(name);
    let text = is_name.then(|| crate::import::read(&path).ok())??;
    Some(SourceFile { path: shown(&path), text })
}

/// Returns where the grammar file goes. It must not replace its own source.
fn target(args: &ImportArgs, main: &Path) -> Result<ImportTarget, Failure> {
    let path = match &args.output {
        Some(path) if path.as_os_str() == "-" && args.json => {
            let message = "`--json` and `-o -` both need standard output\nhelp: name a file with `-o`";
            return Err(Failure::usage(message));
        }
        Some(path) if path.as_os_str() == "-" => return Ok(ImportTarget::StandardOutput),
        Some(path) => path.clone(),
        None if main.extension().is_some_and(|ending| ending == "bnf") => main.with_extension("imported.bnf"),
        None => main.with_extension("bnf"),
    };
    let is_source =
        |file: &PathBuf| file.canonicalize().is_ok_and(|file| path.canonicalize().is_ok_and(|it| it == file));
    match args.files.iter().any(is_source) {
        true => Err(Failure::usage(format!(
            "{}: not overwritten, because the import reads it\nhelp: name another file with `-o`",
            shown(&path)
        ))),
        false => Ok(ImportTarget::File(path)),
    }
}

/// Writes the grammar file. People change such a file by hand, so one that differs is kept.
fn write(path: &Path, text: &str, is_forced: bool) -> Result<(), Failure> {
    let is_other = path.is_file() && std::fs::read(path).is_ok_and(|old| old != text.as_bytes());
    if is_other && !is_forced {
        return Err(Failure::usage(format!(
            "{} exists and differs from this import\n\
             help: `--force` overwrites it; `-o FILE` writes another file, for example for `diff {} FILE`",
            shown(path),
            quoted(path.as_os_str())
        )));
    }
    output::write_file(path, text)
}

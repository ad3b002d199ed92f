//! `grammarc compile`: a grammar file to a crate, or to one module.
//!
//! The grammar is loaded, `emit` returns the files as text, and `output` writes them. It overwrites only files that grammarc wrote.

use std::path::{Path, PathBuf};

use grammarc_runtime::cli::status::{Failure, Status, say};
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::grammar::Text;
use grammarc_runtime::oracle::{quoted, shown};

use super::check::load;
use super::grammars::write_out;
use super::imports::AllowedImports;
use crate::StartRule;
use crate::emit::hooks;
use crate::emit::names::lit;
use crate::emit::vendor;
use crate::emit::{self, Interface, Options, Parts, Runtime};
use crate::output::{self, File, Workspace};

/// Options of `compile`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct CompileArgs {
    /// The grammar file, or a bundled grammar
    pub grammar: PathBuf,
    /// Output folder (with --module a file, or `-` for standard output) [default: named after the grammar, in the current directory]
    #[arg(short = 'o', long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Write a single file, to be included in another crate
    #[arg(long)]
    pub module: bool,
    /// Write nothing: print a diff from the existing files, and fail if they are out of date
    #[arg(long)]
    pub check: bool,
    /// Write a library only, without a command line and without dependencies
    #[arg(long, conflicts_with = "module")]
    pub no_cli: bool,
    /// Write a library with these parts only; a program that only parses compiles a third of the runtime
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub only: Vec<CratePart>,
    /// Compile the grammar with this start rule instead of the first that `%start` names
    #[arg(long, value_name = "RULE")]
    pub start: Option<String>,
    /// Source of the crate's runtime: `vendored` (inside the crate), `path=FOLDER`, or a version, once the runtime is in a registry
    ///
    /// A workspace cannot hold two packages of the same name. So in a workspace with several generated crates, one is vendored and the
    /// others share its runtime: `--runtime path=FIRST/vendor/grammarc-runtime`.
    #[arg(long, value_name = "WHERE", default_value = "vendored", value_parser = runtime, conflicts_with = "module")]
    pub runtime: Runtime,
    #[command(flatten)]
    pub imports: AllowedImports,
}

/// A part of a generated crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum CratePart {
    /// The parser, which all other parts need
    Parse,
    /// The fuzzer
    Generate,
    /// The reducer
    Reduce,
    /// The generalizer, from one failing input to a pattern
    Generalize,
}

impl CompileArgs {
    /// Returns the parts that `--only` names; all without it.
    fn parts(&self) -> Parts {
        let has = |part| self.only.is_empty() || self.only.contains(&part);
        // The generalizer draws texts for a part, and judges them as the reducer judges candidates.
        let reduce = has(CratePart::Reduce) || has(CratePart::Generalize);
        Parts {
            generate: has(CratePart::Generate) || has(CratePart::Generalize),
            reduce,
            generalize: has(CratePart::Generalize),
        }
    }
}

fn runtime(value: &str) -> Result<Runtime, String> {
    match value.strip_prefix("path=") {
        Some("") => Err("expected a folder after `path=`".to_owned()),
        Some(path) => Ok(Runtime::Path(path.into())),
        None if value == "vendored" => Ok(Runtime::Vendored),
        None if semver::VersionReq::parse(value).is_ok() => Ok(Runtime::Version(value.to_owned())),
        None => Err("expected `vendored`, `path=FOLDER` or a version".to_owned()),
    }
}

/// Writes the crate or module, or compares it with the files on disk.
pub(super) fn run(args: &CompileArgs, terminal: Terminal) -> Result<Status, Failure> {
    let loaded = load(args.imports.file(&args.grammar), StartRule::Any(args.start.as_deref()), terminal)?;
    let stem = &loaded.name;
    let lacking = if hooks::are_beside(&loaded.grammar, &loaded.rust) { &loaded.grammar.functions[..] } else { &[] };
    if args.module {
        let path = args.output.clone().unwrap_or_else(|| format!("{stem}.rs").into());
        return module(&path, &emit::module(&loaded, args.parts()), lacking, args.check);
    }
    let folder = args.output.clone().unwrap_or_else(|| stem.into());
    if folder.as_os_str() == "-" {
        return Err(Failure::usage(
            "cannot write a crate to standard output, because it has several files\n\
             help: add `--module` for a single file, or name a folder with `-o`",
        ));
    }
    let workspace = output::workspace_above(&folder).map_err(|error| Failure::file(&folder, &error))?;
    let runtime = match &args.runtime {
        Runtime::Path(path) => {
            output::refuse_other_package(path)?;
            Runtime::Path(output::relative(&folder, path).map_err(|error| Failure::file(path, &error))?)
        }
        other => other.clone(),
    };
    let is_library = args.no_cli || !args.only.is_empty();
    let interface = if is_library { Interface::Library(args.parts()) } else { Interface::Cli };
    let files = emit::crate_files(&loaded, &Options { runtime, interface, own_workspace: workspace.is_none() });
    if args.check {
        return compare(&output::differences(&folder, &files)?);
    }
    output::write(&folder, &files)?;
    report(&folder, &files, workspace, lacking);
    Ok(Status::Done)
}

fn module(path: &Path, text: &str, lacking: &[Text], is_check: bool) -> Result<Status, Failure> {
    if path.as_os_str() == "-" {
        let no_file = "`--check` compares with a file, but `-o -` is standard output\nhelp: name the file with `-o`";
        return if is_check { Err(Failure::usage(no_file)) } else { write_out(text) };
    }
    if is_check {
        return compare(&output::difference(path, text)?);
    }
    output::refuse_foreign_file(path)?;
    output::write_file(path, text)?;
    say(&format!("wrote {}", shown(path)));
    if !lacking.is_empty() {
        say(&format!("{}; see the documentation of its function `with`", to_write(lacking)));
    }
    Ok(Status::Done)
}

/// Prints a diff. Any difference makes the files on disk stale.
fn compare(diff: &str) -> Result<Status, Failure> {
    if diff.is_empty() {
        return Ok(Status::Done);
    }
    write_out(diff)?;
    Err(Failure::no(
        "out of date: the files differ from the output for this grammar; run the same command without `--check`",
    ))
}

/// Names the functions that the user of the generated code must write.
fn to_write(lacking: &[Text]) -> String {
    let names: Vec<String> = lacking.iter().map(|name| format!("`{name}`")).collect();
    format!("write its functions in Rust ({})", names.join(", "))
}

/// Lists the files written and the next step.
fn report(folder: &Path, files: &[File], workspace: Option<Workspace>, lacking: &[Text]) {
    let runtime = files.iter().any(|(path, _)| path.starts_with(vendor::FOLDER));
    let with = if runtime { ", with its runtime in vendor/" } else { "" };
    say(&format!("wrote {}{with}", shown(folder)));
    if !lacking.is_empty() {
        say(&format!("{}; see {}", to_write(lacking), shown(&folder.join("README.md"))));
    }
    let Some(workspace) = workspace.filter(|workspace| !workspace.is_listed) else {
        // Without its functions it is no program that could be built.
        if !lacking.is_empty() {
            return;
        }
        // A name that begins with a dash would be an option.
        let is_option = folder.as_os_str().as_encoded_bytes().starts_with(b"-");
        let folder = if is_option { Path::new(".").join(folder) } else { folder.to_owned() };
        say(&format!("next: cd {} && cargo build --release", quoted(folder.as_os_str())));
        return;
    };
    let what = if workspace.members.is_empty() { "Add this line" } else { "Replace the members" };
    let manifest = shown(&workspace.manifest);
    say(&format!("The crate is inside the workspace of {manifest}. {what} there, under [workspace]:"));
    let members = workspace.members.iter().chain([&workspace.member]).map(|member| lit(member));
    say(&format!("    members = [{}]", members.collect::<Vec<_>>().join(", ")));
    if runtime {
        say(&format!(
            "Other generated crates in that workspace must share this runtime: compile them with --runtime {}",
            quoted(format!("path={}", folder.join(vendor::FOLDER).display()).as_ref())
        ));
    }
}

//! `triage`: reduces and generalizes the failing inputs of a folder, and groups those that fail for the same reason.

mod folder;
mod groups;
mod page;
mod report;

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use clap::{Arg, Command};
use groups::{Case, Group, Groups};
use report::TriageReport;

use super::generalize::EffortArgs;
use super::pattern;
use super::reduce::{First, Formatter, Progress, ReduceArgs, ReportArgs, Wanted, run_then};
use super::start;
use super::status::{Failure, Status, say};
use grammarc_generalize::{Error, Generalization, SavedPattern, generalize_in};
use grammarc_reduce::format::Format;
use grammarc_reduce::oracle::{calm, shown};
use grammarc_reduce::trial::{ResultFile, Stop};

/// Options of `triage`.
#[derive(Debug, Clone, clap::Args)]
pub struct TriageArgs {
    /// How many texts are tried
    #[command(flatten)]
    pub effort: EffortArgs,

    /// Do not reduce the inputs first
    #[arg(long)]
    pub no_reduce: bool,

    /// How the inputs are made smaller before, and when one is interesting
    #[command(flatten)]
    pub reduce: ReduceArgs,
}

/// Rewords the options of `reduce` in the help of `triage`, where the input is a folder, and of `generalize`, where it is a file.
#[must_use]
pub fn worded(command: Command) -> Command {
    let word = |arg: Arg| match arg.get_id().as_str() {
        "input" => arg.value_name("DIR").help("The folder of failing inputs; it is never changed"),
        "output" => arg
            .value_name("DIR")
            .help("Output folder for the reduced inputs [default: DIR's name with .triage, in the current directory]"),
        "page" => arg.help("Write an HTML report of the groups"),
        "more" | "git" => arg.hide(true),
        "budget" => arg.help("Stop reducing an input after a time (10m) or a number of tests (5000)"),
        _ => arg,
    };
    let of_file = |arg: Arg| match arg.get_id().as_str() {
        "input" => arg.help("The failing input, which is never changed; `-` is standard input"),
        "output" => arg.help(
            "Output file; `-` is standard output [default: INPUT's name with .reduced, in the current directory]",
        ),
        "more" | "git" => arg.hide(true),
        _ => arg,
    };
    let command = command.mut_subcommand("generalize", |generalize| generalize.mut_args(of_file));
    command.mut_subcommand("triage", |triage| triage.mut_args(word))
}

/// Returns the first input of a folder. The language is chosen by it, unless the command line names one.
///
/// # Errors
/// If the folder cannot be read, or has no files.
pub fn first(folder: &Path) -> Result<PathBuf, Failure> {
    Ok(folder::inputs(folder)?.swap_remove(0))
}

/// Reduces and generalizes each file of a folder, and prints the groups. `how_chosen` says why it is this language.
///
/// # Errors
/// If no input is interesting, or none can be judged.
pub fn run(args: &TriageArgs, language: &Format, how_chosen: &str) -> Result<Status, Failure> {
    let part = start::language(language, args.reduce.start.as_deref())?;
    let language = part.as_ref().unwrap_or(language);
    let inputs = folder::inputs(&args.reduce.input)?;
    let output = folder::output(args)?;
    if let Some(output) = &output {
        fs::create_dir_all(output).map_err(|error| Failure::file(output, &error))?;
    }
    for (input, output) in inputs.iter().flat_map(|input| output.as_deref().map(|output| (input, output))) {
        pattern::check(&folder::pattern(output, input), input, args.reduce.existing())?;
    }
    let page = folder::page(args, &inputs, output.as_deref())?;
    let (groups, left) = (Groups::new(language), Vec::new());
    let mut triage = Triage { args, language, how_chosen, output: output.as_deref(), groups, left };
    let end = triage.all(&inputs)?;
    let Triage { groups, left, .. } = triage;
    let mut groups = groups.into_sorted();
    let saved = groups.iter_mut().try_for_each(|group| save(group, language, output.as_deref()));
    let report = TriageReport { args, language, how_chosen, groups: &groups, left: &left, end };
    write(&report, page)?;
    // The groups are printed before a failure to write a pattern is reported.
    saved?;
    match report.groups {
        _ if end == End::Interrupted => Ok(Status::Interrupted),
        [] => Err(nothing(&args.reduce.input, &left)),
        _ => Ok(Status::Done),
    }
}

/// Writes the pattern of a group to a file, beside the reduced inputs.
fn save(group: &mut Group, language: &Format, output: Option<&Path>) -> Result<(), Failure> {
    let (Some(found), Some(output)) = (&group.found, output) else { return Ok(()) };
    let path = folder::pattern(output, &group.representative().input);
    pattern::write(&path, &SavedPattern::from(found), language)?;
    group.saved = Some(path);
    Ok(())
}

/// Prints the groups, and writes the page about them.
fn write(report: &TriageReport<'_>, page: Option<ResultFile>) -> Result<(), Failure> {
    let options = &report.args.reduce.report;
    let text = if options.json { format!("{}\n", report.json()) } else { report.table() };
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    if let Some(mut page) = page {
        page.restart(page::html(report).into_bytes());
        page.finish().map_err(|error| Failure::file(page.path(), &error))?;
    }
    if !options.quiet {
        say(&calm(&report.notes().join("\n")));
    }
    Ok(())
}

/// Explains why there is no group.
fn nothing(folder: &Path, left: &[Left]) -> Failure {
    match left.iter().find(|left| left.failure.status == Status::Broken) {
        Some(broken) => broken.failure.clone(),
        None => Failure::no(format!("{}: none of the {} inputs is interesting", shown(folder), left.len())),
    }
}

/// How a triage ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Each input was looked at.
    Done,
    /// A signal stopped it.
    Interrupted,
}

/// An input without a group.
#[derive(Debug)]
struct Left {
    input: PathBuf,
    failure: Failure,
}

/// A triage from beginning to end.
struct Triage<'a> {
    args: &'a TriageArgs,
    language: &'a Format,
    how_chosen: &'a str,
    /// The folder for the reduced inputs; none if they are taken as they are.
    output: Option<&'a Path>,
    groups: Groups<'a>,
    left: Vec<Left>,
}

impl Triage<'_> {
    /// Looks at each input.
    fn all(&mut self, inputs: &[PathBuf]) -> Result<End, Failure> {
        let is_quiet = self.args.reduce.report.quiet;
        for (number, input) in (1..).zip(inputs) {
            let mut progress = if is_quiet { Progress::quiet(0) } else { Progress::on_stderr(0) };
            let name = shown(input);
            progress.say(&format!("{number}/{} {name}", inputs.len()));
            let judged = self.one(input);
            progress.clear();
            let line = match judged {
                Ok(line) => line,
                Err(failure) if failure.status == Status::Interrupted => return Ok(End::Interrupted),
                // A wrong command line fails with every input alike.
                Err(failure) if failure.status == Status::Usage => return Err(failure),
                Err(failure) => self.leave(input, failure),
            };
            if !is_quiet {
                // Most messages begin with the file's name already.
                let about = if line.starts_with(&name) { String::new() } else { format!("{name}: ") };
                progress.print(&format!("{number}/{} {about}{line}", inputs.len()));
            }
        }
        Ok(End::Done)
    }

    /// Reduces an input, finds or makes its group, and returns the line to print.
    fn one(&mut self, input: &Path) -> Result<String, Failure> {
        let args = self.reduce_args(input);
        let first = if self.args.no_reduce { First::Run } else { First::Reduce };
        let (groups, options) = (&self.groups, self.args.effort.options());
        let (language, is_same) = (self.language, args.conditions.same);
        let (_, judged) = run_then((&args, first, Wanted::Failing), language, self.how_chosen, |smallest, trial| {
            let mut case = Case::new(input, smallest);
            case.end = case.end.filter(|_| is_same);
            let is_explained = groups.find(&case).is_some_and(|group| group.found.is_some());
            let found = (!is_explained).then(|| generalize_in(language, smallest.text, trial, &options));
            case.count(&trial.counters());
            (case, found)
        })?;
        let (case, found) = judged.ok_or_else(interrupted)?;
        let found = match found {
            Some(Err(Error::Stopped(Stop::Interrupted))) => return Err(interrupted()),
            // Of a group that is there, or not in the language.
            None | Some(Err(_)) => return Ok(self.groups.join(case)),
            Some(Ok(Generalization { stop: Some(Stop::Interrupted), .. })) => return Err(interrupted()),
            Some(Ok(Generalization { stop: Some(stop @ (Stop::Broken(_) | Stop::Io(_))), .. })) => {
                return Err(Failure::broken(stop.to_string()));
            }
            Some(Ok(found)) => found,
        };
        Ok(self.groups.add(case, Some(found)))
    }

    /// Returns the options of the reduction of one input, which says nothing itself.
    fn reduce_args(&self, input: &Path) -> ReduceArgs {
        let mut args = self.args.reduce.clone();
        args.output = Some(match self.output {
            Some(folder) => folder::reduced(folder, input),
            None => PathBuf::from("-"),
        });
        args.input = input.to_owned();
        args.format = Formatter::None;
        args.report = ReportArgs { json: false, quiet: true, plain: false, page: None };
        args
    }

    fn leave(&mut self, input: &Path, failure: Failure) -> String {
        let line = failure.message.lines().next().unwrap_or_default().to_owned();
        self.left.push(Left { input: input.to_owned(), failure });
        line
    }
}

fn interrupted() -> Failure {
    Failure { status: Status::Interrupted, message: String::new() }
}

//! `triage`: reduces and generalizes the failing inputs of a folder, and groups those that fail for the same reason.

mod first_pass;
mod folder;
mod groups;
#[cfg(feature = "view")]
mod page;
mod report;

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use clap::{Arg, Command, ValueEnum};
use first_pass::{Bundle, FirstPass};
use groups::{Alike, Case, Group, Groups};
use report::TriageReport;

use super::counted::counted;
use super::generalize::EffortArgs;
use super::pattern;
use super::reduce::{Before, First, Formatter, Progress, ReduceArgs, ReportArgs, Wanted, begin_log, run_then};
use super::start;
use super::status::{Failure, Status, say};
use grammarc_generalize::{Error, Generalization, SavedPattern, generalize_in};
use grammarc_reduce::format::Format;
use grammarc_trial::oracle::{Signature, calm, shown};
use grammarc_trial::trial::Stop;

/// Options of `triage`.
#[derive(Debug, Clone, clap::Args)]
pub struct TriageArgs {
    /// How many texts are tried
    #[command(flatten)]
    pub effort: EffortArgs,

    /// Do not reduce the inputs first
    #[arg(long)]
    pub no_reduce: bool,

    /// How inputs are grouped. Without a known report in the output, `output` is the same as `pattern`
    #[arg(long, value_name = "WHAT", default_value = "output")]
    pub group_by: GroupBy,

    /// How the inputs are made smaller before, and when one is interesting
    #[command(flatten)]
    pub reduce: ReduceArgs,
}

/// Ways to group inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GroupBy {
    /// The report in the output: a sanitizer's, a panic, a traceback, an assertion. Each input runs once, and only the smallest of those
    /// with the same report is reduced and generalized
    Output,
    /// The patterns alone: each input is reduced, and generalized if it matches no pattern
    Pattern,
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
        // Readable copies are for `reduce` alone, because the patterns are read in place of the results.
        "more" | "git" | "format" => arg.hide(true),
        "budget" => arg.help("Stop reducing an input after a time (10m) or a number of tests (5000)"),
        _ => arg,
    };
    let of_file = |arg: Arg| match arg.get_id().as_str() {
        "input" => arg.help("The failing input, which is never changed; `-` is standard input"),
        "output" => arg
            .help("Output file for the reduced input [default: INPUT's name with .reduced, in the current directory]"),
        "more" | "git" | "format" => arg.hide(true),
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
    begin_log(&args.reduce)?;
    #[cfg(feature = "view")]
    let page = page::file(args, &inputs, output.as_deref())?;
    #[cfg(not(feature = "view"))]
    args.reduce.report.refuse_page()?;
    let progress = Progress::on_stderr(&args.reduce.report, 0);
    let (groups, left, unseen) = (Groups::new(language), Vec::new(), Vec::new());
    let mut triage = Triage { args, language, how_chosen, output: output.as_deref(), progress, groups, left, unseen };
    let end = triage.all(&inputs)?;
    let Triage { groups, left, unseen, .. } = triage;
    let mut groups = groups.into_sorted();
    let saved = groups.iter_mut().try_for_each(|group| save(group, language, output.as_deref()));
    let report = TriageReport { args, language, how_chosen, groups: &groups, left: &left, unseen: unseen.len(), end };
    print(&report)?;
    #[cfg(feature = "view")]
    page.map_or(Ok(()), |page| page::write(page, &report))?;
    // The groups are printed before a failure to write a pattern is reported.
    saved?;
    match report.groups {
        _ if end == End::Interrupted => Ok(Status::Interrupted),
        [] => Err(nothing(&args.reduce.input, &left)),
        _ if left.iter().any(|left| left.failure.status == Status::Broken) => Ok(Status::Broken),
        _ => Ok(Status::Done),
    }
}

/// Writes the pattern of a group to a file, beside the reduced inputs.
fn save(group: &mut Group, language: &Format, output: Option<&Path>) -> Result<(), Failure> {
    let (Some(found), Some(output), false) = (&group.found, output, group.representative().is_unfinished) else {
        return Ok(());
    };
    let path = folder::pattern(output, &group.representative().input);
    pattern::write(&path, &SavedPattern::from(found), language)?;
    group.saved = Some(path);
    Ok(())
}

/// Prints the groups.
fn print(report: &TriageReport<'_>) -> Result<(), Failure> {
    let options = &report.args.reduce.report;
    let text = if options.json { format!("{}\n", report.json()) } else { report.table() };
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
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
    progress: Progress,
    groups: Groups<'a>,
    left: Vec<Left>,
    /// The inputs that a signal left out.
    unseen: Vec<PathBuf>,
}

impl Triage<'_> {
    /// Looks at each input.
    fn all(&mut self, inputs: &[PathBuf]) -> Result<End, Failure> {
        let mut bundles = match self.args.group_by {
            GroupBy::Pattern => inputs.iter().map(|input| Bundle::single(input)).collect(),
            GroupBy::Output => self.first_pass(inputs)?,
        };
        let mut end = if self.unseen.is_empty() { End::Done } else { End::Interrupted };
        bundles.reverse();
        let (mut number, all) = (0, inputs.len());
        while end == End::Done
            && let Some(bundle) = bundles.pop()
        {
            number += bundle.inputs.len();
            end = self.study(bundle, &format!("{number}/{all}"))?;
        }
        self.progress.clear();
        bundles.into_iter().rev().try_for_each(|bundle| self.put_off(bundle))?;
        Ok(end)
    }

    /// Runs each input once, and brings together those whose failures report themselves alike.
    fn first_pass(&mut self, inputs: &[PathBuf]) -> Result<Vec<Bundle>, Failure> {
        let FirstPass { bundles, unseen } = first_pass::run(inputs, |input| self.reduce_args(input), &self.progress)?;
        self.unseen = unseen;
        let known: Vec<&Bundle> = bundles.iter().filter(|bundle| bundle.signature.is_some()).collect();
        if !known.is_empty() && !self.args.reduce.report.quiet {
            let count = known.iter().map(|bundle| bundle.inputs.len()).sum();
            self.progress.print(&format!("{} with {} in the output", counted(count, "input"), reports(known.len())));
        }
        Ok(bundles)
    }

    /// Reduces and generalizes the smallest input of a bundle. If that is not interesting any more the next one takes its place.
    fn study(&mut self, bundle: Bundle, number: &str) -> Result<End, Failure> {
        let Bundle { signature, mut inputs } = bundle;
        while !inputs.is_empty() {
            let first = inputs.remove(0);
            let name = shown(&first.input);
            self.progress.restart(&format!("{number} {name}"), first.before);
            self.progress.say("starting");
            let (line, end) = match self.one(&first, signature.clone(), &mut inputs) {
                Ok((line, end)) => (line, end),
                Err(failure) if failure.status == Status::Interrupted => {
                    inputs.insert(0, first);
                    self.put_off(Bundle { signature, inputs })?;
                    return Ok(End::Interrupted);
                }
                // A wrong command line fails with every input alike.
                Err(failure) if failure.status == Status::Usage => return Err(failure),
                Err(failure) => (self.leave(&first.input, failure), End::Done),
            };
            if !self.args.reduce.report.quiet {
                // Most messages begin with the file's name already.
                let about = if line.starts_with(&name) { String::new() } else { format!("{name}: ") };
                self.progress.print(&format!("{number} {about}{line}"));
            }
            if end == End::Interrupted {
                return Ok(end);
            }
        }
        Ok(End::Done)
    }

    /// Reduces an input, finds or makes its group, and returns the line to print. The inputs that fail alike come with it.
    fn one(
        &mut self,
        first: &Alike,
        signature: Option<Signature>,
        alike: &mut Vec<Alike>,
    ) -> Result<(String, End), Failure> {
        let mut args = self.reduce_args(&first.input);
        args.conditions.signature.clone_from(&signature);
        let (language, is_same, options) = (self.language, args.conditions.same, self.args.effort.options());
        let before = Before {
            args: &args,
            first: if self.args.no_reduce { First::Run } else { First::Reduce },
            wanted: Wanted::Failing,
            progress: Some(&self.progress),
        };
        let groups = &self.groups;
        let (_, (mut case, found)) = run_then(&before, language, self.how_chosen, |smallest, trial| {
            let mut case = Case::new(&first.input, smallest);
            case.runs += first.runs;
            case.tests += first.runs;
            case.signature.clone_from(&signature);
            case.end = case.end.filter(|_| is_same);
            case.is_unfinished = trial.is_none();
            let is_explained = groups.find(&case).is_some_and(|group| group.found.is_some());
            let found = trial.filter(|_| !is_explained).map(|trial| {
                let found = generalize_in(language, smallest.text, trial, &options);
                case.count(&trial.counters());
                found
            });
            (case, found)
        })?;
        case.is_unfinished |= matches!(found, Some(Err(Error::Stopped(Stop::Interrupted))));
        let alike = std::mem::take(alike);
        let found = match found {
            Some(Err(Error::Stopped(stop @ (Stop::Broken(_) | Stop::Io(_))))) => {
                return Err(Failure::broken(stop.to_string()));
            }
            // Of a group that is there, not in the language, or interrupted.
            None | Some(Err(_)) => {
                let end = if case.is_unfinished { End::Interrupted } else { End::Done };
                return Ok((self.groups.join(case, alike), end));
            }
            Some(Ok(Generalization { stop: Some(stop @ (Stop::Broken(_) | Stop::Io(_))), .. })) => {
                return Err(Failure::broken(stop.to_string()));
            }
            Some(Ok(found)) => found,
        };
        case.is_unfinished = matches!(found.stop, Some(Stop::Interrupted));
        let end = if case.is_unfinished { End::Interrupted } else { End::Done };
        Ok((self.groups.add(case, alike, Some(found)), end))
    }

    /// Makes a group without a pattern of a bundle that a signal left out. Without a report nothing is known of its input.
    fn put_off(&mut self, bundle: Bundle) -> Result<(), Failure> {
        let Bundle { signature, mut inputs } = bundle;
        if signature.is_none() {
            self.unseen.extend(inputs.into_iter().map(|alike| alike.input));
            return Ok(());
        }
        let first = inputs.remove(0);
        let text = fs::read(&first.input).map_err(|error| Failure::file(&first.input, &error))?;
        self.groups.add(Case::unfinished(first, text, signature), inputs, None);
        Ok(())
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

/// Counts reports that differ.
fn reports(count: usize) -> String {
    if count == 1 { "one report".to_owned() } else { format!("{count} different reports") }
}

//! The command line of `grammarc`. The commands that generated crates have too come from the runtime; here they take `-g` as well.
//!
//! Each command is a file of its own. `subject` chooses the language of an input, and `folder` that of each file in a folder. `config`
//! completes the command line by `grammarc.toml`, and `place` says where tests run.

use std::path::PathBuf;
use std::process::ExitCode;

use check::Remarks;
use clap::{CommandFactory, Parser, Subcommand};
use config::ConfigFile;
use folder::FolderFormats;
use grammarc_runtime::cli::bug::Culprit;
use grammarc_runtime::cli::status::{Failure, Status, finish, say};
use grammarc_runtime::cli::strategies::{self, StrategyGroup};
use grammarc_runtime::cli::terminal::{Terminal, early_choice};
use grammarc_runtime::cli::{examples, fuzz, generalize, parse, reduce, triage};
use grammarc_runtime::oracle::{calm, take_orphans};
use imports::AllowedImports;
use place::WithTest;

use crate::{GrammarFile, bundled};

mod check;
mod clean;
mod compile;
mod complaints;
mod config;
mod corpus;
mod diagram;
mod fmt;
mod folder;
mod foreign;
mod grammars;
#[cfg(feature = "import")]
mod import;
mod imports;
mod manual;
mod place;
mod subject;
mod trusted;

/// Reduce, fuzz and parse structured inputs with one grammar
#[derive(Debug, Parser)]
#[command(name = "grammarc", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    terminal: Terminal,
    /// Do not read grammarc.toml, the file with the options of a project
    #[arg(long, global = true)]
    no_config: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Generate a crate with a parser, a fuzzer and a reducer from a grammar
    Compile(compile::CompileArgs),
    /// Lint a grammar, and show how each rule is parsed
    Check(check::CheckArgs),
    /// Draw railroad diagrams of all rules
    Diagram(diagram::DiagramArgs),
    /// Format grammar files
    Fmt(fmt::FmtArgs),
    /// Make a grammar file of a grammar in another notation, such as ANTLR's
    #[cfg(feature = "import")]
    Import(import::ImportArgs),
    /// Parse an input: print its syntax tree, or the errors in it
    Parse(WithGrammar<parse::ParseArgs>),
    /// Generate random texts of a language
    Fuzz(Box<WithGrammar<fuzz::FuzzArgs>>),
    /// Shrink a failing input while a test command still finds it interesting
    Reduce(Box<WithTest<reduce::ReduceArgs>>),
    /// Find the parts of a failing input that matter for the failure
    Generalize(Box<WithTest<generalize::GeneralizeArgs>>),
    /// Group the failing inputs in a folder by their common pattern
    Triage(Box<WithTest<triage::TriageArgs>>),
    /// Remove the journals of earlier runs from the cache
    Clean,
    /// List the strategies of `reduce`
    Strategies,
    /// List the bundled grammars
    Grammars(grammars::GrammarsArgs),
    /// Print a completion script for a shell
    Completions(manual::Completions),
    /// Print a manual page, or write all of them
    Man(manual::ManualArgs),
}

/// The options of a subcommand that works on some language, and which language.
#[derive(Debug, clap::Args)]
struct WithGrammar<A: clap::Args> {
    /// Grammar file (with a `/`, or ending in `.bnf`) or bundled grammar [default: chosen by the input's extension or first bytes]
    #[arg(short = 'g', long = "grammar", value_name = "GRAMMAR")]
    grammar: Option<PathBuf>,
    #[command(flatten)]
    imports: AllowedImports,
    #[command(flatten)]
    rest: A,
}

impl<A: clap::Args> WithGrammar<A> {
    /// Returns the grammar that `-g` names.
    fn grammar(&self) -> Option<GrammarFile<'_>> {
        self.grammar.as_deref().map(|path| self.imports.file(path))
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    reduce::prepare_early();
    Culprit { program: "grammarc".to_owned(), calls_functions: false }.report_panics();
    take_orphans();
    finish(config::parse(command()).and_then(|(arguments, file)| run(arguments, file.as_ref())))
}

/// The whole command line, as the parser, the completions and the manual page need it.
fn command() -> clap::Command {
    let command = triage::worded(Arguments::command()).mut_subcommand("reduce", with_papers);
    let command = GRAMMAR_HELP.iter().fold(command, |command, (name, help)| {
        command.mut_subcommand(name, |subcommand| subcommand.mut_arg("grammar", |grammar| grammar.help(*help)))
    });
    let command = examples::add(command, examples::SHARED, "html");
    in_groups(examples::add(command, EXAMPLES, "html")).color(early_choice())
}

/// The help of `-g` for commands that do not choose the grammar by one input.
const GRAMMAR_HELP: [(&str, &str); 2] = [
    ("fuzz", "Required: grammar file (with a `/`, or ending in `.bnf`) or bundled grammar"),
    (
        "triage",
        "Grammar file (with a `/`, or ending in `.bnf`) or bundled grammar [default: chosen by the first input's extension or first bytes]",
    ),
];

/// The commands by purpose; people come with a failing input.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Failing inputs", &["reduce", "generalize", "triage"]),
    ("Texts of a language", &["fuzz", "parse"]),
    ("Grammars", &["grammars", "check", "compile", "diagram", "fmt", "import"]),
    ("More", &["strategies", "clean", "man", "completions"]),
];

/// Lets the help list the commands in groups.
fn in_groups(command: clap::Command) -> clap::Command {
    let heading = command.get_styles().get_header();
    let line = |name: &&str| {
        let about = command.find_subcommand(name)?.get_about()?;
        Some(format!("  {name:<12} {about}\n"))
    };
    let group = |(title, names): &(&str, &[&str])| {
        format!("{heading}{title}:{heading:#}\n{}\n", names.iter().filter_map(line).collect::<String>())
    };
    let groups: String = GROUPS.iter().map(group).collect();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{heading}Options:{heading:#}\n{{options}}\n\n\
         `grammarc COMMAND --help` explains a command.{{after-help}}"
    );
    command.help_template(template)
}

/// The strategies that a generated program does not have.
static OF_PAPERS: &[StrategyGroup] = &[
    StrategyGroup { title: "Strategies of papers", strategies: grammarc_papers::STRATEGIES },
    StrategyGroup { title: "Algorithms exactly as they were published", strategies: grammarc_papers::PUBLISHED },
];

/// Lists the published algorithms in the help of `--strategy`.
fn with_papers(reduce: clap::Command) -> clap::Command {
    reduce.mut_arg("strategy", |strategy| {
        let lines = grammarc_papers::PUBLISHED.iter().map(|it| format!("\n- {}: {}", it.name, it.paper));
        let help = strategy.get_help().map(ToString::to_string).unwrap_or_default();
        let papers: String = lines.collect();
        strategy.long_help(format!("{help}\n\nAlgorithms exactly as they were published:{papers}"))
    })
}

fn run(Arguments { command, terminal, .. }: Arguments, file: Option<&ConfigFile>) -> Result<Status, Failure> {
    match command {
        Command::Compile(args) => compile::run(&args, terminal),
        Command::Check(args) => check::run(&args, terminal),
        Command::Diagram(args) => diagram::run(&args, terminal),
        Command::Fmt(args) => fmt::run(&args, terminal),
        #[cfg(feature = "import")]
        Command::Import(args) => import::run(&args, terminal),
        Command::Parse(args) => run_parse(&args, terminal),
        Command::Fuzz(args) => run_fuzz(&args, terminal),
        Command::Reduce(args) => run_reduce(&args.placed(file, |args| args)?, terminal),
        Command::Generalize(args) => run_generalize(&args.placed(file, |args| &mut args.reduce)?, terminal),
        Command::Triage(args) => run_triage(&args.placed(file, |args| &mut args.reduce)?, terminal),
        Command::Clean => clean::run(),
        Command::Strategies => strategies::run(OF_PAPERS),
        Command::Grammars(args) => grammars::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::manual(&args),
    }
}

fn run_parse(args: &WithGrammar<parse::ParseArgs>, terminal: Terminal) -> Result<Status, Failure> {
    let chosen =
        subject::for_input(args.grammar(), &args.rest.input, args.rest.start.as_deref(), Remarks::Brief, terminal)?;
    if args.grammar.is_none() {
        say(&calm(&chosen.description()));
    }
    parse::run(chosen.subject(), &args.rest, terminal)
}

fn run_fuzz(args: &WithGrammar<fuzz::FuzzArgs>, terminal: Terminal) -> Result<Status, Failure> {
    let Some(grammar) = args.grammar() else {
        return Err(Failure::usage("missing grammar: add `-g GRAMMAR`; `grammarc grammars` lists the bundled ones"));
    };
    let chosen = subject::named(grammar, args.rest.start.as_deref(), Remarks::Brief, terminal)?;
    // With it, other commands know the grammar of the texts, and other programs their format.
    let usual = bundled::named(&grammar.path.to_string_lossy()).and_then(|it| it.extensions().next());
    let extension = args.rest.extension.clone().or(usual.map(str::to_owned));
    fuzz::run(chosen.subject(), &fuzz::FuzzArgs { extension, ..args.rest.clone() })
}

fn run_reduce(args: &WithGrammar<reduce::ReduceArgs>, terminal: Terminal) -> Result<Status, Failure> {
    let remarks = Remarks::unless(args.rest.report.quiet);
    let given = reduce::Given::read(&args.rest).map_err(|failure| grammars::no_input(failure, &args.rest.input))?;
    if given.is_folder() {
        let formats = FolderFormats::new(args.grammar(), remarks, terminal)?;
        return reduce::run_folder(&args.rest, given, &formats);
    }
    let text = (given.path(), given.text());
    let chosen = subject::for_text(args.grammar(), text, args.rest.start.as_deref(), remarks, terminal)?;
    reduce::run(&args.rest, given, chosen.subject().language, chosen.subject().why)
}

fn run_generalize(args: &WithGrammar<generalize::GeneralizeArgs>, terminal: Terminal) -> Result<Status, Failure> {
    let remarks = Remarks::unless(args.rest.reduce.report.quiet);
    let chosen = subject::for_input(
        args.grammar(),
        &args.rest.reduce.input,
        args.rest.reduce.start.as_deref(),
        remarks,
        terminal,
    )?;
    generalize::run(&args.rest, chosen.subject().language, chosen.subject().why)
}

fn run_triage(args: &WithGrammar<triage::TriageArgs>, terminal: Terminal) -> Result<Status, Failure> {
    let first = match &args.grammar {
        Some(_) => args.rest.reduce.input.clone(),
        None => {
            let input = &args.rest.reduce.input;
            triage::first(input).map_err(|failure| grammars::no_input(failure, input))?
        }
    };
    let remarks = Remarks::unless(args.rest.reduce.report.quiet);
    let chosen = subject::for_input(args.grammar(), &first, args.rest.reduce.start.as_deref(), remarks, terminal)?;
    triage::run(&args.rest, chosen.subject().language, chosen.subject().why)
}

/// Examples for the commands that only `grammarc` has, and for those that need `-g` here.
const EXAMPLES: &examples::Examples = &[
    ("", ["reduce crash.html -- ./program {}", "triage crashes --same -- ./program", "fuzz -g html --seed 1"]),
    ("compile", ["compile html.bnf", "compile html.bnf -o parsers/html --no-cli", "compile html.bnf --check"]),
    ("check", ["check html.bnf", "check --json mine.bnf", "check mine.bnf --examples texts"]),
    ("diagram", ["diagram html.bnf", "diagram html.bnf -o html.html", "diagram html.bnf -o - > html.svg"]),
    ("import", ["import Expr.g4", "import ExprLexer.g4 ExprParser.g4 -o expr.bnf", "import uri.abnf --examples urls"]),
    ("fmt", ["fmt html.bnf", "fmt --check html.bnf mine.bnf", "fmt - < mine.bnf"]),
    (
        "fuzz",
        [
            "fuzz -g html --seed 1",
            "fuzz -g ./mine.bnf -n 100 --max-depth 12 -o texts",
            "fuzz -g json --pattern 'not crash.pattern' -n 1000 -0 | xargs -0 -n 1 ./program",
        ],
    ),
    (
        "clean",
        [
            "clean",
            "reduce crash.html --keep-journal -- ./program {}",
            "reduce crash.html -o - -- ./program {} > small.html",
        ],
    ),
    ("strategies", ["strategies", "strategies | grep ddmin", "reduce --strategy hdd,bytes crash.html -- ./program {}"]),
    ("grammars", ["grammars", "fuzz -g json", "parse -g expr sum.txt"]),
    (
        "completions",
        [
            "completions bash > ~/.local/share/bash-completion/completions/grammarc",
            "completions zsh > _grammarc",
            "completions fish > ~/.config/fish/completions/grammarc.fish",
        ],
    ),
    ("man", ["man reduce | man -l -", "man -o ~/.local/share/man/man1", "man triage | groff -man -Tutf8 | less"]),
];

#[cfg(test)]
mod tests {
    use super::{GROUPS, command};

    #[test]
    fn each_command_is_in_a_group() {
        let grouped = |name: &str| GROUPS.iter().filter(|(_, names)| names.contains(&name)).count();
        let command = command();
        for subcommand in command.get_subcommands() {
            assert_eq!(grouped(subcommand.get_name()), 1, "{}", subcommand.get_name());
        }
    }
}

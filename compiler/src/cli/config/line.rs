//! The command line, completed by the file: an option that is typed wins over the same one of the file, and over those that it excludes.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches};
use grammarc_runtime::cli::examples;
use grammarc_runtime::cli::status::{Failure, say};
use grammarc_runtime::oracle::{calm, shown};

use super::super::grammars;
use super::options::{FileOption, conflict};
use super::{ConfigFile, keys};

/// Parses the command line of the process, completed by the nearest file, and returns the file as well. The options that the file adds are
/// said on standard error. A wrong command line ends the process with a message.
///
/// # Errors
/// If the file is wrong.
pub(in super::super) fn parse<A: FromArgMatches>(program: Command) -> Result<(A, Option<ConfigFile>), Failure> {
    let program = examples::prepared(program);
    let typed = examples::typed();
    let end = |error: Error| -> ! { examples::explained(error, grammars::advice).exit() };
    let (given, lacking) = given(&program, &typed).unwrap_or_else(|error| end(error));
    let file = file_for(&program, &given)?;
    let (words, said) = match &file {
        Some(file) => completed(&program, typed, &given, file).map_err(Failure::usage)?,
        None => (typed, None),
    };
    let completed = program.try_get_matches_from(words);
    // A missing argument is reported as without the file, because the usage would show options of the file as typed ones.
    let matches = completed.unwrap_or_else(|error| end(lacking.unwrap_or(error)));
    // Said with `-q`, too, because somebody else may have written the file.
    say(&calm(&said.unwrap_or_default()));
    let arguments = A::from_arg_matches(&matches).unwrap_or_else(|error| end(error));
    Ok((arguments, file))
}

/// Returns the options that are typed. If any is missing, the file may have it, so that error is only returned beside them.
fn given(program: &Command, typed: &[OsString]) -> Result<(ArgMatches, Option<Error>), Error> {
    match program.clone().try_get_matches_from(typed) {
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => {
            Ok((program.clone().ignore_errors(true).try_get_matches_from(typed)?, Some(error)))
        }
        given => given.map(|given| (given, None)),
    }
}

/// Returns the file, unless the command has no options that it could set, or `--no-config` is given.
fn file_for(program: &Command, given: &ArgMatches) -> Result<Option<ConfigFile>, Failure> {
    let command = given.subcommand().and_then(|(name, _)| program.find_subcommand(name));
    let is_wanted = !given.get_flag("no_config") && command.is_some_and(|command| keys::of(command).next().is_some());
    if is_wanted { ConfigFile::nearest() } else { Ok(None) }
}

/// Adds the options of a file behind the name of the command. Returns the words of the line, and a message about the added options.
fn completed(
    program: &Command,
    typed: Vec<OsString>,
    given: &ArgMatches,
    file: &ConfigFile,
) -> Result<(Vec<OsString>, Option<String>), String> {
    let Some((name, matches)) = given.subcommand() else { return Ok((typed, None)) };
    let Some(command) = program.find_subcommand(name) else { return Ok((typed, None)) };
    let is_typed = |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let given: Vec<&Arg> = command.get_arguments().filter(is_typed).collect();
    let mut options = file.options(program, command)?;
    let is_beaten = |option: &FileOption<'_>| {
        given.iter().any(|typed| typed.get_id() == option.arg.get_id() || conflict(command, typed, option.arg))
    };
    options.retain(|option| !is_beaten(option));
    // No word before it can be the same: the options of the program have other values.
    let place = typed.iter().skip(1).position(|word| word == name).map_or(typed.len(), |place| place + 2);
    let (before, after) = typed.split_at(place);
    let line = |options: &[&FileOption<'_>]| {
        let added = options.iter().flat_map(|option| option.words());
        before.iter().cloned().chain(added).chain(after.iter().cloned()).collect::<Vec<_>>()
    };
    let options = supported(&options, |options| missing(program, line(options)));
    let shown: Vec<String> = options.iter().map(|option| option.shown()).collect();
    let said = (!shown.is_empty()).then(|| described(&shown, file));
    Ok((line(&options), said))
}

fn described(options: &[String], file: &ConfigFile) -> String {
    format!("options: {}, by {} (`--no-config` leaves them out)", options.join(" "), shown(&file.path))
}

/// Leaves out options that need another one, which nobody gives: `jobs` of `check` without `--examples`. `missing` counts the arguments that
/// a command line with some of the options lacks.
fn supported<'o, 'c>(
    options: &'o [FileOption<'c>],
    missing: impl Fn(&[&'o FileOption<'c>]) -> usize,
) -> Vec<&'o FileOption<'c>> {
    let all: Vec<&FileOption<'c>> = options.iter().collect();
    if missing(&all) == 0 {
        return all;
    }
    let mut kept: Vec<usize> = Vec::new();
    let chosen = |numbers: &[usize]| numbers.iter().map(|&number| all[number]).collect::<Vec<_>>();
    // An option may need one of a later line, so each that is kept is a reason to look at all others again.
    while let Some(next) = (0..all.len()).find(|number| {
        let more = [&*kept, &[*number]].concat();
        !kept.contains(number) && missing(&chosen(&more)) <= missing(&chosen(&kept))
    }) {
        kept.push(next);
    }
    kept.sort_unstable();
    chosen(&kept)
}

/// Counts the options and arguments that a command line lacks.
fn missing(program: &Command, line: Vec<OsString>) -> usize {
    let error = program.clone().try_get_matches_from(line).err();
    let error = error.filter(|error| error.kind() == ErrorKind::MissingRequiredArgument);
    match error.as_ref().and_then(|error| error.get(ContextKind::InvalidArg)) {
        Some(ContextValue::Strings(missing)) => missing.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::PathBuf;

    use super::super::ConfigFile;
    use super::{completed, given};

    /// Completes the words of a command line by a file of the current folder. Returns the new words, or the mistake in the file.
    fn line(text: &str, typed: &str) -> Result<String, String> {
        let program = crate::cli::command();
        let typed: Vec<OsString> = format!("grammarc {typed}").split(' ').map(OsString::from).collect();
        let (given, _) = given(&program, &typed).expect("nothing is wrong but what is missing");
        let file = ConfigFile { path: PathBuf::from("grammarc.toml"), text: text.to_owned() };
        let (words, said) = completed(&program, typed.clone(), &given, &file)?;
        assert_eq!(said.is_some(), words != typed, "each change is said");
        Ok(words[1..].join(" ".as_ref()).into_string().expect("it is UTF-8"))
    }

    #[test]
    fn options_of_the_file_go_behind_the_command() {
        let file = "[reduce]\njobs = 2\ntimeout = '10s'\ncertify = true\nmerge = false\nunresolved = [125, 126]\nwithout = []\n";
        assert_eq!(
            line(file, "--color never reduce reduce --exit 1 -- reduce").as_deref(),
            Ok(
                "--color never reduce --jobs=2 --timeout=10s --certify --unresolved=125 --unresolved=126 reduce --exit 1 -- reduce"
            )
        );
        assert_eq!(line(file, "fuzz -g json").as_deref(), Ok("fuzz -g json"), "the table of another command");
        assert_eq!(line("", "reduce a").as_deref(), Ok("reduce a"));
    }

    #[test]
    fn the_command_line_wins() {
        for (table, typed, expected) in [
            ("[reduce]\njobs = 2\ncertify = true", "reduce a -j1", "reduce --certify a -j1"),
            ("[reduce]\nstrategy = ['hdd', 'bytes']", "reduce a --strategy=lines", "reduce a --strategy=lines"),
            ("[reduce]\nserver = true", "reduce a --stdin", "reduce a --stdin"),
            ("[reduce]\nstdin = true", "reduce a --server", "reduce a --server"),
            ("[fuzz]\nsize = '1k'\nseed = 3\ngrammar = 'json'", "fuzz --replay f", "fuzz --grammar=json --replay f"),
            ("[fuzz]\nreplay = 'f'\nmax-depth = 9", "fuzz --seed 1", "fuzz --max-depth=9 --seed 1"),
            ("[fuzz]\noutput = 'texts'", "fuzz -0", "fuzz -0"),
        ] {
            assert_eq!(line(table, typed).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn an_option_waits_for_the_one_that_it_needs() {
        for (table, typed, expected) in [
            ("[check]\njobs = 2\ntimeout = 3\ncosts = true", "check g.bnf", "check --costs g.bnf"),
            ("[check]\njobs = 2", "check g.bnf --examples d", "check --jobs=2 g.bnf --examples d"),
            ("[check]\njobs = 2\nexamples = 'd'", "check g.bnf", "check --jobs=2 --examples=d g.bnf"),
            ("[check]\njobs = 2", "check", "check"),
            ("[fuzz]\njson = true\nstats = true", "fuzz", "fuzz --json --stats"),
            ("[fuzz]\njson = true\ncount = 2\nwrite-model = 'm'", "fuzz", ""),
            (
                "[fuzz]\njson = true\ncorrupt = 50\ncount = 2",
                "fuzz --mutate d",
                "fuzz --corrupt=50 --count=2 --mutate d",
            ),
            ("[fuzz]\ncorrupt = true", "fuzz --mutate d", "fuzz --corrupt --mutate d"),
            (
                "[reduce]\ntimeout = 9",
                "reduce a --timeout-is-interesting",
                "reduce --timeout=9 a --timeout-is-interesting",
            ),
            ("[reduce]\ntimeout-is-interesting = true", "reduce a", "reduce a"),
            ("[fuzz]\njson = true\nmutate = 'd'", "fuzz --corrupt", "fuzz --mutate=d --corrupt"),
        ] {
            assert_eq!(line(table, typed).unwrap_or_default(), expected, "{table}");
        }
    }
}

//! Which options of a command have a key, by the tables of the command line, and the advice on a name that is none.

use clap::{Arg, ArgAction, Command};
use grammarc_dsl::diagnostic::closest;

use super::REMOTE;
#[cfg(feature = "remote")]
use super::remote;

/// Why a file cannot overwrite other files.
const OVERWRITES: &str = "it overwrites a file, whatever that holds";
/// Options that only the command line has: the command (empty: each), the option, and why.
const TYPED: [(&str, &str, &str); 9] = [
    ("", "force", "it overwrites files that grammarc did not write"),
    ("", "fresh", "it gives up the journal of an earlier run"),
    ("", "allow-import", "it lets a grammar read files outside of its folder"),
    ("", "listen", "it runs a command"),
    ("fuzz", "record", OVERWRITES),
    ("fuzz", "record-integers", OVERWRITES),
    ("fuzz", "write-model", OVERWRITES),
    ("fuzz", "dict", OVERWRITES),
    ("man", "output", OVERWRITES),
];

/// Returns the name of an option, as the command line has it after `--`. Arguments and `--help` are no options of a file, nor are options
/// that the help hides, because the command does not use them.
fn name(arg: &Arg) -> Option<&str> {
    let is_set = matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::Set | ArgAction::Append);
    arg.get_long().filter(|_| is_set && !arg.is_hide_set())
}

/// Returns why an option has no key below its command.
fn refusal(command: &str, name: &str) -> Option<String> {
    if name == REMOTE || name.starts_with("remote-") {
        return belongs_to_remote(name);
    }
    let entry = TYPED.iter().find(|(of, option, _)| *option == name && (of.is_empty() || *of == command));
    entry.map(|(.., why)| format!("`{name}` is for the command line alone, because {why}"))
}

/// Returns the advice on a key of `[remote]` that is somewhere else.
#[cfg(feature = "remote")]
fn belongs_to_remote(name: &str) -> Option<String> {
    remote::key(name).map(|key| format!("unknown key `{name}`: it belongs below `[remote]`, as `{key}`"))
}

/// Without `--remote` its options are not known.
#[cfg(not(feature = "remote"))]
fn belongs_to_remote(_: &str) -> Option<String> {
    None
}

/// Returns the keys of the table of a command.
pub(super) fn of(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter_map(name).filter(|name| refusal(command.get_name(), name).is_none())
}

/// Returns the tables that a file may have.
fn tables(program: &Command) -> impl Iterator<Item = &str> {
    let commands = program.get_subcommands().filter(|command| of(command).next().is_some());
    commands.map(Command::get_name).chain([REMOTE])
}

/// Returns the option that a key of a command sets.
///
/// # Errors
/// If there is none. The error names the remedy.
pub(super) fn find<'c>(program: &Command, command: &'c Command, key: &str) -> Result<&'c Arg, String> {
    let arg = command.get_arguments().find(|arg| name(arg) == Some(key));
    match (arg, refusal(command.get_name(), key)) {
        (Some(arg), None) => Ok(arg),
        (Some(_), Some(refusal)) => Err(refusal),
        (None, _) => Err(advice(program, command, key)),
    }
}

/// Returns the message about a key that no option has.
fn advice(program: &Command, command: &Command, key: &str) -> String {
    let is_letter = |arg: &&Arg| arg.get_short().is_some_and(|letter| *key == *letter.encode_utf8(&mut [0; 4]));
    let table = command.get_name();
    let letter = command.get_arguments().find(is_letter).and_then(name);
    let is_argument = command.get_positionals().any(|arg| arg.get_id() == key);
    let is_global = program.get_arguments().any(|arg| arg.get_long() == Some(key));
    let hint = match letter.or_else(|| closest(key, of(command))) {
        Some(known) => format!("did you mean `{known}`?"),
        None if is_argument => "it is an argument of the command line, and no option".to_owned(),
        None if is_global => "options of the whole program have no key".to_owned(),
        None => match belongs_to_remote(key) {
            Some(message) => return message,
            None => format!("`grammarc {table} --help` lists the options, which are the keys without `--`"),
        },
    };
    format!("unknown key `{key}`: {hint}")
}

/// Checks the name of a table.
///
/// # Errors
/// If there is none of this name. The error names the remedy.
pub(super) fn check_table(program: &Command, name: &str, is_table: bool) -> Result<(), String> {
    let owner = || program.get_subcommands().find(|command| of(command).any(|key| key == name));
    if tables(program).any(|known| known == name) {
        return if is_table { Ok(()) } else { Err(format!("`{name}` is a table: write `[{name}]`")) };
    }
    if program.find_subcommand(name).is_some() {
        return Err(format!("unknown table `{name}`: `grammarc {name}` takes no options from a file"));
    }
    match (is_table, owner(), closest(name, tables(program))) {
        (false, Some(command), _) => {
            Err(format!("unknown key `{name}`: it belongs below a command, such as `[{}]`", command.get_name()))
        }
        (_, _, Some(known)) => Err(format!("unknown table `{name}`: did you mean `{known}`?")),
        _ => Err(belongs_to_remote(name).filter(|_| !is_table).unwrap_or_else(|| {
            let tables: Vec<&str> = tables(program).collect();
            format!("unknown table `{name}`: the tables are {}", tables.join(", "))
        })),
    }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::path::PathBuf;

    use clap::Arg;
    use expect_test::expect_file;

    use super::{TYPED, check_table, find, of, refusal, tables};

    /// Every option that the help of a command shows is in this file, with its key or why it has none. So somebody looks at a new one: may a
    /// file that others have written set it?
    #[test]
    fn every_option_has_a_key_or_a_reason() {
        let program = crate::cli::command();
        let mut lines = Vec::new();
        for command in program.get_subcommands() {
            for option in command.get_arguments().filter_map(super::name).filter(|name| !name.starts_with("remote")) {
                let found = find(&program, command, option);
                assert_eq!(found.is_ok(), of(command).any(|key| key == option), "{option}");
                let is_path = |arg: &Arg| arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
                let key = |arg| if is_path(arg) { "a key, with a path inside of the folder" } else { "a key" };
                let found = found.map_or_else(|why| why, |arg| key(arg).to_owned());
                lines.push(format!("{} {option}: {found}\n", command.get_name()));
            }
        }
        lines.sort();
        expect_file!["../../../tests/keys.txt"].assert_eq(&lines.concat());
    }

    #[test]
    fn the_page_names_what_has_no_key() {
        let page = include_str!("../../../../docs/config.md");
        for (_, option, _) in TYPED {
            assert!(page.contains(&format!("`--{option}`")), "{option}");
        }
        let program = crate::cli::command();
        for table in tables(&program) {
            assert!(page.contains(&format!("`[{table}]`")), "{table}");
            assert_eq!(check_table(&program, table, true), Ok(()));
        }
        assert_eq!(refusal("reduce", "jobs"), None);
    }
}

//! The values of options in a file: paths become relative to its folder, in which they must lie, and no value starts a program.

use std::any::TypeId;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Arg;
use grammarc_runtime::cli::reduce::Formatter;
use grammarc_runtime::generalize::Formula;

use super::super::{subject, trusted};
use crate::emit::Runtime;

/// The option whose value is a formula over files of patterns.
const FORMULA: &str = "pattern";

/// Returns the value on the command line for one in a file of this folder: `/p/my.bnf` for `my.bnf` in `/p`.
///
/// # Errors
/// If the value would start a program, or names a file outside of the folder.
pub(super) fn on_the_line(folder: &Path, arg: &Arg, text: &str) -> Result<OsString, String> {
    let name = arg.get_long().unwrap_or_default();
    let is = |kind: TypeId| arg.get_value_parser().type_id() == kind;
    let inside = |path: &str| {
        let inside = trusted::inside(folder, Path::new(path));
        inside.map_err(|why| format!("`{name}`: {why}; `--{name}` takes any path"))
    };
    if is(TypeId::of::<PathBuf>()) {
        let is_stream = text == "-";
        let is_name = name == "grammar" && !subject::is_file(Path::new(text));
        return if text.is_empty() || is_stream || is_name { Ok(text.into()) } else { inside(text).map(Into::into) };
    }
    if is(TypeId::of::<Runtime>()) {
        let path = text.strip_prefix("path=").filter(|path| !path.is_empty());
        return path.map_or(Ok(text.into()), |path| inside(path).map(|path| prefixed("path=", path)));
    }
    if is(TypeId::of::<Formatter>()) && !["auto", "none"].contains(&text) {
        return Err(format!("`{name}`: expected auto or none; a command that formats is for the command line alone"));
    }
    if name == FORMULA { formula(text, inside) } else { Ok(text.into()) }
}

/// Returns the formula over the files that `inside` finds.
fn formula(text: &str, inside: impl Fn(&str) -> Result<PathBuf, String>) -> Result<OsString, String> {
    let formula: Formula = text.parse().map_err(|bad| format!("`{FORMULA}`: {bad}"))?;
    let paths = formula.names().iter().map(|name| inside(name)).collect::<Result<Vec<_>, _>>()?;
    let is_same = formula.names().iter().zip(&paths).all(|(name, path)| Path::new(name) == path);
    // A formula of the current folder stays as it is written.
    if is_same {
        return Ok(text.into());
    }
    let names = paths.into_iter().map(|path| path.into_os_string().into_string());
    let names = names.collect::<Result<_, _>>().map_err(|path| format!("{} is not UTF-8", path.display()))?;
    Ok(formula.with_names(names).to_string().into())
}

fn prefixed(prefix: &str, path: PathBuf) -> OsString {
    let mut word = OsString::from(prefix);
    word.push(path);
    word
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::on_the_line;

    /// Returns the value of an option in a file of a folder that is not the current one.
    fn value(command: &str, option: &str, text: &str) -> Result<String, String> {
        let program = crate::cli::command();
        let command = program.find_subcommand(command).expect("there is such a command");
        let arg = command.get_arguments().find(|arg| arg.get_long() == Some(option)).expect("there is such an option");
        on_the_line(Path::new("/p"), arg, text).map(|value| value.into_string().expect("it is UTF-8"))
    }

    #[test]
    fn paths_become_relative_to_the_folder() {
        for (command, option, text, expected) in [
            ("reduce", "output", "out/a.json", "/p/out/a.json"),
            ("reduce", "output", "-", "-"),
            ("reduce", "grammar", "my.bnf", "/p/my.bnf"),
            ("reduce", "grammar", "./json", "/p/./json"),
            ("reduce", "grammar", "json", "json"),
            ("import", "grammar", "a/b", "a/b"),
            ("fuzz", "like", "samples", "/p/samples"),
            ("fuzz", "pattern", "not a.pattern and b", "not /p/a.pattern and /p/b"),
            ("parse", "pattern", "'a b'", "\"/p/a b\""),
            ("parse", "path", "0.1", "0.1"),
            ("compile", "runtime", "path=lib", "path=/p/lib"),
            ("compile", "runtime", "vendored", "vendored"),
            ("reduce", "format", "none", "none"),
            ("parse", "format", "json", "json"),
        ] {
            assert_eq!(value(command, option, text).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn values_lead_nowhere_else() {
        for (command, option, text) in [
            ("reduce", "output", "../a"),
            ("reduce", "log", "/etc/passwd"),
            ("reduce", "grammar", "../my.bnf"),
            ("check", "examples", "~/texts"),
            ("fuzz", "pattern", "a or ../b"),
            ("fuzz", "pattern", "a or"),
            ("compile", "runtime", "path=../lib"),
            ("reduce", "format", "./format.sh"),
        ] {
            let why = value(command, option, text).expect_err(text);
            assert!(why.starts_with(&format!("`{option}`: ")), "{why}");
        }
    }
}

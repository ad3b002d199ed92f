//! The command of an oracle, as given after `--`: which program, which arguments, where the candidate's path goes.
//!
//! There is no shell in between. Scripts for C-Reduce, C-Vise, Shrink Ray and Perses work unchanged.

mod parts;
mod word_parts;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

pub use word_parts::WordPart;

use super::words::quoted;
use crate::archive::Form;

/// A command line that waits for the path of a candidate. For example, `python check.py {}` runs as
/// `python /home/me/check.py /tmp/…/crash.html`, if `check.py` is a file here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invocation {
    /// Absolute if it names a file; else to be looked up in PATH.
    program: OsString,
    arguments: Vec<OsString>,
    placeholder: Vec<u8>,
    passing: PassingMode,
    /// Where to run; none for the fresh directory of the candidate.
    directory: Option<PathBuf>,
    files: Vec<PathBuf>,
}

/// A command as a user gives it. For example, `python check.py {}`, given in `/home/me` for the input `crash.html`.
#[derive(Debug, Clone, Copy)]
pub struct CommandLine<'a> {
    /// The program and its arguments.
    pub words: &'a [OsString],
    /// The directory in which it was given, so that `check.py` is found from elsewhere.
    pub start: &'a Path,
    /// The paths of the inputs, which must not stand in the command; not empty.
    pub inputs: &'a [PathBuf],
    /// Whether a candidate is a file or a folder.
    pub form: Form,
    /// Stands for the path of a candidate, for example `{}`; not empty.
    pub placeholder: &'a str,
    /// How candidates are handed over.
    pub passing: PassingMode,
    /// Where the command runs.
    pub directory: Directory,
}

/// How a candidate is handed over. It is always on standard input, if in different ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassingMode {
    /// As a path, too: for example in place of `{}`.
    Path,
    /// On standard input alone; an argument that is nothing but the placeholder is left out.
    Stdin,
    /// To a command that stays: on standard input, one after another, each after a line with its length in bytes. The
    /// command answers with a line each: the exit status that it would have ended with. For example, it reads `a b` as
    /// `3⏎a b`, and answers `0⏎`.
    Server,
}

/// Where the command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directory {
    /// In a fresh directory that holds the candidate and nothing else.
    Fresh,
    /// Where grammarc was started.
    Here,
}

/// Why a command cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvocationError {
    /// Nothing was given.
    Missing,
    /// One argument that looks like a line for a shell, for example `'gcc -c {} && ./a.out'`.
    NeedsShell(String),
    /// A script for a shell has a place for the path, which would mean something to the shell. For example,
    /// `sh -c 'grep x {}'` fails for a file named `a b.txt`.
    InScript {
        /// The name of the candidate.
        name: OsString,
        /// The command with the path as an argument of the script.
        instead: String,
    },
    /// The command names the input but has no place for a candidate, for example `cat crash.html`.
    NamesInput {
        /// As it was given.
        argument: String,
        /// The command with the placeholder instead.
        instead: String,
    },
    /// The command names a file in the folder that is reduced, for example `python check.py` beside the input `.`.
    NamesPart {
        /// As it was given.
        argument: String,
        /// The command with the copy of the file instead.
        instead: String,
    },
}

impl Invocation {
    /// Makes the invocation of a command line.
    ///
    /// # Errors
    /// If the command certainly does not judge candidates: it names the input itself instead of a candidate, for example.
    pub fn new(line: &CommandLine<'_>) -> Result<Self, InvocationError> {
        let CommandLine { words: command, start, inputs, form, placeholder, passing, directory } = *line;
        let Some((program, arguments)) = command.split_first() else { return Err(InvocationError::Missing) };
        let is_folder = form == Form::Folder;
        let input = inputs.first().map_or(Path::new(""), PathBuf::as_path);
        check_shell(command, start, placeholder)?;
        check_script(command, input, placeholder)?;
        let placeholder = placeholder.as_bytes().to_vec();
        let has_place = arguments.iter().any(|argument| find(argument.as_bytes(), &placeholder).is_some());
        if passing == PassingMode::Path && !has_place && !is_folder {
            check_names_input(command, (start, input), &placeholder)?;
        }
        let mut files = Vec::new();
        let program = absolute_program(program, start, &mut files);
        let parts = if is_folder { parts::in_candidate(line)? } else { vec![None; arguments.len()] };
        let absolute = |(argument, part): (&OsString, Option<OsString>)| {
            part.unwrap_or_else(|| absolute_file(argument, start, &mut files))
        };
        let mut arguments: Vec<OsString> = arguments.iter().zip(parts).map(absolute).collect();
        // In a folder the command runs, so it need not be told which.
        if passing == PassingMode::Path && !has_place && !is_folder {
            arguments.push(OsString::from_vec(placeholder.clone()));
        }
        if passing != PassingMode::Path {
            arguments.retain(|argument| argument.as_bytes() != placeholder);
        }
        let directory = (directory == Directory::Here).then(|| start.to_owned());
        Ok(Self { program, arguments, placeholder, passing, directory, files })
    }

    /// Returns the files that the command names: the program, unless it is not found, and arguments.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns the program, as it is started.
    pub fn program(&self) -> &OsStr {
        &self.program
    }

    /// Returns how candidates are handed over.
    pub fn passing(&self) -> PassingMode {
        self.passing
    }

    /// Returns the same command without a path for the candidate: standard input alone.
    pub fn on_stdin(&self) -> Self {
        let mut other = self.clone();
        other.passing = PassingMode::Stdin;
        other.arguments.retain(|argument| argument.as_bytes() != self.placeholder);
        other
    }

    /// Returns the same command, to be run in this directory.
    #[must_use]
    pub fn in_directory(&self, directory: &Path) -> Self {
        Self { directory: Some(directory.to_owned()), ..self.clone() }
    }

    /// Returns the command for a candidate.
    pub(super) fn command(&self, candidate: &Path, fresh: &Path) -> std::process::Command {
        let mut command = std::process::Command::new(&self.program);
        command.args(self.arguments_for(candidate.as_os_str()));
        command.current_dir(self.directory.as_deref().unwrap_or(fresh));
        command
    }

    /// Returns the command as one would type it, with the given text where a candidate's path goes.
    pub fn shown(&self, candidate: &OsStr) -> String {
        let mut words = vec![quoted(&self.program)];
        words.extend(self.arguments_for(candidate).iter().map(|word| quoted(word)));
        words.join(" ")
    }

    /// Returns the command with its placeholder.
    pub fn pattern(&self) -> String {
        self.shown(OsStr::from_bytes(&self.placeholder))
    }

    /// Returns the directory to run in, if it is not the candidate's own.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    fn arguments_for(&self, candidate: &OsStr) -> Vec<OsString> {
        let fill = |argument: &OsString| match self.passing {
            PassingMode::Stdin | PassingMode::Server => argument.clone(),
            PassingMode::Path => replaced(argument, &self.placeholder, candidate),
        };
        self.arguments.iter().map(fill).collect()
    }
}

impl std::fmt::Display for InvocationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => {
                f.write_str("missing interestingness test: add it after `--`, for example `-- ./test.sh {}`")
            }
            Self::NeedsShell(instead) => {
                write!(f, "no file of that name, and the command does not run in a shell; did you mean: -- {instead}")
            }
            Self::InScript { name, instead } => write!(
                f,
                "the shell would interpret the file name {} inside the script; did you mean: -- {instead}",
                quoted(name)
            ),
            Self::NamesInput { argument, instead } => write!(
                f,
                "`{argument}` in the command is the unchanged input, not the candidate; \
                 did you mean: -- {instead}"
            ),
            Self::NamesPart { argument, instead } => write!(
                f,
                "`{argument}` in the command is in the folder that is reduced. For the candidate's copy write: -- {instead}\n\
                 If it is a part of the test, move it out of the folder"
            ),
        }
    }
}

impl std::error::Error for InvocationError {}

/// Refuses one argument with blanks that names no file.
fn check_shell(command: &[OsString], start: &Path, placeholder: &str) -> Result<(), InvocationError> {
    let [line] = command else { return Ok(()) };
    let text = line.to_string_lossy();
    if !text.trim().contains(char::is_whitespace) || start.join(line).is_file() {
        return Ok(());
    }
    let script = if text.contains(placeholder) {
        text.replace(placeholder, "\"$1\"")
    } else {
        format!("{} \"$1\"", text.trim())
    };
    Err(InvocationError::NeedsShell(format!("sh -c {} sh {placeholder}", quoted(OsStr::new(&script)))))
}

/// Refuses a place for the path within a script for a shell, if the name of the input is more than a word there.
fn check_script(command: &[OsString], input: &Path, placeholder: &str) -> Result<(), InvocationError> {
    const SHELLS: [&str; 6] = ["sh", "bash", "dash", "zsh", "ksh", "ash"];
    let is_shell =
        |program: &OsString| Path::new(program).file_name().is_some_and(|it| SHELLS.iter().any(|s| it == *s));
    let [program, option, script, rest @ ..] = command else { return Ok(()) };
    let (text, name) = (script.to_string_lossy(), input.file_name().unwrap_or_default());
    if !is_shell(program) || !option.to_string_lossy().ends_with('c') || !text.contains(placeholder) {
        return Ok(());
    }
    let (instead, is_always_quoted) = with_argument(&text, placeholder);
    let is_harmless = |c: char| match c {
        '"' | '\'' | '$' | '`' | '\\' => false,
        c if c.is_alphanumeric() || "@%+=:,./-_".contains(c) => true,
        c => is_always_quoted && !c.is_control(),
    };
    if name.to_str().is_some_and(|name| name.chars().all(is_harmless)) {
        return Ok(());
    }
    let words = [program.as_os_str(), option, OsStr::new(&instead), OsStr::new("sh"), OsStr::new(placeholder)];
    let rest = rest.iter().skip(1).map(OsString::as_os_str);
    let words: Vec<String> = words.into_iter().chain(rest).map(quoted).collect();
    Err(InvocationError::InScript { name: name.to_owned(), instead: words.join(" ") })
}

/// Returns a script with its first argument instead of the placeholder, and whether that was always within quotes. For
/// example, `grep x {}` becomes `grep x "$1"`.
fn with_argument(script: &str, placeholder: &str) -> (String, bool) {
    let (mut result, mut is_always_quoted, mut quote) = (String::new(), true, None);
    let mut rest = script;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(placeholder) {
            is_always_quoted &= quote.is_some();
            result += match quote {
                None => "\"$1\"",
                Some('"') => "$1",
                Some(_) => "'\"$1\"'",
            };
            rest = after;
            continue;
        }
        match quote {
            None if matches!(c, '"' | '\'') => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
        result.push(c);
        rest = &rest[c.len_utf8()..];
    }
    (result, is_always_quoted)
}

/// Refuses the input as an argument where nothing else stands for the candidate: every candidate would be as
/// interesting as the input.
fn check_names_input(
    command: &[OsString],
    (start, input): (&Path, &Path),
    placeholder: &[u8],
) -> Result<(), InvocationError> {
    let Ok(input) = start.join(input).canonicalize() else { return Ok(()) };
    let is_input = |argument: &OsString| start.join(argument).canonicalize().is_ok_and(|path| path == input);
    let Some(place) = command.iter().skip(1).position(is_input).map(|place| place + 1) else { return Ok(()) };
    let word = |(index, word): (usize, &OsString)| if index == place { lossy(placeholder) } else { quoted(word) };
    let words: Vec<String> = command.iter().enumerate().map(word).collect();
    Err(InvocationError::NamesInput {
        argument: command[place].to_string_lossy().into_owned(),
        instead: words.join(" "),
    })
}

/// Makes a program absolute that is a file here. One without a slash is looked up in PATH first, as a shell does; for
/// example, `check.sh` is found here, but `python` is not.
fn absolute_program(program: &OsString, start: &Path, files: &mut Vec<PathBuf>) -> OsString {
    if !program.as_bytes().contains(&b'/')
        && let Some(found) = in_path(program)
    {
        files.push(found);
        return program.clone();
    }
    absolute_file(program, start, files)
}

fn in_path(program: &OsStr) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|path| path.join(program)).find(|path| is_executable(path))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn absolute_file(argument: &OsString, start: &Path, files: &mut Vec<PathBuf>) -> OsString {
    let path = start.join(argument);
    if argument.is_empty() || !path.is_file() {
        return argument.clone();
    }
    // Lexically: a program may look at the name it was called by.
    let path = std::path::absolute(&path).unwrap_or(path);
    files.push(path.clone());
    path.into_os_string()
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

fn replaced(text: &OsStr, part: &[u8], by: &OsStr) -> OsString {
    let mut rest = text.as_bytes();
    let mut result = Vec::new();
    while let Some(place) = find(rest, part) {
        result.extend_from_slice(&rest[..place]);
        result.extend_from_slice(by.as_bytes());
        rest = &rest[place + part.len()..];
    }
    result.extend_from_slice(rest);
    OsString::from_vec(result)
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{CommandLine, Directory, Invocation, InvocationError, PassingMode};
    use std::ffi::{OsStr, OsString};
    use std::path::{Path, PathBuf};

    use crate::archive::Form;

    fn invocation(words: &[OsString], start: &Path, input: &Path) -> Result<Invocation, InvocationError> {
        let (placeholder, passing, directory) = ("{}", PassingMode::Path, Directory::Fresh);
        let (inputs, form) = (&[input.to_owned()], Form::File);
        Invocation::new(&CommandLine { words, start, inputs, form, placeholder, passing, directory })
    }

    /// Returns the command that runs in a candidate of several inputs, or of a folder.
    fn in_folder(command: &[&str], inputs: &[&str]) -> Result<String, InvocationError> {
        let words: Vec<OsString> = command.iter().map(OsString::from).collect();
        let inputs: Vec<PathBuf> = inputs.iter().map(PathBuf::from).collect();
        let start = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (placeholder, passing, directory, form) = ("{}", PassingMode::Path, Directory::Fresh, Form::Folder);
        let line = CommandLine { words: &words, start, inputs: &inputs, form, placeholder, passing, directory };
        let shown = Invocation::new(&line)?.shown(OsStr::new("/tmp/x"));
        Ok(shown.replace(env!("CARGO_MANIFEST_DIR"), "HERE"))
    }

    #[test]
    fn an_argument_can_name_a_part_of_the_candidate() {
        let two = ["Cargo.toml", "./src/digest.rs"];
        assert_eq!(in_folder(&["make"], &two).unwrap(), "make");
        assert_eq!(
            in_folder(&["src/lib.rs", "src/digest.rs", "src/lib.rs"], &two).unwrap(),
            "HERE/src/lib.rs src/digest.rs HERE/src/lib.rs"
        );
        assert_eq!(in_folder(&["cat", "src/digest.rs"], &["src", "Cargo.toml"]).unwrap(), "cat src/digest.rs");
        assert_eq!(in_folder(&["src/lib.rs", "."], &["src"]).unwrap(), "HERE/src/lib.rs .");
        let instead = |command: &[&str]| match in_folder(command, &["src"]) {
            Err(InvocationError::NamesPart { instead, .. }) => instead,
            other => panic!("{other:?}"),
        };
        assert_eq!(instead(&["cat", "src/digest.rs"]), "cat {}/digest.rs");
        assert_eq!(instead(&["make", "-C", "src"]), "make -C {}");
    }

    fn shown(command: &[&str]) -> Result<String, InvocationError> {
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        // Tests run in the directory of the crate.
        let start = Path::new(env!("CARGO_MANIFEST_DIR"));
        let input = Path::new("Cargo.toml");
        Ok(invocation(&command, start, input)?
            .shown(OsStr::new("/tmp/x y"))
            .replace(env!("CARGO_MANIFEST_DIR"), "HERE"))
    }

    #[test]
    fn the_path_is_appended_or_put_where_the_mark_is() {
        assert_eq!(shown(&["true"]).unwrap(), "true '/tmp/x y'");
        assert_eq!(shown(&["true", "-f", "in={}"]).unwrap(), "true -f 'in=/tmp/x y'");
    }

    #[test]
    fn files_are_made_absolute() {
        assert_eq!(
            shown(&["src/lib.rs", "src", "src/digest.rs", "{}"]).unwrap(),
            "HERE/src/lib.rs src HERE/src/digest.rs '/tmp/x y'"
        );
    }

    #[test]
    fn a_line_for_a_shell_is_refused() {
        let error = shown(&["gcc -c {} && ./a.out"]).unwrap_err();
        assert_eq!(error, InvocationError::NeedsShell("sh -c 'gcc -c \"$1\" && ./a.out' sh {}".to_owned()));
    }

    #[test]
    fn a_name_that_means_something_to_a_shell_is_kept_out_of_scripts() {
        let refused = |script: &str, name: &str| {
            let command = ["sh", "-c", script].map(OsString::from);
            invocation(&command, Path::new("/"), Path::new(name)).err().map(|error| error.to_string())
        };
        assert_eq!(refused("grep x {}", "plain-1.txt"), None);
        assert_eq!(refused("grep x \"in={}\"", "a b;c.txt"), None);
        for (script, name, instead) in [
            ("grep x {}", "a b.txt", r#"'grep x "$1"'"#),
            ("grep x {}", "a;b", r#"'grep x "$1"'"#),
            ("grep x \"in={}\"", "$(touch pwned)", r#"'grep x "in=$1"'"#),
            ("grep x '{}'", "it's", r#"'grep x '\'''\''"$1"'\'''\'''"#),
            ("grep x \"{}\"", "two\nlines", r#"'grep x "$1"'"#),
        ] {
            let refused = refused(script, name).unwrap_or_else(|| panic!("{script} {name}"));
            assert!(refused.ends_with(&format!("did you mean: -- sh -c {instead} sh {{}}")), "{refused}");
        }
        assert_eq!(refused("grep x \"$1\"", "a b.txt"), None);
    }

    #[test]
    fn the_input_does_not_stand_for_the_candidate() {
        let error = shown(&["cat", "./Cargo.toml"]).unwrap_err();
        assert!(matches!(error, InvocationError::NamesInput { instead, .. } if instead == "cat {}"));
        assert_eq!(shown(&["cmp", "Cargo.toml", "{}"]).unwrap(), "cmp HERE/Cargo.toml '/tmp/x y'");
    }
}

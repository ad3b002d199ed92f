//! The input of a reduction as it was given: a file, standard input, a folder, or several files and folders.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::ReduceArgs;
use crate::corrected::{stray, with_dashes};
use crate::input;
use crate::status::Failure;
use grammarc_trial::archive::{Form, LeftOut, pack};
use grammarc_trial::oracle::{InvocationError, is_disturbing, shown};
use grammarc_trial::trial::{SharedText, before_extension};

/// The name of an input that has none, as standard input.
const NAMELESS: &str = "input";

/// An input that has been read. For example, the two files of `reduce a.c b.h` are one folder with both.
#[derive(Debug)]
pub struct Given {
    /// The paths on the command line; the first names the input in messages.
    pub(super) paths: Vec<PathBuf>,
    /// Whether a candidate is a file or a folder.
    pub(super) form: Form,
    /// The content of a file, or the archive of a folder.
    pub(super) text: SharedText,
    /// What was found in a folder and is not in the archive.
    pub(super) left_out: Vec<LeftOut>,
}

impl Given {
    /// Reads the input.
    ///
    /// # Errors
    /// If it cannot be read, or is too large.
    pub fn read(args: &ReduceArgs) -> Result<Self, Failure> {
        if args.command.is_empty() {
            return Err(missing_command(&args.more));
        }
        let paths: Vec<PathBuf> = [&args.input].into_iter().chain(&args.more).cloned().collect();
        if args.more.is_empty() && !args.input.is_dir() {
            let text = content(&args.input)?;
            return Ok(Self { paths, form: Form::File, text: text.into(), left_out: Vec::new() });
        }
        for path in &paths {
            if path.as_os_str() == "-" {
                return Err(Failure::usage("`-`: standard input cannot be combined with other inputs"));
            }
            path.metadata().map_err(|error| Failure::input(path, &error))?;
        }
        let packing = pack(&paths, args.git).map_err(|error| match paths.as_slice() {
            [path] => Failure::broken(format!("{}: {error}", shown(path))),
            _ => Failure::broken(error.to_string()),
        })?;
        Ok(Self { paths, form: Form::Folder, text: packing.text.into(), left_out: packing.left_out })
    }

    /// Reads an input that must be a single file.
    ///
    /// # Errors
    /// If it is not, or cannot be read.
    pub(super) fn read_file(args: &ReduceArgs) -> Result<Self, Failure> {
        if !args.more.is_empty() || args.input.is_dir() {
            return Err(Failure::usage(format!(
                "{}: only `reduce` takes a folder or several files",
                shown(&args.input)
            )));
        }
        Self::read(args)
    }

    /// Returns whether it is a folder, or several inputs.
    pub fn is_folder(&self) -> bool {
        self.form == Form::Folder
    }

    /// Returns its content, or the archive of a folder.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns its path on the command line; the first of several.
    pub fn path(&self) -> &Path {
        &self.paths[0]
    }

    /// Returns the name that candidates have: that of a file or folder, and of several inputs the first one's without extension.
    pub(super) fn name(&self) -> OsString {
        let path = self.path();
        if is_nameless(path) {
            return NAMELESS.into();
        }
        let name = match path.file_name() {
            Some(name) => Some(name.to_owned()),
            // For example `.` or `..`.
            None => path.canonicalize().ok().and_then(|path| path.file_name().map(OsString::from)),
        };
        match (name, self.paths.len()) {
            (Some(name), 1) => name,
            (Some(name), _) => Path::new(&name).file_stem().map_or_else(|| NAMELESS.into(), OsString::from),
            (None, _) => NAMELESS.into(),
        }
    }

    /// Returns the place for the result; none is standard output. A file goes into the current directory, a folder beside the input:
    /// `dir/crash.html` becomes `crash.reduced.html`, and `dir/project` becomes `dir/project.reduced`.
    pub(super) fn output(&self, args: &ReduceArgs) -> Result<Option<PathBuf>, Failure> {
        let chosen = args.output.as_ref();
        if chosen.is_some_and(|path| path.as_os_str() == "-") {
            return match self.form {
                Form::File => Ok(None),
                Form::Folder => {
                    Err(Failure::usage("a folder cannot be written to standard output; name one with `-o DIR`"))
                }
            };
        }
        Ok(Some(chosen.cloned().unwrap_or_else(|| self.default_output())))
    }

    /// Returns the name that stands for a result if there is none: beside the input, `dir/crash.unreduced.html`.
    pub(super) fn name_without_output(&self) -> PathBuf {
        let name = self.name_of_result(".unreduced");
        if is_nameless(self.path()) { name } else { self.path().with_file_name(name) }
    }

    /// Returns the name of a file with `what` before its extension. Characters that a terminal would obey become `-`.
    fn name_of_result(&self, what: &str) -> PathBuf {
        let name = self.name();
        let plain = name.to_str().map(|name| name.replace(is_disturbing, "-"));
        before_extension(plain.as_deref().map_or(Path::new(&name), Path::new), what)
    }

    fn default_output(&self) -> PathBuf {
        if self.form == Form::File {
            return self.name_of_result(".reduced");
        }
        let mut reduced = self.name();
        reduced.push(".reduced");
        let path = self.path();
        match (self.paths.len(), path.file_name()) {
            (1, Some(_)) => path.with_file_name(reduced),
            (1, None) => path.join("..").join(reduced),
            _ => PathBuf::from(reduced),
        }
    }
}

/// Explains where the command goes. Words of a command without `--` before it were taken for inputs.
fn missing_command(more: &[PathBuf]) -> Failure {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let meant = stray(more).and_then(|word| with_dashes(&arguments, word));
    let help = meant.map_or_else(String::new, |line| format!("\nhelp: the command goes last, behind `--`: {line}"));
    Failure::usage(format!("{}{help}", InvocationError::Missing))
}

/// Reads a file, a pipe, or standard input.
fn content(path: &Path) -> Result<Vec<u8>, Failure> {
    use std::os::unix::fs::FileTypeExt;
    if path.as_os_str() != "-" {
        let kind = path.metadata().map_err(|error| Failure::input(path, &error))?.file_type();
        if !kind.is_file() && !kind.is_fifo() {
            return Err(Failure::file(path, &io::Error::other("neither a file, a pipe nor a folder")));
        }
    }
    input::read(path)
}

/// Returns whether a path says nothing about its content: standard input, or the pipe of `<(command)`.
fn is_nameless(path: &Path) -> bool {
    path.as_os_str() == "-"
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc/self/fd")
        || path == Path::new("/dev/stdin")
}

#[cfg(test)]
mod tests {
    use super::{Form, Given, SharedText};
    use std::path::{Path, PathBuf};

    #[test]
    fn a_result_is_named_after_the_input() {
        let given = |paths: &[&str], form| Given {
            paths: paths.iter().map(PathBuf::from).collect(),
            form,
            text: SharedText::default(),
            left_out: Vec::new(),
        };
        for (path, name, output) in [
            ("a/crash.html", "crash.html", "crash.reduced.html"),
            ("x", "x", "x.reduced"),
            ("a.tar.gz", "a.tar.gz", "a.tar.reduced.gz"),
            ("-", "input", "input.reduced"),
            ("/dev/fd/63", "input", "input.reduced"),
        ] {
            let given = given(&[path], Form::File);
            assert_eq!((given.name().to_str(), given.default_output().as_path()), (Some(name), Path::new(output)));
            let parent = if name == "input" { Path::new("") } else { Path::new(path).parent().unwrap() };
            assert_eq!(given.name_without_output(), parent.join(output.replace(".reduced", ".unreduced")));
        }
        for (paths, output) in [
            (&["project"][..], "project.reduced"),
            (&["dir/project.v1/"], "dir/project.v1.reduced"),
            (&["src/a.c", "b.h"], "a.reduced"),
        ] {
            assert_eq!(given(paths, Form::Folder).default_output(), Path::new(output));
        }
    }
}

//! Command lines as they were probably meant, where the command after `--` is misplaced: the exact line to type.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use grammarc_trial::oracle::quoted;

/// Subcommands that take a command after `--`.
const WITH_COMMAND: [&str; 3] = ["reduce", "generalize", "triage"];

/// Returns the line with `--` in front of the command, for the first argument that was not expected. In `reduce ./test.sh crash.c`
/// the script comes last.
pub(crate) fn with_dashes(arguments: &[OsString], unexpected: &OsStr) -> Option<String> {
    let place = arguments.iter().position(|argument| argument == unexpected)?;
    let is_meant = arguments[..place].iter().any(|argument| WITH_COMMAND.iter().any(|name| argument == name));
    if !is_meant || arguments.iter().any(|argument| argument == "--") || unexpected.as_encoded_bytes().starts_with(b"-")
    {
        return None;
    }
    let mut words = arguments.to_vec();
    // The first word is grammarc itself.
    let script = (1..place).find(|&before| is_program(Path::new(&arguments[before])));
    match script {
        Some(before) if !is_program(Path::new(unexpected)) => {
            let script = words.remove(before);
            words.extend(["--".into(), script]);
        }
        _ => {
            let program = (place..arguments.len()).find(|&after| is_program(Path::new(&arguments[after])));
            words.insert(program.unwrap_or(place), "--".into());
        }
    }
    Some(line(&words))
}

/// Returns the first word that seems to begin a command, or to be a script, among words that were taken for inputs.
pub(crate) fn stray(inputs: &[PathBuf]) -> Option<&OsStr> {
    let is_stray = |path: &&PathBuf| !path.exists() || is_program(path);
    inputs.iter().find(is_stray).or(inputs.first()).map(|path| path.as_os_str())
}

/// Returns the line, or another command, that helps if the program of a command cannot be started.
pub(crate) fn startable(arguments: &[OsString], input: &Path) -> Option<String> {
    let dashes = arguments.iter().position(|argument| argument == "--")?;
    let program = arguments.get(dashes + 1)?;
    let (path, mut words) = (Path::new(program), arguments.to_vec());
    if !path.is_file() {
        return None;
    }
    if !is_program(path) && is_program(input) {
        let place = words[..dashes].iter().position(|word| Path::new(word) == input)?;
        words.swap(place, dashes + 1);
        return Some(line(&words));
    }
    match head(path)? {
        script if script.starts_with(b"#!") && !is_executable(path) => Some(format!("chmod +x {}", quoted(program))),
        // A text without an interpreter is a script for a shell.
        text if !text.starts_with(b"#!") && !text.contains(&0) => {
            words.insert(dashes + 1, "sh".into());
            Some(line(&words))
        }
        _ => None,
    }
}

/// Returns whether a path names a file that is executable, or a script.
fn is_program(path: &Path) -> bool {
    path.is_file() && (is_executable(path) || head(path).is_some_and(|head| head.starts_with(b"#!")))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

/// Returns the first bytes of a file.
fn head(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path).ok()?.take(512).read_to_end(&mut head).ok()?;
    Some(head)
}

/// Returns words as one types them, with the program by its name alone.
fn line(words: &[OsString]) -> String {
    let name = |word: &OsString| Path::new(word).file_name().map_or_else(|| quoted(word), quoted);
    let program = words.first().map(name);
    let words = program.into_iter().chain(words.iter().skip(1).map(|word| quoted(word)));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::{startable, with_dashes};

    #[test]
    fn the_line_to_type_has_the_command_behind_dashes() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let write = |name: &str, text: &str, mode| {
            fs::write(path(name), text).expect("the folder can be written to");
            fs::set_permissions(path(name), fs::Permissions::from_mode(mode)).expect("it is ours");
        };
        write("run.sh", "#!/bin/sh\n", 0o755);
        write("not.sh", "#!/bin/sh\n", 0o644);
        write("bare.sh", "grep x \"$1\"\n", 0o755);
        write("in.c", "int x;\n", 0o644);
        let words = |line: &str| -> Vec<OsString> {
            let word = |word: &str| if word.contains('.') { path(word).into() } else { word.into() };
            ["/usr/bin/grammarc"].into_iter().map(Into::into).chain(line.split(' ').map(word)).collect()
        };
        let shown = |line: String| line.replace(&path(""), "");
        for (typed, unexpected, meant) in [
            ("reduce in.c run.sh {}", "run.sh", Some("grammarc reduce in.c -- run.sh '{}'")),
            ("reduce in.c --same gcc -c {}", "gcc", Some("grammarc reduce in.c --same -- gcc -c '{}'")),
            ("reduce run.sh in.c --same", "in.c", Some("grammarc reduce in.c --same -- run.sh")),
            ("reduce run.sh in.c in.h", "in.c", Some("grammarc reduce in.c in.h -- run.sh")),
            ("reduce in.c in.h run.sh", "in.h", Some("grammarc reduce in.c in.h -- run.sh")),
            ("reduce in.c --sme -- run.sh", "--sme", None),
            ("parse in.c run.sh", "run.sh", None),
        ] {
            let words = words(typed);
            let unexpected =
                words.iter().find(|word| word.to_string_lossy().ends_with(unexpected)).expect("it is there");
            let meant = meant.map(|line| line.replace("'{}'", "{}"));
            assert_eq!(with_dashes(&words, unexpected).map(shown), meant, "{typed}");
        }
        for (typed, input, meant) in [
            ("reduce in.c -- not.sh {}", "in.c", Some("chmod +x not.sh")),
            ("reduce in.c -- bare.sh {}", "in.c", Some("grammarc reduce in.c -- sh bare.sh {}")),
            ("reduce run.sh -- in.c", "run.sh", Some("grammarc reduce in.c -- run.sh")),
            ("reduce in.c -- run.sh", "in.c", None),
        ] {
            let line = startable(&words(typed), path(input).as_ref());
            assert_eq!(line.map(shown).as_deref(), meant, "{typed}");
        }
    }
}

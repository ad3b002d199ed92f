//! Formatters of other projects, if they are installed.
//!
//! Formatters obey files of the folder around them, and some of these files name programs: `rust-toolchain.toml` for rustfmt,
//! `.prettierrc.js` for prettier. Inputs often come from others, so nothing there may decide what runs. The usual formatters are
//! started in a folder without parents, and those that have an option against configuration get it.

use std::ffi::OsStr;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::Builder;
use std::time::Duration;

use grammarc_trial::oracle::OwnChild;
use rustix::process::{Pid, Signal, kill_process_group};

/// Where the usual formatters run. Formatters search all folders above their own, so a temporary folder would not do: anybody may write
/// to the folder above it.
const HOME: &str = "/";

/// How long a formatter may take.
const FORMATTER_TIMEOUT: Duration = Duration::from_secs(10);

/// The usual formatters: extensions, and a command from standard input to standard output. `{}` is the name of the file, always behind
/// `=`, because it may look like an option. The first one that is installed and accepts the text is taken.
const FORMATTERS: [(&str, &[&str]); 18] = [
    ("rs", &["rustfmt", "--config-path", "/dev/null", "--edition", "2024"]),
    ("rs", &["rustfmt", "--config-path", "/dev/null", "--edition", "2015"]),
    ("c h cc cpp cxx hh hpp m mm cu java cs proto", &["clang-format", "--style=LLVM", "--assume-filename={}"]),
    (
        "js mjs cjs jsx ts mts tsx css scss less html htm vue md yaml yml json json5 graphql",
        &["prettier", "--no-config", "--no-editorconfig", "--stdin-filepath={}"],
    ),
    ("js mjs cjs ts json", &["clang-format", "--style=LLVM", "--assume-filename={}"]),
    ("py pyi", &["black", "-q", "--config", "/dev/null", "-"]),
    ("py pyi", &["ruff", "format", "--isolated", "-"]),
    ("go", &["gofmt"]),
    ("json ipynb geojson", &["jq", "."]),
    ("xml svg xsd xsl xslt xhtml", &["xmllint", "--nonet", "--format", "-"]),
    ("html htm", &["tidy", "-q", "-i", "--show-warnings", "no"]),
    ("sh bash", &["shfmt"]),
    ("lua", &["stylua", "--no-editorconfig", "-"]),
    ("toml", &["taplo", "format", "--no-auto-config", "-"]),
    ("sql", &["sqlformat", "--reindent", "-"]),
    ("zig", &["zig", "fmt", "--stdin"]),
    ("hs", &["ormolu"]),
    ("dart", &["dart", "format", "-o", "show"]),
];

/// A text and the formatter that wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Formatted {
    pub(super) text: Vec<u8>,
    /// The name of the formatter.
    pub(super) by: String,
}

/// Formats a text by the usual formatter for its name. None if there is none, or if it refuses the text.
pub(super) fn by_extension(text: &[u8], name: &Path) -> Option<Formatted> {
    let extension = name.extension()?.to_str()?.to_ascii_lowercase();
    let fitting = FORMATTERS.iter().filter(|(all, _)| all.split(' ').any(|one| one == extension));
    fitting.map(|(_, words)| *words).find_map(|words| {
        let mut command = Command::new(words[0]);
        command.current_dir(HOME);
        let file = Path::new(name.file_name().unwrap_or_default());
        command.args(words[1..].iter().map(|word| word.replace("{}", &file.to_string_lossy())));
        let text = run(command, text).ok().filter(|text| !text.is_empty())?;
        Some(Formatted { text, by: words[0].to_owned() })
    })
}

/// Formats a text by a command of a shell, which the user chose. So it runs in the current directory, with the configuration there.
///
/// # Errors
/// If the command fails, takes too long or writes nothing. The error tells which.
pub(super) fn by_command(line: &str, text: &[u8], name: &Path) -> Result<Formatted, String> {
    let mut command = Command::new("sh");
    command.args([OsStr::new("-c"), OsStr::new(line), OsStr::new("sh"), name.file_name().unwrap_or_default()]);
    match run(command, text) {
        Ok(formatted) if formatted.is_empty() => Err(format!("`{line}` wrote nothing")),
        Ok(text) => Ok(Formatted { text, by: format!("`{line}`") }),
        Err(why) => Err(format!("`{line}` {why}")),
    }
}

/// Runs a command on a text, and returns its output.
fn run(mut command: Command, text: &[u8]) -> Result<Vec<u8>, String> {
    // A group of its own, so that a timeout ends its children, too.
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let _own = OwnChild::announce();
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => "is not installed".to_owned(),
        _ => format!("cannot be started: {error}"),
    })?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let text = text.to_vec();
    let (sender, done) = channel();
    let writer = Builder::new().spawn(move || {
        // A formatter that needs no more input closes it.
        input.map(|mut input| input.write_all(&text))
    });
    let reader = Builder::new().spawn(move || {
        let mut formatted = Vec::new();
        let read = output.map_or(Ok(0), |mut output| output.read_to_end(&mut formatted));
        // The receiver is gone after a timeout.
        let _ = sender.send(read.map(|_| formatted));
    });
    let formatted = match writer.and(reader) {
        Ok(_) => done.recv_timeout(FORMATTER_TIMEOUT),
        Err(error) => Ok(Err(error)),
    };
    if !matches!(formatted, Ok(Ok(_))) {
        let _ = Pid::from_raw(child.id() as i32).map(|group| kill_process_group(group, Signal::KILL));
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    match formatted {
        Err(_) => Err(format!("took longer than {} s", FORMATTER_TIMEOUT.as_secs())),
        Ok(Err(error)) => Err(error.to_string()),
        Ok(Ok(_)) if !status.success() => Err(format!("failed: {status}")),
        Ok(Ok(text)) => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{by_command, by_extension};
    use std::path::Path;

    #[test]
    fn a_command_formats_or_says_why_not() {
        let by = |line: &str| by_command(line, b"a;b;\n", Path::new("x/name.c")).map(|formatted| formatted.text);
        assert_eq!(by("tr ';' ','"), Ok(b"a,b,\n".to_vec()));
        assert_eq!(by("cat > /dev/null; echo $1"), Ok(b"name.c\n".to_vec()));
        assert_eq!(by("exit 3"), Err("`exit 3` failed: exit status: 3".to_owned()));
        assert_eq!(by("cat > /dev/null"), Err("`cat > /dev/null` wrote nothing".to_owned()));
        assert!(by_extension(b"a", Path::new("x.unknown")).is_none());
    }
}

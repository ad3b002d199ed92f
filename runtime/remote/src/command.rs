//! A command as a worker runs it: the files that it needs, and a script that starts it beside the candidate.
//!
//! Files keep their places relative to each other, so that a script finds its neighbours by `$(dirname "$0")`. The script writes the
//! exit status to a file and exits with status 0, because many servers cache no other result, and most candidates fail. It also
//! gives the candidate to the command as standard input, which an action does not have.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use bazel_remote_apis::build::bazel::remote::execution::v2::command::EnvironmentVariable;
use bazel_remote_apis::build::bazel::remote::execution::v2::{Command, Digest, Directory};
use grammarc_trial::archive::{Form, pack};
use grammarc_trial::oracle::{Candidates, Invocation, WordPart, shown};

use crate::blob::Blob;
use crate::input_root::{InputRoot, utf8, with_folder};

/// The folder of the candidate in the input root.
const CANDIDATE: &str = "grammarc-candidate";
/// The file that the script writes the exit status to.
pub(crate) const STATUS: &str = "grammarc-status";
/// Files below these folders belong to the worker's system, and are not sent unless they are declared.
const SYSTEM_FOLDERS: [&str; 6] = ["/bin", "/etc", "/lib", "/lib64", "/sbin", "/usr"];
/// All that a test finds in its environment: otherwise results would depend on the worker's.
const ENVIRONMENT: [(&str, &str); 2] =
    [("LANG", "C.UTF-8"), ("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")];

/// A command that is ready to be run on any candidate.
#[derive(Debug)]
pub(crate) struct RemoteCommand {
    pub(crate) command: Blob,
    /// The root, but for the folder of the candidate.
    root: Directory,
    /// The files that every run needs, and their folders.
    pub(crate) blobs: Vec<Blob>,
    /// The name of the candidate.
    name: String,
}

impl RemoteCommand {
    /// Reads the files that a command names, and those declared by `inputs`, from the folder `start`.
    ///
    /// # Errors
    /// If one cannot be read, or a name is not UTF-8.
    pub(crate) fn new(
        invocation: &Invocation,
        candidates: &Candidates,
        inputs: &[PathBuf],
        start: &Path,
    ) -> Result<Self, String> {
        let inputs: Vec<PathBuf> = inputs.iter().map(|path| normal(&start.join(path))).collect();
        let words = invocation.words();
        let named = words.iter().flatten().filter_map(|part| match part {
            WordPart::File(path) => Some(normal(path)).filter(|path| !is_system(path)),
            _ => None,
        });
        let directory = invocation.directory().map(normal);
        let files = outermost(named.chain(inputs.iter().cloned()).collect());
        let places = Places { ancestor: ancestor(&files, directory.as_deref()), files };
        let mut root = InputRoot::default();
        for path in &places.files {
            add(&mut root, path, &places.of(path)?)?;
        }
        if let Some(directory) = &directory {
            root.add_folder(&places.of(directory)?);
        }
        let name = utf8(candidates.name.as_bytes().to_vec())?;
        let candidate = in_root(&format!("{CANDIDATE}/{name}"));
        let home = match (&directory, candidates.form) {
            (Some(directory), _) => in_root(&places.of(directory)?),
            (None, Form::File) => in_root(CANDIDATE),
            (None, Form::Folder) => candidate.clone(),
        };
        let source = if candidates.form == Form::File { &candidate } else { "/dev/null" };
        let words = words.iter().map(|word| places.word(word, &candidate)).collect::<Result<Vec<_>, _>>()?;
        let script = script(&home, &words.join(" "), source);
        let (root, blobs) = root.finish();
        Ok(Self { command: Blob::of(&command(script)), root, blobs, name })
    }

    /// Returns the digest of the input root with a candidate, and the blobs that only this candidate needs.
    ///
    /// # Errors
    /// If a name in a folder is not UTF-8.
    pub(crate) fn with_candidate(&self, text: &[u8], candidates: &Candidates) -> Result<(Digest, Vec<Blob>), String> {
        let mut folder = InputRoot::default();
        match candidates.form {
            Form::File => folder.add_file(&self.name, text.to_vec(), candidates.is_executable),
            Form::Folder => folder.add_archive(&self.name, text)?,
        }
        let (folder, mut blobs) = folder.finish();
        let folder = Blob::of(&folder);
        let root = with_folder(&self.root, CANDIDATE, &folder.digest);
        let digest = root.digest.clone();
        blobs.extend([folder, root]);
        Ok((digest, blobs))
    }
}

/// Where files lie in the input root: like below the deepest folder that has them all.
struct Places {
    ancestor: PathBuf,
    /// The files and folders to be sent.
    files: Vec<PathBuf>,
}

impl Places {
    /// Returns the path in the input root, for example `proj/check.sh`.
    fn of(&self, path: &Path) -> Result<String, String> {
        utf8(path.strip_prefix(&self.ancestor).unwrap_or(path).as_os_str().as_bytes().to_vec())
    }

    /// Writes a word of the command for a shell, in which `$r` is the input root.
    fn word(&self, parts: &[WordPart], candidate: &str) -> Result<String, String> {
        let mut word = String::new();
        for part in parts {
            match part {
                WordPart::Candidate => word += candidate,
                WordPart::Text(text) => word += &quoted(text)?,
                WordPart::File(path) => {
                    let path = normal(path);
                    let is_sent = self.files.iter().any(|sent| path.starts_with(sent));
                    word += &if is_sent { in_root(&self.of(&path)?) } else { quoted(path.as_os_str())? };
                }
            }
        }
        Ok(word)
    }
}

fn add(root: &mut InputRoot, path: &Path, place: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", shown(path));
    let metadata = path.metadata().map_err(failed)?;
    if metadata.is_dir() {
        let packing = pack(&[path.to_owned()], true).map_err(failed)?;
        return root.add_archive(place, &packing.text);
    }
    root.add_file(place, std::fs::read(path).map_err(failed)?, metadata.permissions().mode() & 0o111 != 0);
    Ok(())
}

/// Returns the digest of a declared file or folder; `missing` if it cannot be read.
pub(crate) fn input_digest(path: &Path) -> String {
    let mut root = InputRoot::default();
    match add(&mut root, path, "input") {
        Ok(()) => Blob::of(&root.finish().0).digest.hash,
        Err(_) => "missing".to_owned(),
    }
}

fn command(script: String) -> Command {
    let variable = |(name, value): (&str, &str)| EnvironmentVariable { name: name.to_owned(), value: value.to_owned() };
    Command {
        arguments: vec!["/bin/sh".to_owned(), "-c".to_owned(), script],
        environment_variables: ENVIRONMENT.map(variable).to_vec(),
        output_paths: vec![STATUS.to_owned()],
        ..Command::default()
    }
}

/// Returns the script that runs a command. What the shell itself says, such as `Segmentation fault`, is no output of the command.
fn script(home: &str, words: &str, source: &str) -> String {
    format!(
        "r=$PWD; cd {home} || exit 126; exec 3>&2 2>/dev/null\n\
         (exec 2>&3 3>&-; exec {words} <{source})\n\
         echo $? >\"$r\"/{STATUS}"
    )
}

/// Returns a path in the input root as a word for a shell.
fn in_root(path: &str) -> String {
    format!("\"$r\"/{}", quoted_text(path))
}

fn quoted(text: &OsStr) -> Result<String, String> {
    Ok(quoted_text(&utf8(text.as_bytes().to_vec())?))
}

fn quoted_text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Returns an absolute path without `.` and `..`, by its names alone.
fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(result.pop()),
            other => result.push(other),
        }
    }
    result
}

/// Leaves out files that are named twice, or lie in a folder that is sent as a whole.
fn outermost(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    // A folder is sorted before the files in it.
    files.sort();
    let mut kept: Vec<PathBuf> = Vec::new();
    for file in files {
        if !kept.last().is_some_and(|last| file.starts_with(last)) {
            kept.push(file);
        }
    }
    kept
}

fn is_system(path: &Path) -> bool {
    SYSTEM_FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// Returns the deepest folder that has all files in it, and the directory to run in.
fn ancestor(files: &[PathBuf], directory: Option<&Path>) -> PathBuf {
    let mut folders = files.iter().filter_map(|file| file.parent()).chain(directory);
    let first = folders.next().unwrap_or(Path::new("/")).to_owned();
    folders.fold(first, |all, folder| all.ancestors().find(|it| folder.starts_with(it)).unwrap_or(&all).to_owned())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::path::{Path, PathBuf};

    use bazel_remote_apis::build::bazel::remote::execution::v2::Command;
    use grammarc_trial::archive::Form;
    use grammarc_trial::oracle::{Candidates, CommandLine, Directory, Invocation, PassingMode};
    use prost::Message;

    use super::{RemoteCommand, ancestor, normal, outermost};

    fn prepared(words: &[&str], inputs: &[&str], directory: Directory, start: &Path) -> Result<RemoteCommand, String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let (form, placeholder, passing) = (Form::File, "{}", PassingMode::Path);
        let crash = [PathBuf::from("it's.c")];
        let line = CommandLine { words: &words, start, inputs: &crash, form, placeholder, passing, directory };
        let invocation = Invocation::new(&line).expect("it is a command");
        let candidates = Candidates { form, name: "it's.c".into(), is_executable: false };
        let inputs: Vec<PathBuf> = inputs.iter().map(PathBuf::from).collect();
        RemoteCommand::new(&invocation, &candidates, &inputs, start)
    }

    fn script(command: &RemoteCommand) -> String {
        Command::decode(&*command.command.data).expect("it is a command").arguments[2].clone()
    }

    #[test]
    fn a_command_finds_its_files_beside_it() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let start = folder.path().join("proj");
        fs::create_dir_all(start.join("lib")).expect("it can be made");
        for file in ["proj/check.sh", "proj/lib/a.py", "other.txt"] {
            fs::write(folder.path().join(file), file).expect("it can be written");
        }
        let fresh = prepared(&["./check.sh", "-v", "in={}"], &["lib"], Directory::Fresh, &start).expect("it is there");
        let script_of_fresh = script(&fresh);
        assert!(script_of_fresh.contains(r#"cd "$r"/'grammarc-candidate' ||"#), "{script_of_fresh}");
        let line = r#"exec "$r"/'check.sh' '-v' 'in='"$r"/'grammarc-candidate/it'\''s.c' <"$r"/'grammarc-candidate/it'\''s.c')"#;
        assert!(script_of_fresh.contains(line), "{script_of_fresh}");
        assert_eq!((fresh.root.files.len(), fresh.root.directories.len()), (1, 1));
        let here = prepared(&["sh", "check.sh"], &["../other.txt"], Directory::Here, &start).expect("it is there");
        let script_of_here = script(&here);
        assert!(script_of_here.contains(r#"cd "$r"/'proj' ||"#), "{script_of_here}");
        assert!(script_of_here.contains(r#"exec 'sh' "$r"/'proj/check.sh'"#), "{script_of_here}");
        let missing = prepared(&["sh", "check.sh"], &["no-such-file"], Directory::Fresh, &start);
        assert!(missing.is_err_and(|why| why.contains("no-such-file")));
    }

    #[test]
    fn programs_of_the_system_are_not_sent() {
        let command =
            prepared(&["/bin/sh", "-c", "exit 1"], &[], Directory::Fresh, Path::new("/")).expect("it is there");
        assert!(command.blobs.is_empty() && script(&command).contains("exec '/bin/sh' '-c' 'exit 1'"));
    }

    #[test]
    fn places_are_relative_to_the_deepest_common_folder() {
        let named = ["/a/b-c", "/a/b/x", "/a/b", "/a/b/x"].map(PathBuf::from).to_vec();
        assert_eq!(outermost(named), ["/a/b", "/a/b-c"].map(PathBuf::from));
        let files = ["/a/b/c/x", "/a/b/d"].map(PathBuf::from);
        assert_eq!(ancestor(&files, None), Path::new("/a/b"));
        assert_eq!(ancestor(&files, Some(Path::new("/a/e"))), Path::new("/a"));
        assert_eq!(normal(Path::new("/a/./b/../c")), Path::new("/a/c"));
    }
}

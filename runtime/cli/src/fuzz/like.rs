//! `--like`: learns from files and folders of samples, and from files of learned counts. `--write-model` and `--dict` write the results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::super::status::{Failure, say};
use super::super::{Subject, input};
use super::FuzzArgs;
use super::model_file::{self, ModelFile};
use grammarc_steer::learn::{Dictionary, Learner, Model};
use grammarc_trial::oracle::shown;

/// Learns from the files that `--like` names, and writes the files that are asked for. Returns none without `--like`.
///
/// # Errors
/// If no sample parses, a model does not fit the grammar, or a file cannot be read or written.
pub(super) fn learn(subject: Subject<'_>, args: &FuzzArgs) -> Result<Option<Model>, Failure> {
    let model = if args.like.is_empty() { None } else { Some(learned(subject, &args.like)?) };
    if let (Some(path), Some(model)) = (&args.write_model, &model) {
        let text = ModelFile { grammar: &subject.language.name, model }.write();
        fs::write(path, text).map_err(|error| Failure::file(path, &error))?;
    }
    if let Some(path) = &args.dict {
        let dictionary = Dictionary::new(&subject.language.grammar, model.as_ref());
        fs::write(path, dictionary.to_string()).map_err(|error| Failure::file(path, &error))?;
        say(&format!("dictionary: {} values", dictionary.values().len()));
    }
    Ok(model)
}

/// Learns from samples, and adds the counts of model files.
fn learned(subject: Subject<'_>, paths: &[PathBuf]) -> Result<Model, Failure> {
    let mut learner = Learner::new(subject.language);
    let mut model = Model::default();
    let (mut bytes, mut refused, mut samples) = (0, Vec::new(), 0);
    for path in files(paths)? {
        let text = input::read(&path)?;
        if model_file::is_model(&text) {
            model.merge(&checked(subject, &path, &text)?);
            continue;
        }
        samples += 1;
        match learner.add(&text) {
            Ok(()) => bytes += text.len(),
            Err(error) => {
                refused.push(format!("{}:{}:{}: {}", shown(&path), error.line, error.column, error.message()))
            }
        }
    }
    let counts = format!("{} of {samples} samples do not parse", refused.len());
    if let Some(first) = refused.first() {
        if refused.len() == samples && model == Model::default() {
            return Err(Failure::no(format!("nothing to learn from: {counts}; the first: {first}")));
        }
        say(&format!("note: {counts}; the first: {first}"));
    }
    if samples > refused.len() {
        say(&format!("samples: {} texts ({bytes} bytes)", samples - refused.len()));
    }
    model.merge(&learner.model());
    Ok(model)
}

/// Returns the files among some paths, and those in the folders among them, sorted by name.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.map_err(|error| Failure::input(path, &error))?;
        let mut inside: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        inside.retain(|path| path.is_file());
        inside.sort();
        if inside.is_empty() {
            return Err(Failure::usage(format!("{}: the folder has no files to learn from", shown(path))));
        }
        files.extend(inside);
    }
    Ok(files)
}

/// Reads a model, and says which of its names the grammar does not have. If it lacks most of them, the model is of another language.
fn checked(subject: Subject<'_>, path: &Path, text: &[u8]) -> Result<Model, Failure> {
    let file = model_file::read(text).map_err(|error| Failure::usage(format!("{}: {error}", shown(path))))?;
    let (_, unknown) = file.model.imitation(subject.language);
    let (missing, all) = (unknown.names.len(), unknown.names.len() + unknown.known);
    let Some(first) = unknown.names.first() else { return Ok(file.model) };
    let counts = format!("{missing} of its {all} names are not in the grammar `{}`", subject.language.name);
    let message = format!("{}: learned by the grammar `{}`; {counts}; the first: `{first}`", shown(path), file.grammar);
    if missing * 2 > all {
        return Err(Failure::usage(message));
    }
    say(&format!("note: {message}"));
    Ok(file.model)
}

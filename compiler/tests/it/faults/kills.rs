//! Every command is killed at a call to the system, and run again: then all is as if there had been no kill, and no run of a test is lost but
//! the one under way.
//!
//! By default there is one kill for each kind of event, in the middle; `GRAMMARC_FAULTS=all` kills at each of them. The events are counted
//! and not timed, so a kill is at the same place on every machine.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Fault, SUBJECTS, Subject, is_all, library};
use crate::reduce::stage::{Ended, Stage};

/// The calls at which a command is killed: those that change files or start processes, and two that only take time.
const EVENTS: [&str; 9] = ["write", "rename", "mkdir", "remove", "sync", "lock", "spawn", "open", "thread"];

/// A run that nothing disturbs.
struct Undisturbed {
    counts: BTreeMap<String, usize>,
    result: BTreeMap<String, Vec<u8>>,
    /// How often the test is run.
    runs: usize,
    /// How often it is run if the same command comes again, which checks its results.
    checks: usize,
}

/// Returns the result of a command: its files, and its output if the command prints a result.
fn result(subject: &Subject, stage: &Stage, ended: &Ended) -> BTreeMap<String, Vec<u8>> {
    let mut result = stage.all_files();
    result.retain(|name, _| !name.ends_with(".journal"));
    if subject.prints {
        result.insert("standard output".to_owned(), ended.stdout.clone().into_bytes());
    }
    result
}

fn undisturbed(subject: &Subject, library: &Path) -> Undisturbed {
    let stage = subject.stage();
    let ended = subject.run(&stage, Some((library, None)));
    assert_eq!(ended.status, 0, "{}: {ended:?}", subject.name);
    let (result, runs) = (result(subject, &stage, &ended), stage.runs());
    let again = subject.run(&stage, None);
    assert_eq!(again.status, 0, "{}, again: {again:?}", subject.name);
    Undisturbed { counts: Subject::counts(&stage), result, runs, checks: stage.runs() - runs }
}

/// Checks that each file is whole: an input as it was or as the command leaves it, a result as it will be or an interesting one.
fn check_files(subject: &Subject, stage: &Stage, expected: &BTreeMap<String, Vec<u8>>, place: &str) {
    let files = stage.all_files();
    for (name, text) in subject.files {
        let there = files.get(*name);
        assert!(there == Some(&text.as_bytes().to_vec()) || there == expected.get(*name), "{place}: {name} changed");
    }
    for (name, text) in expected {
        let is_given = subject.files.iter().any(|(file, _)| file == name);
        let folder = Path::new(name).parent().filter(|folder| folder.extension().is_some_and(|end| end == "reduced"));
        match files.get(name) {
            None => assert!(
                folder.is_none_or(|folder| !stage.beside("here").join(folder).is_dir()),
                "{place}: half a folder without {name}"
            ),
            Some(there) if is_given || there == text => {}
            Some(there) => {
                let there = String::from_utf8_lossy(there);
                let is_interesting = !subject.part.is_empty() && there.contains(subject.part);
                assert!(is_interesting, "{place}: {name} is torn: {there:?}");
            }
        }
    }
}

/// Kills the command, and runs it again.
fn try_kill(subject: &Subject, library: &Path, fault: Fault, undisturbed: &Undisturbed) {
    let stage = subject.stage();
    let ended = subject.run(&stage, Some((library, Some(fault))));
    let place = format!("{}, {fault:?}: {ended:?}", subject.name);
    // A signal has no status. A run that makes fewer calls than the one before ends well.
    assert!([-1, 0].contains(&ended.status), "{place}");
    check_files(subject, &stage, &undisturbed.result, &place);
    let before = stage.runs();
    let again = subject.run(&stage, None);
    let place = format!("{place}\nand again: {again:?}");
    assert_eq!(again.status, 0, "{place}");
    let (there, expected) = (result(subject, &stage, &again), &undisturbed.result);
    assert!(there.keys().eq(expected.keys()), "{place}: {:?} instead of {:?}", there.keys(), expected.keys());
    for (name, text) in expected {
        assert_eq!(String::from_utf8_lossy(&there[name]), String::from_utf8_lossy(text), "{place}: {name}");
    }
    assert_eq!(stage.temporary(), [""; 0], "{place}");
    let (runs, most) = (stage.runs(), undisturbed.runs + undisturbed.checks + 1);
    assert!(runs <= most, "{place}: {before} and then {} runs, of {most} in all", runs - before);
}

fn try_all(name: &str) {
    let Some(library) = library() else { return };
    let subject = SUBJECTS.iter().find(|subject| subject.name == name).expect("it is in the table");
    // With one job, the runs of a test are counted exactly.
    let subject = &Subject { jobs: 1, ..*subject };
    let undisturbed = undisturbed(subject, library);
    let mut tried = 0;
    for call in EVENTS {
        let count = undisturbed.counts[call];
        let numbers = if is_all() { 1..=count } else { count.div_ceil(2)..=count.div_ceil(2) };
        let modes: &[&str] = match call {
            "write" if is_all() => &["kill", "tear"],
            "write" => &["tear"],
            _ => &["kill"],
        };
        for number in numbers.filter(|number| *number > 0) {
            for mode in modes {
                try_kill(subject, library, Fault { call, number, error: 0, mode }, &undisturbed);
                tried += 1;
            }
        }
    }
    eprintln!("{name}: {tried} kills; {} runs of the test, {} checks", undisturbed.runs, undisturbed.checks);
    assert!(tried > 0, "{name}: {:?}", undisturbed.counts);
}

tests_of! {
    try_all:
    reduce_a_file,
    reduce_a_folder,
    generalize,
    generalize_the_input_as_it_is,
    triage,
    triage_the_inputs_as_they_are,
    fuzz,
    compile,
    fmt,
    import,
}

//! The targets of `cargo fuzz` on the seeds that are kept: what was a finding once is none again, and no target rots.

use std::path::Path;

use grammarc_checks::targets;

fn run(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.sort();
    assert!(paths.len() > 20, "{} has lost its seeds", folder.display());
    for path in paths {
        // Shown where one of them breaks something.
        eprintln!("{}", path.display());
        check(&std::fs::read(&path).expect("the seed can be read"));
    }
}

#[test]
fn of_the_grammar_language() {
    run("grammar", targets::grammar);
}

#[test]
fn of_generated_code() {
    run("emit", targets::emit);
    run("grammar", targets::emit);
}

#[test]
fn of_the_engines() {
    run("engines", targets::engines);
}

#[test]
fn of_broken_inputs() {
    run("broken", |bytes| {
        targets::broken(bytes);
    });
}

#[test]
fn of_edits() {
    run("edits", targets::edits);
}

#[test]
fn of_the_journal() {
    run("journal", targets::journal);
}

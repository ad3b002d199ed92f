//! Programs of the bundled language `imp` are Perl under `use strict`: perl accepts what the hooks accept.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::hooks::violations;

use crate::common::root;
use crate::skipped::skipped;

/// Runs perl; none where there is none.
#[track_caller]
fn perl(arguments: &[&str]) -> Option<Output> {
    let output = Command::new("perl").args(arguments).output();
    if output.is_err() {
        skipped("perl");
    }
    output.ok()
}

fn imp() -> (PathBuf, Format) {
    let folder = root().join("grammars/imp");
    let loaded = grammarc::load(&folder.join("imp.bnf")).unwrap_or_else(|report| panic!("{report}"));
    (folder, loaded.format())
}

#[test]
fn samples_run() {
    for (name, printed) in [
        ("factorials", "product = 1\nproduct = 2\nproduct = 6\nsix 6\n"),
        ("functions", "area = 966\n"),
        ("nothing", ""),
        ("shadows", "inner 20\nmiddle 2\nouter 1\nloop 1\nloop 2\nafter 1\n"),
    ] {
        let path = imp().0.join("accept").join(name).with_extension("imp");
        let Some(output) = perl(&[&path.to_string_lossy()]) else { return };
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()),
            (Some(0), printed),
            "{name}"
        );
    }
}

/// What is generated is a program, and perl refuses to compile it exactly where a variable is not declared.
#[test]
fn perl_and_the_hooks_agree() {
    let (_, language) = imp();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("it.imp");
    for seed in 0..60 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 12).expect("there are texts");
        let tree = language.parse(&text).unwrap_or_else(|error| panic!("{}: {error}", text.escape_ascii()));
        fs::write(&path, &text).expect("the folder can be written to");
        let Some(output) = perl(&["-c", &path.to_string_lossy()]) else { return };
        // Perl looks for functions only when they are called, and knows two variables by itself.
        let is_function = |it: &str| it.contains("`functions`");
        let said: Vec<String> =
            violations(language.meaning(), &text, &tree).iter().map(|it| it.message(&language.grammar)).collect();
        let is_clean = !said.iter().any(|it| !is_function(it) && !it.starts_with("`$a`") && !it.starts_with("`$b`"));
        assert_eq!(output.status.success(), is_clean, "{}\n{said:?}\n{output:?}", String::from_utf8_lossy(&text));
    }
}

/// How many tenths of a second a program may run; loops in loops can take long.
const PATIENCE: u32 = 30;

#[test]
fn what_is_generated_runs() {
    let (_, language) = imp();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("it.imp");
    let mut ended = 0;
    for seed in 0..40 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 8).expect("there are texts");
        fs::write(&path, &text).expect("the folder can be written to");
        let spawned = Command::new("perl").arg(&path).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let Ok(mut program) = spawned else {
            skipped("perl");
            return;
        };
        let status = (0..PATIENCE).find_map(|_| {
            let status = program.try_wait().expect("it can be waited for");
            if status.is_none() {
                std::thread::sleep(Duration::from_millis(100));
            }
            status
        });
        match status {
            Some(status) => assert!(status.success(), "{}", String::from_utf8_lossy(&text)),
            None => program.kill().and_then(|()| program.wait().map(drop)).expect("it can be ended"),
        }
        ended += u32::from(status.is_some());
    }
    assert!(ended > 30, "{ended} of 40 programs ended");
}

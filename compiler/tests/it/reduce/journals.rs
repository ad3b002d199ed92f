//! Where journals are: in the cache of the user, or beside the result where there is no cache or `--keep-journal` says so.

use super::stage::{Ended, Stage};

/// A stage with an input and a test. The cache is in it, as `cache`.
fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", (1200..1300).map(|number| format!("{number}\n")).collect::<String>());
    stage.script("check.sh", r#"echo x >> "$COUNT"; grep -q 1234 "$1""#);
    stage
}

/// Reduces the input with a cache, and with further options.
fn reduced(stage: &Stage, options: &str) -> Ended {
    stage.type_line(&format!("GRAMMARC_CACHE_DIR=cache grammarc reduce in.txt {options} -- ./check.sh {{}}"))
}

const BEFORE: [&str; 4] = ["check.sh", "in.reduced.txt", "in.txt", "lines.bnf"];

#[test]
fn a_result_stands_alone_and_the_same_command_resumes() {
    let stage = stage();
    let end = reduced(&stage, "");
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "1234"), "{end:?}");
    let without_cache: Vec<String> = stage.files().into_iter().filter(|name| name != "cache").collect();
    assert_eq!(without_cache, BEFORE);
    let [journal] = &stage.files_in("cache/journals")[..] else { panic!("{:?}", stage.files_in("cache/journals")) };
    assert!(journal.starts_with("in.reduced.txt.") && journal.ends_with(".journal"), "{journal}");
    let runs = stage.runs();
    let end = reduced(&stage, "");
    assert!(end.status == 0 && end.stderr.contains("resuming an earlier run"), "{end:?}");
    assert!(stage.runs() < runs + 8, "{} runs after {runs}", stage.runs());
}

#[test]
fn a_journal_moves_from_the_cache_to_be_kept() {
    let stage = stage();
    reduced(&stage, "");
    let end = reduced(&stage, "--keep-journal");
    assert!(end.status == 0 && end.stderr.contains("resuming an earlier run"), "{end:?}");
    assert!(stage.read("in.reduced.txt.journal").contains("verdict "));
    assert!(stage.files_in("cache/journals").is_empty());
    // It is found there without the option, too.
    let end = reduced(&stage, "");
    assert!(end.status == 0 && end.stderr.contains("resuming an earlier run"), "{end:?}");
    assert!(stage.files_in("cache/journals").is_empty());
}

#[test]
fn results_of_one_name_have_journals_of_their_own() {
    let stage = stage();
    for folder in ["a", "b"] {
        let end = stage.type_line(&format!(
            "export GRAMMARC_CACHE_DIR=$PWD/cache; mkdir {folder}; cd {folder}; grammarc reduce ../in.txt -- ../check.sh {{}}"
        ));
        assert!(end.status == 0 && !end.stderr.contains("resuming"), "{end:?}");
    }
    assert_eq!(stage.files_in("cache/journals").len(), 2);
}

#[test]
fn journals_that_are_cleaned_are_gone_and_results_stay() {
    let stage = stage();
    let clean = "GRAMMARC_CACHE_DIR=cache grammarc clean";
    assert_eq!(stage.type_line(clean).stdout, "no journals to remove in cache/journals\n");
    reduced(&stage, "");
    let end = stage.type_line(clean);
    assert!(end.stdout.starts_with("removed 1 journal (") && end.stdout.ends_with(" from cache/journals\n"), "{end:?}");
    assert!(stage.files_in("cache/journals").is_empty());
    let end = reduced(&stage, "");
    assert!(end.status == 2 && end.stderr.contains("no journal shows that grammarc wrote it"), "{end:?}");
    assert_eq!(stage.read("in.reduced.txt").trim(), "1234");
    assert_eq!(reduced(&stage, "--force").status, 0);
}

#[test]
fn a_journal_in_use_is_not_cleaned() {
    let stage = stage();
    // The test of the input cleans while its run has the journal.
    stage
        .script("check.sh", r#"test -e "$SEEN" || { cd "$HOME"; grammarc clean > "$SEEN"; cd -; }; grep -q 1234 "$1""#);
    let line = "export HOME=$PWD GRAMMARC_CACHE_DIR=$PWD/cache; grammarc reduce in.txt -- ./check.sh {}; cat $SEEN";
    let end = stage.type_line(line);
    assert!(end.status == 0 && end.stdout.contains("; kept 1 of runs that have not ended\n"), "{end:?}");
    assert_eq!(stage.files_in("cache/journals").len(), 1);
}

#[test]
fn a_cache_is_found_by_its_variables() {
    let stage = stage();
    let run = "grammarc reduce in.txt --force -- ./check.sh {}";
    for (variables, place) in [
        ("HOME=$PWD/home XDG_CACHE_HOME=", "home/.cache/grammarc/journals"),
        ("HOME=$PWD/other XDG_CACHE_HOME=$PWD/xdg", "xdg/grammarc/journals"),
        ("HOME=$PWD/third XDG_CACHE_HOME=relative", "third/.cache/grammarc/journals"),
    ] {
        let end = stage.type_line(&format!("unset GRAMMARC_CACHE_DIR; {variables} {run}"));
        assert!(end.status == 0 && stage.files_in(place).len() == 1, "{variables}: {end:?}");
        assert!(!stage.files().contains(&"in.reduced.txt.journal".to_owned()));
    }
}

#[test]
fn a_journal_is_beside_the_result_where_there_is_no_cache() {
    for cache in ["unset GRAMMARC_CACHE_DIR HOME XDG_CACHE_HOME", "export GRAMMARC_CACHE_DIR=in.txt"] {
        let stage = stage();
        let end = stage.type_line(&format!("{cache}; grammarc reduce in.txt -- ./check.sh {{}}"));
        assert_eq!(end.status, 0, "{end:?}");
        assert!(stage.files().contains(&"in.reduced.txt.journal".to_owned()), "{cache}: {:?}", stage.files());
    }
}

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

#[test]
fn an_input_that_is_not_reduced_has_a_journal_too() {
    let stage = stage();
    stage.write("in.json", "[1234, null]");
    let generalize = |options: &str| {
        let before = stage.runs();
        let end = stage
            .type_line(&format!("grammarc generalize in.json --no-reduce --tries 5 -j 1 {options} -- ./check.sh {{}}"));
        assert_eq!(end.status, 0, "{end:?}");
        (stage.runs() - before, end)
    };
    let (runs, first) = generalize("");
    assert_eq!(stage.files(), ["check.sh", "in.json", "in.txt", "lines.bnf"], "without a cache there is none");
    let at = |cache: &str| {
        stage.type_line(&format!("{cache} grammarc generalize in.json --no-reduce --tries 5 -j 1 -- ./check.sh {{}}"))
    };
    assert_eq!(at("GRAMMARC_CACHE_DIR=cache").status, 0);
    let [journal] = &stage.files_in("cache/journals")[..] else { panic!("{:?}", stage.files_in("cache/journals")) };
    assert!(journal.starts_with("in.unreduced.json.") && journal.ends_with(".journal"), "{journal}");
    let before = stage.runs();
    let again = at("GRAMMARC_CACHE_DIR=cache");
    assert_eq!(
        (again.status, &again.stdout, stage.runs() - before),
        (0, &first.stdout, 1),
        "only the input runs again"
    );
    assert!(again.stderr.contains("resuming an earlier run: ") && !again.stderr.contains("best so far"), "{again:?}");
    assert_eq!(generalize("--keep-journal").0, runs);
    assert!(stage.read("in.unreduced.json.journal").contains("verdict "));
    assert_eq!(generalize("--keep-journal").0, 1);
    assert_eq!(generalize("--keep-journal --fresh").0, runs);
    // Another test knows nothing of these verdicts.
    let other = stage.type_line("grammarc generalize in.json --no-reduce --tries 5 -j 1 -- grep -q null {}");
    assert!(other.status == 0 && other.stderr.contains("starting over: "), "{other:?}");
}

/// Reduces the input beside its journal. Returns how many runs that took.
fn runs_beside(stage: &Stage) -> (usize, Ended) {
    let before = stage.runs();
    let end = stage.reduce(&["in.txt", "--format", "none", "--", "./check.sh", "{}"]);
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "1234"), "{end:?}");
    (stage.runs() - before, end)
}

#[test]
fn a_damaged_line_costs_its_verdict() {
    let stage = stage();
    runs_beside(&stage);
    let whole = stage.read("in.reduced.txt.journal");
    let (checks, _) = runs_beside(&stage);
    let verdicts: Vec<usize> = whole.match_indices("\nverdict ").map(|(at, _)| at + 1).collect();
    for at in verdicts.iter().step_by(verdicts.len().div_ceil(5)) {
        let mut damaged = whole.clone().into_bytes();
        damaged[at + 20] ^= 1;
        stage.write("in.reduced.txt.journal", damaged);
        let (runs, end) = runs_beside(&stage);
        assert!(runs <= checks + 1, "{runs} runs, of which {checks} are checks: {end:?}");
    }
}

#[test]
fn a_damaged_header_is_set_aside_and_a_torn_one_is_written_again() {
    let stage = stage();
    let (all, _) = runs_beside(&stage);
    let whole = stage.read("in.reduced.txt.journal");
    let header = whole.find("\nverdict ").expect("there are verdicts") + 1;
    let mut damaged = whole.clone().into_bytes();
    damaged[header / 4] ^= 1;
    stage.write("in.reduced.txt.journal", &damaged);
    let (runs, end) = runs_beside(&stage);
    assert!(runs == all && end.stderr.contains("starting over: the beginning of its journal is damaged"), "{end:?}");
    assert_eq!(std::fs::read(stage.path("in.reduced.txt.journal.old")).unwrap(), damaged, "nothing of it is lost");
    for cut in (1..header).step_by(header / 5) {
        std::fs::remove_file(stage.path("in.reduced.txt")).unwrap();
        let _ = std::fs::remove_file(stage.path("in.reduced.txt.journal.old"));
        stage.write("in.reduced.txt.journal", &whole[..cut]);
        let (runs, end) = runs_beside(&stage);
        assert!(runs == all && !end.stderr.contains("starting over"), "{cut}: {end:?}");
        assert!(!stage.files().contains(&"in.reduced.txt.journal.old".to_owned()), "{cut} bytes: {:?}", stage.files());
    }
}

#[test]
fn a_result_that_no_longer_applies_is_kept_and_so_are_its_copies() {
    let stage = stage();
    stage.write("in.json", "[1234, null, {\"a\": [1, 2, 3]}]");
    let reduce = |options: &str, test: &str| {
        let end = stage.type_line(&format!("grammarc reduce in.json --format none {options} -- {test}"));
        assert_eq!(end.status, 0, "{end:?}");
        end
    };
    // A text outside of the language is smaller than the smallest in it.
    reduce("", "grep -q '[[]1'");
    let (best, valid) = (stage.read("in.reduced.json"), stage.read("in.reduced.valid.json"));
    let end = reduce("--budget 1", "grep -q '[[]12'");
    assert!(end.stderr.contains("the result of the earlier run is now in.reduced.json.old"), "{end:?}");
    assert_eq!((stage.read("in.reduced.json.old"), stage.read("in.reduced.valid.json.old")), (best, valid));
    assert!(!stage.files().contains(&"in.reduced.valid.json".to_owned()), "{:?}", stage.files());
    let second = stage.read("in.reduced.json");
    reduce("--fresh", "grep -q '[[]12'");
    assert_eq!(stage.read("in.reduced.json.old.2"), second);
}

#[test]
fn no_copy_of_an_earlier_result_lies_beside_a_newer_one() {
    let stage = stage();
    stage.write("in.json", "[1234, null, {\"a\": [1, 2, 3]}]");
    let reduce = |options: &str| {
        let end = stage.type_line(&format!("grammarc reduce in.json --format none {options} -- grep -q '[[]1'"));
        assert_eq!(end.status, 0, "{end:?}");
        stage.files().contains(&"in.reduced.valid.json".to_owned())
    };
    assert!(reduce(""));
    assert!(reduce(""), "it is written again");
    assert!(!reduce("--validity strict"), "the result itself is valid");
}

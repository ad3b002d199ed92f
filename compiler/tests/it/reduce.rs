//! `grammarc reduce` from outside: what it says, what it keeps, and how it ends, whatever the command does.

mod advice;
mod flaky;
mod folders;
mod formats;
mod headers;
mod journals;
mod kills;
mod outside;
mod processes;
mod roots;
pub(crate) mod stage;
mod terminal;

use crate::skipped::skipped;
use stage::Stage;

use crate::common::{folder_of, root};

/// Three thousand numbers, one a line.
fn numbers() -> String {
    (1..=3000).map(|number| format!("{number}\n")).collect()
}

/// A stage with `in.txt`, of which `check.sh` wants the line 1234.
fn numbered() -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", numbers());
    stage.script("check.sh", r#"echo x >> "$COUNT"; grep -q '^1234$' "$1""#);
    stage
}

#[test]
fn the_result_is_the_same_for_every_number_of_jobs() {
    let results = ["1", "2", "8"].map(|jobs| {
        let stage = numbered();
        let end = stage.reduce(&["in.txt", "-j", jobs, "--json", "--", "./check.sh"]);
        assert_eq!(end.status, 0, "{end:?}");
        let counts = end.stdout.split("\"runs\"").next().unwrap().to_owned();
        (stage.read("in.reduced.txt"), counts)
    });
    assert!(results[0].0.trim() == "1234", "{results:?}");
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
}

#[test]
fn grammar_and_command_come_first_and_the_summary_last() {
    let stage = numbered();
    let end = stage.reduce(&["in.txt", "--", "./check.sh", "{}"]);
    let lines: Vec<&str> = end.stderr.lines().collect();
    assert!(lines[0].starts_with("grammar: "), "{end:?}");
    assert!(lines[1].starts_with("command: /") && lines[1].contains("/check.sh in.txt"), "{end:?}");
    let last = lines.last().unwrap();
    assert!(last.starts_with("13893 → ") && last.ends_with(": in.reduced.valid.txt, in.reduced.txt"), "{end:?}");
    assert_eq!(stage.reduce(&["in.txt", "-q", "-o", "-", "--", "./check.sh"]).stderr, "");
    assert_eq!(stage.read("in.txt"), numbers());
}

#[test]
fn a_candidate_is_passed_as_asked_for() {
    let stage = numbered();
    let script =
        r#"test "$PWD" = "$0" && test "$1" = "{}" && test "${2#path=/}" != "$2" && grep -q '^1234$' "${2#path=}""#;
    let here = stage.directory();
    let options = ["in.txt", "--cwd", "here", "--placeholder", "@@", "--", "sh", "-c", script, &here, "{}", "path=@@"];
    let end = stage.reduce(&options);
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "1234"), "{end:?}");
    let options = ["in.txt", "--force", "--stdin", "--", "sh", "-c", "test $# -eq 0 && grep -q '^1234$'", "sh", "{}"];
    let end = stage.reduce(&options);
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "1234"), "{end:?}");
}

#[test]
fn a_server_judges_all_candidates() {
    let stage = numbered();
    stage.script(
        "server.sh",
        r#"while read -r length; do echo x >> "$COUNT"; head -c "$length" > text; grep -q '^1234$' text; echo $?; done"#,
    );
    let end = stage.reduce(&["in.txt", "--server", "--json", "--", "./server.sh"]);
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "1234"), "{end:?}");
    assert!(end.stderr.contains("server.sh, a server, in a fresh directory"), "{end:?}");
    let end = stage.reduce(&["in.txt", "--server", "--exit", "7", "--force", "--", "./server.sh"]);
    assert_eq!(end.status, 1, "{end:?}");
    assert!(end.stderr.contains("is not interesting: exit status 0"), "{end:?}");
    let end = stage.reduce(&["in.txt", "--server", "--stdin", "--", "./server.sh"]);
    assert_eq!(end.status, 2, "{end:?}");
}

/// An input that is not interesting, whose runs the command counts itself: those of the input, and those that look for advice.
#[test]
fn all_runs_of_an_input_that_is_not_interesting_are_told() {
    for (script, options) in [
        (r#"echo x >> "$COUNT"; cat "$1" > /dev/null; exit 3"#, &[][..]),
        (r#"echo x >> "$COUNT"; sleep 0.8; test -s "$1"; exit 1"#, &[]),
        (r#"echo x >> "$COUNT"; exit 1"#, &["--stdin"]),
        (r#"echo x >> "$COUNT"; exit 1"#, &["--exit", "4"]),
        (r#"echo x >> "$COUNT"; exec sleep 20"#, &["--timeout", "0.2"]),
    ] {
        let stage = numbered();
        stage.script("no.sh", script);
        let end = stage.reduce(&[&["in.txt"], options, &["--", "./no.sh"]].concat());
        assert_eq!(end.status, 1, "{end:?}");
        let line = end.stderr.lines().find_map(|line| line.trim_start().strip_prefix("runs "));
        let line = line.unwrap_or_else(|| panic!("{end:?}"));
        let told: usize = line.split_whitespace().filter_map(|word| word.parse::<usize>().ok()).sum();
        assert_eq!(told, stage.runs(), "{line}");
    }
}

#[test]
fn a_command_that_bears_no_company_runs_alone() {
    let stage = numbered();
    stage.script("alone.sh", r#"mkdir "$SEEN" 2>/dev/null || exit 1; sleep 0.1; rmdir "$SEEN"; grep -q '^1234$' "$1""#);
    let end = stage.reduce(&["in.txt", "-j", "2", "--budget", "20", "--", "./alone.sh", "{}"]);
    assert_eq!(end.status, 0, "{end:?}");
    assert!(end.stderr.contains("of 2 parallel runs of the input, 1 were not interesting"), "{end:?}");
    assert!(stage.read("in.reduced.txt").len() < numbers().len() / 100, "{end:?}");
}

#[test]
fn a_budget_of_time_ends_a_run_in_its_middle() {
    let stage = numbered();
    stage.script("slow.sh", r#"cmp -s "$1" "$ORIGINAL" || sleep 4725"#);
    for jobs in ["1", "2"] {
        let end = stage.reduce(&["in.txt", "-j", jobs, "--timeout", "9000", "--budget", "1s", "--", "./slow.sh", "{}"]);
        assert_eq!(end.status, 0, "{end:?}");
        assert!(end.stderr.contains("budget exhausted"), "{end:?}");
    }
    assert_eq!(stage::sleepers("4725"), 0);
    assert_eq!(stage.read("in.reduced.txt"), numbers());
}

#[test]
fn a_missing_oracle_is_an_error_and_not_a_no() {
    let stage = numbered();
    for (command, message) in [
        (vec!["./nope", "{}"], "cannot start ./nope: No such file"),
        (vec!["no-such-program-anywhere", "{}"], "cannot start no-such-program-anywhere: No such file"),
    ] {
        let end = stage.reduce(&[vec!["in.txt", "--"], command].concat());
        assert_eq!(end.status, 3, "{end:?}");
        assert!(end.stderr.contains(message), "{end:?}");
    }
    stage.write("plain.sh", "exit 0");
    let end = stage.reduce(&["in.txt", "--", "./plain.sh", "{}"]);
    assert_eq!((end.status, end.stderr.contains("chmod +x")), (3, true), "{end:?}");
    assert_eq!(stage.files(), ["check.sh", "in.txt", "lines.bnf", "plain.sh"], "nothing is left behind");
}

#[test]
fn a_command_line_that_cannot_be_meant_is_refused_with_what_may_be_meant() {
    let stage = numbered();
    let end = stage.reduce(&["in.txt", "--", "./check.sh {} && true"]);
    assert_eq!(end.status, 2, "{end:?}");
    assert!(end.stderr.contains(r#"-- sh -c './check.sh "$1" && true' sh {}"#), "{end:?}");
    let end = stage.reduce(&["in.txt", "--", "./check.sh", "in.txt"]);
    assert_eq!(end.status, 2, "{end:?}");
    assert!(end.stderr.contains("-- ./check.sh {}"), "{end:?}");
    let end = stage.reduce(&["in.txt"]);
    assert_eq!((end.status, end.stderr.contains("-- ./test.sh {}")), (2, true), "{end:?}");
}

#[test]
fn never_interesting_ends_with_how_it_ended() {
    let stage = numbered();
    stage.script("never.sh", "echo out; seq 1 100 >&2; exit 7");
    let end = stage.reduce(&["in.txt", "--", "./never.sh", "{}"]);
    assert_eq!(end.status, 1, "{end:?}");
    for part in
        ["exit status 7", "/never.sh /", "directory  a fresh one", "    out\n", "    81\n", "    100\n", "--same"]
    {
        assert!(end.stderr.contains(part), "{part} in {end:?}");
    }
    assert!(!end.stderr.contains("    80\n"));
    assert!(end.stderr.contains("grammarc reduce -g ./lines.bnf -j 1 in.txt --same -- ./never.sh {}"), "{end:?}");
    let end = stage.reduce(&["in.txt", "--exit", "8", "--", "./never.sh", "{}"]);
    assert!(end.stderr.contains("expected --exit 8"), "{end:?}");
}

#[test]
fn always_interesting_gives_the_empty_file_and_a_word() {
    let stage = numbered();
    let end = stage.reduce(&["in.txt", "--", "true"]);
    assert_eq!(end.status, 0, "{end:?}");
    assert_eq!(stage.read("in.reduced.txt"), "");
    assert!(end.stderr.contains("even the empty file is interesting"), "{end:?}");
}

#[test]
fn hanging_candidates_are_unresolved() {
    let stage = numbered();
    stage.script("hang.sh", r#"grep -q '^1234$' "$1" && exit 0; grep -q '^99$' "$1" && sleep 4721 & wait; exit 1"#);
    let end = stage.reduce(&["in.txt", "--timeout", "300ms", "-j", "2", "--", "./hang.sh", "{}"]);
    assert_eq!(end.status, 0, "{end:?}");
    assert_eq!(stage.read("in.reduced.txt").trim(), "1234");
    assert!(stage.read("in.reduced.txt.journal").contains(" unresolved "));
    assert_eq!(stage::sleepers("4721"), 0);
}

#[test]
fn an_input_that_hangs_is_said_to_hang() {
    let stage = numbered();
    let end = stage.reduce(&["in.txt", "--timeout", "200ms", "--", "sh", "-c", "sleep 4722", "sh"]);
    assert_eq!(end.status, 1, "{end:?}");
    assert!(end.stderr.contains("--timeout-is-interesting"), "{end:?}");
    let script = r#"grep -q '^1234$' "$1" && sleep 4722"#;
    let options = ["in.txt", "--timeout", "200ms", "--timeout-is-interesting", "--budget", "40"];
    let end = stage.reduce(&[&options[..], &["--", "sh", "-c", script, "sh"]].concat());
    assert_eq!(end.status, 0, "{end:?}");
    assert!(stage.read("in.reduced.txt").len() < numbers().len() / 2, "{end:?}");
    assert_eq!(stage::sleepers("4722"), 0);
}

#[test]
fn children_that_hang_do_not_matter() {
    let stage = numbered();
    stage.script("fork.sh", r#"setsid sleep 4723 & sleep 4723 & grep -q '^1234$' "$1""#);
    let end = stage.reduce(&["in.txt", "--budget", "30", "--", "./fork.sh", "{}"]);
    assert_eq!(end.status, 0, "{end:?}");
    assert_eq!(stage::sleepers("4723"), 0);
}

#[test]
fn a_signal_is_the_same_or_named() {
    let stage = numbered();
    stage.script("die.sh", r#"grep -q '^1234$' "$1" && kill -SEGV $$; grep -q '^99$' "$1" && kill -ABRT $$"#);
    for options in [["--same", "--"], ["--signal=SEGV", "--"]] {
        let end = stage.reduce(&[&["in.txt", "--force"], &options[..], &["./die.sh"]].concat());
        assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "1234"), "{end:?}");
    }
}

#[test]
fn an_oracle_that_breaks_stops_the_search_and_keeps_the_best() {
    let stage = numbered();
    stage.script(
        "break.sh",
        r#"echo x >> "$COUNT"; test $(wc -l < "$COUNT") -lt 12 || exit 127; grep -q '^1234$' "$1""#,
    );
    let end = stage.reduce(&["in.txt", "--", "./break.sh", "{}"]);
    assert_eq!(end.status, 3, "{end:?}");
    assert!(end.stderr.contains("cannot run the interestingness test"), "{end:?}");
    assert!(stage.read("in.reduced.txt").contains("\n1234\n"));
    assert!(stage.read("in.reduced.txt").len() < numbers().len());
}

#[test]
fn an_oracle_that_says_no_for_good_is_said_to_be_broken() {
    let stage = numbered();
    // All that is asked after the ninth run is asked in vain, so the input is short.
    stage.write("in.txt", (1200..1300).map(|number| format!("{number}\n")).collect::<String>());
    stage.script("tired.sh", r#"echo x >> "$COUNT"; test $(wc -l < "$COUNT") -lt 9 && grep -q '^1234$' "$1""#);
    let end = stage.reduce(&["in.txt", "--", "./tired.sh", "{}"]);
    assert_eq!((end.status, end.stderr.contains("no longer interesting: 0 of 20 runs")), (3, true), "{end:?}");
    assert!(
        end.stderr.contains("the best result so far is saved") && stage.read("in.reduced.txt").contains("1234"),
        "{end:?}"
    );
}

#[test]
fn an_output_that_is_not_ours_is_not_overwritten() {
    let stage = numbered();
    stage.write("in.reduced.txt", "precious");
    let end = stage.reduce(&["in.txt", "--", "./check.sh"]);
    assert_eq!((end.status, end.stderr.contains("--force")), (2, true), "{end:?}");
    assert_eq!(stage.read("in.reduced.txt"), "precious");
    assert_eq!(stage.reduce(&["in.txt", "--force", "--", "./check.sh"]).status, 0);
    let end = stage.reduce(&["in.txt", "--force", "-o", "in.txt", "--", "./check.sh"]);
    assert_eq!((end.status, stage.read("in.txt")), (2, numbers()), "{end:?}");
    let end = stage.reduce(&["in.txt", "-o", "/dev/null", "--", "./check.sh"]);
    assert_eq!(end.status, 2, "{end:?}");
}

/// Returns the text of the first `pre` element behind a heading.
fn pre<'p>(page: &'p str, heading: &str) -> &'p str {
    let section = page.split(&format!("<h2>{heading}</h2>")).nth(1).unwrap_or_else(|| panic!("no {heading}: {page}"));
    section.split("<pre>\n").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap()
}

#[test]
fn a_report_shows_the_run_and_needs_nothing_else() {
    let stage = Stage::new();
    stage.write("in.txt", "one\n<two a=\"\u{e9}\">&\0\nthree\n".repeat(50).into_bytes());
    stage.script("check.sh", r#"grep -q '<two a=.*>&' "$1""#);
    let end = stage.reduce(&["in.txt", "--report", "report.html", "--", "./check.sh"]);
    assert_eq!((end.status, stage.read("in.reduced.txt").as_str()), (0, "<two a=>&"), "{end:?}");
    let page = stage.read("report.html");
    assert!(["http", "src=", "<link", "@import", "url("].iter().all(|link| !page.contains(link)), "{page}");
    assert!(page.matches("class=\"curve pass").count() >= 2 && page.contains(" tests, "), "{page}");
    assert!(
        page.contains("<a href=\"./in.reduced.txt\">") && page.contains(" --report report.html -- ./check.sh</pre>"),
        "{page}"
    );
    assert!(page.contains("class=\"bar\"") && page.contains("/check.sh in.txt"), "{page}");
    let result = pre(&page, "Result").replace("<span class=\"bracket\">", "").replace("</span>", "");
    assert_eq!(result, "&lt;two a=&gt;&amp;");
    let input = pre(&page, "Input");
    assert!(input.contains("\u{e9}") && input.contains("&amp;\\0\n") && input.contains("left"), "{input}");
    assert!(page.contains("<h2>Tree of the result</h2>") && page.matches("<svg").count() == 3, "{page}");
    // The page of an earlier run is replaced.
    let end = stage.reduce(&["in.txt", "--report", "report.html", "--", "./check.sh"]);
    assert!(end.status == 0 && stage.read("report.html").contains("an earlier run"), "{end:?}");
}

#[test]
fn a_report_is_written_of_binary_and_empty_results_and_when_a_run_is_cut_short() {
    let stage = Stage::new();
    stage.write("in.txt", b"\x89PNG\xff\xfe\0\x01 null".repeat(20));
    let end = stage.reduce(&["in.txt", "--report", "page.html", "--", "sh", "-c", "grep -aq PNG \"$1\"", "sh", "{}"]);
    assert_eq!((end.status, pre(&stage.read("page.html"), "Result")), (0, "PNG"), "{end:?}");
    assert!(pre(&stage.read("page.html"), "Input").contains("\\x89"), "{}", stage.read("page.html"));
    let end = stage.reduce(&["in.txt", "-o", "empty", "--report", "page.html", "--", "true"]);
    assert_eq!((end.status, pre(&stage.read("page.html"), "Result")), (0, ""), "{end:?}");

    let stage = numbered();
    let end = stage.reduce(&["in.txt", "--budget", "3", "--report", "page.html", "--", "./check.sh"]);
    assert!(end.status == 0 && stage.read("page.html").contains("budget exhausted"), "{end:?}");
    let stage = numbered();
    stage.script("slow.sh", r#"grep -q '^1234$' "$1" || exit 1; sleep 0.5"#);
    let mut child = stage.start(&["in.txt", "--report", "page.html", "--", "./slow.sh", "{}"]);
    stage.wait_for("in.reduced.txt", 1);
    stage::signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(stage.read("page.html").contains("<td>interrupted</td>"));
}

#[test]
fn a_report_that_cannot_be_written_is_refused_before_anything_runs() {
    let stage = numbered();
    stage.write("mine.html", "precious");
    for (path, status) in [
        ("mine.html", 2),
        ("in.txt", 2),
        ("./in.reduced.txt", 2),
        ("in.reduced.txt.journal", 2),
        ("no/such/page.html", 3),
        ("/proc/page.html", 3),
        (".", 2),
    ] {
        let end = stage.reduce(&["in.txt", "--report", path, "--", "./check.sh"]);
        assert_eq!((end.status, stage.runs()), (status, 0), "{path}: {end:?}");
        assert!(end.stderr.starts_with("error: "), "{end:?}");
    }
    assert_eq!((stage.read("mine.html").as_str(), stage.read("in.txt")), ("precious", numbers()));
    let end = stage.reduce(&["in.txt", "--report", "in.txt", "--force", "--", "./check.sh"]);
    assert_eq!((end.status, stage.read("in.txt")), (2, numbers()), "{end:?}");
    let end = stage.reduce(&["in.txt", "--report", "mine.html", "--force", "--", "./check.sh"]);
    assert!(end.status == 0 && stage.read("mine.html").contains("1234"), "{end:?}");
}

#[test]
fn white_space_between_what_stays_may_be_kept() {
    let stage = Stage::new();
    let program = "int used(int);\n\nint main(void)\n{\n    int   a = 1;\n    a++;\n    return  used(a);\n}\n";
    stage.write("in.txt", program);
    stage.script("check.sh", r#"grep -q main "$1" && tr '\n' ' ' < "$1" | grep -q 'int.*return *used'"#);
    let reduce = |whitespace| {
        let end = stage.reduce(&["in.txt", "--whitespace", whitespace, "-o", whitespace, "--", "./check.sh"]);
        assert_eq!(end.status, 0, "{end:?}");
        (stage.read(whitespace), end.stderr)
    };
    let ((free, _), (kept, told)) = (reduce("free"), reduce("keep"));
    assert!(!free.contains("return  used"), "{free}");
    assert!(kept.contains("return  used") && kept.len() < program.len() / 2, "{kept:?}");
    assert!(told.contains("of whitespace alone, were not tested"), "{told}");
    // An earlier result in another layout is none.
    let end = stage.reduce(&["in.txt", "--whitespace", "keep", "-o", "free", "--", "./check.sh"]);
    assert_eq!((end.status, stage.read("free")), (0, kept), "{end:?}");
}

#[test]
fn the_same_command_again_asks_nothing_but_input_and_result() {
    let stage = numbered();
    assert_eq!(stage.reduce(&["in.txt", "--", "./check.sh"]).status, 0);
    let result = stage.read("in.reduced.txt");
    let before = stage.runs();
    let end = stage.reduce(&["in.txt", "-j", "1", "--", "./check.sh"]);
    assert_eq!((end.status, stage.read("in.reduced.txt")), (0, result), "{end:?}");
    assert!(end.stderr.contains("resuming an earlier run"), "{end:?}");
    assert_eq!(stage.runs() - before, 3, "input, best, and the result once more");
}

#[test]
fn another_strategy_and_more_jobs_use_the_same_verdicts() {
    let stage = numbered();
    assert_eq!(stage.reduce(&["in.txt", "--", "./check.sh"]).status, 0);
    let end = stage.reduce(&["in.txt", "-j", "2", "--strategy", "hdd,auto", "--json", "--", "./check.sh"]);
    assert_eq!(end.status, 0, "{end:?}");
    assert!(end.stderr.contains("resuming an earlier run"), "{end:?}");
    let verdicts = stage.verdicts(&stage.read("in.reduced.txt.journal"));
    let distinct: std::collections::HashSet<_> = verdicts.iter().collect();
    assert_eq!(distinct.len(), verdicts.len());
}

#[test]
fn a_certificate_finds_what_a_strategy_left() {
    let stage = numbered();
    stage.script("check.sh", r#"grep -q '^123.' "$1""#);
    let reduce = |more: &[&str]| {
        let end = stage.reduce(&[&["in.txt", "--strategy", "lines"], more, &["--", "./check.sh"]].concat());
        assert_eq!(end.status, 0, "{end:?}");
        let minimal = end.stderr.lines().rev().nth(1).map(str::to_owned);
        (stage.read("in.reduced.txt"), minimal.expect("a line before the last"))
    };
    let (text, minimal) = reduce(&[]);
    assert_eq!(
        (text.len(), minimal.as_str()),
        (5, "not known to be minimal: no kind of removal was tested in every place"),
        "{text}"
    );
    // Without the end of the line it is no text of the grammar.
    let certified = "not valid: 1-minimal: no node, token or character can be removed";
    assert_eq!(reduce(&["--certify"]), (text.trim().to_owned(), certified.to_owned()));
}

#[test]
fn a_strategy_tells_what_it_keeps_whole() {
    let stage = Stage::new();
    stage.write("in.txt", "one two three four");
    stage.write("in.csv", "one,two,three,four\n");
    let says = |file: &str, name: &str| {
        let end = stage.reduce_plainly(&[file, "--fresh", "--strategy", name, "--", "grep", "-q", "three"]);
        end.stderr.contains(&format!("`{name}` keeps words and numbers whole; `post:{name}` removes characters"))
    };
    assert!(says("in.txt", "ddmin") && says("in.txt", "ddrmin"));
    assert!(!says("in.csv", "ddmin") && !says("in.txt", "post:ddmin") && !says("in.txt", "lines"));
}

#[test]
fn both_results_are_told_how_minimal_they_are() {
    let stage = Stage::new();
    stage.write("in.json", "[{\"k\": [-4.2e8, 12, \"text\"]}]");
    let end = stage.reduce_plainly(&["in.json", "--json", "--", "grep", "-qE", "-e", "-[0-9]+\\."]);
    assert_eq!((stage.read("in.reduced.json"), stage.read("in.reduced.valid.json")), ("-0.".into(), "-0.0".into()));
    let lines: Vec<&str> = end.stderr.lines().rev().skip(1).take(2).collect();
    let only = "1-minimal: no node, token or character can be removed (nor any 2-4 adjacent tokens)";
    assert_eq!(lines[0], format!("not valid: {only}"), "{end:?}");
    assert_eq!(lines[1], format!("valid json: {only}; removals that leave the language were not tested"), "{end:?}");
    let valid = r#""valid":{"file":"in.reduced.valid.json","bytes":4,"minimal":{"nodes":"#;
    assert!(end.stdout.contains(valid), "{end:?}");
}

#[test]
fn an_earlier_result_outside_the_language_is_none_where_it_must_be_inside() {
    let stage = numbered();
    stage.script("check.sh", r#"grep -q '^1234' "$1""#);
    assert_eq!(stage.reduce(&["in.txt", "--", "./check.sh"]).status, 0);
    assert_eq!(stage.read("in.reduced.txt"), "1234");
    let end = stage.reduce(&["in.txt", "--validity", "strict", "--", "./check.sh"]);
    assert!(end.stderr.contains("resuming an earlier run"), "{end:?}");
    assert_eq!((end.status, stage.read("in.reduced.txt").as_str()), (0, "1234\n"), "{end:?}");
}

#[test]
fn an_earlier_result_that_breaks_hooks_is_none_where_it_must_not() {
    let stage = Stage::new();
    stage.write("in.assign", "b = 1;\na = b + 0;\nc = (a + a)");
    stage.script("check.sh", r#"grep -q 'a + a' "$1""#);
    let strict = |hooks: &str| {
        let line = format!("grammarc reduce in.assign --validity strict --hooks {hooks} -- ./check.sh {{}}");
        let end = stage.type_line(&line);
        assert_eq!(end.status, 0, "{end:?}");
        (stage.read("in.reduced.assign"), end)
    };
    assert_eq!(strict("off").0, "a = a + a");
    let (text, end) = strict("discard");
    assert!(end.stderr.contains("resuming an earlier run"), "{end:?}");
    // What defines `a` comes before.
    assert!(text.starts_with("a = ") && text.ends_with(" = a + a"), "{text}: {end:?}");
}

#[test]
fn a_result_that_holds_no_more_is_a_new_start() {
    let stage = numbered();
    stage.script("later.sh", r#"grep -q '^1234$' "$1" || exit 1; test ! -e "$SEEN" || test $(wc -l < "$1") -gt 100"#);
    let command = ["in.txt", "--", "./later.sh", "{}"];
    assert_eq!(stage.reduce(&command).status, 0);
    stage.write("../seen", "");
    let end = stage.reduce(&command);
    assert_eq!(end.status, 0, "{end:?}");
    assert!(end.stderr.contains("the result so far of the earlier run is no longer interesting"), "{end:?}");
    assert_eq!(stage.read("in.reduced.txt").lines().count(), 101);
}

#[test]
fn another_input_command_or_condition_sets_the_journal_aside() {
    let stage = numbered();
    assert_eq!(stage.reduce(&["in.txt", "--", "./check.sh"]).status, 0);
    let other = |arguments: &[&str], what: &str| {
        let end = stage.reduce(arguments);
        assert_eq!(end.status, 0, "{end:?}");
        assert!(end.stderr.contains(&format!("the earlier run differs in its {what}")), "{end:?}");
        assert!(end.stderr.contains("in.reduced.txt.journal.old"), "{end:?}");
    };
    other(&["in.txt", "--same", "--", "./check.sh"], "conditions");
    stage.script("check.sh", r#"grep -q '^1235$' "$1""#);
    other(&["in.txt", "--same", "--", "./check.sh"], "file");
    stage.write("in.txt", numbers() + "more\n");
    other(&["in.txt", "--same", "--", "./check.sh"], "input");
    other(&["in.txt", "--same", "--", "sh", "./check.sh"], "command");
}

#[test]
fn a_kill_loses_nothing() {
    let stage = numbered();
    stage.script(
        "slow.sh",
        r#"echo x >> "$COUNT"; sleep 0.05; grep -q '^1234$' "$1" || exit 1; cat "$1" >> "$SEEN"; sleep 0.05"#,
    );
    let arguments = ["in.txt", "-j", "2", "--", "./slow.sh", "{}"];
    let mut child = stage.start(&arguments);
    stage.wait_for("in.reduced.txt", 4);
    child.kill().unwrap();
    child.wait().unwrap();
    let best = stage.read("in.reduced.txt");
    assert!(best.contains("\n1234\n") || best.starts_with("1234\n"), "complete: {best}");
    let journal = stage.read("in.reduced.txt.journal");
    // The last record torn in the middle.
    stage.write("in.reduced.txt.journal", &journal[..journal.len() - 9]);
    let end = stage.reduce(&arguments);
    assert_eq!((end.status, stage.read("in.reduced.txt").trim()), (0, "1234"), "{end:?}");
    let known = stage.verdicts(&journal);
    let all = stage.verdicts(&stage.read("in.reduced.txt.journal"));
    assert_eq!(all[..known.len() - 1], known[..known.len() - 1], "what was known stays");
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), all.len(), "and nothing is asked again");
    let fresh = numbered();
    fresh.script("slow.sh", r#"grep -q '^1234$' "$1""#);
    fresh.reduce(&arguments);
    assert_eq!(fresh.read("in.reduced.txt"), stage.read("in.reduced.txt"), "as without the kill");
}

#[test]
fn an_interrupt_saves_and_leaves_with_130() {
    let stage = numbered();
    stage.script("slow.sh", r#"grep -q '^1234$' "$1" || exit 1; sleep 0.5"#);
    let mut child = stage.start(&["in.txt", "--", "./slow.sh", "{}"]);
    stage.wait_for("in.reduced.txt", 1);
    stage::signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(stage.read("in.reduced.txt").len() < numbers().len());
}

#[test]
fn a_second_interrupt_does_not_wait_for_anything() {
    let stage = numbered();
    stage.write("in.txt", numbers().repeat(400));
    let mut child = stage.start(&["in.txt", "--", "./check.sh", "{}"]);
    stage.wait_for("in.reduced.txt", 1);
    // It is at work on megabytes; the first signal is heeded only between two questions.
    stage::signal(&child, "INT");
    stage::signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(stage.read("in.txt").len() == 400 * numbers().len());
}

#[test]
fn two_runs_do_not_share_a_journal() {
    let stage = numbered();
    stage.script("slow.sh", r#"echo x >> "$COUNT"; exec sleep 60"#);
    let mut child = stage.start(&["in.txt", "--timeout", "60", "--", "./slow.sh", "{}"]);
    // The journal is locked a moment after it is there, and surely once the command runs.
    stage::wait_until(|| stage.runs() > 0);
    let end = stage.reduce(&["in.txt", "--", "./slow.sh", "{}"]);
    assert_eq!((end.status, end.stderr.contains("locked by another run")), (3, true), "{end:?}");
    stage::signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let stage = numbered();
    stage.script("stay.sh", r#"setsid sleep 4724 & sleep 4724"#);
    let mut child = stage.start(&["in.txt", "--", "./stay.sh", "{}"]);
    stage::wait_until(|| stage::sleepers("4724") == 2);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(stage::sleepers("4724"), 2);
    stage.reduce(&["in.txt", "--budget", "1", "--", "./check.sh"]);
    stage::wait_until(|| stage::sleepers("4724") == 0);
}

/// Types the first command that comes to mind, then, at most once, the first line that the answer proposes. Returns the
/// result.
fn play(program: &str) -> String {
    let stage = Stage::new();
    let paragraphs: String = (1..=3000).map(|number| format!("<p class=x>word{number}\n")).collect();
    stage.write("crash.html", format!("<!DOCTYPE html><title>Words</title><body>\n{paragraphs}</body>"));
    stage.script("myprog", program);
    let mut end = stage.type_line("grammarc reduce crash.html -- ./myprog {}");
    if end.status != 0 {
        let proposed = end.stderr.lines().find(|line| line.starts_with("  grammarc reduce"));
        end = stage.type_line(proposed.unwrap_or_else(|| panic!("{end:?}")));
    }
    assert_eq!(end.status, 0, "{end:?}");
    stage.read("crash.reduced.html").trim().to_owned()
}

#[test]
fn a_first_user_with_a_program_that_dies_of_a_signal() {
    assert_eq!(play(r#"grep -q 'word1234$' "$1" && kill -SEGV $$; exit 0"#), "word1234");
}

#[test]
fn a_first_user_with_a_program_that_exits_with_1_and_a_message() {
    let fails = r#"grep -q 'word1234$' "$1" && { echo "$1: fatal: word1234 found" >&2; exit 1; }"#;
    assert_eq!(play(&format!("{fails}; exit 0")), "word1234");
    // Without the number it fails, too, but says something else.
    assert_eq!(play(&format!("{fails}; echo 'not a file of mine' >&2; exit 1")), "word1234");
}

#[test]
fn a_first_user_with_a_program_that_wants_standard_input() {
    let usage = "test $# -eq 0 || { echo 'usage: myprog < file' >&2; exit 2; }";
    assert_eq!(play(&format!("{usage}; grep -q 'word1234$' && kill -SEGV $$; exit 0")), "word1234");
    assert_eq!(play(&format!("{usage}; grep -q 'word1234$' && {{ echo bad >&2; exit 1; }}; exit 0")), "word1234");
    assert_eq!(play("grep -q 'word1234$' && kill -ABRT $$; exit 0"), "word1234", "one that does not mind a path");
}

#[test]
fn a_first_user_with_a_script_that_exits_with_0() {
    assert_eq!(play(r#"grep -q 'word1234$' "$1""#), "word1234");
}

/// Reduces a file to a half of it within 20 calls, and to a tenth within 100. Returns whether it was interesting to begin with.
fn shrinks_fast(name: &str, text: &[u8], oracle: &str) -> bool {
    let stage = Stage::new();
    stage.write(name, text);
    for (calls, parts) in [(20, 2), (100, 10)] {
        let end = stage.type_line(&format!("grammarc reduce {name} --budget {calls} -- {oracle} {{}}"));
        if end.stderr.contains("is not interesting: ") {
            return false;
        }
        assert_eq!(end.status, 0, "{end:?}");
        let left = stage.read(&name.replace('.', ".reduced.")).len();
        eprintln!("{name}: {left} of {} bytes after {calls} calls", text.len());
        assert!(left <= text.len() / parts, "{name}: {left} bytes after {calls} calls");
    }
    true
}

#[test]
fn a_real_page_shrinks_fast() {
    let path = folder_of("html").join("reduce/expat-reference.html");
    let page = std::fs::read(path).expect("it is there");
    assert!(shrinks_fast("page.html", &page, "grep -q XML_SetElementHandler"));
}

#[test]
fn real_inputs_shrink_fast() {
    for (case, name) in [("j1-json-jq", "input.json"), ("h1-html", "input.html"), ("c1-gcc-wconv", "input.c")] {
        let path = root().join("../shared/corpus/reduce").join(case);
        let Ok(text) = std::fs::read(path.join(name)) else {
            skipped(&format!("../shared/corpus/reduce/{case}"));
            continue;
        };
        if !shrinks_fast(name, &text, path.join("oracle.sh").to_str().expect("the path is UTF-8")) {
            skipped(&format!("the program that ../shared/corpus/reduce/{case}/oracle.sh runs"));
        }
    }
}

#[test]
fn a_reduction_without_compiled_functions_says_so_once_and_at_the_end() {
    let stage = Stage::new();
    let club = root().join("generated-examples/agree/club.bnf").display().to_string();
    stage.write("in.txt", "ann ANN red\nbob BOB green\nzed ZED blue\n");
    stage.script("check.sh", r#"grep -q zed "$1""#);
    for (hooks, is_partial) in [("repair", true), ("discard", true), ("off", false)] {
        let end = stage
            .type_line(&format!("grammarc reduce -g {club} in.txt --hooks {hooks} -o {hooks}.txt -- ./check.sh {{}}"));
        assert_eq!(end.status, 0, "{end:?}");
        assert_eq!(end.stderr.matches("warning[W107]").count(), 1, "{end:?}");
        let partial = end.stderr.lines().any(|line| line.starts_with("note: validity: partial"));
        assert_eq!(partial, is_partial, "{end:?}");
    }
}

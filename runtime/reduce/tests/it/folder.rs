//! A folder loses files, and its files get smaller.

use grammarc_reduce::archive::{files, size};
use grammarc_reduce::format::Format;
use grammarc_reduce::island::ISLAND;
use grammarc_reduce::reduce::{Formats, Names, Options, reduce_folder_in};
use grammarc_trial::trial::{Trial, TrialOptions};

struct Islands;

impl Formats for Islands {
    fn of(&self, _: &[u8], _: &[u8]) -> &Format {
        &ISLAND
    }
}

fn archive(entries: &[(&str, &str)]) -> Vec<u8> {
    let entry = |(name, content): &(&str, &str)| format!("file 644 {} {name}\n{content}\n", content.len());
    entries.iter().map(entry).collect::<String>().into_bytes()
}

fn reduced(input: &[u8], jobs: usize, oracle: &(dyn Fn(&[u8]) -> bool + Sync)) -> (Vec<u8>, u64) {
    reduced_by(&Options { jobs, ..Options::default() }, input, oracle)
}

fn reduced_by(options: &Options, input: &[u8], oracle: &(dyn Fn(&[u8]) -> bool + Sync)) -> (Vec<u8>, u64) {
    let trial_options = TrialOptions { jobs: options.jobs, ..TrialOptions::default() };
    Trial::run(&oracle, &trial_options, None, input, |trial| {
        trial.begin().expect("it can be judged");
        let reduction = reduce_folder_in(&Islands, input, trial, options);
        (reduction.text, reduction.counters.tests)
    })
}

/// Returns the content of a file.
fn content<'a>(text: &'a [u8], path: &str) -> Option<&'a [u8]> {
    let file = files(text)?.into_iter().find(|file| file.path == path.as_bytes())?;
    Some(&text[file.content])
}

#[test]
fn files_go_and_contents_get_smaller() {
    let many: Vec<(String, String)> =
        (0..40).map(|number| (format!("f{number}.c"), format!("int x{number}; int y; int z[3];"))).collect();
    let entries: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let input = archive(&entries);
    let needs_two = |text: &[u8]| {
        let has = |path, part: &[u8]| {
            content(text, path).is_some_and(|content| content.windows(part.len()).any(|window| window == part))
        };
        has("f7.c", b"x7") && has("f30.c", b"z[")
    };
    for jobs in [1, 4] {
        let (text, tests) = reduced(&input, jobs, &needs_two);
        assert_eq!(text, b"file 644 2 f7.c\nx7\nfile 644 2 f30.c\nz[\n");
        assert!(tests < 120, "{tests} tests");
    }
}

#[test]
fn names_are_kept_in_each_file() {
    let input = archive(&[("a.c", "int first; find(buffer); int last;")]);
    let finds = |text: &[u8]| content(text, "a.c").is_some_and(|content| content.starts_with(b"f"));
    let starts_with_f = |text: &[u8]| finds(text) || text == input;
    let options = Options { names: Names::Keep, ..Options::default() };
    let (text, _) = reduced_by(&options, &input, &starts_with_f);
    assert_eq!(content(&text, "a.c"), Some(&b"find"[..]));
    let (text, _) = reduced(&input, 1, &starts_with_f);
    assert_eq!(content(&text, "a.c"), Some(&b"f"[..]));
}

#[test]
fn a_file_goes_with_the_lines_that_mention_it() {
    let input = archive(&[("a.c", "#include \"b.h\"\nint bug;\n"), ("b.h", "int y;\n")]);
    // As a compiler would: a file that is included must be there, and it refuses an unused one.
    let compiles = |text: &[u8]| {
        let Some(main) = content(text, "a.c") else { return false };
        let includes = main.starts_with(b"#include \"b.h\"\n");
        let bug = main.windows(3).any(|window| window == b"bug");
        bug && includes == content(text, "b.h").is_some_and(|content| content == b"int y;\n")
    };
    let (text, _) = reduced(&input, 1, &compiles);
    assert_eq!((size(&text), content(&text, "a.c")), ((1, 3), Some(&b"bug"[..])));
}

#[test]
fn declarations_of_all_files_go_together() {
    let functions = |file: usize| -> String {
        let of = |number: usize| format!("def f{file}_{number}():\n    return f{}_{number}()\n\n", (file + 1) % 4);
        (0..40).map(of).collect()
    };
    let modules: Vec<(String, String)> = (0..4)
        .map(|file| (format!("m{file}.py"), format!("import m{}\n\n{}", (file + 1) % 4, functions(file))))
        .collect();
    let entries: Vec<(&str, &str)> = modules.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    // Each function calls one of another file, which must be defined.
    let is_linked = |text: &[u8]| {
        let all = String::from_utf8_lossy(text).into_owned();
        let calls = all.lines().filter_map(|line| line.trim().strip_prefix("return "));
        all.contains("def f2_7()") && calls.into_iter().all(|call| all.contains(&format!("def {call}:")))
    };
    let (text, tests) = reduced(&archive(&entries), 1, &is_linked);
    assert!(tests < 200, "{tests} tests");
    assert!(text.len() < 50, "{}", String::from_utf8_lossy(&text));
}

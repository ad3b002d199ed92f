//! Nothing is lost: a reduction is killed at random moments, or runs out of disk at random places, and then goes on.
//!
//! The command that judges notes from outside whom it was asked by and about what. `GRAMMARC_KILLS` says how many kills there
//! are, `GRAMMARC_FIRST_SEED` where the random moments begin.

use std::collections::{HashMap, HashSet};
use std::process::{Child, Command};
use std::time::Duration;

use grammarc_runtime::trial::Digest;

use crate::reduce::stage::Stage;

/// What must stay, in this order.
const PARTS: [&str; 6] = ["7", "13", "28", "39", "44", "51"];

/// How many runs may ask about what the journal already answers: the input and the best at the start, the best at the end of two
/// stages, the result at the end.
const CHECKS: usize = 5;

/// How many kills there are by default: enough for several reductions with one job and with two, each killed at a dozen moments.
const KILLS: u64 = 80;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{variable}={text}")))
}

/// Numbers that look random: SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// A directory with `in.txt`, of which `check.sh` wants the parts; it notes who asks, and the text with `/` for a line end.
fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("in.txt", (1..=60).map(|number| format!("{number}\n")).collect::<String>());
    let note = "text=\nwhile IFS= read -r line; do text=$text$line/; done < \"$1\"\ntext=$text$line\n\
                ulimit -S -f unlimited\nprintf '%s %s\\n' \"$PPID\" \"$text\" >> \"$COUNT\"";
    stage.script("check.sh", &format!("{note}\ncase $text in *{}*) ;; *) exit 1 ;; esac", PARTS.join("*")));
    stage
}

fn is_interesting(text: &str) -> bool {
    PARTS.iter().try_fold(text, |rest, part| Some(rest.split_once(part)?.1)).is_some()
}

/// One reduction with all its interruptions.
struct Story {
    stage: Stage,
    jobs: usize,
    /// What was known when each process began.
    known: HashMap<u32, HashSet<String>>,
    /// The processes, in order, and what was in the journal when each began.
    runs: Vec<u32>,
    journals: Vec<String>,
    /// The results that were there when each began.
    results: Vec<String>,
    smallest: usize,
    before: String,
}

impl Story {
    fn new(jobs: usize) -> Self {
        let stage = stage();
        let before = stage.read("in.txt");
        Self {
            stage,
            jobs,
            known: HashMap::new(),
            runs: Vec::new(),
            journals: Vec::new(),
            results: Vec::new(),
            smallest: usize::MAX,
            before,
        }
    }

    fn arguments(&self) -> Vec<String> {
        let words = ["in.txt", "--timeout", "20", "--json", "-j", &self.jobs.to_string(), "--", "./check.sh", "{}"];
        words.map(str::to_owned).to_vec()
    }

    /// Starts the program, as `shell` says: `"$@"` there is the program and its arguments.
    fn start(&mut self, shell: &str) -> Child {
        let known = self.verdicts().into_iter().collect();
        self.journals.push(self.whole_journal());
        self.results.push(Digest::of(self.stage.read_if_there("in.reduced.txt").as_bytes()).to_string());
        let mut command = Command::new("sh");
        command.args(["-c", shell, "sh", env!("CARGO_BIN_EXE_grammarc"), "reduce", "-g", "./lines.bnf"]);
        let child = self.stage.spawn(command.args(self.arguments()));
        self.known.insert(child.id(), known);
        self.runs.push(child.id());
        child
    }

    /// Returns the texts that have a verdict, by digest, without a torn one at the end.
    fn verdicts(&self) -> Vec<String> {
        self.stage.verdicts(&self.whole_journal())
    }

    /// Returns the journal without a torn record at the end.
    fn whole_journal(&self) -> String {
        let mut journal = self.stage.read_if_there("in.reduced.txt.journal");
        journal.truncate(journal.rfind('\n').unwrap_or(0));
        journal
    }

    /// Returns the lines of verdicts by repeated runs.
    fn repeated<'j>(&self, journal: &'j str) -> Vec<&'j str> {
        let input = Digest::of(self.before.as_bytes());
        let (_, behind) = journal.split_once(&format!("measured {input} ")).unwrap_or_default();
        behind.lines().filter(|line| line.starts_with("verdict ")).collect()
    }

    /// What is on disk is whole, and only gets smaller.
    fn check_files(&mut self) {
        assert_eq!(self.stage.read("in.txt"), self.before);
        let best = self.stage.read_if_there("in.reduced.txt");
        if !best.is_empty() {
            assert!(is_interesting(&best), "torn: {best:?}");
            assert!(best.len() <= self.smallest, "{best:?} is larger than before");
            self.smallest = best.len();
        }
    }

    /// Returns what each process asked about, in order.
    fn asked(&self) -> HashMap<u32, Vec<String>> {
        let mut asked: HashMap<u32, Vec<String>> = HashMap::new();
        for line in self.stage.notes().lines() {
            let (id, text) = line.split_once(' ').unwrap_or((line, ""));
            let digest = Digest::of(text.replace('/', "\n").as_bytes()).to_string();
            asked.entry(id.parse().unwrap()).or_default().push(digest);
        }
        asked
    }

    /// No verdict of the journal was asked for again, but about the input, the result that was there, a newer one that only the journal
    /// has, and the last text of a stage if a kill came between its verdict and its commit; nor, with one job, more than the one text that a kill took.
    fn check_questions(&self) {
        let input = Digest::of(self.before.as_bytes()).to_string();
        let asked = self.asked();
        let of = |id: &u32| asked.get(id).map_or(&[][..], Vec::as_slice);
        for (place, id) in self.runs.iter().enumerate() {
            let is_checked = |digest: &&String| **digest == input || self.known[id].contains(*digest);
            let again: Vec<&String> = of(id).iter().filter(is_checked).collect();
            let most = CHECKS + if self.jobs > 1 { self.jobs } else { 0 };
            assert!(again.len() <= most, "run {place} asked again about {again:?}");
            let others: HashSet<_> =
                again.iter().filter(|digest| ![&input, &self.results[place]].contains(digest)).collect();
            assert!(others.len() <= 2, "run {place} asked again about more than the best: {others:?}");
            if let (1, Some(next)) = (self.jobs, self.runs.get(place + 1)) {
                let lost: HashSet<_> =
                    of(id).iter().filter(|digest| **digest != input && !self.known[next].contains(*digest)).collect();
                assert!(lost.len() <= 1, "run {place} left {lost:?} without a verdict");
            }
        }
    }

    /// Lets it come to its end, and returns what came of it: the result, and the counts of questions.
    fn finish(&mut self) -> (String, String, Vec<String>) {
        let output = self.start("exec \"$@\"").wait_with_output().unwrap();
        let counts = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{counts}");
        self.check_files();
        self.check_questions();
        let names =
            ["check.sh", "in.reduced.txt", "in.reduced.txt.journal", "in.reduced.valid.txt", "in.txt", "lines.bnf"];
        assert_eq!(self.stage.files(), names, "nothing else is left");
        assert_eq!(self.stage.temporary(), [""; 0], "nor elsewhere");
        let mut verdicts = self.verdicts();
        verdicts.sort();
        let counts = counts.split("\"runs\"").next().unwrap().to_owned();
        (self.stage.read("in.reduced.txt"), counts, verdicts)
    }
}

#[test]
fn no_kill_loses_anything() {
    let (kills, seed) = (number("GRAMMARC_KILLS", KILLS), number("GRAMMARC_FIRST_SEED", 1));
    eprintln!("GRAMMARC_KILLS={kills} GRAMMARC_FIRST_SEED={seed}");
    let mut random = Random(seed);
    let (result, counts, verdicts) = Story::new(1).finish();
    let (mut killed, mut stories) = (0, 0);
    while killed < kills {
        stories += 1;
        let mut story = Story::new(1 + stories % 2);
        // A run that nobody stops takes a second or so.
        while killed < kills {
            let mut child = story.start("exec \"$@\"");
            let longest = [60_000, 240_000][random.below(2) as usize];
            std::thread::sleep(Duration::from_micros(random.below(longest)));
            child.kill().unwrap();
            if child.wait().unwrap().code().is_some() {
                break;
            }
            killed += 1;
            story.check_files();
        }
        let (text, others, all) = story.finish();
        assert_eq!((&text, &others), (&result, &counts), "story {stories} of {} runs", story.runs.len());
        if story.jobs == 1 {
            assert_eq!(all, verdicts, "each verdict once, and no other");
        }
    }
    eprintln!("{killed} kills in {stories} reductions");
}

#[test]
fn no_kill_loses_anything_of_a_flaky_run() {
    let (kills, seed) = (number("GRAMMARC_KILLS", KILLS) / 8, number("GRAMMARC_FIRST_SEED", 1));
    let mut random = Random(seed);
    let mut story = Story::new(1);
    // Every second yes is a no, so that the two runs at the start differ.
    let script = story.stage.read("check.sh");
    story.stage.script("check.sh", &format!("{script}\ntest $(($(wc -l < \"$COUNT\") % 2)) != 0"));
    for _ in 0..kills {
        let mut child = story.start("exec \"$@\"");
        std::thread::sleep(Duration::from_micros(random.below(240_000)));
        child.kill().unwrap();
        if child.wait().unwrap().code().is_some() {
            break;
        }
        story.check_files();
    }
    let output = story.start("exec \"$@\"").wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    story.check_files();
    let journal = story.whole_journal();
    let lines = story.repeated(&journal);
    let digest = |line: &str| line.split(' ').nth(1).map(str::to_owned);
    let distinct: HashSet<_> = lines.iter().map(|line| digest(line)).collect();
    assert!(!lines.is_empty() && distinct.len() == lines.len(), "each text has one verdict by repeated runs");
    let asked = story.asked();
    for (place, id) in story.runs.iter().enumerate() {
        let before = story.repeated(&story.journals[place]);
        let boring: HashSet<_> =
            before.iter().filter(|line| line.contains(" boring ")).map(|line| digest(line)).collect();
        let again = asked.get(id).into_iter().flatten().find(|digest| boring.contains(&Some((*digest).clone())));
        assert_eq!(again, None, "run {place} asked again");
    }
}

#[test]
fn no_full_disk_loses_anything() {
    let seed = number("GRAMMARC_FIRST_SEED", 1);
    eprintln!("GRAMMARC_FIRST_SEED={seed}");
    let mut random = Random(seed);
    let (result, counts, verdicts) = Story::new(1).finish();
    for jobs in [1, 2, 1, 2] {
        let mut story = Story::new(jobs);
        let mut blocks = 0;
        let mut failures = 0;
        loop {
            // Files of so many blocks of 512 bytes stand for a disk with some room: the end falls anywhere in a record.
            blocks += 1 + random.below(4);
            let output =
                story.start(&format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$@\"")).wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            story.check_files();
            if output.status.code() == Some(0) {
                break;
            }
            failures += 1;
            assert_eq!(output.status.code(), Some(3), "{said}");
            assert!(said.contains("File too large"), "{said}");
        }
        assert!(failures > 1, "the disk was never full");
        let (text, others, all) = story.finish();
        assert_eq!((&text, &others), (&result, &counts), "after {failures} full disks");
        if jobs == 1 {
            assert_eq!(all, verdicts, "each verdict once, and no other");
        }
    }
}

#[test]
fn a_kill_before_the_first_result_does_not_make_the_last_one_foreign() {
    let stage = Stage::new();
    stage.write("in.txt", "a\nb\n");
    stage.script("check.sh", r#"grep -q b "$1" && { cmp -s "$1" "$ORIGINAL" || test ! -e "$SEEN" || sleep 20; }"#);
    let arguments = ["in.txt", "--", "./check.sh"];
    assert_eq!(stage.reduce(&arguments).status, 0);
    stage.write("../seen", "");
    for input in ["a\nc\nb\n", "a\nd\nb\n"] {
        stage.write("in.txt", input);
        let mut child = stage.start(&arguments);
        let input = Digest::of(input.as_bytes()).to_string();
        let has_begun = |journal: &str| journal.contains(&input) && journal.contains(" ended ");
        crate::reduce::stage::wait_until(|| has_begun(&stage.read_if_there("in.reduced.txt.journal")));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // The kill may come before the result is set aside.
    let kept = [stage.read_if_there("in.reduced.txt"), stage.read_if_there("in.reduced.txt.old")];
    assert!(kept.contains(&"b".to_owned()), "of the earlier input: {kept:?}");
    std::fs::remove_file(std::path::Path::new(&stage.directory()).with_file_name("seen")).unwrap();
    let end = stage.reduce(&arguments);
    assert_eq!((end.status, stage.read("in.reduced.txt").as_str()), (0, "b"), "{end:?}");
}

//! The gain of a second job: the time of two jobs divided by the time of one. The oracle sleeps, so it takes time but no processor.
//! The target is at most 0.62. `ORACLE_MS` sets its time in milliseconds (default 20). The longer it takes, the less the reducer's
//! own time counts.

use std::time::{Duration, Instant};

use grammarc_benches::{begin, is_quick};
use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::oracle::{Oracle, OracleError, Run, Verdict};
use grammarc_runtime::reduce::{Options, Reduction, reduce, strategy};

/// Target: the time of two jobs divided by the time of one. 0.5 would be perfect.
const TARGET_RATIO: f64 = 0.62;

/// A language, an input, and the parts that must stay in it, in this order. For example, `17`, `b17` and `29` must stay in an array of JSON
/// objects.
struct JobCase<'l> {
    name: &'static str,
    language: &'l Format,
    text: String,
    parts: &'static [&'static str],
}

/// Takes its time, unless nobody waits any more.
struct SlowOracle<'c> {
    case: &'c JobCase<'c>,
    time: Duration,
}

impl Oracle for SlowOracle<'_> {
    fn judge(&self, text: &[u8], run: &Run<'_>) -> Result<Verdict, OracleError> {
        let end = Instant::now() + self.time;
        while let Some(left) = end.checked_duration_since(Instant::now()).filter(|_| !run.is_cancelled()) {
            std::thread::sleep(left.min(Duration::from_millis(1)));
        }
        let text = String::from_utf8_lossy(text);
        let rest = self.case.parts.iter().try_fold(&*text, |rest, part| Some(rest.split_once(part)?.1));
        Ok(Verdict::from(rest.is_some()))
    }
}

fn cases(lua: &Format) -> [JobCase<'_>; 4] {
    let lines = |range: std::ops::Range<u32>, line: fn(u32) -> String| range.map(line).collect::<Vec<_>>();
    let user = |n| format!("{{\"id\": {n}, \"tags\": [\"a{n}\", \"b{n}\"], \"name\": null}}");
    let term = |n| format!("({n} * (3 + {n}))");
    let function = |n| {
        format!("local function f{n}(a, b)\n  if a > {n} then return g(a, {{{n}, b}}) end\n  x[{n}] = a + b\nend\n")
    };
    let statement = |n| format!("    if (x > {n}) {{ call({n}, [x, {n}]); y = y + {n}; }}\n");
    [
        JobCase {
            name: "json",
            language: &json::FORMAT,
            text: format!("{{\"users\": [{}], \"total\": 30}}", lines(0..30, user).join(", ")),
            parts: &["17", "b17", "29"],
        },
        JobCase {
            name: "expr",
            language: &expr::FORMAT,
            text: lines(1..40, term).join(" + "),
            parts: &["(13 *", "(3", "37"],
        },
        JobCase {
            name: "lua",
            language: lua,
            text: lines(0..24, function).concat(),
            parts: &["function f7(", "x[7]", "{19,"],
        },
        JobCase {
            name: "brackets",
            language: &ISLAND,
            text: format!("int main() {{\n{}}}\n", lines(0..40, statement).concat()),
            parts: &["{", "call(11", "call(31", "}"],
        },
    ]
}

/// Reduces with a number of jobs; returns the result and the time.
fn timed(case: &JobCase<'_>, name: &str, jobs: usize, time: Duration) -> (Reduction, Duration) {
    let of_papers = || grammarc_papers::STRATEGIES.iter().copied().find(|it| it.name == name);
    let strategies = vec![strategy(name).or_else(of_papers).expect("it is in a table")];
    let start = Instant::now();
    let options = Options { jobs, strategies, ..Options::default() };
    let reduced = reduce(case.language, case.text.as_bytes(), &SlowOracle { case, time }, &options);
    (reduced.expect("the input is interesting"), start.elapsed())
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    begin();
    let ms =
        std::env::var("ORACLE_MS").map_or(if is_quick() { 1 } else { 20 }, |text| text.parse().expect("milliseconds"));
    println!(
        "two jobs, an oracle of {ms} ms: tests, runs for nothing, bytes left, time of two jobs / of one ({TARGET_RATIO} is wanted)"
    );
    let lua = grammarc::load_text("lua", include_str!("../../grammars/lua/lua.bnf")).expect("bundled").format();
    for case in cases(&lua) {
        for name in ["ddmin", "hdd", "auto"] {
            let (one, alone) = timed(&case, name, 1, Duration::from_millis(ms));
            let (two, together) = timed(&case, name, 2, Duration::from_millis(ms));
            assert_eq!(one.text, two.text, "the result does not depend on jobs");
            if one.counters.tests == 0 {
                println!("  {:<10} {name:<6} asks nothing: this grammar has no lists", case.name);
                continue;
            }
            let ratio = together.as_secs_f64() / alone.as_secs_f64();
            println!(
                "  {:<10} {:<6} {:>5} {:>5} {:>5} {ratio:>8.2}{}",
                case.name,
                name,
                one.counters.tests,
                two.counters.wasted,
                one.text.len(),
                if ratio > TARGET_RATIO { " (more than wanted)" } else { "" }
            );
        }
    }
}

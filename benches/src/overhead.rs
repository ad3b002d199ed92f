//! Overhead of the reducer: the time for one candidate that drops one node of 100 KB of JSON or of C, without writing a file or
//! starting a process. The time to parse the text again. And the memory of a node, in a text 100 times as long.

use std::time::{Duration, Instant};

use grammarc::bundled;
use grammarc_benches::{begin, is_quick};
use grammarc_runtime::edit::Edit;
use grammarc_runtime::format::Format;
use grammarc_runtime::reduce::{Languages, Search, Validity, View};
use grammarc_runtime::tree::NodeId;
use grammarc_runtime::trial::{Digest, Trial, TrialOptions};

/// 93 KB of C that real projects wrote, after the preprocessor.
const C: &str = concat!(
    include_str!("../cases/clang-tautology/input.c"),
    include_str!("../cases/gcc-uninitialized/input.c"),
    include_str!("../cases/gcc-vectorized/input.c"),
);

/// Numbers in lists of ten: four nodes for a number with its comma.
fn json(bytes: usize) -> Vec<u8> {
    let list =
        |number: usize| format!("[{}]", (0..10).map(|at| (number * 7 + at).to_string()).collect::<Vec<_>>().join(","));
    let mut text = String::from("[");
    for number in 0.. {
        text += &list(number % 100);
        if text.len() >= bytes {
            break;
        }
        text.push(',');
    }
    text.push(']');
    text.into_bytes()
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    begin();
    overhead("JSON", &json::FORMAT, &json(100_000));
    let c = bundled::ALL.iter().find(|it| it.name == "c").expect("it is bundled").text;
    overhead("C", &grammarc::load_text("c", c).expect("it is bundled").format(), C.as_bytes());

    let much = json(10_000_000);
    if let Some(before) = memory() {
        let view = View::parse(&json::FORMAT, &much).expect("it is JSON");
        let nodes = view.tree.len();
        let grown = memory().map_or(0, |after| after.saturating_sub(before));
        println!(
            "{} bytes, {nodes} nodes: {:.0} bytes of memory a node, text included",
            much.len(),
            grown as f64 / nodes as f64
        );
    }
}

/// Prints the times for one text.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn overhead(name: &str, format: &Format, text: &[u8]) {
    let view = View::parse(format, text).expect("it is in the language");
    let nodes: Vec<NodeId> = view.tree.subtree(view.tree.root()).filter(|&id| view.is_droppable(id)).collect();
    println!("{name}: {} bytes, {} nodes, {} of them can go", text.len(), view.tree.len(), nodes.len());
    let most = if is_quick() { 100 } else { nodes.len() };
    let nodes = &nodes[..most.min(nodes.len())];

    let options = TrialOptions::default();
    Trial::run(&|_: &[u8]| false, &options, None, text, |trial| {
        let mut search = Search::new(trial, Languages::new(format), Validity::Prefer, text);
        let one = |&node: &NodeId| {
            let begin = Instant::now();
            search.first([((), Edit::Drop(node).into())]).expect("nothing stops it");
            begin.elapsed()
        };
        println!("  a candidate, all in all  {:>8.1} µs (median)", median(nodes.iter().map(one)));
    });
    let splice = |&node: &NodeId| timed(|| view.change(&[Edit::Drop(node)]).map(|(_, changed)| changed.text.len()));
    println!("  its edit and its text    {:>8.1} µs", median(nodes.iter().map(splice)));
    println!("  its digest               {:>8.1} µs", median(nodes.iter().map(|_| timed(|| Digest::of(text)))));
    let again = || timed(|| View::parse(format, text).map(|view| view.tree.len()));
    println!("  to parse the text        {:>8.1} µs", median((0..10).map(|_| again())));
}

fn timed<T>(run: impl FnOnce() -> T) -> Duration {
    let begin = Instant::now();
    std::hint::black_box(run());
    begin.elapsed()
}

/// In microseconds.
fn median(times: impl Iterator<Item = Duration>) -> f64 {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6
}

/// Returns the resident memory of this process in bytes, on Linux.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()? * 1024)
}

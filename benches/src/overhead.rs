//! Overhead of the reducer: the time for one candidate that drops one node of 100 KB of JSON, without writing a file or
//! starting a process. And the memory of a node, in a text 100 times as long.

use std::time::{Duration, Instant};

use grammarc_benches::is_quick;
use grammarc_runtime::edit::Edit;
use grammarc_runtime::reduce::{Languages, Search, Validity, View};
use grammarc_runtime::tree::NodeId;
use grammarc_runtime::trial::{Digest, Trial, TrialOptions};

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
    let text = json(100_000);
    let view = View::parse(&json::FORMAT, &text).expect("it is JSON");
    let nodes: Vec<NodeId> = view.tree.subtree(view.tree.root()).filter(|&id| view.is_droppable(id)).collect();
    println!("{} bytes, {} nodes, {} of them can go", text.len(), view.tree.len(), nodes.len());
    let most = if is_quick() { 100 } else { nodes.len() };
    let nodes = &nodes[..most.min(nodes.len())];

    let options = TrialOptions::default();
    Trial::run(&|_: &[u8]| false, &options, None, &text, |trial| {
        let mut search = Search::new(trial, Languages::new(&json::FORMAT), Validity::Prefer, &text);
        let one = |&node: &NodeId| {
            let begin = Instant::now();
            search.first([((), Edit::Drop(node).into())]).expect("nothing stops it");
            begin.elapsed()
        };
        println!("  a candidate, all in all  {:>8.1} µs (median)", median(nodes.iter().map(one)));
    });
    let splice = |&node: &NodeId| timed(|| view.change(&[Edit::Drop(node)]).expect("it can go").1.text.len());
    println!("  its edit and its text    {:>8.1} µs", median(nodes.iter().map(splice)));
    println!("  its digest               {:>8.1} µs", median(nodes.iter().map(|_| timed(|| Digest::of(&text)))));

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

//! Mutants of texts of several formats and sizes: how many a second, how much of the parent they keep, and how fast the same texts are
//! parsed. A parse is the least that a mutant costs, because every mutant is checked. The second line says how many mutants with each kind
//! of edit were in the language.

use grammarc_benches::side_by_side::processor_seconds;
use grammarc_benches::{begin, is_quick};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::mutate::Population;
use grammarc_runtime::parse::fill;

/// Nesting beyond which drawn parts take only the cheapest options: as `fuzz --mutate` has it.
const MAX_DEPTH: usize = 16;
/// Seconds for the mutants of one case.
const SECONDS_PER_CASE: f64 = 1.0;

/// Parents of one format and size.
struct MutantCase {
    name: String,
    language: Format,
    seeds: Vec<Vec<u8>>,
}

/// Returns a bundled grammar, read by the interpreter.
fn format(name: &str) -> Format {
    let text = grammarc::bundled::ALL.iter().find(|it| it.name == name).expect("it is bundled").text;
    grammarc::load_text(name, text).expect("it is bundled").format()
}

/// Returns the accepted samples of a format with a size in bytes within a range.
fn samples(name: &str, sizes: std::ops::Range<u64>) -> Vec<Vec<u8>> {
    let folder = format!("{}/../grammars/{name}/accept", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let is_of_size = |path: &&std::path::PathBuf| path.metadata().is_ok_and(|it| sizes.contains(&it.len()));
    paths.iter().filter(is_of_size).map(|path| std::fs::read(path).expect("a file")).collect()
}

/// Returns texts of about a size, drawn by the fuzzer.
fn drawn(language: &Format, bytes: u32) -> Vec<Vec<u8>> {
    let mut fuzzer = Fuzzer::new(language, 500);
    fuzzer.aim(Some(bytes));
    let texts = (0..8).filter_map(|seed| fuzzer.run_seed(seed).ok().map(|text| fill(language, text.to_vec())));
    texts.filter(|text| language.parse(text).is_ok()).collect()
}

fn cases() -> Vec<MutantCase> {
    let of_samples = |name: &str, sizes| MutantCase {
        name: format!("{name}, samples"),
        language: format(name),
        seeds: samples(name, sizes),
    };
    let of_fuzzer = |(name, bytes): (&str, u32)| {
        let language = format(name);
        MutantCase { name: format!("{name}, {} KB", bytes / 1000), seeds: drawn(&language, bytes), language }
    };
    let sampled = [of_samples("lua", 3_400..6_600), of_samples("xml", 100..400), of_samples("imp", 0..2_000)];
    let large = [("json", 10_000), ("json", 100_000), ("html", 10_000), ("html", 100_000), ("sql", 10_000)];
    sampled.into_iter().chain(large.into_iter().chain([("sql", 100_000)]).map(of_fuzzer)).collect()
}

/// Returns how many bytes two texts share at their ends.
fn shared(one: &[u8], other: &[u8]) -> usize {
    let front = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let back =
        one[front..].iter().rev().zip(other[front..].iter().rev()).take_while(|(one, other)| one == other).count();
    front + back
}

/// Measures the mutants of one case, and prints a line.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn measure(case: &MutantCase) {
    let mut population = Population::new(&case.language, MAX_DEPTH);
    case.seeds.iter().for_each(|text| drop(population.keep(text)));
    let bytes: usize = case.seeds.iter().map(Vec::len).sum();
    let begin = processor_seconds();
    let mut parses = 0;
    while parses == 0 || !is_quick() && processor_seconds() - begin < SECONDS_PER_CASE / 4.0 {
        case.seeds.iter().for_each(|text| assert!(case.language.parse(text).is_ok(), "it is a seed"));
        parses += 1;
    }
    let parsed = (parses * bytes) as f64 / (processor_seconds() - begin);
    let (mut mutants, mut kept, mut length, mut seed) = (0_usize, 0, 0, 0);
    let begin = processor_seconds();
    let mut spent = 0.0;
    while seed == 0 || !is_quick() && spent < SECONDS_PER_CASE {
        let text = population.mutate(seed);
        spent = processor_seconds() - begin;
        seed += 1;
        if let Some(text) = text {
            mutants += 1;
            length += text.len();
            // The parent is not told. It is the seed that shares most.
            if seed % 16 == 1 {
                let most = case.seeds.iter().map(|seed| shared(seed, &text)).max().unwrap_or_default();
                kept += (1_000 * most).checked_div(text.len()).unwrap_or_default();
            }
        }
    }
    println!(
        "  {:<14} {:>3} seeds, {:>7} bytes each; mutants {:>9.1}/s, {:>7.1} MB/s, {:>5.1} % of them the parent's; parse {:>6.1} MB/s",
        case.name,
        case.seeds.len(),
        bytes / case.seeds.len().max(1),
        mutants as f64 / spent,
        length as f64 / spent / 1e6,
        kept as f64 / 10.0 / seed.div_ceil(16) as f64,
        parsed / 1e6,
    );
    let shares = population.tallies().iter().map(|tally| {
        let percent = (100 * tally.valid).checked_div(tally.tried).unwrap_or_default();
        format!("{:?} {percent}", tally.mutation)
    });
    println!("    valid in percent: {}", shares.collect::<Vec<_>>().join(", "));
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    begin();
    println!("mutants by `Population::mutate`, the grammar interpreted, one core:");
    cases().iter().for_each(measure);
}

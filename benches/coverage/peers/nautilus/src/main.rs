//! Nautilus (Aschermann and others, NDSS 2019) in its version of LibAFL, on a program built by `afl-clang-fast`.
//!
//! usage: nautilus GRAMMAR SEEDS OUT SEED PROGRAM
//! GRAMMAR is a JSON list of `[rule, text]`, in which `{RULE}` stands for a rule, and `[rule, {"regex": text}]`; the first rule is the start.
//! Each text that reaches new edges is written to the folder OUT at once, as are crashes and texts that take too long. The process runs
//! until it is ended.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use libafl::corpus::{Corpus, InMemoryCorpus};
use libafl::events::SimpleEventManager;
use libafl::executors::forkserver::ForkserverExecutor;
use libafl::executors::{HasObservers, StdChildArgs};
use libafl::feedbacks::{CrashFeedback, MaxMapFeedback, NautilusChunksMetadata, NautilusFeedback, TimeFeedback, TimeoutFeedback};
use libafl::fuzzer::{Evaluator, Fuzzer};
use libafl::generators::{NautilusContext, NautilusGenerator};
use libafl::inputs::{FromTargetBytesConverter, NautilusBytesConverter, NautilusInput};
use libafl::monitors::NopMonitor;
use libafl::mutators::{HavocScheduledMutator, NautilusRandomMutator, NautilusRecursionMutator, NautilusSpliceMutator};
use libafl::nautilus::grammartec::context::Context;
use libafl::observers::{CanTrack, HitcountsMapObserver, StdMapObserver, TimeObserver};
use libafl::schedulers::{IndexesLenTimeMinimizerScheduler, QueueScheduler};
use libafl::stages::mutational::StdMutationalStage;
use libafl::state::{HasCorpus, HasSolutions, StdState};
use libafl::{BloomInputFilter, HasMetadata, StdFuzzerBuilder, feedback_and_fast, feedback_or, feedback_or_fast};
use libafl_bolts::rands::StdRand;
use libafl_bolts::shmem::{ShMem, ShMemProvider, UnixShMemProvider};
use libafl_bolts::tuples::{Handled, tuple_list};
use libafl_bolts::{AsSliceMut, StdTargetArgs, Truncate};
use serde_json::Value;

/// Nodes of the largest trees that are generated.
const MAX_TREE_NODES: usize = 1000;
/// Edges that a program can have.
const MAP_BYTES: usize = 1 << 18;
/// Texts that are generated before the first mutation.
const INITIAL_TEXTS: usize = 200;
/// Limit for one text: that of AFL++ in `afl.py`.
const TIMEOUT: Duration = Duration::from_millis(1000);

type Inputs = InMemoryCorpus<NautilusInput>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().collect();
    let [_, grammar, seeds, out, seed, program] = &args[..] else {
        return Err("usage: nautilus GRAMMAR SEEDS OUT SEED PROGRAM".into());
    };
    let grammar = grammar_of(Path::new(grammar))?;
    let mut memory = UnixShMemProvider::new()?;
    let mut map = memory.new_shmem(MAP_BYTES)?;
    // SAFETY: no other thread runs, and nothing else uses the map.
    unsafe {
        map.write_to_env("__AFL_SHM_ID")?;
        env::set_var("AFL_MAP_SIZE", MAP_BYTES.to_string());
    }
    let edges = unsafe { HitcountsMapObserver::new(StdMapObserver::new("edges", map.as_slice_mut())).track_indices() };
    let time = TimeObserver::new("time");
    let edges_handle = edges.handle();
    let mut feedback =
        feedback_or!(MaxMapFeedback::new(&edges), TimeFeedback::new(&time), NautilusFeedback::new(&grammar));
    // Of crashes and slow texts, those with new edges are kept, as AFL++ does. Each slow one takes a second to count its branches.
    let is_bug = feedback_or_fast!(CrashFeedback::new(), TimeoutFeedback::new());
    let mut objective = feedback_and_fast!(is_bug, MaxMapFeedback::with_name("edges of bugs", &edges));
    let random = StdRand::with_seed(seed.parse()?);
    let mut state = StdState::new(random, Inputs::new(), Inputs::new(), &mut feedback, &mut objective)?;
    let chunks = env::temp_dir().join(format!("nautilus-{}", std::process::id()));
    state.add_metadata(NautilusChunksMetadata::new(chunks.display().to_string()));
    let mut events = SimpleEventManager::new(NopMonitor::new());
    let scheduler = IndexesLenTimeMinimizerScheduler::new(&edges, QueueScheduler::new());
    let mut fuzzer = StdFuzzerBuilder::new()
        .input_filter(BloomInputFilter::default())
        .target_bytes_converter(NautilusBytesConverter::new(&grammar))
        .scheduler(scheduler)
        .feedback(feedback)
        .objective(objective)
        .build();
    let mut executor = ForkserverExecutor::builder()
        .program(program)
        .shmem_provider(&mut memory)
        .is_persistent(true)
        .coverage_map_size(MAP_BYTES)
        .timeout(TIMEOUT)
        // A program that has stopped itself behind a text never gets another signal.
        .kill_signal("SIGKILL".parse()?)
        .build(tuple_list!(time, edges))?;
    if let Some(size) = executor.coverage_map_size() {
        executor.observers_mut()[&edges_handle].as_mut().truncate(size);
    }

    let mut writer = Writer { folder: out.into(), kept: 0, solved: 0 };
    let mut parsed = 0;
    for file in fs::read_dir(seeds)? {
        let text = fs::read(file?.path())?;
        let Ok(input) = NautilusBytesConverter::new(&grammar).convert_from_target_bytes(&mut state, &text) else {
            continue;
        };
        parsed += 1;
        fuzzer.add_input(&mut state, &mut executor, &mut events, input)?;
    }
    eprintln!("{parsed} seeds parse");
    let mut generator = NautilusGenerator::new(&grammar);
    state.generate_initial_inputs(&mut fuzzer, &mut executor, &mut generator, &mut events, INITIAL_TEXTS)?;
    // The weights are those of the example in LibAFL.
    let mutations = tuple_list!(
        NautilusRandomMutator::new(&grammar),
        NautilusRandomMutator::new(&grammar),
        NautilusRandomMutator::new(&grammar),
        NautilusRandomMutator::new(&grammar),
        NautilusRandomMutator::new(&grammar),
        NautilusRandomMutator::new(&grammar),
        NautilusRecursionMutator::new(&grammar),
        NautilusSpliceMutator::new(&grammar),
        NautilusSpliceMutator::new(&grammar),
        NautilusSpliceMutator::new(&grammar),
    );
    let mut stages = tuple_list!(StdMutationalStage::new(HavocScheduledMutator::with_max_stack_pow(mutations, 2)));
    loop {
        writer.write_new(state.corpus(), state.solutions(), &grammar)?;
        fuzzer.fuzz_one(&mut stages, &mut executor, &mut state, &mut events)?;
    }
}

/// Reads a grammar.
fn grammar_of(file: &Path) -> Result<NautilusContext, Box<dyn Error>> {
    let rules: Vec<(String, Value)> = serde_json::from_slice(&fs::read(file)?)?;
    let mut ctx = Context::new();
    for (rule, body) in &rules {
        match (body.as_str(), body["regex"].as_str()) {
            (Some(text), _) => ctx.add_rule(rule, text.as_bytes()),
            (_, Some(regex)) => ctx.add_regex(rule, regex),
            _ => return Err(format!("{rule}: a text or a regex is missing").into()),
        };
    }
    let start = rules.first().ok_or("no rule")?;
    ctx.add_rule("START", format!("{{{}}}", start.0).as_bytes());
    ctx.initialize(MAX_TREE_NODES);
    Ok(NautilusContext { ctx })
}

/// Writes the texts of a corpus to a folder, each once.
struct Writer {
    folder: PathBuf,
    kept: usize,
    solved: usize,
}

impl Writer {
    fn write_new(&mut self, kept: &Inputs, solved: &Inputs, grammar: &NautilusContext) -> Result<(), Box<dyn Error>> {
        for (corpus, count, name) in [(kept, &mut self.kept, "kept"), (solved, &mut self.solved, "objective")] {
            for id in corpus.ids().skip(*count) {
                let mut text = Vec::new();
                if let Some(input) = corpus.get(id)?.borrow().input() {
                    input.unparse(grammar, &mut text);
                }
                fs::write(self.folder.join(format!("{name}-{count}")), text)?;
                *count += 1;
            }
        }
        Ok(())
    }
}

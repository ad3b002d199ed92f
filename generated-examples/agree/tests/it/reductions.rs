//! On reductions.

use grammarc_runtime::reduce::{Options, reduce};

use crate::formats;

#[test]
fn on_reductions() {
    for format in formats::all() {
        let samples = format.samples("accept");
        for sample in samples.iter().filter(|sample| (20..2000).contains(&sample.text.len())).take(12) {
            let middle = &sample.text[sample.text.len() / 2..][..3];
            let oracle = |candidate: &[u8]| candidate.windows(3).any(|window| window == middle);
            let run = |language| {
                let reduced = reduce(language, &sample.text, &oracle, &Options::default());
                let reduced = reduced.expect("the input is interesting");
                (reduced.text, reduced.valid, reduced.counters.tests)
            };
            assert_eq!(run(format.generated), run(&format.interpreted), "{}", sample.path.display());
        }
    }
}

//! What is planned for a grammar can be written: `emit` cannot fail.

use grammarc::emit::{Parts, module};
use grammarc_checks::random;

/// So many grammars of each kind.
const GRAMMARS: u64 = 300;

/// What cannot be written as it is planned is a panic.
#[test]
fn what_is_planned_for_random_grammars_is_written() {
    let (mut direct, mut others) = (0, 0);
    for seed in 0..GRAMMARS {
        for grammar in [random::grammar(seed), random::decided(seed), random::placed(seed)] {
            let Ok(loaded) = grammarc::load_text("random", &grammar.text) else { continue };
            let count = if module(&loaded, Parts::ALL).contains("pen::parse(") { &mut direct } else { &mut others };
            *count += 1;
        }
    }
    assert!(direct > 50 && others > 50, "{direct} by the next bytes, {others} others");
}

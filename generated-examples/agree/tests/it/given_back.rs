//! On texts that rules give back. Functions cannot be resumed, so generated code walks the decisions then, and needs no chart.

use grammarc_runtime::choices::Choices;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::parse::EngineChoice;

use crate::formats;

/// Texts that are fuzzed, and cut off at each place.
const TEXTS: u64 = 100;

#[test]
fn without_a_chart() {
    let give = formats::give();
    for text in ["ab=1;", "a;ab=1;abc=2;", "/abbc", "/ababbbc", "((ab;))(abc=2;)d=1", "/abcab=1;(a;)b=2/aac", "ab;#"] {
        let tree = give.parse(text.as_bytes(), text);
        assert!(tree.is_ok(), "{text}");
        assert_eq!(give.generated.parsing().by(EngineChoice::Engine).run(text.as_bytes()), tree, "{text}");
    }
}

#[test]
fn in_fuzzed_and_torn_texts() {
    let give = formats::give();
    for seed in 0..TEXTS {
        let text = fuzz(give.generated, &mut Choices::fresh(seed), 8).unwrap();
        for end in 0..=text.len().min(60) {
            let torn = &text[..end];
            let _ = give.parse(torn, &torn.escape_ascii().to_string());
        }
    }
}

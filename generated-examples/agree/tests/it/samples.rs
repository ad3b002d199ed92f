//! On every sample.

use crate::formats;

#[test]
fn on_every_sample() {
    for format in formats::all() {
        let accepted = ["accept", "invalid", "reduce"].into_iter().flat_map(|kind| format.samples(kind));
        for sample in accepted {
            let path = sample.path.display().to_string();
            assert!(format.parse(&sample.text, &path).is_ok(), "{path} is accepted");
        }
        for sample in format.samples("reject") {
            let path = sample.path.display().to_string();
            assert!(format.parse(&sample.text, &path).is_err(), "{path} is rejected");
        }
    }
}

#[test]
fn both_forms_have_the_same_tables() {
    for format in formats::all() {
        // Digests leave out weights, and what is computed.
        assert_eq!(format.generated.grammar, format.interpreted.grammar, "{}", format.name);
        assert_eq!(format.generated.grammar.digest(), format.interpreted.grammar.digest(), "{}", format.name);
    }
}

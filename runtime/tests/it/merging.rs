//! Merging ends at a result that is as small as without it, although assumptions may be wrong.

use std::time::Duration;

use grammarc_runtime::flat::BYTES;
use grammarc_runtime::reduce::{Options, Reduction, reduce};

fn reduced(jobs: usize, merge: bool, interesting: impl Fn(&[u8]) -> bool + Sync) -> Reduction {
    let slow = |text: &[u8]| {
        std::thread::sleep(Duration::from_millis(1));
        interesting(text)
    };
    let input = b"f(a1, b2, c3, d4, e5, g6, h7, i8, j9) + g(k1, l2, m3, n4, o5)";
    let options = Options { jobs, merge, ..Options::default() };
    reduce(&BYTES, input, &slow, &options).expect("the input is interesting")
}

#[test]
fn merging_ends_where_no_byte_can_go() {
    // A `c` is needed as long as there is an `m`, so some assumptions are wrong.
    let interesting = |text: &[u8]| {
        let has = |byte| text.contains(&byte);
        has(b'(') && has(b'8') && (has(b'c') || !has(b'm'))
    };
    let plain = reduced(1, false, interesting);
    let one = reduced(1, true, interesting);
    assert_eq!((&one.text, one.counters), (&plain.text, plain.counters), "one job has nothing to merge");
    for jobs in [2, 8] {
        let merged = reduced(jobs, true, interesting);
        assert!(merged.stop.is_none() && interesting(&merged.text));
        assert_eq!(merged.text.len(), plain.text.len(), "{jobs} jobs");
        assert_eq!(merged.minimality.and_then(|it| it.characters), Some(2), "{jobs} jobs: each byte was tested");
    }
}

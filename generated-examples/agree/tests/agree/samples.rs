//! On every sample.

use crate::formats;

#[test]
fn on_every_sample() {
    for format in formats::all() {
        for sample in format.samples("accept").into_iter().chain(format.samples("reduce")) {
            let path = sample.path.display().to_string();
            assert!(format.parse(&sample.text, &path).is_ok(), "{path} is accepted");
        }
        for sample in format.samples("reject") {
            let path = sample.path.display().to_string();
            assert!(format.parse(&sample.text, &path).is_err(), "{path} is rejected");
        }
    }
}

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    grammarc_checks::targets::broken(bytes);
});

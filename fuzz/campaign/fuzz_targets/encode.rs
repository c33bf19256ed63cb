#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ennead_fuzz::run("encode", data));

//! Fuzzes the first line of a connection between nodes: none is accepted without the key.
#![no_main]
use libfuzzer_sys::fuzz_target;

const KEY: &str = "0123456789abcdef";

fuzz_target!(|bytes: &[u8]| {
    let reads = cluster::reads_as_preamble(bytes, KEY);
    assert!(!reads || bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes()));
    // The key is known, so that the rest of the line is parsed.
    let with_key = [b"[\"arbitre-relay\",\"0123456789abcdef\",", bytes, b"]\n"].concat();
    let _ = cluster::reads_as_preamble(&with_key, KEY);
    assert!(!cluster::reads_as_preamble(&with_key, ""));
});

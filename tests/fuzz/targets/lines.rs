//! Fuzzes the lines of a line-protocol client.
#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (name, lines) = web::fuzzing::lines(bytes);
    assert!(lines.iter().map(String::len).sum::<usize>() <= 2 * bytes.len());
    assert!(name.is_none_or(|name| name.parse::<contest::BotName>().is_ok()));
});

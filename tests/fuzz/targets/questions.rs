//! Fuzzes the parsers of questions, as JSON and as text. Nothing is solved.
#![no_main]
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    for kind in solving::puzzles().iter().chain(solving::games()) {
        let _ = kind.read(bytes);
        if let Ok(text) = std::str::from_utf8(bytes) {
            let _ = kind.read(&Value::Object(kind.from_text(text)));
        }
    }
});

//! Fuzzes the frames of a bot.
#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let reads = web::fuzzing::frame(text);
    // What the referee takes for a message, the types of the wire take too, but for a move whose text or info does not read.
    if serde_json::from_str::<protocol::BotMessage>(text).is_ok() {
        assert!(reads, "{text}");
    }
});

//! Fuzzes tokens: a parsed token is written as the same text.
#![no_main]
use contest::tokens::Secret;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(secret) = text.parse::<Secret>() {
        let again: Secret = secret.to_string().parse().expect("what was read is writable");
        assert!(again.hash() == secret.hash() && secret.to_string() == text.trim());
    }
});

//! Fuzzes request bodies, for every type of body.
#![no_main]
use libfuzzer_sys::fuzz_target;
use serde::{Serialize, de::DeserializeOwned};

fn round<T: DeserializeOwned + Serialize>(bytes: &[u8]) {
    if let Ok(value) = serde_json::from_slice::<T>(bytes) {
        let text = serde_json::to_string(&value).expect("what was read is writable");
        serde_json::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
}

fuzz_target!(|bytes: &[u8]| {
    round::<protocol::NewMatch>(bytes);
    round::<protocol::NewTournament>(bytes);
    round::<protocol::NewEntrant>(bytes);
    round::<protocol::NewTournamentDecision>(bytes);
    round::<protocol::NewToken>(bytes);
    round::<protocol::Decision>(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = toml::from_str::<protocol::NewTournament>(text);
        let _ = text.parse::<referee::TimeControl>();
        let _ = text.parse::<contest::BotName>().map(|name| name.skeleton());
        let _ = contest::BotName::nearest(text);
    }
});

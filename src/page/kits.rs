//! The starter kits of `bots`, as files that are part of the program.

pub const WRITTEN_ADDRESS: &str = "ws://127.0.0.1:8080/ws";

/// A language that there is a kit for.
pub struct Kit {
    pub folder: &'static str,
    pub language: &'static str,
    files: &'static [(&'static str, &'static str)],
}

macro_rules! kits {
    ($($folder:literal $language:literal: $($file:literal)+;)+) => {
        pub const KITS: &[Kit] = &[$(Kit {
            folder: $folder,
            language: $language,
            files: &[$(($file, include_str!(concat!("../../bots/", $folder, "/", $file)))),+],
        }),+];
    };
}

kits! {
    "python" "Python": "README.md" "LISEZMOI.md" "bot.py" "bot_websockets.py" "arbitre_bot.py";
    "javascript" "JavaScript": "README.md" "LISEZMOI.md" "bot.mjs" "websocket.mjs";
    "java" "Java": "README.md" "LISEZMOI.md" "Bot.java";
    "c" "C": "README.md" "LISEZMOI.md" "bot.c";
    "cpp" "C++": "README.md" "LISEZMOI.md" "bot.cpp";
    "rust" "Rust": "README.md" "LISEZMOI.md" "Cargo.toml" "Cargo.lock" "src/main.rs";
}

/// The files of a kit, by their paths in its folder, with this address in place of the written one.
pub fn files(folder: &str, address: &str) -> Vec<(String, String)> {
    let files = KITS.iter().find(|kit| kit.folder == folder).map_or(&[][..], |kit| kit.files);
    files.iter().map(|(name, text)| (name.to_string(), text.replace(WRITTEN_ADDRESS, address))).collect()
}

#[test]
fn every_kit_is_there_with_the_address_filled_in() {
    for kit in KITS {
        let files = files(kit.folder, "wss://class.example/ws");
        assert!(files.iter().any(|(name, _)| name == "README.md") && files.len() > 1, "{}", kit.folder);
        assert!(files.iter().all(|(_, text)| !text.contains("127.0.0.1:8080")), "{}", kit.folder);
        assert!(files.iter().any(|(_, text)| text.contains("wss://class.example/ws")), "{}", kit.folder);
    }
}

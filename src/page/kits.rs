//! The starter kits of `bots`, as files that are part of the program.

use rust_embed::RustEmbed;

pub const WRITTEN_ADDRESS: &str = "ws://127.0.0.1:8080/ws";

/// A language that there is a kit for.
pub struct Kit {
    pub folder: &'static str,
    pub language: &'static str,
}

pub const KITS: [Kit; 6] = [
    Kit { folder: "python", language: "Python" },
    Kit { folder: "javascript", language: "JavaScript" },
    Kit { folder: "java", language: "Java" },
    Kit { folder: "c", language: "C" },
    Kit { folder: "cpp", language: "C++" },
    Kit { folder: "rust", language: "Rust" },
];

#[derive(RustEmbed)]
#[folder = "../../bots"]
#[include = "python/*"]
#[include = "javascript/*"]
#[include = "java/*"]
#[include = "c/*"]
#[include = "cpp/*"]
#[include = "rust/*"]
#[exclude = "rust/target/*"]
#[exclude = "*/__pycache__/*"]
#[exclude = "*/.gitignore"]
struct KitFiles;

/// The files of a kit, by their paths in its folder, with this address in place of the written one.
pub fn files(folder: &str, address: &str) -> Vec<(String, String)> {
    let of_kit = |path: &str| path.strip_prefix(folder)?.strip_prefix('/').map(str::to_string);
    let read = |path: std::borrow::Cow<'static, str>| {
        let name = of_kit(&path)?;
        let text = String::from_utf8(KitFiles::get(&path)?.data.into_owned()).ok()?;
        Some((name, text.replace(WRITTEN_ADDRESS, address)))
    };
    KitFiles::iter().filter_map(read).collect()
}

#[test]
fn every_kit_is_there_with_the_address_filled_in() {
    for kit in KITS {
        let files = files(kit.folder, "wss://class.example/ws");
        assert!(files.iter().any(|(name, _)| name == "README.md") && files.len() > 1, "{}", kit.folder);
        assert!(files.iter().all(|(name, text)| !text.contains("127.0.0.1:8080") && !name.contains("target/")), "{}", kit.folder);
        assert!(files.iter().any(|(_, text)| text.contains("wss://class.example/ws")), "{}", kit.folder);
    }
}

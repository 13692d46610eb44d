//! Kits as ZIP archives, and the Python client as a wheel (PEP 427), which is one too. The same files give the same bytes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The file name of the wheel, by which `pip` knows what it is.
pub fn wheel_name() -> String {
    format!("arbitre_bot-{VERSION}-py3-none-any.whl")
}

fn packed(files: &[(String, String)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).last_modified_time(DateTime::default());
    for (name, text) in files {
        archive.start_file(name, options.unix_permissions(0o644)).expect("the names are few and different");
        archive.write_all(text.as_bytes()).expect("memory takes what is written");
    }
    archive.finish().expect("memory takes what is left").into_inner()
}

/// A kit in a folder of its own.
pub fn kit(folder: &str, address: &str) -> Vec<u8> {
    let files = page::kits::files(folder, address);
    packed(&files.into_iter().map(|(name, text)| (format!("arbitre-{folder}/{name}"), text)).collect::<Vec<_>>())
}

/// The Python client as a wheel: `from arbitre_bot import Bot`.
pub fn wheel(address: &str) -> Vec<u8> {
    let kit = page::kits::files("python", address);
    let text = |wanted: &str| kit.iter().find(|(name, _)| name == wanted).map(|(_, text)| text.clone()).unwrap_or_default();
    let info = format!("arbitre_bot-{VERSION}.dist-info");
    let metadata = format!(
        "Metadata-Version: 2.1\nName: arbitre-bot\nVersion: {VERSION}\nSummary: A Chinese-knights bot for the referee Arbitre\n\
         License: MIT\nRequires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n{}",
        text("README.md")
    );
    let about = "Wheel-Version: 1.0\nGenerator: arbitre\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
    let mut files = vec![
        ("arbitre_bot/__init__.py".to_string(), text("arbitre_bot.py")),
        ("arbitre_bot/bot.py".to_string(), text("bot.py")),
        (format!("{info}/METADATA"), metadata),
        (format!("{info}/WHEEL"), about.to_string()),
    ];
    let line = |(name, text): &(String, String)| {
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()));
        format!("{name},sha256={hash},{}\n", text.len())
    };
    let record: String = files.iter().map(line).collect();
    files.push((format!("{info}/RECORD"), format!("{record}{info}/RECORD,,\n")));
    packed(&files)
}

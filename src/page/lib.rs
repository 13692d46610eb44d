//! The web page: plain modules without a build step, as files that are part of the program.

pub mod kits;

use flate2::Compression;
use flate2::write::GzEncoder;
use message::Language;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

#[derive(RustEmbed)]
#[folder = "."]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
#[include = "*.woff2"]
#[include = "fonts/*.txt"]
#[exclude = "tests/*"]
struct Files;

/// The pages of the documentation.
#[derive(RustEmbed)]
#[folder = "../../docs"]
#[include = "*.md"]
#[exclude = "protocol.md"]
struct Documents;

const PROTOCOL: &str = include_str!("../../protocol.md");

pub struct File {
    pub bytes: Cow<'static, [u8]>,
    pub media_type: String,
    /// The SHA-256 of what is in it.
    pub hash: [u8; 32],
}

/// The style sheets of every view, in their order: served as one, `style/all.css`.
const SHEETS: [&str; 9] = ["tokens", "base", "components", "board", "game", "views", "play", "review", "print"];

static STYLE: LazyLock<String> = LazyLock::new(|| {
    let sheet = |name: &&str| Files::get(&format!("style/{name}.css")).map(|file| String::from_utf8_lossy(&file.data).into_owned());
    let sheets = SHEETS
        .iter()
        .filter_map(|name| sheet(name).map(|text| if *name == "print" { format!("@media print {{\n{text}}}\n") } else { text }));
    sheets.collect()
});

/// Compressed files, by the hash of their content.
static PACKED: Mutex<BTreeMap<[u8; 32], Arc<[u8]>>> = Mutex::new(BTreeMap::new());

impl File {
    /// Whether compression makes it smaller: fonts are compressed already.
    pub fn is_text(&self) -> bool {
        !self.media_type.starts_with("font/")
    }

    /// The content compressed by gzip, if it is cached.
    pub fn packed(&self) -> Option<Arc<[u8]>> {
        PACKED.lock().unwrap_or_else(PoisonError::into_inner).get(&self.hash).cloned()
    }

    /// The content compressed by gzip. Takes some milliseconds.
    pub fn pack(&self) -> Arc<[u8]> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail.
        let packed = encoder.write_all(&self.bytes).and_then(|()| encoder.finish()).unwrap_or_default();
        let packed: Arc<[u8]> = packed.into();
        PACKED.lock().unwrap_or_else(PoisonError::into_inner).insert(self.hash, packed.clone());
        packed
    }
}

/// The file of this name, such as `main.js`.
pub fn file(name: &str) -> Option<File> {
    let text = |text: &'static str, media_type: &str| {
        let bytes = Cow::Borrowed(text.as_bytes());
        Some(File { media_type: media_type.into(), hash: Sha256::digest(&bytes).into(), bytes })
    };
    let language = name.strip_prefix("messages/").and_then(|name| name.strip_suffix(".ftl")).and_then(Language::of);
    if let Some(language) = language.filter(|language| name == format!("messages/{}.ftl", language.code())) {
        return text(language.catalogue(), "text/plain; charset=utf-8");
    }
    if name == "style/all.css" {
        return text(&STYLE, "text/css");
    }
    // In `docs` it is a symbolic link, which a checkout on Windows may lack.
    if ["protocol.md", "docs/protocol.md"].contains(&name) {
        return text(PROTOCOL, "text/markdown; charset=utf-8");
    }
    let file = Files::get(name).or_else(|| Documents::get(name.strip_prefix("docs/")?))?;
    let media_type = match name.rsplit('.').next() {
        Some("woff2") => "font/woff2".to_string(),
        Some("md") => "text/markdown; charset=utf-8".to_string(),
        _ => file.metadata.mimetype().to_string(),
    };
    Some(File { media_type, hash: file.metadata.sha256_hash(), bytes: file.data })
}

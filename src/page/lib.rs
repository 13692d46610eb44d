//! The web page: plain modules without a build step, as files that are part of the program.

pub mod kits;

use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "."]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
#[exclude = "tests/*"]
struct Files;

/// A file of the page.
pub struct File {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: String,
    /// The SHA-256 of what is in it.
    pub hash: [u8; 32],
}

/// The file of this name, such as `main.js`.
pub fn file(name: &str) -> Option<File> {
    let file = Files::get(name)?;
    Some(File { media_type: file.metadata.mimetype().to_string(), hash: file.metadata.sha256_hash(), bytes: file.data })
}

//! The web page: plain modules without a build step, as files that are part of the program.

mod bundle;
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

/// This folder. The program has all of it; what has no `media_type` is not served.
#[derive(RustEmbed)]
#[folder = "."]
struct SiteFiles;

/// The pages of the documentation.
#[derive(RustEmbed)]
#[folder = "../../docs"]
struct Documents;

/// By the ending of a name. Sources, unit tests and settings have none.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "md" => "text/markdown; charset=utf-8",
        "txt" => "text/plain",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

const PROTOCOL: &str = include_str!("../../protocol.md");

#[derive(Clone)]
pub struct File {
    pub bytes: Cow<'static, [u8]>,
    pub media_type: &'static str,
    /// The SHA-256 of what is in it.
    pub hash: [u8; 32],
    /// Whether its address changes whenever it does, so that browsers need not ask again.
    pub is_immutable: bool,
}

/// The folder whose files are immutable, with a slash at its end. Its name changes with the site. The modules in it are bundles.
pub static FOLDER: LazyLock<String> = LazyLock::new(|| {
    let mut site = Sha256::new();
    for name in SiteFiles::iter() {
        site.update(name.as_bytes());
        site.update(SiteFiles::get(&name).map(|file| file.metadata.sha256_hash()).unwrap_or_default());
    }
    Language::ALL.iter().for_each(|language| site.update(language.catalogue()));
    let version: String = site.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{BUNDLES}{version}/")
});
const BUNDLES: &str = "bundle/";

/// The files below `FOLDER` that were asked for. A debug build reads them anew.
static LATEST: Mutex<BTreeMap<String, File>> = Mutex::new(BTreeMap::new());

/// The style sheets of every view, in their order: served as one, `style/all.css`.
const SHEETS: [&str; 9] = ["tokens", "base", "components", "board", "game", "views", "play", "review", "print"];

fn style() -> String {
    let of = |name: &&str| {
        sheet(&format!("style/{name}.css")).map(|text| if *name == "print" { format!("@media print {{\n{text}}}\n") } else { text })
    };
    SHEETS.iter().filter_map(of).collect()
}

/// A style sheet without its comments and indentation: it delays the first view.
fn sheet(name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(&SiteFiles::get(name)?.data).into_owned();
    let (first, others) = text.split_once("/*").unwrap_or((&text, ""));
    let after = |comment: &str| comment.split_once("*/").map_or(String::new(), |(_, rest)| rest.into());
    let text = others.split("/*").map(after).fold(first.to_string(), |text, rest| text + &rest);
    Some(text.lines().map(str::trim_start).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect())
}

/// Compressed files, by the hash of their content.
static PACKED: Mutex<BTreeMap<[u8; 32], Arc<[u8]>>> = Mutex::new(BTreeMap::new());

impl File {
    pub fn of(text: impl Into<Cow<'static, str>>, media_type: &'static str) -> File {
        let bytes = match text.into() {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
        File { media_type, hash: Sha256::digest(&bytes).into(), bytes, is_immutable: false }
    }

    /// Whether compression makes it smaller: fonts and pictures are compressed already.
    pub fn is_text(&self) -> bool {
        !self.media_type.starts_with("font/") && self.media_type != "image/png"
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

/// The file of this name, such as `main.js`, or `main.js` below `FOLDER`: the bundle of it. A page of an earlier version gets the files of this one.
pub fn file(name: &str) -> Option<File> {
    let Some((version, inner)) = name.strip_prefix(BUNDLES).and_then(|rest| rest.split_once('/')) else { return plain(name) };
    let known = LATEST.lock().unwrap_or_else(PoisonError::into_inner).get(inner).filter(|_| !cfg!(debug_assertions)).cloned();
    let is_module = inner.rsplit_once('.').is_some_and(|(_, extension)| extension == "js");
    let made = || if is_module { Some(File::of(bundle::bundle(inner, &module)?, "text/javascript")) } else { plain(inner) };
    let mut file = known.or_else(made)?;
    LATEST.lock().unwrap_or_else(PoisonError::into_inner).insert(inner.into(), file.clone());
    file.is_immutable = !cfg!(debug_assertions) && FOLDER.ends_with(&format!("{version}/"));
    Some(file)
}

/// A part of the catalogue of a language: `messages/en.js` has the sentences of logs and the words of the page that every view shows;
/// `messages/en/AREA.js` the words of some views; `messages/en.ftl` the other sentences, without those of the command.
fn catalogue(name: &str) -> Option<String> {
    let (path, kind) = name.strip_prefix("messages/")?.rsplit_once('.')?;
    let (code, area) = path.split_once('/').unwrap_or((path, ""));
    let language = Language::of(code).filter(|language| language.code() == code)?;
    let text = match (kind, area) {
        ("js", "") => language.sections(|tag| ["head", "log", "page"].contains(&tag)),
        ("js", area) => language.sections(|tag| tag.strip_prefix("page: ").is_some_and(|areas| areas.split(", ").any(|own| own == area))),
        ("ftl", "") => language.sections(str::is_empty),
        _ => return None,
    };
    match kind {
        _ if text.is_empty() => None,
        // Text is escaped alike in Rust and in JavaScript. Comments stay in the repository.
        "js" => {
            let entries: String = text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
            Some(format!("export default {entries:?};\n"))
        }
        _ => Some(text),
    }
}

/// Each language's code and own name, as the documents have them.
pub fn languages() -> String {
    Language::ALL.iter().map(|language| format!("{} {}", language.code(), language.name())).collect::<Vec<_>>().join(", ")
}

fn module(name: &str) -> Option<String> {
    catalogue(name).or_else(|| Some(String::from_utf8_lossy(&SiteFiles::get(name)?.data).into_owned()))
}

fn plain(name: &str) -> Option<File> {
    if let Some(text) = catalogue(name) {
        return Some(File::of(text, if name.ends_with("js") { "text/javascript" } else { "text/plain; charset=utf-8" }));
    }
    if name == "style/all.css" {
        return Some(File::of(style(), "text/css"));
    }
    if name.ends_with(".css") {
        return Some(File::of(sheet(name)?, "text/css"));
    }
    // In `docs` it is a symbolic link, which a checkout on Windows may lack.
    if ["protocol.md", "docs/protocol.md"].contains(&name) {
        return Some(File::of(PROTOCOL, media_type(name)?));
    }
    let file = SiteFiles::get(name).or_else(|| Documents::get(name.strip_prefix("docs/")?))?;
    Some(File { media_type: media_type(name)?, hash: file.metadata.sha256_hash(), bytes: file.data, is_immutable: false })
}

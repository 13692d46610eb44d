//! The `arbitre` program for each system, from a folder of the referee's machine, with its SHA-256 digest.

use super::kits::KitText;
use super::{HttpResult, Services};
use crate::{Config, Error};
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use parking_lot::Mutex;
use runtime::clipped;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::PathBuf;
use std::time::SystemTime;
use tokio::io::AsyncReadExt;
use tokio_util::io::ReaderStream;

/// The systems with the names of their files, which on Unix are those of `uname -s` and `uname -m`.
const SYSTEMS: [(&str, &str); 5] = [
    ("arbitre-Linux-x86_64", "Linux (Intel, AMD)"),
    ("arbitre-Linux-aarch64", "Linux (ARM)"),
    ("arbitre-Darwin-arm64", "macOS (Apple silicon)"),
    ("arbitre-Darwin-x86_64", "macOS (Intel)"),
    ("arbitre-Windows-x86_64.exe", "Windows"),
];

/// The file of the digests, as `sha256sum --check` reads it.
pub const SUMS: &str = "SHA256SUMS";
/// A larger file is not served.
const MAX_BYTES: u64 = 256 << 20;
/// The buffer of a file that is read.
const CHUNK_BYTES: usize = 64 << 10;

/// The file name of this system, if it is one of [`SYSTEMS`].
const OWN: Option<&str> = match () {
    () if cfg!(all(target_os = "linux", target_arch = "x86_64")) => Some(SYSTEMS[0].0),
    () if cfg!(all(target_os = "linux", target_arch = "aarch64")) => Some(SYSTEMS[1].0),
    () if cfg!(all(target_os = "macos", target_arch = "aarch64")) => Some(SYSTEMS[2].0),
    () if cfg!(all(target_os = "macos", target_arch = "x86_64")) => Some(SYSTEMS[3].0),
    () if cfg!(all(windows, target_arch = "x86_64")) => Some(SYSTEMS[4].0),
    () => None,
};

/// The files that are served: those of a folder, and the running program for its own system, of which the folder has none.
#[derive(Default)]
pub struct ServedFiles {
    folder: Option<PathBuf>,
    executable: Option<PathBuf>,
    /// The digests, by file name. A file that has changed is read again.
    digests: Mutex<BTreeMap<&'static str, ServedFile>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedFile {
    pub name: &'static str,
    pub system: &'static str,
    /// Its SHA-256 digest, in hexadecimal digits.
    pub sha256: String,
    bytes: u64,
    changed: SystemTime,
    is_own: bool,
}

impl ServedFiles {
    /// The files of the configured folder, or of `programs` beside the running program.
    pub fn new(config: &Config) -> ServedFiles {
        let executable = config.executable.clone();
        let beside = || Some(executable.as_deref()?.with_file_name("programs"));
        ServedFiles { folder: config.programs.clone().or_else(beside), executable, digests: Mutex::default() }
    }

    /// All files that there are. Blocks on the disk.
    pub fn list(&self) -> Vec<ServedFile> {
        SYSTEMS.iter().filter_map(|(name, _)| Some(self.open(name)?.1)).collect()
    }

    /// Opens a file, and reads it if its digest is not known yet. Blocks on the disk.
    pub fn open(&self, name: &str) -> Option<(File, ServedFile)> {
        let &(name, system) = SYSTEMS.iter().find(|(known, _)| *known == name)?;
        let of_folder = self.folder.as_ref().and_then(|folder| Some((File::open(folder.join(name)).ok()?, false)));
        let own = || Some((File::open(self.executable.as_ref().filter(|_| OWN == Some(name))?).ok()?, true));
        let (mut file, is_own) = of_folder.or_else(own)?;
        let metadata = file.metadata().ok().filter(|metadata| metadata.is_file() && metadata.len() <= MAX_BYTES)?;
        let (bytes, changed) = (metadata.len(), metadata.modified().ok()?);
        // Under the lock a file is read once, however many ask for it.
        let mut digests = self.digests.lock();
        let known = digests.get(name).filter(|known| (known.bytes, known.changed) == (bytes, changed)).cloned();
        let program = match known {
            Some(program) => program,
            None => ServedFile { name, system, sha256: digest(&mut file, bytes).ok()?, bytes, changed, is_own },
        };
        digests.insert(name, program.clone());
        Some((file, program))
    }
}

fn digest(file: &mut File, bytes: u64) -> io::Result<String> {
    let (mut hash, mut chunk, mut rest) = (Sha256::new(), vec![0; CHUNK_BYTES], file.take(bytes));
    loop {
        match rest.read(&mut chunk)? {
            0 => break,
            length => hash.update(&chunk[..length]),
        }
    }
    file.rewind()?;
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Answers with a file, in chunks from the disk.
pub async fn download(services: &Services, name: String, headers: &HeaderMap) -> HttpResult {
    let (programs, wanted) = (services.programs.clone(), name.clone());
    let (file, program) =
        services.report(move || programs.open(&wanted)).await?.ok_or_else(|| Error::NoProgram { file: clipped(&name, 60) })?;
    let tag = format!("\"{}\"", program.sha256);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let file = ReaderStream::with_capacity(tokio::fs::File::from_std(file).take(program.bytes), CHUNK_BYTES);
    let head = [
        (header::CONTENT_TYPE, "application/octet-stream".to_string()),
        (header::CONTENT_LENGTH, program.bytes.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", program.name)),
        (header::CACHE_CONTROL, "no-cache".into()),
        (header::ETAG, tag),
    ];
    Ok((head, Body::from_stream(file)).into_response())
}

pub fn is_program(name: &str) -> bool {
    name.starts_with("arbitre-")
}

/// The text of [`SUMS`].
pub fn sums(programs: &[ServedFile]) -> String {
    programs.iter().map(|program| format!("{}  {}\n", program.sha256, program.name)).collect()
}

/// The commands that download and start the program, with the shell that each is for.
pub fn commands(site: &str, programs: &[ServedFile]) -> Vec<(KitText, String)> {
    let mut commands = Vec::new();
    let systems: Vec<_> = programs.iter().filter(|program| !program.name.contains("Windows")).map(|program| program.system).collect();
    if !systems.is_empty() {
        let lines = format!(
            "curl -fo arbitre \"{site}/kits/arbitre-$(uname -s)-$(uname -m)\" && chmod +x arbitre\nexport PATH=\"$PWD:$PATH\"; arbitre --version\n"
        );
        commands.push((KitText::Unix { systems }, lines));
    }
    if let Some(program) = programs.iter().find(|program| program.name.contains("Windows")) {
        let lines = format!(
            "Invoke-WebRequest {site}/kits/{} -OutFile arbitre.exe\n$env:Path = \"$PWD;$env:Path\"; arbitre --version\n",
            program.name
        );
        commands.push((KitText::PowerShell, lines));
    }
    commands
}

/// The systems that the program is there for, those that it is not there for, and what it needs.
pub fn availability(programs: &[ServedFile]) -> Vec<KitText> {
    let (mut has, mut lacks) = (Vec::new(), Vec::new());
    for (_, system) in SYSTEMS {
        if programs.iter().any(|program| program.system == system) { has.push(system) } else { lacks.push(system) }
    }
    let is_linked_with_glibc = cfg!(target_env = "gnu") && programs.iter().any(|program| program.is_own);
    [
        Some(if has.is_empty() { KitText::HasNone } else { KitText::Has { systems: has } }),
        (!lacks.is_empty()).then_some(KitText::Lacks { systems: lacks }),
        is_linked_with_glibc.then_some(KitText::Glibc),
    ]
    .into_iter()
    .flatten()
    .collect()
}

//! The starter kits as ZIP archives with the address of this referee filled in, the Python client as a wheel (PEP 427), and the program.

use super::programs::{self, SUMS, ServedFile};
use super::responses::written;
use super::{HttpResult, Services};
use crate::Error;
use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use message::{Coded, Language};
use page::kits::KITS;
use puzzle::markup::escaped;
use sha2::{Digest, Sha256};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

const LONGEST_HOST: usize = 255;

/// The WebSocket's address as this client reaches it.
pub fn address(headers: &HeaderMap) -> String {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let is_host = |host: &&str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        (1..=LONGEST_HOST).contains(&host.len()) && host.chars().all(is_part)
    };
    let Some(host) = text(header::HOST).filter(is_host) else { return page::kits::WRITTEN_ADDRESS.into() };
    // A proxy in front of the referee forwards the scheme and the host of the request.
    let forwarded = text(header::HeaderName::from_static("x-forwarded-proto"));
    let scheme = if forwarded == Some("https") { "wss" } else { "ws" };
    format!("{scheme}://{host}/ws")
}

/// The address of the site that belongs to that of the WebSocket.
pub fn site(address: &str) -> String {
    address.replacen("ws", "http", 1).trim_end_matches("/ws").into()
}

/// Sentences of the page of downloads and of a kit.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("kit")]
pub enum KitText {
    Title,
    Intro { address: String },
    Play,
    Program,
    NeededBy,
    Has { systems: Vec<&'static str> },
    HasNone,
    Lacks { systems: Vec<&'static str> },
    Glibc,
    Unix { systems: Vec<&'static str> },
    PowerShell,
    Digests,
    Package,
}

/// The page of downloads, in the browser's language.
pub async fn list(services: Services, language: Language, headers: HeaderMap) -> Result<Html<String>, Error> {
    let address = address(&headers);
    let site = site(&address);
    let say = |text: KitText| with_code(&text.message().sentence(language));
    let programs = services.programs.clone();
    let programs = services.report(move || programs.list()).await?;
    let kit = |kit: &page::kits::Kit| format!("<li><a href=\"/kits/{}.zip\">{}</a></li>\n", kit.folder, kit.language);
    let availability = |about| format!("<p>{}</p>\n", say(about));
    let commands = |(shell, commands): (KitText, String)| {
        let lines: Vec<String> = commands.lines().map(escaped).collect();
        format!("<h3>{}</h3>\n<pre>{}</pre>\n", say(shell), lines.join("\n"))
    };
    let parts = [
        ("language", language.code().into()),
        ("title", say(KitText::Title)),
        ("intro", say(KitText::Intro { address })),
        ("kits", KITS.iter().map(kit).collect()),
        ("play", say(KitText::Play)),
        ("program", say(KitText::Program)),
        ("needed_by", say(KitText::NeededBy)),
        ("availability", programs::availability(&programs).into_iter().map(availability).collect()),
        ("commands", programs::commands(&site, &programs).into_iter().map(commands).collect()),
        ("digests", say(KitText::Digests)),
        ("sums", programs::sums(&programs)),
        ("package", say(KitText::Package)),
        ("wheel", format!("{}/kits/{}", escaped(&site), wheel_name())),
    ];
    let page = include_str!("kits.html").to_string();
    Ok(Html(parts.into_iter().fold(page, |page, (name, part): (&str, String)| page.replace(&format!("{{{name}}}"), &part))))
}

/// A sentence as HTML; what stands between backticks is code.
fn with_code(sentence: &str) -> String {
    let part = |(number, text): (usize, &str)| if number % 2 == 1 { format!("<code>{}</code>", escaped(text)) } else { escaped(text) };
    sentence.split('`').enumerate().map(part).collect()
}

/// A kit, the Python client as a wheel, a program, or the digests of the programs.
pub async fn download(services: Services, Path(name): Path<String>, headers: HeaderMap) -> HttpResult {
    let all = services.programs.clone();
    if name == SUMS {
        return written(&services, "text/plain", move || programs::sums(&all.list())).await;
    }
    if programs::is_program(&name) {
        return programs::download(&services, name, &headers).await;
    }
    let address = address(&headers);
    let is_wheel = name == wheel_name();
    let kit = KITS.iter().find(|kit| name == format!("{}.zip", kit.folder));
    if !is_wheel && kit.is_none() {
        return Err(Error::NotFound { path: format!("/kits/{}", name.chars().take(60).collect::<String>()) });
    }
    let folder = kit.map_or("", |kit| kit.folder);
    let packing = move || if is_wheel { packed_wheel(&address) } else { packed_kit(folder, &address, &all.list()) };
    let bytes = services.report(packing).await?;
    let disposition = format!("attachment; filename=\"{name}\"");
    let kind = [(header::CONTENT_TYPE, "application/zip".to_string()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((kind, super::responses::sent(&services, bytes)?).into_response())
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The file name of the wheel, by which `pip` knows what it is.
fn wheel_name() -> String {
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

/// A kit in its folder. Its README, in each language, has the way to the program: before its first section, which needs it, or at its end.
fn packed_kit(folder: &str, address: &str, programs: &[ServedFile]) -> Vec<u8> {
    let mut files = page::kits::files(folder, address);
    for (name, text) in &mut files {
        let language = match name.as_str() {
            "README.md" => Some(Language::English),
            "LISEZMOI.md" => Some(Language::French),
            _ => None,
        };
        if let Some(language) = language {
            let place = text.find("\n## ").unwrap_or(text.len());
            text.insert_str(place, &instructions(language, &site(address), programs));
        }
        *name = format!("arbitre-{folder}/{name}");
    }
    packed(&files)
}

/// How to get the program, as Markdown.
fn instructions(language: Language, site: &str, programs: &[ServedFile]) -> String {
    let say = |text: KitText| text.message().sentence(language);
    let about: Vec<String> = programs::availability(programs).into_iter().map(say).collect();
    let mut text = format!("\n## {}\n\n{} {}\n", say(KitText::Program), say(KitText::NeededBy), about.join(" "));
    for (shell, commands) in programs::commands(site, programs) {
        let lines: String = commands.lines().map(|line| format!("    {line}\n")).collect();
        text += &format!("\n### {}\n\n{lines}", say(shell));
    }
    text
}

/// The Python client as a wheel: `from arbitre_bot import Bot`.
fn packed_wheel(address: &str) -> Vec<u8> {
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

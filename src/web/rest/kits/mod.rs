//! The starter kits as downloads, each with the address of this referee filled in.

mod pack;

use super::{HttpResult, Services};
use crate::Error;
use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse};
use page::kits::KITS;
use puzzle::markup::escaped;
use std::fmt::Write;

/// The longest host that is filled in.
const LONGEST_HOST: usize = 255;

/// The WebSocket's address as this client reaches it.
fn address(headers: &HeaderMap) -> String {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let is_host = |host: &&str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        (1..=LONGEST_HOST).contains(&host.len()) && host.chars().all(is_part)
    };
    let Some(host) = text(header::HOST).filter(is_host) else { return page::kits::WRITTEN_ADDRESS.into() };
    // A proxy in front of the referee says how it was asked.
    let forwarded = text(header::HeaderName::from_static("x-forwarded-proto"));
    let scheme = if forwarded == Some("https") { "wss" } else { "ws" };
    format!("{scheme}://{host}/ws")
}

/// What there is to download.
pub async fn list(headers: HeaderMap) -> Html<String> {
    let address = escaped(&address(&headers));
    let site = address.replacen("ws", "http", 1);
    let site = site.trim_end_matches("/ws");
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Starter kits</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <link rel=\"stylesheet\" href=\"../style/base.css\">\n<link rel=\"stylesheet\" href=\"../style/views.css\">\n\
         <header><a class=\"brand\" href=\"..\">Arbitre</a></header>\n<main class=\"prose\">\n<h1>Starter kits</h1>\n\
         <p>Each is a bot that plays, for this referee: <code>{address}</code>. You write <code>choose</code>.</p>\n<ul>\n"
    );
    for kit in KITS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "<li><a href=\"/kits/{}.zip\">{}</a></li>", kit.folder, kit.language);
    }
    let wheel = pack::wheel_name();
    let _ = write!(
        text,
        "</ul>\n<h2>Python, as a package</h2>\n<pre>pip install {site}/kits/{wheel}</pre>\n<pre>from arbitre_bot import Bot\n\n\
         class Mine(Bot):\n    def choose(self, turn):\n        return turn[\"legal_moves\"][0]\n\n\
         Mine(\"my-bot\").play(opponent=\"greedy\", games=1)</pre>\n</main>\n"
    );
    Html(text)
}

/// A kit, or the Python client as a wheel.
pub async fn download(services: Services, Path(name): Path<String>, headers: HeaderMap) -> HttpResult {
    let address = address(&headers);
    let is_wheel = name == pack::wheel_name();
    let kit = KITS.iter().find(|kit| name == format!("{}.zip", kit.folder));
    if !is_wheel && kit.is_none() {
        return Err(Error::NotFound { path: format!("/kits/{}", name.chars().take(60).collect::<String>()) });
    }
    let folder = kit.map_or("", |kit| kit.folder);
    let packing = move || if is_wheel { pack::wheel(&address) } else { pack::kit(folder, &address) };
    let bytes = services.report(packing).await?;
    let disposition = format!("attachment; filename=\"{name}\"");
    let kind = [(header::CONTENT_TYPE, "application/zip".to_string()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((kind, super::responses::sent(&services, bytes)?).into_response())
}

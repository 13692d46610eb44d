//! The files of the site, which are part of the program. Every address that a browser opens is answered with the one document of the site, except
//! embedded boards, whose document other sites may frame.

use super::extract::language;
use super::{HttpResult, Services, kits, pgn, responses};
use crate::Error;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::IntoResponse;
use puzzle::markup::escaped;
use runtime::clipped;

/// Placeholders in the document: for the relative path to the folder of immutable files, for the language whose words are probably needed, and for all.
const FOLDER: &str = "{folder}";
const LANGUAGE: &str = "{language}";
const LANGUAGES: &str = "{languages}";

/// A file of the site, or its document, which are only read.
pub async fn file(services: Services, method: Method, uri: Uri, headers: HeaderMap) -> HttpResult {
    let found = found(uri.path(), &headers)?;
    if method != Method::GET && method != Method::HEAD {
        return Ok(([(header::ALLOW, "GET, HEAD")], Error::MethodNotAllowed).into_response());
    }
    match found {
        Found::File(file) => answer(&services, &headers, file).await,
        Found::Game(game) => shared_game(&services, uri.path(), &headers, game).await,
        Found::Document(name) => document(uri.path(), &headers, name, "", StatusCode::OK),
    }
}

enum Found {
    File(page::File),
    Game(u64),
    Document(&'static str),
}

fn found(place: &str, headers: &HeaderMap) -> Result<Found, Error> {
    let path = place.trim_start_matches('/');
    if let Some(file) = page::file(path) {
        return Ok(Found::File(file));
    }
    if let Some(game) = game_of(path).filter(|_| !wants_json(headers)) {
        return Ok(Found::Game(game));
    }
    // A browser accepts `text/html`; a program gets 404, but of the page to which the types of problems lead.
    if path.is_empty() || path == "docs/api" || (wants_document(headers) && !path.starts_with("v1/")) {
        return Ok(Found::Document(if is_embedded(place) { "embed.html" } else { "index.html" }));
    }
    // Of the documentation it gets the Markdown.
    let markdown = if path.trim_end_matches('/') == "docs" { "docs/SUMMARY.md".into() } else { format!("{path}.md") };
    page::file(&markdown).map(Found::File).ok_or_else(|| Error::NotFound { path: clipped(place, 100) })
}

/// Whether this is the address of an embedded board.
pub fn is_embedded(path: &str) -> bool {
    path.strip_prefix("/embed/").is_some_and(|game| (1..=15).contains(&game.len()) && game.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a browser opens this as a document.
fn wants_document(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

fn wants_json(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| accept.contains("json"))
}

/// The game whose page has this path: `game/NUMBER` or `game/NUMBER/PLY`.
fn game_of(path: &str) -> Option<u64> {
    let (game, ply) = path.strip_prefix("game/").map(|rest| rest.split_once('/').unwrap_or((rest, "0")))?;
    ply.parse::<u32>().ok().and_then(|_| game.parse().ok())
}

/// The page of a game. Links to it are shared: it names the players and the result for the program that shows the link. A missing game is answered by 404.
async fn shared_game(services: &Services, path: &str, headers: &HeaderMap, match_id: u64) -> HttpResult {
    let Some(row) = services.storage.find_match(match_id).await? else {
        return document(path, headers, "index.html", "", StatusCode::NOT_FOUND);
    };
    let site = kits::site(&kits::address(headers));
    let end = row.end.as_ref().map(|end| format!("{} · {} · ", pgn::result(Some(end.result)), end.why.sentence(language(headers))));
    let tags = [
        ("title", format!("{} – {}", row.players.white, row.players.black)),
        ("description", format!("{}Arbitre, {match_id}", end.unwrap_or_default())),
        ("type", "article".into()),
        ("url", format!("{site}{path}")),
    ];
    let tags: String = tags.iter().map(|(name, text)| format!("  <meta property=\"og:{name}\" content=\"{}\">\n", escaped(text))).collect();
    document(path, headers, "index.html", &tags, StatusCode::OK)
}

/// A document of the site, with the relative path from this address to the root, and with further `tags` in its head.
fn document(path: &str, headers: &HeaderMap, name: &str, tags: &str, status: StatusCode) -> HttpResult {
    let file = page::file(name).ok_or(Error::NoDocument)?;
    let depth = path.matches('/').count().saturating_sub(1);
    let root = if depth == 0 { "./".to_string() } else { "../".repeat(depth) };
    let text = String::from_utf8_lossy(&file.bytes).replace(FOLDER, &format!("{root}{}", *page::FOLDER));
    let text = text.replace(LANGUAGE, language(headers).code()).replace(LANGUAGES, &page::languages());
    let text = text.replacen("</head>", &format!("{tags}</head>"), 1);
    let kind = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept, accept-language"),
    ];
    Ok((status, kind, text).into_response())
}

/// The file, compressed if the client takes that, or that the client has it already.
pub async fn answer(services: &Services, headers: &HeaderMap, file: page::File) -> HttpResult {
    let tag: String = file.hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let takes_gzip = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).is_some_and(|list| list.contains("gzip"));
    // Other files are revalidated each time.
    let lifetime = if file.is_immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if takes_gzip && file.is_text() {
        let kind = file.media_type;
        // A file is compressed once.
        let packed = match file.packed() {
            Some(packed) => packed,
            None => services.report(move || file.pack()).await?,
        };
        ([(header::CONTENT_TYPE, kind), (header::CONTENT_ENCODING, "gzip")], responses::sent(services, packed.to_vec())?).into_response()
    } else {
        ([(header::CONTENT_TYPE, file.media_type)], responses::sent(services, file.bytes.into_owned())?).into_response()
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(lifetime));
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    Ok(response)
}

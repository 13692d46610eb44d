//! The HTTP interface: routes, and what all of them share.

mod access;
mod addresses;
mod arbiter;
mod asked;
mod batch;
mod bot_reviews;
mod bots;
mod detail;
mod docs;
mod drawing;
mod evidence;
mod exercises;
mod explain;
mod export;
mod extract;
mod health;
mod jobs;
mod kits;
mod large;
mod limits;
mod line_of_play;
mod live;
mod log;
mod machine;
mod matches;
mod nodes;
mod opening;
mod origin;
mod page;
mod pgn;
mod pictures;
mod pinned;
mod problem;
mod profile;
mod rate_limits;
mod rejection;
mod review;
mod roll_call;
mod series;
mod services;
mod solve;
mod table_text;
mod tables;
mod tokens;
mod tournaments;

pub use addresses::pages;
use extract::{Body, Path, Query, limit};
pub use pinned::Pinned;
pub use rate_limits::RateLimits;
pub use services::Services;

use crate::Error;
use crate::config::{BODY_BYTES, PLAN_BYTES, SOLVE_BODY_BYTES};
use crate::flaw::Flaw;
use crate::socket;
use axum::body::{Body as HttpBody, Bytes, HttpBody as _};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use futures_util::{StreamExt, stream};
use runtime::Peer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use storage::Storage;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Every route.
pub fn router(services: Services) -> Router {
    // It writes nothing, so that it answers while nothing can be written.
    let solving = solve::router().routes(routes!(explain::explain)).routes(routes!(review::review)).routes(routes!(batch::batch));
    let solving = solving.routes(routes!(exercises::attempt, exercises::show)).routes(routes!(exercises::tree));
    let (solving, theirs) = solving.layer(DefaultBodyLimit::max(SOLVE_BODY_BYTES)).split_for_parts();
    // An archive may be long on its way, and long looked into: it has times of its own.
    let (importing, their_imports) = OpenApiRouter::new().routes(routes!(tables::import)).split_for_parts();
    let (api, mut description) = OpenApiRouter::with_openapi(docs::description())
        .routes(routes!(matches::create, matches::list))
        .routes(routes!(matches::show))
        .routes(routes!(matches::decide))
        .routes(routes!(matches::resume))
        .routes(routes!(log::follow))
        .routes(routes!(export::export))
        .routes(routes!(line_of_play::show))
        .routes(routes!(opening::show))
        .routes(routes!(review::of_match))
        .routes(routes!(pictures::position))
        .routes(routes!(pictures::game))
        .routes(routes!(live::list))
        .routes(routes!(live::pin))
        .routes(routes!(live::heartbeat))
        .routes(routes!(bots::list))
        .routes(routes!(profile::show))
        .routes(routes!(bot_reviews::show))
        .routes(routes!(exercises::list))
        .routes(routes!(evidence::record))
        .routes(routes!(roll_call::rehearse))
        .routes(routes!(evidence::frames))
        .merge(tournaments())
        .routes(routes!(tokens::mint, tokens::list))
        .routes(routes!(tokens::revoke))
        .routes(routes!(jobs::list))
        .routes(routes!(jobs::show, jobs::cancel))
        .routes(routes!(jobs::follow))
        .routes(routes!(tokens::rotate))
        .routes(routes!(tokens::mint_class))
        .routes(routes!(machine::rights))
        .routes(routes!(machine::machine))
        .routes(routes!(nodes::list))
        .routes(routes!(addresses::list))
        .routes(routes!(addresses::code))
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .split_for_parts();
    description.merge(docs::with_examples(theirs));
    description.merge(their_imports);
    let patience = services.config.hello_within;
    let storage = services.storage.clone();
    let timed = api
        .merge(docs::router(docs::with_refusals(description)))
        .route("/kits", get(async || Redirect::permanent("/kits/")))
        .route("/kits/", get(kits::list))
        .route("/kits/{file}", get(kits::download))
        .fallback(page::file)
        .method_not_allowed_fallback(async || Error::MethodNotAllowed)
        .layer(middleware::from_fn(move |request, next| in_time(patience, storage.clone(), request, next)));
    let importing = importing.layer(DefaultBodyLimit::disable()).method_not_allowed_fallback(async || Error::MethodNotAllowed);
    let solving = solving.method_not_allowed_fallback(async || Error::MethodNotAllowed);
    let mut all = Router::new().route("/ws", get(bot_socket));
    if services.config.echo {
        all = all.route("/echo", get(socket::echo));
    }
    all.merge(timed)
        .merge(solving)
        .merge(importing)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn_with_state(services.clone(), limits::held))
        .layer(middleware::from_fn_with_state(services.clone(), origin::guarded))
        .layer(middleware::from_fn_with_state(services.clone(), limits::limited))
        .layer(middleware::from_fn_with_state(services.clone(), limits::forwarded))
        .layer(middleware::from_fn(guarded))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| Error::Internal("a panic".into()).into_response()))
        .layer(middleware::from_fn(problem::in_its_language))
        .with_state(services)
}

/// The routes of tournaments. A plan names a class: its body may be larger.
fn tournaments() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(tournaments::create, tournaments::list))
        .routes(routes!(arbiter::check_report))
        .layer(DefaultBodyLimit::max(PLAN_BYTES))
        .routes(routes!(tournaments::formats))
        .routes(routes!(arbiter::report))
        .routes(routes!(arbiter::bye))
        .routes(routes!(arbiter::cancel_bye))
        .routes(routes!(arbiter::days))
        .routes(routes!(tournaments::show, roll_call::delete))
        .routes(routes!(roll_call::check))
        .routes(routes!(tournaments::enter))
        .routes(routes!(tournaments::withdraw))
        .routes(routes!(tournaments::decide))
        .routes(routes!(tables::standings))
        .routes(routes!(tables::crosstable))
        .routes(routes!(tables::games))
        .routes(routes!(tables::bracket))
        .routes(routes!(tables::log))
        .routes(routes!(tables::ratings))
        .routes(routes!(tables::archive))
        .routes(routes!(tournaments::act))
}

/// The bots' WebSocket.
async fn bot_socket(
    State(services): State<Services>,
    peer: Option<Extension<Peer>>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let upgrade = upgrade.map_err(|_| Error::bad(&Flaw::WebSocket { path: "/ws" }))?;
    Ok(socket::frugal(upgrade).on_upgrade(move |socket| {
        let connected = socket::connect(socket, services.sockets.clone(), peer.map(|Extension(peer)| peer).unwrap_or_default());
        services.life.track(connected)
    }))
}

/// A request that does not come, or is not answered, in time ends. What streams has been answered by then.
async fn in_time(patience: std::time::Duration, storage: Arc<dyn Storage>, request: Request, next: Next) -> Response {
    // What would have to be written is refused before it is begun.
    if !request.method().is_safe()
        && let Some(why) = storage.trouble()
    {
        return Error::StorageWaits { why }.into_response();
    }
    let (request, is_whole) = watched(request);
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) => response,
        // Nothing is begun before a request has come whole.
        Err(_) if !is_whole.load(Relaxed) => Error::TimedOut.into_response(),
        // What was begun before the storage began to wait is done when that goes on.
        Err(_) => storage.trouble().map_or(Error::AnswerLate, |why| Error::StorageSlow { why }).into_response(),
    }
}

/// The request, and whether it has come whole so far.
fn watched(request: Request) -> (Request, Arc<AtomicBool>) {
    let is_whole = Arc::new(AtomicBool::new(request.body().is_end_stream()));
    if is_whole.load(Relaxed) {
        return (request, is_whole);
    }
    let came = is_whole.clone();
    let watch = |body: HttpBody| {
        let end = stream::once(async move {
            came.store(true, Relaxed);
            Ok(Bytes::new())
        });
        HttpBody::from_stream(body.into_data_stream().chain(end))
    };
    (request.map(watch), is_whole)
}

/// What every answer says to browsers.
async fn guarded(uri: Uri, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let is_table =
        uri.path().starts_with("/v1/") && headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    // A table to be kept has its style in it; a board on a page of the course is the one thing that others may frame.
    let policy = if is_table {
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
    } else if uri.path().starts_with("/embed/") {
        "default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; object-src 'none'"
    } else {
        "default-src 'self'; connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

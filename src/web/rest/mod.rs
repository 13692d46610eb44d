//! The HTTP interface: routes and shared middleware.

mod access;
mod addresses;
mod arbiter;
mod bots;
mod detail;
mod docs;
mod evidence;
mod export;
mod extract;
mod games;
mod health;
mod jobs;
mod kits;
mod limits;
mod live;
mod matches;
mod moves;
mod origin;
mod page;
mod pgn;
mod pictures;
mod problem;
mod programs;
mod responses;
mod series;
mod solve;
mod table_text;
mod tables;
mod tokens;
mod tournaments;
mod unread_body;

pub use addresses::pages;
use extract::{Body, Path, Query, limit, upgraded};
pub use limits::RateLimits;
pub use live::FeaturedGame;
pub use programs::ServedFiles;

use crate::config::{BODY_BYTES, Config, PLAN_BYTES, SOLVE_BODY_BYTES};
use crate::error::Error;
use crate::socket::{self, Sockets};
use axum::body::{Body as HttpBody, Bytes, HttpBody as _};
use axum::extract::{DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::{HeaderValue, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Json, Router};
use contest::matches::Matches;
use contest::tokens::Tokens;
use contest::tournaments::Tournaments;
use extract::WebSocketRequest;
use futures_util::{StreamExt, stream};
use runtime::{Commands, Counters, Lifecycle, Peer, Space, panicked};
use solving::SolveService;
use solving::reviews::Reviews;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use storage::Storage;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

type HttpResult = Result<Response, Error>;
type JsonResult<T> = Result<Json<T>, Error>;

/// The parts of the referee that handlers use.
#[derive(Clone, FromRequestParts)]
#[from_request(via(State))]
pub struct Services {
    pub config: Arc<Config>,
    /// The folder for files beside the storage, if there is one.
    pub folder: Option<PathBuf>,
    pub node: Option<String>,
    pub life: Arc<Lifecycle>,
    pub storage: Arc<dyn Storage>,
    /// The commands of HTTP requests, each with the log line that says who sent it.
    pub acts: Commands,
    pub tokens: Tokens,
    /// The counters for `/metrics`.
    pub counters: Arc<Counters>,
    pub matches: Arc<Matches>,
    pub tournaments: Arc<Tournaments>,
    pub solving: Arc<SolveService>,
    pub sockets: Arc<Sockets>,
    pub space: Arc<Space>,
    pub limits: Arc<RateLimits>,
    pub featured: Arc<FeaturedGame>,
    /// The files of the program for each system.
    pub programs: Arc<ServedFiles>,
    pub reviews: Arc<Reviews>,
}

impl Services {
    /// Lets a thread of the pool for reports do this work.
    async fn report<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        Ok(self.tournaments.reports.submit(move |_| work())?.done().await?)
    }
}

/// A router of these handlers; those between brackets have one path.
macro_rules! router_of {
    ($([$($handlers:tt)+])+) => { OpenApiRouter::new()$(.routes(routes!($($handlers)+)))+ };
}
pub(crate) use router_of;

/// The words of a query parameter, the default first.
macro_rules! choices {
    ($name:ident: $first:ident $(, $other:ident)*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { #[default] $first, $($other),* }
    };
}
use choices;

/// The handlers, made once a process, since so is their description: those that solve, the import of archives, and the others.
static HANDLERS: LazyLock<[Router<Services>; 3]> = LazyLock::new(|| {
    // These routes write nothing, and answer while the storage does not.
    let solving = solve::router().merge(router_of!([games::check_move] [jobs::review] [games::attempt, games::exercise] [games::tree]));
    let (solving, theirs) = solving.layer(DefaultBodyLimit::max(SOLVE_BODY_BYTES)).split_for_parts();
    // An archive has its own time limits.
    let (importing, their_imports) = router_of!([tables::import]).split_for_parts();
    let (api, mut description) = OpenApiRouter::with_openapi(docs::description())
        .merge(router_of! {
            [matches::create, matches::list] [matches::show] [matches::decide] [matches::resume] [live::follow] [export::export]
            [export::export_period]
            [moves::line] [moves::opening] [jobs::of_match] [pictures::position] [pictures::game] [live::list] [live::pin]
            [live::heartbeat] [bots::list] [bots::profile] [bots::reviews] [games::exercises] [evidence::record] [evidence::rehearse]
            [evidence::frames]
        })
        .merge(tournaments())
        .merge(router_of! {
            [tokens::mint, tokens::list] [tokens::revoke] [jobs::list] [jobs::show, jobs::cancel] [jobs::follow] [tokens::rotate]
            [tokens::mint_class] [health::rights] [health::machine] [health::nodes] [addresses::list] [addresses::code] [health::live]
            [health::ready] [health::metrics]
        })
        .split_for_parts();
    description.merge(docs::with_examples(theirs));
    description.merge(their_imports);
    let unread = Arc::new(docs::without_query(&description));
    let others = api
        .merge(docs::router(docs::completed(description)))
        .route("/kits", get(async || Redirect::permanent("/kits/")))
        .route("/kits/", get(kits::list))
        .route("/kits/{file}", get(kits::download))
        .fallback(page::file);
    let importing = importing.layer(DefaultBodyLimit::disable());
    [solving, importing, others].map(|routes| {
        let checked = routes.route_layer(middleware::from_fn_with_state(unread.clone(), extract::refuse_unread_query));
        checked.method_not_allowed_fallback(async || Error::MethodNotAllowed)
    })
});

pub fn router(services: Services) -> Router {
    let [solving, importing, others] = HANDLERS.clone();
    let (limit, storage) = (services.config.hello_timeout, services.storage.clone());
    let timed = others.layer(middleware::from_fn(move |request, next| in_time(limit, storage.clone(), request, next)));
    let mut all = Router::new().route("/ws", get(bot_socket));
    if services.config.echo {
        all = all.route("/echo", get(socket::echo));
    }
    all.merge(timed)
        .merge(solving)
        .merge(importing)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn_with_state(services.clone(), limits::held))
        .layer(middleware::from_fn_with_state(services.clone(), origin::check))
        .layer(middleware::from_fn_with_state(services.clone(), limits::limited))
        .layer(middleware::from_fn_with_state(services.clone(), limits::forwarded))
        .layer(middleware::from_fn(add_security_headers))
        .layer(middleware::from_fn(unread_body::read))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn std::any::Any + Send>| Error::Work(panicked(&*panic)).into_response()))
        .layer(middleware::from_fn_with_state(services.clone(), problem::localized))
        .with_state(services)
}

/// The routes of tournaments. A plan may name a whole class, so its body may be larger.
fn tournaments() -> OpenApiRouter<Services> {
    router_of!([tournaments::create, tournaments::list][arbiter::check_report]).layer(DefaultBodyLimit::max(PLAN_BYTES)).merge(router_of! {
        [tournaments::formats] [arbiter::report] [arbiter::bye] [arbiter::cancel_bye] [arbiter::days]
        [tournaments::show, tournaments::delete] [tournaments::check] [tournaments::enter, tournaments::withdraw_all]
        [tournaments::withdraw] [tournaments::decide] [tables::standings] [tables::crosstable] [tables::games] [tables::bracket]
        [tables::log] [tables::ratings] [tables::archive] [tournaments::act]
    })
}

async fn bot_socket(services: Services, peer: Peer, upgrade: WebSocketRequest) -> HttpResult {
    let (life, sockets) = (services.life.clone(), services.sockets.clone());
    upgraded("/ws", &life, upgrade, move |socket| socket::connect(socket, sockets, peer))
}

/// Ends a request that has not arrived, or is not answered, within the time limit. A streamed response has begun by then.
async fn in_time(limit: Duration, storage: Arc<dyn Storage>, request: Request, next: Next) -> Response {
    // A command that would have to be written is refused.
    if !request.method().is_safe()
        && let Some(why) = storage.write_failure()
    {
        return Error::StorageWaits { why }.into_response();
    }
    let (request, is_whole) = track_body(request);
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        // A command begins only when the request has arrived whole.
        Err(_) if !is_whole.load(Relaxed) => Error::TimedOut.into_response(),
        // A command that has begun is completed when the storage answers again.
        Err(_) => storage.write_failure().map_or(Error::AnswerLate, |why| Error::StorageSlow { why }).into_response(),
    }
}

/// The request, and whether it has arrived whole.
fn track_body(request: Request) -> (Request, Arc<AtomicBool>) {
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

async fn add_security_headers(uri: Uri, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let is_table =
        uri.path().starts_with("/v1/") && headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    // A table as HTML has inline style; only an embedded board may be framed by other sites.
    let policy = if is_table {
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
    } else if page::is_embedded(uri.path()) {
        "default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; object-src 'none'"
    } else {
        "default-src 'self'; connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

//! Is it alive, is it ready, how is it.

use crate::app::App;
use crate::{Error, metrics as figures};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Whether the process answers.
#[utoipa::path(get, path = "/healthz", tag = "health", responses((status = 200, description = "It does.", body = String)))]
pub async fn live() -> &'static str {
    "ok\n"
}

/// Whether matches can be played: storage answers, and what was running has been taken up again.
#[utoipa::path(get, path = "/readyz", tag = "health", responses(
    (status = 200, description = "They can.", body = String),
    (status = 503, description = "They cannot: the referee is starting or stopping.", body = protocol::Problem, content_type = "application/problem+json"),
))]
pub async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Error> {
    if app.stop.is_cancelled() || !app.ready.load(Relaxed) {
        return Err(Error::Stopping);
    }
    app.storage.read(|store| store.last_match()).await?;
    Ok("ready\n")
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "health", responses((status = 200, description = "The figures, in the OpenMetrics text format.", body = String)))]
pub async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], figures::exposition(&app))
}

//! The description of the interface, made from the code, and a page that shows it without any other server.

use crate::app::App;
use axum::Router;
use axum::http::header;
use axum::routing::get;
use std::sync::Arc;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_swagger_ui::SwaggerUi;

/// What the description says beside the routes.
pub fn description() -> OpenApi {
    let info = InfoBuilder::new().title("Arbitre").version(env!("CARGO_PKG_VERSION")).description(Some(
        "A tournament referee for Chinese-knights bots. Bots play over the WebSocket at /ws, which /protocol describes; \
         everything else is here. Errors are application/problem+json.",
    ));
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    OpenApiBuilder::new().info(info.build()).components(Some(ComponentsBuilder::new().security_scheme("token", token).build())).build()
}

/// The description, the page, and the words on the wire.
pub fn router(description: OpenApi) -> Router<Arc<App>> {
    let schema = serde_json::to_string_pretty(&protocol::json_schema()).expect("a schema is writable as JSON");
    let json = [(header::CONTENT_TYPE, "application/schema+json")];
    let markdown = [(header::CONTENT_TYPE, "text/markdown; charset=utf-8")];
    Router::new()
        .route("/schema.json", get(async move || (json, schema.clone())))
        .route("/protocol", get(async move || (markdown, include_str!("../../../protocol.md"))))
        .merge(SwaggerUi::new("/docs").url("/openapi.json", description))
}

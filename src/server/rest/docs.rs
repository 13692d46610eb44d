//! The description of the interface, made from the code, and a page that shows it without any other server.

use super::{House, page};
use crate::core::Error;
use crate::solve;
use axum::Router;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder, RefOr};

/// What the description says beside the routes.
pub fn description() -> OpenApi {
    let info = InfoBuilder::new().title("Arbitre").version(env!("CARGO_PKG_VERSION")).description(Some(
        "A tournament referee for Chinese-knights bots. Bots play over the WebSocket at /ws, which /protocol describes; \
         everything else is here. Errors are application/problem+json.",
    ));
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    OpenApiBuilder::new().info(info.build()).components(Some(ComponentsBuilder::new().security_scheme("token", token).build())).build()
}

/// The description with the questions that can be tried, each with the status of its answer.
pub fn with_examples(mut description: OpenApi) -> OpenApi {
    for (path, item) in &mut description.paths.paths {
        let Some(RefOr::T(body)) = item.post.as_mut().and_then(|operation| operation.request_body.as_mut()) else { continue };
        let Some(RefOr::T(content)) = body.content.get_mut("application/json") else { continue };
        for example in solve::examples(path) {
            let told = ExampleBuilder::new().summary(example.summary).description(format!("answered with {}", example.status));
            content.examples.insert(example.name.into(), RefOr::T(told.value(Some(example.json())).build()));
        }
    }
    description
}

const PROTOCOL: &str = include_str!("../../../protocol.md");
const TOURNAMENTS: &str = include_str!("../../../tournaments.md");
const MARKDOWN: [(header::HeaderName, &str); 2] = [(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::VARY, "accept")];

/// The protocol: for a person in a browser as a page, for everybody else as it is written.
async fn protocol_page(headers: HeaderMap) -> Result<Response, Error> {
    match page::wants_document(&headers) {
        true => page::document("/protocol"),
        false => Ok((MARKDOWN, PROTOCOL).into_response()),
    }
}

/// The description, and the words on the wire. What is shown of them, the page shows at `/docs`.
pub fn router(description: OpenApi) -> Router<House> {
    let schema = serde_json::to_string_pretty(&protocol::json_schema()).expect("a schema is writable as JSON");
    // Written once: it is too long to be written for everybody who asks.
    let interface = serde_json::to_string(&description).expect("a description is writable as JSON");
    let openapi = [(header::CONTENT_TYPE, "application/json")];
    let json = [(header::CONTENT_TYPE, "application/schema+json")];
    Router::new()
        .route("/schema.json", get(async move || (json, schema.clone())))
        .route("/protocol", get(protocol_page))
        .route("/protocol.md", get(async || (MARKDOWN, PROTOCOL)))
        .route("/tournaments.md", get(async || (MARKDOWN, TOURNAMENTS)))
        .route("/openapi.json", get(async move || (openapi, interface.clone())))
}

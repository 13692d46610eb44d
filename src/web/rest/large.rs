//! Answers that may be large: put together by a thread for work, and sent in pieces.

use super::Services;
use crate::Error;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::Response;
use futures_util::stream;
use runtime::work::WorkError;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// Answers up to this size need no room among those that have not been taken yet.
const SMALL_BYTES: usize = 64 << 10;
/// Pieces in which a large answer is sent.
const CHUNK_BYTES: usize = 64 << 10;

/// Sends these bytes. Too many large answers that nobody takes: this one is not made to wait for them.
///
/// # Errors
/// [`Error::Busy`] then.
pub fn sent(services: &Services, bytes: Vec<u8>) -> Result<Body, Error> {
    let bytes = Bytes::from(bytes);
    let room: Option<OwnedSemaphorePermit> = match bytes.len() {
        0..=SMALL_BYTES => return Ok(Body::from(bytes)),
        large => {
            let kib = u32::try_from(large.div_ceil(1_024)).unwrap_or(u32::MAX);
            let busy = |_| Error::Work(WorkError::Busy { waiting: services.solving.queue });
            Some(services.solving.outbox.clone().try_acquire_many_owned(kib).map_err(busy)?)
        }
    };
    let chunks = stream::unfold((bytes, room), |(mut left, room)| async move {
        let chunk = left.split_to(left.len().min(CHUNK_BYTES));
        (!chunk.is_empty()).then_some((Ok::<_, Infallible>(chunk), (left, room)))
    });
    Ok(Body::from_stream(chunks))
}

/// Has a thread write a text, and sends it under this media type.
///
/// # Errors
/// When too much work waits.
pub async fn written(
    services: &Services,
    media_type: &'static str,
    write: impl FnOnce() -> String + Send + 'static,
) -> Result<Response, Error> {
    let text = services.tournaments.reports.submit(move |_| write())?.done().await?;
    whole(services, media_type, text)
}

/// Sends a text that has been written.
///
/// # Errors
/// When too many large answers wait for their readers.
pub fn whole(services: &Services, media_type: &'static str, text: String) -> Result<Response, Error> {
    let length = text.len();
    let mut response = Response::new(sent(services, text.into_bytes())?);
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(media_type));
    response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    Ok(response)
}

/// The same for something that is written as JSON.
///
/// # Errors
/// When too much work waits.
pub async fn json<T: serde::Serialize + Send + Sync + 'static>(services: &Services, value: Arc<T>) -> Result<Response, Error> {
    written(services, "application/json", move || serde_json::to_string(&*value).expect("an answer is writable as JSON")).await
}

//! Large responses: written on the thread pool, sent in chunks, and limited by the memory budget of clients (503 when it is spent).

use super::{HttpResult, Services};
use crate::Error;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::Response;
use futures_util::{Stream, stream};
use solving::ReservedAnswer;
use std::convert::Infallible;
use std::sync::Arc;

/// Bodies up to this size need no reservation: connections are limited, and each has one at a time.
pub const SMALL_BYTES: usize = 16 << 10;
/// Most bytes of an answer that does not grow with its question.
pub const USUAL_ANSWER_BYTES: u64 = 2 << 20;
const CHUNK_BYTES: usize = 64 << 10;

pub fn pieces(answer: ReservedAnswer) -> Body {
    let bytes = Bytes::from_owner(answer);
    if bytes.len() <= CHUNK_BYTES { Body::from(bytes) } else { Body::from_stream(chunks(bytes)) }
}

/// The chunks of these bytes.
pub fn chunks(bytes: Bytes) -> impl Stream<Item = Result<Bytes, Infallible>> + Unpin {
    let mut left = bytes;
    stream::iter(std::iter::from_fn(move || {
        let chunk = left.split_to(left.len().min(CHUNK_BYTES));
        (!chunk.is_empty()).then_some(Ok(chunk))
    }))
}

/// A body of these bytes, with a memory reservation if it is large.
pub fn sent(services: &Services, bytes: Vec<u8>) -> Result<Body, Error> {
    if bytes.len() <= SMALL_BYTES {
        return Ok(Body::from(bytes));
    }
    let reservation = services.solving.memory.reserve(bytes.capacity() as u64)?;
    Ok(pieces(ReservedAnswer { bytes, reservation }))
}

/// Writes a text on the thread pool, and sends it with this media type.
pub async fn written<T>(services: &Services, media_type: &'static str, write: impl FnOnce() -> T + Send + 'static) -> HttpResult
where
    T: Into<Vec<u8>> + Send + 'static,
{
    let bytes = services.report(write).await?;
    whole(services, media_type, bytes)
}

/// Sends a text with this media type.
pub fn whole(services: &Services, media_type: &'static str, text: impl Into<Vec<u8>>) -> HttpResult {
    let text = text.into();
    let length = text.len();
    let mut response = Response::new(sent(services, text)?);
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(media_type));
    response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    Ok(response)
}

/// Serialises a value on the thread pool, and sends it.
pub async fn json<T: serde::Serialize + Send + Sync + 'static>(services: &Services, value: Arc<T>) -> HttpResult {
    written(services, "application/json", move || serde_json::to_string(&*value).expect("an answer is writable as JSON")).await
}

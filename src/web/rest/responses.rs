//! Answers that may be large: put together by a thread for work, and sent in pieces, within what clients have of the memory.

use super::{HttpResult, Services};
use crate::Error;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::Response;
use futures_util::Stream;
use futures_util::stream;
use runtime::memory::Reservation;
use solving::Answer;
use std::convert::Infallible;
use std::sync::Arc;

/// Answers and questions up to this size need no reservation: connections are counted, and each holds one at a time.
pub const SMALL_BYTES: usize = 16 << 10;
/// The most bytes that an answer takes which does not grow with its question.
pub const USUAL_ANSWER_BYTES: u64 = 2 << 20;
/// Pieces in which a large answer is sent.
const CHUNK_BYTES: usize = 64 << 10;

/// Bytes, and the memory that is reserved for them: both are free again when the last piece has been sent.
struct Held {
    bytes: Vec<u8>,
    _room: Reservation,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Bytes for which memory is reserved.
pub fn held(Answer { bytes, room }: Answer) -> Bytes {
    Bytes::from_owner(Held { bytes, _room: room })
}

/// These bytes, in pieces.
pub fn pieces(bytes: Bytes) -> Body {
    if bytes.len() <= CHUNK_BYTES { Body::from(bytes) } else { Body::from_stream(chunks(bytes)) }
}

/// The pieces.
pub fn chunks(bytes: Bytes) -> impl Stream<Item = Result<Bytes, Infallible>> + Unpin {
    let mut left = bytes;
    stream::iter(std::iter::from_fn(move || {
        let chunk = left.split_to(left.len().min(CHUNK_BYTES));
        (!chunk.is_empty()).then_some(Ok(chunk))
    }))
}

/// Sends these bytes.
///
/// # Errors
/// [`MemoryError::Full`] if too many large answers wait for their readers: this one is not made to wait for them.
pub fn sent(services: &Services, bytes: Vec<u8>) -> Result<Body, Error> {
    if bytes.len() <= SMALL_BYTES {
        return Ok(Body::from(bytes));
    }
    let room = services.solving.memory.reserve(bytes.capacity() as u64)?;
    Ok(pieces(held(Answer { bytes, room })))
}

/// Has a thread write a text, and sends it under this media type.
///
/// # Errors
/// When too much work waits.
pub async fn written(services: &Services, media_type: &'static str, write: impl FnOnce() -> String + Send + 'static) -> HttpResult {
    let text = services.report(write).await?;
    whole(services, media_type, text)
}

/// Sends a text that has been written.
///
/// # Errors
/// When too many large answers wait for their readers.
pub fn whole(services: &Services, media_type: &'static str, text: String) -> HttpResult {
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
pub async fn json<T: serde::Serialize + Send + Sync + 'static>(services: &Services, value: Arc<T>) -> HttpResult {
    written(services, "application/json", move || serde_json::to_string(&*value).expect("an answer is writable as JSON")).await
}

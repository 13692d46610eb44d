//! Request bodies that are answered before they are read. Their rest is read and dropped beside the response: a client that sends its whole
//! request first would otherwise find the connection reset, and never see the refusal.

use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::{Stream, StreamExt};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::timeout;

/// The most bytes of a rest; a larger one ends the connection.
const MOST: usize = 64 << 20;
/// The time limit of a rest.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Middleware that reads to the end what the inner service leaves of a request.
pub async fn read(request: Request, next: Next) -> Response {
    // A client that waits for `100 Continue` has sent nothing until the body is asked for.
    let is_under_way = !request.headers().contains_key(header::EXPECT);
    let whole = |body: Body| Body::from_stream(Whole { body: body.into_data_stream(), is_under_way });
    let wrapped = |body: Body| if body.is_end_stream() { body } else { whole(body) };
    next.run(request.map(wrapped)).await
}

/// A body that is read to its end even if it is dropped before.
struct Whole {
    body: BodyDataStream,
    /// Whether more of it comes, for all that is known.
    is_under_way: bool,
}

impl Stream for Whole {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let piece = ready!(self.body.poll_next_unpin(context));
        self.is_under_way = matches!(piece, Some(Ok(_)));
        Poll::Ready(piece)
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let (true, Ok(runtime)) = (self.is_under_way, Handle::try_current()) {
            let rest = std::mem::replace(&mut self.body, Body::empty().into_data_stream());
            runtime.spawn(timeout(TIMEOUT, read_rest(rest)));
        }
    }
}

async fn read_rest(mut rest: BodyDataStream) {
    let mut left = Some(MOST);
    while let (Some(more), Some(Ok(bytes))) = (left, rest.next().await) {
        left = more.checked_sub(bytes.len());
    }
}

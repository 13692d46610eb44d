//! Waiting for a database that is down.

use super::connection::is_down;
use std::future::Future;
use std::time::Duration;
use storage::StorageError;
use tokio_util::sync::CancellationToken;

/// How soon a database that is down is asked again.
const AGAIN: Duration = Duration::from_millis(500);

/// Opens something of a database, and waits while that is down; `None` if it is stopped before. Whatever else is wrong ends the waiting.
pub async fn when_up<T, O: Future<Output = Result<T, StorageError>>>(
    stop: &CancellationToken,
    open: impl Fn() -> O,
) -> Option<Result<T, StorageError>> {
    let mut is_told = false;
    loop {
        match stop.run_until_cancelled(open()).await? {
            Err(error) if is_down(&error) => {
                if !std::mem::replace(&mut is_told, true) {
                    tracing::error!(%error, "the database does not answer: this process waits for it");
                }
            }
            opened => return Some(opened),
        }
        stop.run_until_cancelled(tokio::time::sleep(AGAIN)).await?;
    }
}

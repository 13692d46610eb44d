//! A panic as an error: what fails by a defect fails alone.

use super::Error;
use futures_util::FutureExt;
use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn error(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::Internal(format!("a panic: {}", text.unwrap_or("without a message")))
}

/// What a task comes to. Of what it shares with others, nothing may be left half changed.
///
/// # Errors
/// Its own, and [`Error::Internal`] if it panics.
pub async fn caught<T>(task: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    AssertUnwindSafe(task).catch_unwind().await.unwrap_or_else(|panic| Err(error(&*panic)))
}

/// What a function comes to.
///
/// # Errors
/// [`Error::Internal`] if it panics.
pub fn caught_by<T>(function: impl FnOnce() -> T) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(function)).map_err(|panic| error(&*panic))
}

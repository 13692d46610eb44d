//! Panics as errors, so that a defect ends one task and not the process.

use crate::work::WorkError;
use futures_util::FutureExt;
use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub fn panicked(panic: &(dyn Any + Send)) -> WorkError {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    WorkError::Panicked { text: text.map(str::to_string) }
}

/// The result of a task, which must not leave shared state half changed.
///
/// # Errors
/// Its own, and [`WorkError::Panicked`] if it panics.
pub async fn caught<T, E: From<WorkError>>(task: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    AssertUnwindSafe(task).catch_unwind().await.unwrap_or_else(|panic| Err(panicked(&*panic).into()))
}

/// The result of a function.
///
/// # Errors
/// [`WorkError::Panicked`] if it panics.
pub fn caught_by<T>(function: impl FnOnce() -> T) -> Result<T, WorkError> {
    catch_unwind(AssertUnwindSafe(function)).map_err(|panic| panicked(&*panic))
}

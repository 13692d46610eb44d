//! Commands to the owner of some state. An accepted command runs to its end as a task of the process, even if its caller stops waiting.

use crate::work::{Answer, AnyResult, WorkError};
use crate::{Lifecycle, caught};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{Semaphore, oneshot};

/// The most commands to one owner that run at one time.
const MOST: usize = 1_024;

#[derive(Clone)]
pub struct Commands {
    life: Arc<Lifecycle>,
    permits: Arc<Semaphore>,
}

impl Commands {
    /// No commands yet. The end of the process waits for those that run.
    pub fn new(life: Arc<Lifecycle>) -> Commands {
        Commands { life, permits: Arc::new(Semaphore::new(MOST)) }
    }

    /// Starts a command. Dropping the returned future does not cancel it.
    ///
    /// # Errors
    /// [`WorkError::Busy`] when too many run. Of the answer: [`WorkError::Panicked`] when the command panics, and the command's own.
    pub fn accept<T, E, C>(&self, command: C) -> Result<impl Future<Output = Result<T, E>> + Send + use<T, E, C>, WorkError>
    where
        T: Send + 'static,
        E: From<WorkError> + Send + 'static,
        C: Future<Output = Result<T, E>> + Send + 'static,
    {
        let answer = self.start(Box::pin(async move { Ok(Box::new(command.await) as AnyResult) }))?;
        Ok(async move { *answer.await.map_err(|_| WorkError::Stopping)??.downcast::<Result<T, E>>().expect("its own answer") })
    }

    /// Not generic: it is compiled once, not for each command.
    fn start(&self, command: Pin<Box<dyn Future<Output = Result<AnyResult, WorkError>> + Send>>) -> Result<Answer, WorkError> {
        let permit = self.permits.clone().try_acquire_owned().map_err(|_| WorkError::Busy { waiting: MOST })?;
        let (reply, answer) = oneshot::channel();
        self.life.spawn(async move {
            let result = caught(command).await;
            drop(permit);
            // The caller may have left.
            let _ = reply.send(result);
        });
        Ok(answer)
    }

    /// Starts a command and waits for its answer.
    pub async fn run<T, E>(&self, command: impl Future<Output = Result<T, E>> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<WorkError> + Send + 'static,
    {
        self.accept(command)?.await
    }
}

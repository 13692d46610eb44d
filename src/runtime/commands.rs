//! Commands to the owner of some state. Each runs as a task of the process: once accepted, it runs to its end whether or not its caller still
//! waits. Dropping the answer drops nothing else.

use crate::work::WorkError;
use crate::{Life, caught};
use std::future::Future;
use std::sync::Arc;
use tokio::sync::{Semaphore, oneshot};

/// How many commands to one owner may be under way.
const MOST: usize = 1_024;

/// The commands to one owner.
#[derive(Clone)]
pub struct Commands {
    life: Arc<Life>,
    places: Arc<Semaphore>,
}

impl Commands {
    /// None yet. The end of the process waits for those that are under way.
    pub fn new(life: Arc<Life>) -> Commands {
        Commands { life, places: Arc::new(Semaphore::new(MOST)) }
    }

    /// Accepts a command, which runs from now on. Its answer is for the caller who waits for it.
    ///
    /// # Errors
    /// [`WorkError::Busy`] when too many are under way. Of the answer: [`WorkError::Panicked`] when the command panics, and its own.
    pub fn accept<T, E, C>(&self, command: C) -> Result<impl Future<Output = Result<T, E>> + Send + use<T, E, C>, WorkError>
    where
        T: Send + 'static,
        E: From<WorkError> + Send + 'static,
        C: Future<Output = Result<T, E>> + Send + 'static,
    {
        let place = self.places.clone().try_acquire_owned().map_err(|_| WorkError::Busy { waiting: MOST })?;
        let (reply, answer) = oneshot::channel();
        self.life.spawn(async move {
            let result = caught(command).await;
            drop(place);
            // The caller may have left.
            let _ = reply.send(result);
        });
        Ok(async move { answer.await.map_err(|_| WorkError::Stopping)? })
    }

    /// Accepts a command and waits for its answer.
    ///
    /// # Errors
    /// As for [`accept`](Commands::accept).
    pub async fn run<T, E>(&self, command: impl Future<Output = Result<T, E>> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<WorkError> + Send + 'static,
    {
        self.accept(command)?.await
    }
}

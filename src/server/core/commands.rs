//! Commands to the owner of some state. Each runs as a task of the process: once accepted, it runs to its end whether or not its caller still
//! waits. Dropping the answer drops nothing else.

use super::{Error, Life, caught};
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
    /// [`Error::Busy`] when too many are under way. Of the answer: [`Error::Internal`] when the command panics, and its own.
    pub fn accept<T, C>(&self, command: C) -> Result<impl Future<Output = Result<T, Error>> + Send + use<T, C>, Error>
    where
        T: Send + 'static,
        C: Future<Output = Result<T, Error>> + Send + 'static,
    {
        let place = self.places.clone().try_acquire_owned().map_err(|_| Error::Busy { waiting: MOST })?;
        let (reply, answer) = oneshot::channel();
        self.life.spawn(async move {
            let result = caught(command).await;
            drop(place);
            // The caller may have left.
            let _ = reply.send(result);
        });
        Ok(async move { answer.await.map_err(|_| Error::Stopping)? })
    }

    /// Accepts a command and waits for its answer.
    ///
    /// # Errors
    /// As for [`accept`](Commands::accept).
    pub async fn run<T: Send + 'static>(&self, command: impl Future<Output = Result<T, Error>> + Send + 'static) -> Result<T, Error> {
        self.accept(command)?.await
    }
}

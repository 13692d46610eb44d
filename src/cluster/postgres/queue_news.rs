//! A connection that listens for news of the queue. News are numbers of jobs; what is new of them, whoever cares looks up.

use super::connection::as_error;
use super::tls::tls;
use super::url::DatabaseUrl;
use futures_util::StreamExt;
use futures_util::stream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use storage::StorageError;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_postgres::AsyncMessage;
use tokio_util::sync::{CancellationToken, DropGuard};

/// How long to wait before the next connection.
const PAUSE: Duration = Duration::from_millis(500);
/// How often the connection is asked something: one that was cut off without a word is found so.
const ASKED_EVERY: Duration = Duration::from_secs(3);

/// News of the queue.
pub struct News {
    changes: watch::Receiver<u64>,
    /// Since when the database has answered without a break.
    since: Arc<Mutex<Option<Instant>>>,
    _listening: DropGuard,
}

impl News {
    /// Listens from now on, until this is dropped.
    pub fn of(url: &DatabaseUrl) -> News {
        let (tell, changes) = watch::channel(0);
        let (stop, since) = (CancellationToken::new(), Arc::default());
        let listening = listen(url.clone(), tell, Arc::clone(&since));
        tokio::spawn(stop.clone().run_until_cancelled_owned(listening));
        News { changes, since, _listening: stop.drop_guard() }
    }

    /// Counts up with all news, and after every break, in which some may have been missed.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.clone()
    }

    /// For how long the database has answered without a break.
    pub fn steady_for(&self) -> Duration {
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

async fn listen(url: DatabaseUrl, tell: watch::Sender<u64>, since: Arc<Mutex<Option<Instant>>>) {
    let set = |when| *since.lock().unwrap_or_else(PoisonError::into_inner) = when;
    loop {
        if let Err(error) = listen_once(&url, &tell, set).await {
            tracing::debug!(%error, "no news of the queue for a moment");
        }
        set(None);
        tokio::time::sleep(PAUSE).await;
    }
}

/// Until the connection breaks.
async fn listen_once(url: &DatabaseUrl, tell: &watch::Sender<u64>, set: impl Fn(Option<Instant>)) -> Result<(), StorageError> {
    let (client, mut connection) = url.connection.connect(tls(url)?).await.map_err(as_error)?;
    let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
    let news = async {
        while let Some(message) = messages.next().await {
            if let AsyncMessage::Notification(_) = message.map_err(as_error)? {
                tell.send_modify(|count| *count += 1);
            }
        }
        Ok(())
    };
    let asking = async {
        let row = client.query_one("SELECT 'jobs_' || md5(current_schema())", &[]).await.map_err(as_error)?;
        let channel: String = row.try_get(0).map_err(as_error)?;
        client.batch_execute(&format!("LISTEN {channel}")).await.map_err(as_error)?;
        set(Some(Instant::now()));
        tell.send_modify(|count| *count += 1);
        loop {
            tokio::time::sleep(ASKED_EVERY).await;
            if tokio::time::timeout(ASKED_EVERY, client.batch_execute("SELECT")).await.is_err() {
                return Ok(());
            }
        }
    };
    tokio::select! {
        ended = news => ended,
        ended = asking => ended,
    }
}

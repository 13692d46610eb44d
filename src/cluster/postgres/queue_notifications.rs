//! Notifications of the queue: a job is new, has a new part to take, or is over.

use super::connection::as_error;
use super::tls::tls;
use super::url::DatabaseUrl;
use futures_util::{StreamExt, stream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use storage::StorageError;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_postgres::AsyncMessage;
use tokio_util::sync::{CancellationToken, DropGuard};

/// The pause before the next connection.
const PAUSE: Duration = Duration::from_millis(500);
/// The interval and the timeout of the probe of the connection.
const PROBED_EVERY: Duration = Duration::from_secs(3);

pub struct QueueNotifications {
    changes: watch::Receiver<u64>,
    /// The start of the current uninterrupted connection.
    since: Arc<Mutex<Option<Instant>>>,
    _listening: DropGuard,
}

impl QueueNotifications {
    /// Listens until this is dropped.
    pub fn of(url: &DatabaseUrl) -> QueueNotifications {
        let (sender, changes) = watch::channel(0);
        let (stop, since) = (CancellationToken::new(), Arc::default());
        let listening = listen(url.clone(), sender, Arc::clone(&since));
        tokio::spawn(stop.clone().run_until_cancelled_owned(listening));
        QueueNotifications { changes, since, _listening: stop.drop_guard() }
    }

    /// Increases with each notification, and after each lost connection, since some may have been missed.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.clone()
    }

    /// The duration of the current uninterrupted connection.
    pub fn steady_for(&self) -> Duration {
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

async fn listen(url: DatabaseUrl, sender: watch::Sender<u64>, since: Arc<Mutex<Option<Instant>>>) {
    let set = |when| *since.lock().unwrap_or_else(PoisonError::into_inner) = when;
    loop {
        if let Err(error) = listen_once(&url, &sender, set).await {
            tracing::debug!(%error, "no news of the queue for a moment");
        }
        set(None);
        tokio::time::sleep(PAUSE).await;
    }
}

/// Until the connection breaks.
async fn listen_once(url: &DatabaseUrl, sender: &watch::Sender<u64>, set: impl Fn(Option<Instant>)) -> Result<(), StorageError> {
    let (client, mut connection) = url.connection.connect(tls(url)?).await.map_err(as_error)?;
    let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
    let news = async {
        while let Some(message) = messages.next().await {
            if let AsyncMessage::Notification(_) = message.map_err(as_error)? {
                sender.send_modify(|count| *count += 1);
            }
        }
        Ok(())
    };
    let probing = async {
        let row = client.query_one("SELECT 'jobs_' || md5(current_schema())", &[]).await.map_err(as_error)?;
        let channel: String = row.try_get(0).map_err(as_error)?;
        client.batch_execute(&format!("LISTEN {channel}")).await.map_err(as_error)?;
        set(Some(Instant::now()));
        sender.send_modify(|count| *count += 1);
        loop {
            tokio::time::sleep(PROBED_EVERY).await;
            if tokio::time::timeout(PROBED_EVERY, client.batch_execute("SELECT")).await.is_err() {
                return Ok(());
            }
        }
    };
    tokio::select! {
        ended = news => ended,
        ended = probing => ended,
    }
}

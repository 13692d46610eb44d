//! Notifications of the database (`LISTEN`), on a channel that each schema has for itself: of the lease, and of the queue.

use super::connection::as_error;
use super::database::Notices;
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

pub struct Listener {
    changes: watch::Receiver<u64>,
    /// The start of the current uninterrupted connection.
    since: Arc<Mutex<Option<Instant>>>,
    _listening: DropGuard,
}

impl Listener {
    /// Listens until this is dropped, on the channel of this name, `_` and the MD5 of the schema.
    pub fn of(url: &DatabaseUrl, channel: &'static str) -> Listener {
        let (sender, changes) = watch::channel(0);
        let (stop, since) = (CancellationToken::new(), Arc::default());
        let listening = listen(url.clone(), channel, sender, Arc::clone(&since));
        tokio::spawn(stop.clone().run_until_cancelled_owned(listening));
        Listener { changes, since, _listening: stop.drop_guard() }
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

impl Notices for Listener {
    async fn next(&mut self) {
        // The sender ends with the runtime.
        if self.changes.changed().await.is_err() {
            std::future::pending().await
        }
    }
}

async fn listen(url: DatabaseUrl, channel: &str, sender: watch::Sender<u64>, since: Arc<Mutex<Option<Instant>>>) {
    let set = |when| *since.lock().unwrap_or_else(PoisonError::into_inner) = when;
    loop {
        if let Err(error) = listen_once(&url, channel, &sender, set).await {
            tracing::debug!(%error, "no notifications of the database for a moment");
        }
        set(None);
        tokio::time::sleep(PAUSE).await;
    }
}

/// Until the connection breaks.
async fn listen_once(
    url: &DatabaseUrl,
    channel: &str,
    sender: &watch::Sender<u64>,
    set: impl Fn(Option<Instant>),
) -> Result<(), StorageError> {
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
        let row = client.query_one("SELECT $1::text || '_' || md5(current_schema())", &[&channel]).await.map_err(as_error)?;
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

//! The connection of a bot: a bounded outbox. A bot that does not read is disconnected, so no match waits for it.

use message::Coded;
use protocol::{Line, RefereeMessage, Seat, Transport};
use referee::Micros;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use tokio::sync::{Notify, SetOnce, mpsc};

/// The capacity of an outbox, in messages; a bot that fills it is too slow.
const OUTBOX: usize = 1_024;

/// Why the referee closes a connection, with the WebSocket close code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded, strum::IntoStaticStr)]
#[code("closing")]
#[strum(serialize_all = "snake_case")]
pub enum CloseReason {
    Stopping = 1001,
    BadFrame = 1002,
    Binary = 1003,
    NotUtf8 = 1007,
    TooBig = 1009,
    Full = 1013,
    BadHello = 4000,
    Superseded = 4001,
    NoHello = 4002,
    Refused = 4003,
    TooSlow = 4004,
    Silent = 4005,
    NameTaken = 4006,
    Flood = 4008,
}

impl CloseReason {
    /// The WebSocket close code and its name on the wire.
    pub fn words(self) -> (u16, &'static str) {
        (self as u16, self.into())
    }
}

/// The time at which a message was written, once it is known.
#[derive(Default)]
pub struct Delivery(OnceLock<Micros>);

impl Delivery {
    /// Records the time of writing; only the first call counts.
    pub fn note(&self, at: Micros) {
        let _ = self.0.set(at);
    }

    /// The time of writing, if the message has been written.
    pub fn at(&self) -> Option<Micros> {
        self.0.get().copied()
    }
}

#[expect(clippy::large_enum_variant, reason = "nearly all are messages")]
pub enum Outgoing {
    Message {
        message: RefereeMessage,
        /// Receives the time of writing.
        delivered: Option<Arc<Delivery>>,
        /// The result that a pong to this ping acknowledges.
        ending: Option<(u64, Seat)>,
    },
    /// New lines of a game's log, for a client of the line protocol.
    Log { match_id: u64, lines: Arc<[Line]> },
}

impl From<RefereeMessage> for Outgoing {
    fn from(message: RefereeMessage) -> Outgoing {
        Outgoing::Message { message, delivered: None, ending: None }
    }
}

/// A connected bot, as matches see it.
#[derive(Clone)]
pub struct Connection {
    pub session: u64,
    pub link: Transport,
    /// Whether a line-protocol client uses the name of a bot from another address. Its disconnection does not affect that bot.
    pub is_guest: bool,
    outbox: mpsc::Sender<Outgoing>,
    closing: Arc<SetOnce<CloseReason>>,
    liveness: Arc<Liveness>,
}

#[derive(Default)]
struct Liveness {
    ping: Notify,
    received: AtomicU64,
}

impl Connection {
    pub fn new(session: u64, link: Transport) -> (Connection, mpsc::Receiver<Outgoing>) {
        let (outbox, messages) = mpsc::channel(OUTBOX);
        (Connection { session, link, is_guest: false, outbox, closing: Arc::default(), liveness: Arc::default() }, messages)
    }

    /// Queues an entry, or closes the connection if the outbox is full.
    pub fn send(&self, message: impl Into<Outgoing>) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.outbox.try_send(message.into()) {
            self.close(CloseReason::TooSlow);
        }
    }

    /// Asks the connection to close. The first reason counts.
    pub fn close(&self, why: CloseReason) {
        let _ = self.closing.set(why);
    }

    pub fn request_ping(&self) {
        self.liveness.ping.notify_one();
    }

    pub async fn ping_requested(&self) {
        self.liveness.ping.notified().await;
    }

    pub fn count_received(&self) {
        self.liveness.received.fetch_add(1, Relaxed);
    }

    /// The number of frames from the bot.
    pub fn received(&self) -> u64 {
        self.liveness.received.load(Relaxed)
    }

    /// Whether the task of the connection has ended.
    pub fn is_gone(&self) -> bool {
        self.outbox.is_closed()
    }

    /// Waits until the connection is to be closed.
    pub async fn closed(&self) -> CloseReason {
        *self.closing.wait().await
    }
}

//! The way from a match to a connected bot: a bounded outbox that nobody ever waits for.

use message::Coded;
use protocol::{Line, RefereeMessage, Seat, Transport};
use referee::Micros;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use tokio::sync::{Notify, mpsc};
use tokio_util::sync::CancellationToken;

/// How many messages may wait for a bot before it counts as too slow.
const OUTBOX: usize = 1_024;

/// Why the referee closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("closing")]
pub enum Closing {
    /// The referee is going away.
    Stopping,
    /// A frame that is not text.
    Binary,
    /// A message too large.
    TooBig,
    /// A first message that was no good hello.
    BadHello,
    /// The same bot has connected anew.
    Superseded,
    /// No hello came.
    NoHello,
    /// The token is not valid for this bot.
    Refused,
    /// Somebody else has the name.
    NameTaken,
    /// No connection is left for whoever shows no token.
    Full,
    /// Text that is not UTF-8.
    NotUtf8,
    /// What is no WebSocket frame.
    BadFrame,
    /// It does not take its messages.
    TooSlow,
    /// It does not answer pings.
    Silent,
    /// It floods.
    Flood,
}

impl Closing {
    /// The WebSocket close code and the word.
    pub const fn words(self) -> (u16, &'static str) {
        match self {
            Closing::Stopping => (1001, "stopping"),
            Closing::Binary => (1003, "binary"),
            Closing::TooBig => (1009, "too_big"),
            Closing::BadHello => (4000, "bad_hello"),
            Closing::NotUtf8 => (1007, "not_utf8"),
            Closing::BadFrame => (1002, "bad_frame"),
            Closing::Full => (1013, "full"),
            Closing::Superseded => (4001, "superseded"),
            Closing::NoHello => (4002, "no_hello"),
            Closing::Refused => (4003, "refused"),
            Closing::NameTaken => (4006, "name_taken"),
            Closing::TooSlow => (4004, "too_slow"),
            Closing::Silent => (4005, "silent"),
            Closing::Flood => (4008, "flood"),
        }
    }
}

/// When a message had been written: the referee's time, once it is known.
pub struct Delivery(AtomicU64);

impl Default for Delivery {
    fn default() -> Self {
        Delivery(AtomicU64::new(u64::MAX))
    }
}

impl Delivery {
    /// It has been written. The first writing counts.
    pub fn note(&self, at: Micros) {
        // Only to be the first matters: nothing else hangs on it.
        let _ = self.0.compare_exchange(u64::MAX, at.0, Relaxed, Relaxed);
    }

    /// When it had been written, if it has been.
    pub fn at(&self) -> Option<Micros> {
        let at = self.0.load(Relaxed);
        (at != u64::MAX).then_some(Micros(at))
    }
}

/// What is on its way to a bot.
#[expect(clippy::large_enum_variant, reason = "nearly all are messages")]
pub enum Outgoing {
    /// A message.
    Message {
        /// The message.
        message: RefereeMessage,
        /// Where to note the referee's time when it has been written.
        delivered: Option<Arc<Delivery>>,
        /// The result that the bot will have seen when it answers a ping sent after this.
        ending: Option<(u64, Seat)>,
    },
    /// What has happened in a game, for a client of the line protocol, which tells that and no more.
    Log {
        /// The game.
        game: u64,
        /// The new lines of its log.
        lines: Arc<[Line]>,
    },
}

impl From<RefereeMessage> for Outgoing {
    fn from(message: RefereeMessage) -> Outgoing {
        Outgoing::Message { message, delivered: None, ending: None }
    }
}

/// A connected bot, as matches know it.
#[derive(Clone)]
pub struct Connection {
    /// Tells this connection from the same bot's next.
    pub session: u64,
    /// How the bot is connected.
    pub link: Transport,
    /// Whether it came by line protocol under the name of a bot that is at home at another address: when it goes, that bot loses nothing.
    pub is_guest: bool,
    outbox: mpsc::Sender<Outgoing>,
    closing: Arc<(CancellationToken, OnceLock<Closing>)>,
    pulse: Arc<Pulse>,
}

/// Whether a connection is alive.
#[derive(Default)]
struct Pulse {
    asked: Notify,
    heard: AtomicU64,
}

impl Connection {
    /// A connection, and what is to be written to it.
    pub fn new(session: u64, link: Transport) -> (Connection, mpsc::Receiver<Outgoing>) {
        let (outbox, messages) = mpsc::channel(OUTBOX);
        (Connection { session, link, is_guest: false, outbox, closing: Arc::default(), pulse: Arc::default() }, messages)
    }

    /// Sends, or closes the connection if the bot is too slow to take it.
    pub fn send(&self, message: Outgoing) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.outbox.try_send(message) {
            self.close(Closing::TooSlow);
        }
    }

    /// Sends a message with nothing special about it.
    pub fn tell(&self, message: RefereeMessage) {
        self.send(message.into());
    }

    /// Asks the connection to close. The first reason counts.
    pub fn close(&self, why: Closing) {
        let _ = self.closing.1.set(why);
        self.closing.0.cancel();
    }

    /// Asks whether the bot is there: a ping is sent.
    pub fn ask(&self) {
        self.pulse.asked.notify_one();
    }

    /// Waits until somebody asks.
    pub async fn asked(&self) {
        self.pulse.asked.notified().await;
    }

    /// The bot has been heard.
    pub fn note_heard(&self) {
        self.pulse.heard.fetch_add(1, Relaxed);
    }

    /// How often the bot has been heard.
    pub fn heard(&self) -> u64 {
        self.pulse.heard.load(Relaxed)
    }

    /// Whether nobody serves the connection any more.
    pub fn is_gone(&self) -> bool {
        self.outbox.is_closed()
    }

    /// Waits until the connection is to be closed.
    pub async fn closed(&self) -> Closing {
        self.closing.0.cancelled().await;
        *self.closing.1.get().unwrap_or(&Closing::Stopping)
    }
}

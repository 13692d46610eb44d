//! The WebSocket client: an async coat around the conversation. It reconnects by itself.

use crate::address::Address;
use crate::conversation::{Conversation, Seeking};
use crate::player::{Player, Replies, Reply};
use crate::tls;
use futures_util::{SinkExt, StreamExt};
use protocol::{About, BotMessage, Hello, RefereeMessage};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io;
use std::pin::pin;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tokio_util::either::Either;
use tracing::Instrument;

/// A message from the referee is never larger than this.
const MESSAGE_BYTES: usize = 256 * 1024;
/// How long the way to a connection and to its `welcome` may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// How long the farewell may take.
const CLOSE_WITHIN: Duration = Duration::from_secs(1);
/// The wait before the first attempt to reconnect. It doubles with each attempt.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait before an attempt to reconnect.
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// A connection that held so long was a good one: the next wait is the first again.
const HELD: Duration = Duration::from_secs(10);
/// A connection is taken for lost so long after a heartbeat that did not come.
const HEARTBEAT_LATE: Duration = Duration::from_secs(5);

/// Who plays, where, and for what.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// The referee's address.
    pub address: Address,
    /// Who the bot is.
    pub about: About,
    /// The operator's token, where one is needed.
    pub token: Option<String>,
    /// The games to offer for; without it the bot waits to be called.
    pub seeking: Option<Seeking>,
    /// For the jitter of reconnections.
    pub seed: u64,
}

/// Why a client ended by itself. Whatever time may heal is no error: the client tries again.
#[derive(Debug, message::Coded)]
#[code("bot_client")]
pub enum Error {
    /// Close code 4001.
    Superseded,
    /// Close code 4003.
    TokenRefused {
        /// Its own words.
        why: String,
    },
    /// Close code 4000.
    BadHello {
        /// Its own words.
        why: String,
    },
    /// The address answers, but not as a WebSocket.
    NotAWebSocket {
        /// The address.
        address: String,
        /// The HTTP status.
        status: u16,
    },
    /// No thread, no process or no port could be had.
    #[code(from)]
    Io(io::Error),
}

/// Why a connection ended.
#[derive(Debug)]
enum Ended {
    /// The caller said so, or all games are played.
    Done,
    /// For now; another may do better.
    Lost(String),
    /// For good.
    Refused(Error),
}

/// Plays until `stop` is ready, until the games wished for are played, or until the referee refuses the bot for good. Must run in a
/// tokio runtime with its timers and network enabled; a `current_thread` one does.
pub async fn run(config: &ClientConfig, player: &mut impl Player, stop: impl Future<Output = ()>) -> Result<(), Error> {
    let trust = if config.address.is_encrypted() { Some(tls::trusting_the_system()?) } else { None };
    let dial = async || {
        let stream = tokio::net::TcpStream::connect((config.address.host(), config.address.port())).await?;
        stream.set_nodelay(true)?;
        match &trust {
            None => Ok(Either::Left(stream)),
            Some(trust) => Ok(Either::Right(tls::encrypted(stream, config.address.host(), trust).await?)),
        }
    };
    run_over(dial, config, player, stop).instrument(tracing::info_span!("bot", name = config.about.name)).await
}

/// The same over any kind of stream, of which `dial` makes one an attempt.
pub async fn run_over<S: AsyncRead + AsyncWrite + Unpin>(
    mut dial: impl AsyncFnMut() -> io::Result<S>,
    config: &ClientConfig,
    player: &mut impl Player,
    stop: impl Future<Output = ()>,
) -> Result<(), Error> {
    let mut stop = pin!(stop);
    let mut rng = ChaCha8Rng::seed_from_u64(config.seed);
    let mut wait = FIRST_WAIT;
    let mut conversation = Conversation::new(config.seeking.clone());
    let (replies, mut inbox): (Replies, _) = channel(1_024);
    player.begin(replies);
    // What the last `welcome` gave for coming back.
    let mut back = None;
    loop {
        let began = Instant::now();
        let connecting = timeout(CONNECT_WITHIN, connect(&mut dial, config, back.clone(), conversation.may_have_missed_an_end()));
        let ended = tokio::select! {
            () = &mut stop => return Ok(()),
            connected = connecting => match connected {
                Err(_) => Ended::Lost(format!("no answer in {} s", CONNECT_WITHIN.as_secs())),
                Ok(Err(ended)) => ended,
                Ok(Ok(socket)) => {
                    let mut connection = Connection { socket, last_heard: Instant::now(), patience: CONNECT_WITHIN, said: None, back: None };
                    let ended = connection.converse(&mut conversation, &mut inbox, player, &mut stop).await;
                    back = connection.back.take().or(back);
                    conversation.lost(Some(connection.last_heard.into_std()));
                    player.hurry();
                    ended
                }
            },
        };
        let why = match ended {
            Ended::Done => return Ok(()),
            Ended::Refused(error) => return Err(error),
            Ended::Lost(why) => why,
        };
        wait = if began.elapsed() >= HELD { FIRST_WAIT } else { wait };
        let jittered = wait.mul_f64(rng.random_range(0.5..1.0));
        wait = (wait * 2).min(LONGEST_WAIT);
        tracing::warn!(address = %config.address, "not connected: {why}; the next attempt is in {:.1} s", jittered.as_secs_f64());
        let until = Instant::now() + jittered;
        loop {
            tokio::select! {
                () = &mut stop => return Ok(()),
                () = sleep_until(until) => break,
                Some(reply) = inbox.recv() => drop(conversation.reply(reply)),
            }
        }
    }
}

async fn connect<S: AsyncRead + AsyncWrite + Unpin>(
    dial: &mut impl AsyncFnMut() -> io::Result<S>,
    config: &ClientConfig,
    back: Option<String>,
    resume: bool,
) -> Result<WebSocketStream<S>, Ended> {
    let lost = |error: &dyn std::fmt::Display| Ended::Lost(error.to_string());
    let stream = dial().await.map_err(|error| lost(&error))?;
    // The default buffer is 128 KiB a connection; a usual message is below 2 KiB.
    let sizes = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(4096)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES));
    let (mut socket, _) = match client_async_with_config(config.address.uri(), stream, Some(sizes)).await {
        Ok(connected) => connected,
        Err(tungstenite::Error::Http(response)) => {
            let status = response.status();
            // A proxy whose referee is being restarted says 5xx.
            return Err(if status.is_client_error() && status.as_u16() != 429 {
                Ended::Refused(Error::NotAWebSocket { address: config.address.to_string(), status: status.as_u16() })
            } else {
                Ended::Lost(format!("HTTP status {status}"))
            });
        }
        Err(error) => return Err(lost(&error)),
    };
    // A variable that is set to nothing is no token.
    let token = config.token.clone().filter(|token| !token.is_empty());
    let hello = Hello { proto: vec![protocol::VERSION], token, back, resume, bot: config.about.clone() };
    socket.send(frame(&BotMessage::Hello(hello))).await.map_err(|error| lost(&error))?;
    Ok(socket)
}

fn frame(message: &BotMessage) -> Message {
    Message::text(serde_json::to_string(message).expect("messages are structs of strings and numbers, which always serialise"))
}

struct Connection<S> {
    socket: WebSocketStream<S>,
    last_heard: Instant,
    /// How long the referee may be silent.
    patience: Duration,
    /// The last error the referee spoke of: it explains the close that follows.
    said: Option<String>,
    /// The secret for coming back.
    back: Option<String>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Connection<S> {
    async fn converse(
        &mut self,
        conversation: &mut Conversation,
        inbox: &mut Receiver<Reply>,
        player: &mut impl Player,
        stop: &mut (impl Future<Output = ()> + Unpin),
    ) -> Ended {
        loop {
            if conversation.is_done() {
                self.farewell().await;
                return Ended::Done;
            }
            let offer_due = conversation.offer_due().map(Instant::from_std);
            let say = match conversation.offer(Instant::now().into_std(), player) {
                Some(offer) => Some(offer),
                None => tokio::select! {
                    () = &mut *stop => {
                        self.farewell().await;
                        return Ended::Done;
                    }
                    received = self.socket.next() => match self.hear(received, conversation, player) {
                        Ok(say) => say,
                        Err(ended) => {
                            self.farewell().await;
                            return ended;
                        }
                    },
                    Some(reply) = inbox.recv() => conversation.reply(reply),
                    () = sleep_until(offer_due.unwrap_or_else(Instant::now)), if offer_due.is_some() => None,
                    () = sleep_until(self.last_heard + self.patience) => {
                        return Ended::Lost(format!("nothing heard for {} s", self.patience.as_secs()));
                    }
                },
            };
            let Some(message) = say else { continue };
            match timeout(CONNECT_WITHIN, self.socket.send(frame(&message))).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return Ended::Lost(error.to_string()),
                Err(_) => return Ended::Lost("the referee does not read".into()),
            }
        }
    }

    /// Takes in one frame; gives what is to be said, if anything.
    fn hear(
        &mut self,
        received: Option<Result<Message, tungstenite::Error>>,
        conversation: &mut Conversation,
        player: &mut impl Player,
    ) -> Result<Option<BotMessage>, Ended> {
        let received = match received {
            None => return Err(Ended::Lost(self.said.take().unwrap_or_else(|| "the connection was closed".into()))),
            Some(Err(error)) => return Err(Ended::Lost(self.said.take().unwrap_or_else(|| error.to_string()))),
            Some(Ok(received)) => received,
        };
        self.last_heard = Instant::now();
        let text = match received {
            Message::Text(text) => text,
            Message::Close(close) => return Err(self.closed(close)),
            _ => return Ok(None),
        };
        let message = match serde_json::from_str::<RefereeMessage>(&text) {
            Ok(message) => message,
            Err(error) => {
                tracing::debug!("a message this client does not know is ignored: {error}");
                return Ok(None);
            }
        };
        match &message {
            RefereeMessage::Welcome(welcome) => {
                self.back = Some(welcome.back.clone()).filter(|back| !back.is_empty());
                self.patience = Duration::from_micros(welcome.heartbeat_us) + HEARTBEAT_LATE;
            }
            RefereeMessage::Error { message, .. } => self.said = Some(message.clone()),
            _ => {}
        }
        Ok(conversation.hear(message, self.last_heard.into_std(), player))
    }

    fn closed(&mut self, close: Option<CloseFrame>) -> Ended {
        let Some(CloseFrame { code, reason }) = close else { return Ended::Lost("closed without a reason".into()) };
        let why = self.said.take().unwrap_or_else(|| reason.to_string());
        match u16::from(code) {
            4000 => Ended::Refused(Error::BadHello { why }),
            4001 => Ended::Refused(Error::Superseded),
            4003 => Ended::Refused(Error::TokenRefused { why }),
            code => Ended::Lost(format!("closed with code {code}: {why}")),
        }
    }

    async fn farewell(&mut self) {
        let close = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        let goodbye = async {
            // The answer to a close frame is written while reading on.
            if self.socket.close(Some(close)).await.is_ok() {
                while let Some(Ok(_)) = self.socket.next().await {}
            }
        };
        // Whoever does not answer a farewell has missed nothing.
        drop(timeout(CLOSE_WITHIN, goodbye).await);
    }
}

/// Waits for Ctrl-C, and on Unix for SIGTERM too.
pub async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    drop(tokio::signal::ctrl_c().await);
}

#[cfg(test)]
mod tests;

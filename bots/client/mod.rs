//! The WebSocket client: async IO around a [`ClientSession`], with reconnection.

use crate::address::Address;
use crate::log_message::{CloseText, LogMessage, Lost};
use crate::player::{BotPlayer, Replies, Reply};
use crate::session::{ClientSession, Seeking};
use crate::tls;
use futures_util::{SinkExt, StreamExt};
use message::{Coded, Decimal};
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

const MESSAGE_BYTES: usize = 256 * 1024;
/// The timeout from the connection attempt to `welcome`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout of the closing handshake.
const CLOSE_WITHIN: Duration = Duration::from_secs(1);
/// The first backoff before a reconnection. It doubles with each attempt.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// A connection that held this long resets the backoff.
const STABLE_AFTER: Duration = Duration::from_secs(10);
/// A connection is lost this long after a missing heartbeat.
const HEARTBEAT_LATE: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// The referee's address.
    pub address: Address,
    pub about: About,
    /// The bot's token, if required.
    pub token: Option<String>,
    /// The games to seek; without it the bot waits to be paired.
    pub seeking: Option<Seeking>,
    /// The seed of the jitter of reconnections.
    pub seed: u64,
}

/// A permanent failure. After any other, the client retries.
#[derive(Debug, message::Coded)]
#[code("bot_client")]
pub enum Error {
    /// Close code 4001.
    Superseded,
    /// Close code 4003.
    TokenRefused { why: message::Message },
    /// Close code 4000.
    BadHello { why: message::Message },
    /// Close code 4000, for the bot's name.
    BadName { why: message::Message },
    /// An opponent whom the bot can never play.
    BadOpponent { why: message::Message },
    /// The address does not answer as a WebSocket.
    NotAWebSocket { address: String, status: u16 },
    /// A thread, a process or a port is not available.
    Io(io::Error),
}

#[derive(Debug)]
enum Ended {
    /// Stopped by the caller, or all games are played.
    Done,
    /// Lost; the client reconnects.
    Lost(Lost),
    /// Refused permanently.
    Refused(Error),
}

/// Plays until `stop` is ready or the wanted games are played. Must run in a tokio runtime with timers and network.
///
/// # Errors
/// The referee refuses the bot permanently.
pub async fn run(config: &ClientConfig, player: &mut impl BotPlayer, stop: impl Future<Output = ()>) -> Result<(), Error> {
    let trust = if config.address.is_encrypted { Some(tls::trusting_the_system()?) } else { None };
    let dial = async || {
        let host = (config.address.host.as_str(), config.address.port);
        // The resolver's error has no kind.
        let found = tokio::net::lookup_host(host).await.map_err(|_| io::Error::other(Lost::UnknownHost.message()))?;
        let stream = tokio::net::TcpStream::connect(&*found.collect::<Vec<_>>()).await?;
        stream.set_nodelay(true)?;
        match &trust {
            None => Ok(Either::Left(stream)),
            Some(trust) => Ok(Either::Right(tls::encrypted(stream, &config.address, trust).await?)),
        }
    };
    run_over(dial, config, player, stop).instrument(tracing::info_span!("bot", name = config.about.name)).await
}

/// The same over any kind of stream; `dial` makes one for each attempt.
///
/// # Errors
/// The referee refuses the bot permanently.
pub async fn run_over<S: AsyncRead + AsyncWrite + Unpin>(
    mut dial: impl AsyncFnMut() -> io::Result<S>,
    config: &ClientConfig,
    player: &mut impl BotPlayer,
    stop: impl Future<Output = ()>,
) -> Result<(), Error> {
    let mut stop = pin!(stop);
    let mut rng = ChaCha8Rng::seed_from_u64(config.seed);
    let mut wait = FIRST_WAIT;
    let mut session = ClientSession::new(config.seeking.clone());
    let (replies, mut inbox): (Replies, _) = channel(1_024);
    player.begin(replies);
    // The secret of the last `welcome` for reconnections.
    let mut resume_token = None;
    loop {
        let began = Instant::now();
        let connecting = timeout(CONNECT_TIMEOUT, connect(&mut dial, config, resume_token.clone(), session.may_have_missed_an_end()));
        let ended = tokio::select! {
            () = &mut stop => return Ok(()),
            connected = connecting => match connected {
                Err(_) => Ended::Lost(Lost::NoAnswer { seconds: CONNECT_TIMEOUT.as_secs() }),
                Ok(Err(ended)) => ended,
                Ok(Ok(socket)) => {
                    let mut connection =
                        Connection { socket, last_frame: Instant::now(), silence_limit: CONNECT_TIMEOUT, last_error: None, resume_token: None };
                    let ended = connection.run(&mut session, &mut inbox, player, &mut stop).await;
                    resume_token = connection.resume_token.take().or(resume_token);
                    session.lost(Some(connection.last_frame.into_std()));
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
        wait = if began.elapsed() >= STABLE_AFTER { FIRST_WAIT } else { wait };
        let jittered = wait.mul_f64(rng.random_range(0.5..1.0));
        wait = (wait * 2).min(LONGEST_WAIT);
        let seconds = Decimal::rounded(jittered.as_secs_f64(), 1);
        tracing::warn!(address = %config.address, "{}", LogMessage::NotConnected { why, seconds }.localized());
        let until = Instant::now() + jittered;
        loop {
            tokio::select! {
                () = &mut stop => return Ok(()),
                () = sleep_until(until) => break,
                Some(reply) = inbox.recv() => drop(session.reply(reply)),
            }
        }
    }
}

async fn connect<S: AsyncRead + AsyncWrite + Unpin>(
    dial: &mut impl AsyncFnMut() -> io::Result<S>,
    config: &ClientConfig,
    resume_token: Option<String>,
    resume: bool,
) -> Result<WebSocketStream<S>, Ended> {
    let lost = |source| Ended::Lost(Lost::Broken { source });
    let stream = dial().await.map_err(|error| {
        Ended::Lost(if error.kind() == io::ErrorKind::ConnectionRefused { Lost::ConnectionRefused } else { Lost::Dial(error) })
    })?;
    // The default buffer is 128 KiB a connection; most messages are below 2 KiB.
    let sizes = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(4096)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES));
    let (mut socket, _) = match client_async_with_config(&config.address.uri, stream, Some(sizes)).await {
        Ok(connected) => connected,
        Err(tungstenite::Error::Http(response)) => {
            let status = response.status();
            // A proxy answers 5xx while its referee restarts.
            return Err(if status.is_client_error() && status.as_u16() != 429 {
                Ended::Refused(Error::NotAWebSocket { address: config.address.to_string(), status: status.as_u16() })
            } else {
                Ended::Lost(Lost::Http { status: status.as_u16() })
            });
        }
        Err(error) => return Err(lost(error)),
    };
    // An empty environment variable is not a token.
    let token = config.token.clone().filter(|token| !token.is_empty());
    let hello = Hello { proto: vec![protocol::VERSION], token, resume_token, resume, bot: config.about.clone() };
    socket.send(frame(&BotMessage::Hello(hello))).await.map_err(lost)?;
    Ok(socket)
}

fn frame(message: &BotMessage) -> Message {
    Message::text(serde_json::to_string(message).expect("messages are structs of strings and numbers, which always serialise"))
}

struct Connection<S> {
    socket: WebSocketStream<S>,
    last_frame: Instant,
    /// The longest silence of the referee.
    silence_limit: Duration,
    /// The last error message of the referee, which explains a close that follows.
    last_error: Option<message::Message>,
    /// The secret for reconnections.
    resume_token: Option<String>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Connection<S> {
    async fn run(
        &mut self,
        session: &mut ClientSession,
        inbox: &mut Receiver<Reply>,
        player: &mut impl BotPlayer,
        stop: &mut (impl Future<Output = ()> + Unpin),
    ) -> Ended {
        loop {
            if session.is_done() {
                self.close().await;
                return Ended::Done;
            }
            let offer_due = session.offer_due().map(Instant::from_std);
            let message = match session.offer(Instant::now().into_std(), player) {
                Some(offer) => Some(offer),
                None => tokio::select! {
                    () = &mut *stop => {
                        self.close().await;
                        return Ended::Done;
                    }
                    received = self.socket.next() => match self.receive(received, session, player) {
                        Ok(message) => message,
                        Err(ended) => {
                            self.close().await;
                            return ended;
                        }
                    },
                    Some(reply) = inbox.recv() => session.reply(reply),
                    () = sleep_until(offer_due.unwrap_or_else(Instant::now)), if offer_due.is_some() => None,
                    () = sleep_until(self.last_frame + self.silence_limit) => {
                        return Ended::Lost(Lost::Silent { seconds: self.silence_limit.as_secs() });
                    }
                },
            };
            let Some(message) = message else { continue };
            match timeout(CONNECT_TIMEOUT, self.socket.send(frame(&message))).await {
                Ok(Ok(())) => {}
                Ok(Err(source)) => return Ended::Lost(Lost::Broken { source }),
                Err(_) => return Ended::Lost(Lost::NotReading),
            }
        }
    }

    /// Handles one frame; returns the message to send, if any.
    fn receive(
        &mut self,
        received: Option<Result<Message, tungstenite::Error>>,
        session: &mut ClientSession,
        player: &mut impl BotPlayer,
    ) -> Result<Option<BotMessage>, Ended> {
        let received = match received {
            None => return Err(self.lost(Lost::Closed)),
            Some(Err(source)) => return Err(self.lost(Lost::Broken { source })),
            Some(Ok(received)) => received,
        };
        self.last_frame = Instant::now();
        let text = match received {
            Message::Text(text) => text,
            Message::Close(close) => return Err(self.closed(close)),
            _ => return Ok(None),
        };
        let message = match serde_json::from_str::<RefereeMessage>(&text) {
            Ok(message) => message,
            Err(error) => {
                tracing::debug!("an unknown message is ignored: {error}");
                return Ok(None);
            }
        };
        match &message {
            RefereeMessage::Welcome(welcome) => {
                self.resume_token = Some(welcome.resume_token.clone()).filter(|token| !token.is_empty());
                self.silence_limit = Duration::from_micros(welcome.heartbeat_us) + HEARTBEAT_LATE;
            }
            RefereeMessage::Error { why, fatal: false, .. } if matches!(why.code(), "contest.bad_name" | "contest.self_play") => {
                return Err(Ended::Refused(Error::BadOpponent { why: why.clone() }));
            }
            RefereeMessage::Error { why, .. } => self.last_error = Some(why.clone()),
            _ => {}
        }
        Ok(session.handle(message, self.last_frame.into_std(), player))
    }

    /// The connection is lost; what the referee said before explains it better.
    fn lost(&mut self, how: Lost) -> Ended {
        Ended::Lost(self.last_error.take().map_or(how, |why| Lost::Said { why }))
    }

    fn closed(&mut self, close: Option<CloseFrame>) -> Ended {
        let Some(CloseFrame { code, reason }) = close else { return Ended::Lost(Lost::Closed) };
        let why = self.last_error.take().unwrap_or_else(|| CloseText { text: reason.to_string() }.message());
        match u16::from(code) {
            4000 if why.code() == "contest.bad_name" => Ended::Refused(Error::BadName { why }),
            4000 => Ended::Refused(Error::BadHello { why }),
            4001 => Ended::Refused(Error::Superseded),
            4003 => Ended::Refused(Error::TokenRefused { why }),
            code => Ended::Lost(Lost::WithCode { code, why }),
        }
    }

    async fn close(&mut self) {
        let close = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        let goodbye = async {
            // The closing handshake completes while reading.
            if self.socket.close(Some(close)).await.is_ok() {
                while let Some(Ok(_)) = self.socket.next().await {}
            }
        };
        drop(timeout(CLOSE_WITHIN, goodbye).await);
    }
}

/// Takes Ctrl-C, and on Unix SIGTERM, from now on; the future waits for the first of them.
///
/// # Errors
/// When the system does not allow it.
pub fn interrupted() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let (mut interrupt, mut terminate) = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    #[cfg(windows)]
    let (mut interrupt, mut terminate) = (tokio::signal::windows::ctrl_c()?, tokio::signal::windows::ctrl_close()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests;

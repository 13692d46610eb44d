//! A proxy between the bot and the referee that records their messages and injects faults.

use super::fault::{InjectedFault, ToBot};
use super::record::{CloseCause, Disconnection, FrameDirection, Record};
use super::step::StepName;
use futures_util::{SinkExt, StreamExt};
use parking_lot::Mutex;
use protocol::About;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async, client_async};
use web::MemoryConnector;

/// The timeout of a handshake and of a close.
const TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Proxy {
    shared: Arc<Mutex<ProxyState>>,
    changes: watch::Sender<()>,
}

/// The state that connections and the examination share.
pub struct ProxyState {
    /// The way to the referee; none while there is no referee.
    pub referee: Option<MemoryConnector>,
    fault: InjectedFault,
    /// The only bot that may connect; none for any bot.
    wanted: Option<String>,
    /// The connected bot, with the number of its connection.
    pub present: Option<(u64, About)>,
    /// The `id` of the game that the bot seeks, if it seeks one.
    seek: Option<Option<String>>,
    pub record: Record,
    began: Instant,
    connections: u64,
}

impl ProxyState {
    /// Whether the bot should be led to a pass.
    pub fn wants_pass(&self) -> bool {
        self.fault.0 == Some(StepName::OnlyPasse) && self.record.passes == 0
    }

    /// Records a message; returns its fields, none if it is not an object.
    fn record(&mut self, way: FrameDirection, text: &str) -> Map<String, Value> {
        let fields: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
        self.record.add(self.began.elapsed(), way, text, &fields);
        fields
    }
}

impl Proxy {
    /// A proxy for the bot of this name; for any bot if there is none.
    pub fn new(wanted: Option<String>) -> Proxy {
        let (referee, fault, present, seek, began) = (None, InjectedFault(None), None, None, Instant::now());
        let shared = ProxyState { referee, fault, wanted, present, seek, record: Record::default(), began, connections: 0 };
        Proxy { shared: Arc::new(Mutex::new(shared)), changes: watch::channel(()).0 }
    }

    /// Changes the shared state, and wakes those who wait for a change.
    pub fn change<T>(&self, change: impl FnOnce(&mut ProxyState) -> T) -> T {
        let changed = change(&mut self.shared.lock());
        self.changes.send_replace(());
        changed
    }

    pub fn read_state<T>(&self, read: impl FnOnce(&ProxyState) -> T) -> T {
        read(&self.shared.lock())
    }

    pub fn begin(&self, step: StepName) {
        self.change(|shared| {
            shared.fault = InjectedFault(Some(step));
            shared.record = Record::default();
            shared.began = Instant::now();
        });
    }

    /// Waits until `look` finds something; none after the timeout.
    pub async fn wait_until<T>(&self, limit: Duration, read: impl Fn(&ProxyState) -> Option<T>) -> Option<T> {
        let mut changes = self.changes.subscribe();
        let seen = async {
            loop {
                if let Some(seen) = read(&self.shared.lock()) {
                    return seen;
                }
                // The sender is a field of this value.
                let _ = changes.changed().await;
            }
        };
        timeout(limit, seen).await.ok()
    }

    pub fn dial(&self) -> io::Result<DuplexStream> {
        let referee = self.shared.lock().referee.clone().ok_or(io::ErrorKind::ConnectionRefused)?;
        referee.open()
    }

    /// Serves a bot's connection to its end.
    pub async fn serve(self, stream: impl AsyncRead + AsyncWrite + Unpin) {
        let Ok(Ok(bot)) = timeout(TIMEOUT, accept_hdr_async(stream, at_ws)).await else { return };
        // Without a referee the connection is dropped.
        let Ok(pipe) = self.dial() else { return };
        let Ok((referee, _)) = client_async("ws://referee/ws", pipe).await else { return };
        let number = self.change(|shared| {
            shared.connections += 1;
            shared.connections
        });
        let mut relay = Relay {
            proxy: self.clone(),
            number,
            bot,
            referee,
            to_bot: VecDeque::new(),
            to_referee: VecDeque::new(),
            has_greeted: false,
            is_flood: false,
        };
        let (cause, is_clean, is_ours) = relay.run().await;
        self.change(|shared| {
            if shared.present.as_ref().is_some_and(|(present, _)| *present == number) {
                shared.present = None;
                shared.seek = None;
            }
            if relay.has_greeted {
                let at = shared.began.elapsed();
                shared.record.disconnections.push(Disconnection { at, cause, is_clean, is_ours, is_flood: relay.is_flood });
            } else {
                shared.record.before_hello = Some(cause);
            }
        });
    }
}

/// Refuses another path than the referee's.
#[expect(clippy::result_large_err, reason = "the library says what a refusal is")]
fn at_ws(request: &Request, response: Response) -> Result<Response, ErrorResponse> {
    if request.uri().path() == "/ws" {
        return Ok(response);
    }
    let mut refusal = ErrorResponse::new(Some("the path of bots is /ws\n".into()));
    *refusal.status_mut() = StatusCode::NOT_FOUND;
    Err(refusal)
}

struct Relay<S> {
    proxy: Proxy,
    number: u64,
    bot: WebSocketStream<S>,
    referee: WebSocketStream<DuplexStream>,
    to_bot: VecDeque<(Instant, Message, bool)>,
    to_referee: VecDeque<(Instant, Message)>,
    has_greeted: bool,
    /// Whether the referee has closed it because the bot sent too much.
    is_flood: bool,
}

/// The close code of a flood.
const FLOOD: u16 = 4008;
/// The close code of a connection that a newer one replaces.
const SUPERSEDED: u16 = 4001;

/// Why a connection ended, whether by a close frame, and whether this program closed it.
type ConnectionEnd = (CloseCause, bool, bool);

impl<S: AsyncRead + AsyncWrite + Unpin> Relay<S> {
    async fn run(&mut self) -> ConnectionEnd {
        loop {
            let (next_to_bot, next_to_referee) = (self.to_bot.front().map(|way| way.0), self.to_referee.front().map(|way| way.0));
            tokio::select! {
                biased;
                () = sleep_until(next_to_bot.unwrap_or_else(Instant::now)), if next_to_bot.is_some() => {
                    let Some((_, message, breaks)) = self.to_bot.pop_front() else { continue };
                    if let Message::Text(text) = &message {
                        self.proxy.change(|shared| shared.record(FrameDirection::ToBot, text));
                    }
                    if let Err(error) = self.bot.send(message).await {
                        return (CloseCause::Unsendable { why: error.to_string() }, false, false);
                    }
                    if breaks {
                        return (CloseCause::BrokenByStep, false, true);
                    }
                }
                () = sleep_until(next_to_referee.unwrap_or_else(Instant::now)), if next_to_referee.is_some() => {
                    let Some((_, message)) = self.to_referee.pop_front() else { continue };
                    if self.referee.send(message).await.is_err() {
                        return (CloseCause::RefereeGone, false, true);
                    }
                }
                message = self.bot.next() => match message {
                    Some(Ok(Message::Close(close))) => return self.closed_by_bot(close).await,
                    Some(Ok(message)) => if let Some(refusal) = self.handle_bot(message) {
                        return self.refuse(refusal).await;
                    },
                    Some(Err(tungstenite::Error::Protocol(ProtocolError::UnmaskedFrameFromClient))) => return (CloseCause::Unmasked, false, false),
                    Some(Err(error)) => {
                        self.deliver_to_referee().await;
                        return (CloseCause::Broke { why: error.to_string() }, false, false);
                    }
                    None => {
                        self.deliver_to_referee().await;
                        return (CloseCause::HungUp, false, false);
                    }
                },
                message = self.referee.next() => match message {
                    Some(Ok(Message::Text(text))) => self.handle_referee(&text),
                    Some(Ok(Message::Close(close))) => return self.closed_by_referee(close).await,
                    // Bots take the silence of a referee that does not ping for a lost connection.
                    Some(Ok(ping @ Message::Ping(_))) => self.to_bot.push_back((Instant::now(), ping, false)),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return (CloseCause::RefereeGone, false, true),
                },
            }
        }
    }

    /// Handles the bot's message; returns a reason to refuse the bot.
    fn handle_bot(&mut self, message: Message) -> Option<CloseCause> {
        let Message::Text(text) = &message else {
            if message.is_binary() {
                self.to_referee.push_back((Instant::now(), message));
            }
            return None;
        };
        let number = self.number;
        let passed = self.proxy.change(|shared| {
            let mut fields = shared.record(FrameDirection::FromBot, text);
            let due = Instant::now() + shared.fault.latency();
            match fields.get("t").and_then(Value::as_str) {
                Some("hello") => {
                    // The doctor's referee knows no token.
                    fields.remove("token");
                    if let Some(about) = fields.get("bot").and_then(|bot| serde_json::from_value::<About>(bot.clone()).ok()) {
                        if let Some(wanted) = shared.wanted.clone().filter(|wanted| *wanted != about.name) {
                            return Err(CloseCause::NotExamined { wanted, name: about.name });
                        }
                        shared.present = Some((number, about));
                    }
                    Ok(Some((due, Value::Object(fields).to_string())))
                }
                // The examination begins the games.
                Some("seek") => {
                    shared.seek = Some(fields.get("id").and_then(Value::as_str).map(str::to_string));
                    Ok(None)
                }
                Some("unseek") => {
                    shared.seek = None;
                    Ok(None)
                }
                _ => Ok(Some((due, shared.fault.inject_to_referee(text)))),
            }
        });
        self.has_greeted |= self.proxy.read_state(|shared| shared.present.as_ref().is_some_and(|(present, _)| *present == number));
        match passed {
            Err(refusal) => return Some(refusal),
            Ok(Some((due, text))) => self.to_referee.push_back((due, Message::text(text))),
            Ok(None) => {}
        }
        None
    }

    fn handle_referee(&mut self, text: &str) {
        let (due, passed) = self.proxy.change(|shared| {
            let due = Instant::now() + shared.fault.latency();
            let fields: Option<Map<String, Value>> = serde_json::from_str(text).ok();
            // A bot that seeks a game takes this for the one that it sought.
            let sought = match fields {
                Some(mut fields) if fields.get("t") == Some(&json!("state")) && fields.get("status") == Some(&json!("waiting")) => {
                    shared.seek.take().flatten().map(|id| {
                        fields.insert("id".into(), id.into());
                        Value::Object(fields).to_string()
                    })
                }
                _ => None,
            };
            (due, shared.fault.inject_to_bot(sought.as_deref().unwrap_or(text)))
        });
        let ToBot { messages, breaks } = passed;
        let last = messages.len().saturating_sub(1);
        for (number, message) in messages.into_iter().enumerate() {
            self.to_bot.push_back((due, Message::text(message), breaks && number == last));
        }
    }

    /// Delivers the bot's earlier messages, as a referee reads them before it sees the end of the connection.
    async fn deliver_to_referee(&mut self) {
        while let Some((due, message)) = self.to_referee.pop_front() {
            sleep_until(due).await;
            if self.referee.send(message).await.is_err() {
                return;
            }
        }
    }

    async fn closed_by_bot(&mut self, close: Option<CloseFrame>) -> ConnectionEnd {
        let cause = close.as_ref().map_or(CloseCause::Closed, |close| CloseCause::ClosedWith { code: close.code.into() });
        let _ = timeout(TIMEOUT, async {
            drop(self.bot.close(None).await);
            self.deliver_to_referee().await;
            if self.referee.close(close).await.is_ok() {
                while let Some(Ok(_)) = self.referee.next().await {}
            }
        })
        .await;
        (cause, true, false)
    }

    /// Delivers the referee's earlier messages first.
    async fn closed_by_referee(&mut self, close: Option<CloseFrame>) -> ConnectionEnd {
        while let Some((_, message, _)) = self.to_bot.pop_front() {
            if let Message::Text(text) = &message {
                self.proxy.change(|shared| shared.record(FrameDirection::ToBot, text));
            }
            if self.bot.send(message).await.is_err() {
                break;
            }
        }
        let code = close.as_ref().map(|close| u16::from(close.code));
        self.is_flood = code == Some(FLOOD);
        // A bot that has connected anew may never read this.
        self.close_bot(close, if code == Some(SUPERSEDED) { TIMEOUT / 50 } else { TIMEOUT }).await;
        match code {
            Some(1001) => (CloseCause::RefereeAway, true, true),
            code => (CloseCause::ClosedByReferee { code }, code != Some(SUPERSEDED), false),
        }
    }

    async fn refuse(&mut self, why: CloseCause) -> ConnectionEnd {
        let error = json!({"t": "error", "code": "refused", "message": why.to_string(), "fatal": true});
        drop(self.bot.send(Message::text(error.to_string())).await);
        self.close_bot(Some(CloseFrame { code: 4003.into(), reason: "refused".into() }), TIMEOUT).await;
        (why, true, true)
    }

    async fn close_bot(&mut self, close: Option<CloseFrame>, limit: Duration) {
        let _ = timeout(limit, async {
            let closed: Result<(), tungstenite::Error> = self.bot.close(close).await;
            if closed.is_ok() {
                while let Some(Ok(_)) = self.bot.next().await {}
            }
        })
        .await;
    }
}

//! What stands between the bot and the referee: it listens in, and makes trouble.

use super::course::{Course, Loss, Parting, Way};
use super::trouble::{ToBot, Trouble};
use futures_util::{SinkExt, StreamExt};
use protocol::About;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async, client_async};
use web::MemoryConnector;

/// How long a handshake and a farewell may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What stands between the bot and the referee.
#[derive(Clone)]
pub struct Link {
    desk: Arc<Mutex<Desk>>,
    changes: watch::Sender<()>,
}

/// What the connections and the examination share.
pub struct Desk {
    /// The way to the referee; none while there is no referee.
    pub door: Option<MemoryConnector>,
    /// What goes wrong.
    pub trouble: Trouble,
    /// Who may connect; none for whoever comes.
    wanted: Option<String>,
    /// Who is connected, and by which connection.
    pub present: Option<(u64, About)>,
    /// The mark of the game that the bot has offered to play, if it has.
    seek: Option<Option<String>>,
    /// What happened in this step.
    pub course: Course,
    began: Instant,
    connections: u64,
}

impl Desk {
    fn note(&mut self, way: Way, text: &str) {
        let fields: Option<Map<String, Value>> = serde_json::from_str(text).ok();
        let name = fields.as_ref().and_then(|fields| fields.get("t")?.as_str()).unwrap_or_default();
        self.course.note(self.began.elapsed(), way, text, name);
    }
}

impl Link {
    /// A link for bots of this name; for whoever comes, if there is none.
    pub fn new(wanted: Option<String>) -> Link {
        let (changes, _) = watch::channel(());
        let (door, trouble, present, seek) = (None, Trouble::None, None, None);
        let desk = Desk { door, trouble, wanted, present, seek, course: Course::default(), began: Instant::now(), connections: 0 };
        Link { desk: Arc::new(Mutex::new(desk)), changes }
    }

    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something, for everybody to see.
    pub fn change<T>(&self, change: impl FnOnce(&mut Desk) -> T) -> T {
        let changed = change(&mut self.lock());
        self.changes.send_replace(());
        changed
    }

    /// Looks at something.
    pub fn look<T>(&self, look: impl FnOnce(&Desk) -> T) -> T {
        look(&self.lock())
    }

    /// Begins anew to note what happens.
    pub fn begin(&self, trouble: Trouble) {
        self.change(|desk| {
            desk.trouble = trouble;
            desk.course = Course::default();
            desk.began = Instant::now();
        });
    }

    /// Waits until something is to be seen; none if it is not in time.
    pub async fn wait_until<T>(&self, patience: Duration, look: impl Fn(&Desk) -> Option<T>) -> Option<T> {
        let mut changes = self.changes.subscribe();
        let seen = async {
            loop {
                if let Some(seen) = look(&self.lock()) {
                    return seen;
                }
                // The sender is here.
                let _ = changes.changed().await;
            }
        };
        timeout(patience, seen).await.ok()
    }

    /// A connection to the referee, if there is one.
    pub fn dial(&self) -> io::Result<DuplexStream> {
        let door = self.lock().door.clone().ok_or(io::ErrorKind::ConnectionRefused)?;
        door.open()
    }

    /// Serves one connection of a bot from its beginning to its end.
    pub async fn serve(self, stream: impl AsyncRead + AsyncWrite + Unpin) {
        let Ok(Ok(bot)) = timeout(PATIENCE, accept_hdr_async(stream, at_ws)).await else { return };
        // Without a referee there is nobody to answer.
        let Ok(pipe) = self.dial() else { return };
        let Ok((referee, _)) = client_async("ws://referee/ws", pipe).await else { return };
        let number = self.change(|desk| {
            desk.connections += 1;
            desk.connections
        });
        let mut relay =
            Relay { link: self.clone(), number, bot, referee, to_bot: VecDeque::new(), to_referee: VecDeque::new(), is_flood: false };
        let (how, is_clean, is_ours) = relay.run().await;
        self.change(|desk| {
            if desk.present.as_ref().is_some_and(|(present, _)| *present == number) {
                desk.present = None;
                desk.seek = None;
                desk.course.losses.push(Loss { at: desk.began.elapsed(), how, is_clean, is_ours, is_flood: relay.is_flood });
            }
        });
    }
}

/// The path is the referee's.
#[expect(clippy::result_large_err, reason = "the library says what a refusal is")]
fn at_ws(request: &Request, response: Response) -> Result<Response, ErrorResponse> {
    if request.uri().path() == "/ws" {
        return Ok(response);
    }
    let mut refusal = ErrorResponse::new(Some("the path of bots is /ws\n".into()));
    *refusal.status_mut() = StatusCode::NOT_FOUND;
    Err(refusal)
}

/// One connection, from end to end.
struct Relay<S> {
    link: Link,
    number: u64,
    bot: WebSocketStream<S>,
    referee: WebSocketStream<DuplexStream>,
    to_bot: VecDeque<(Instant, Message, bool)>,
    to_referee: VecDeque<(Instant, Message)>,
    /// Whether the referee has closed it because too much was said.
    is_flood: bool,
}

/// The close code for that.
const FLOOD: u16 = 4008;

/// How a connection ended, whether the bot said good-bye, and whether it was broken here.
type Ended = (Parting, bool, bool);

impl<S: AsyncRead + AsyncWrite + Unpin> Relay<S> {
    async fn run(&mut self) -> Ended {
        loop {
            let (next_to_bot, next_to_referee) = (self.to_bot.front().map(|way| way.0), self.to_referee.front().map(|way| way.0));
            tokio::select! {
                biased;
                () = sleep_until(next_to_bot.unwrap_or_else(Instant::now)), if next_to_bot.is_some() => {
                    let Some((_, message, breaks)) = self.to_bot.pop_front() else { continue };
                    if let Message::Text(text) = &message {
                        self.link.change(|desk| desk.note(Way::ToBot, text));
                    }
                    if let Err(error) = self.bot.send(message).await {
                        return (Parting::Unsendable { why: error.to_string() }, false, false);
                    }
                    if breaks {
                        return (Parting::BrokenByStep, false, true);
                    }
                }
                () = sleep_until(next_to_referee.unwrap_or_else(Instant::now)), if next_to_referee.is_some() => {
                    let Some((_, message)) = self.to_referee.pop_front() else { continue };
                    if self.referee.send(message).await.is_err() {
                        return (Parting::RefereeGone, false, true);
                    }
                }
                heard = self.bot.next() => match heard {
                    Some(Ok(Message::Close(close))) => return self.said_goodbye(close).await,
                    Some(Ok(message)) => if let Some(refusal) = self.hear_bot(message) {
                        return self.refuse(refusal).await;
                    },
                    Some(Err(error)) => return (Parting::Broke { why: error.to_string() }, false, false),
                    None => return (Parting::HungUp, false, false),
                },
                heard = self.referee.next() => match heard {
                    Some(Ok(Message::Text(text))) => self.hear_referee(&text),
                    Some(Ok(Message::Close(close))) => return self.closed_by_referee(close).await,
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return (Parting::RefereeGone, false, true),
                },
            }
        }
    }

    /// Takes what the bot says; gives the reason if it may not be here.
    fn hear_bot(&mut self, message: Message) -> Option<Parting> {
        let Message::Text(text) = &message else {
            if message.is_binary() {
                self.to_referee.push_back((Instant::now(), message));
            }
            return None;
        };
        let number = self.number;
        let passed = self.link.change(|desk| {
            desk.note(Way::FromBot, text);
            let fields: Option<Map<String, Value>> = serde_json::from_str(text).ok();
            let name = fields.as_ref().and_then(|fields| fields.get("t")?.as_str()).unwrap_or_default().to_string();
            let due = Instant::now() + desk.trouble.delay();
            match (&*name, fields) {
                ("hello", Some(mut fields)) => {
                    // No token is worth anything here.
                    fields.remove("token");
                    if let Some(about) = fields.get("bot").and_then(|bot| serde_json::from_value::<About>(bot.clone()).ok()) {
                        if let Some(wanted) = desk.wanted.clone().filter(|wanted| *wanted != about.name) {
                            return Err(Parting::NotExamined { wanted, name: about.name });
                        }
                        desk.present = Some((number, about));
                        desk.course.connections += 1;
                    }
                    Ok(Some((due, Value::Object(fields).to_string())))
                }
                // Games are begun by the examination.
                ("seek", Some(fields)) => {
                    desk.seek = Some(fields.get("id").and_then(Value::as_str).map(str::to_string));
                    Ok(None)
                }
                ("unseek", _) => {
                    desk.seek = None;
                    Ok(None)
                }
                _ => Ok(Some((due, desk.trouble.on_way_to_referee(text)))),
            }
        });
        match passed {
            Err(refusal) => return Some(refusal),
            Ok(Some((due, text))) => self.to_referee.push_back((due, Message::text(text))),
            Ok(None) => {}
        }
        None
    }

    fn hear_referee(&mut self, text: &str) {
        let (due, passed) = self.link.change(|desk| {
            let due = Instant::now() + desk.trouble.delay();
            let fields: Option<Map<String, Value>> = serde_json::from_str(text).ok();
            // The game is the one that the bot sought, if it sought one.
            let sought = match fields {
                Some(mut fields) if fields.get("t") == Some(&json!("state")) && fields.get("status") == Some(&json!("waiting")) => {
                    desk.seek.take().flatten().map(|id| {
                        fields.insert("id".into(), id.into());
                        Value::Object(fields).to_string()
                    })
                }
                _ => None,
            };
            (due, desk.trouble.on_way_to_bot(sought.as_deref().unwrap_or(text)))
        });
        let ToBot { messages, breaks } = passed;
        let last = messages.len().saturating_sub(1);
        for (number, message) in messages.into_iter().enumerate() {
            self.to_bot.push_back((due, Message::text(message), breaks && number == last));
        }
    }

    async fn said_goodbye(&mut self, close: Option<CloseFrame>) -> Ended {
        let how = close.as_ref().map_or(Parting::Closed, |close| Parting::ClosedWith { code: close.code.into() });
        let _ = timeout(PATIENCE, async {
            drop(self.bot.close(None).await);
            if self.referee.close(close).await.is_ok() {
                while let Some(Ok(_)) = self.referee.next().await {}
            }
        })
        .await;
        (how, true, false)
    }

    /// What the referee has said by then comes first.
    async fn closed_by_referee(&mut self, close: Option<CloseFrame>) -> Ended {
        while let Some((_, message, _)) = self.to_bot.pop_front() {
            if let Message::Text(text) = &message {
                self.link.change(|desk| desk.note(Way::ToBot, text));
            }
            if self.bot.send(message).await.is_err() {
                break;
            }
        }
        let code = close.as_ref().map(|close| u16::from(close.code));
        self.is_flood = code == Some(FLOOD);
        self.part(close).await;
        match code {
            Some(1001) => (Parting::RefereeAway, true, true),
            code => (Parting::ClosedByReferee { code }, true, false),
        }
    }

    async fn refuse(&mut self, why: Parting) -> Ended {
        let error = json!({"t": "error", "code": "refused", "message": why.to_string(), "fatal": true});
        drop(self.bot.send(Message::text(error.to_string())).await);
        self.part(Some(CloseFrame { code: 4003.into(), reason: "refused".into() })).await;
        (why, true, true)
    }

    /// Closes the bot's connection properly.
    async fn part(&mut self, close: Option<CloseFrame>) {
        let _ = timeout(PATIENCE, async {
            let closed: Result<(), tungstenite::Error> = self.bot.close(close).await;
            if closed.is_ok() {
                while let Some(Ok(_)) = self.bot.next().await {}
            }
        })
        .await;
    }
}

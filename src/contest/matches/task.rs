//! One running match: a task that takes what players say, asks the judge, writes the events down, and only then tells anybody.

use super::connection::{Connection, Delivery, Outgoing};
use super::feed::Feed;
use super::past::{accepted_before, game_over};
use super::running::{Command, Inbox};
use super::sought::Origin;
use super::wire;
use crate::Timekeeper;
use crate::{CameToNothing, Error};
use bytestring::ByteString;
use message::Coded;
use protocol::{Accepted, Entry, GameOver, Info, Line, RefereeMessage, Rejected, Rejection, State, Status, Transport, YourTurn};
use referee::{CommandError, Ending, Event, EventKind, Input, Match, Micros, Phase};
use rules::{BySide, Side};
use runtime::wall_clock_ms;
use runtime::{Counters, Life};
use std::sync::Arc;
use std::time::Duration;
use storage::{Change, EndRow, Storage};
use tokio::time::{Instant, Sleep, sleep_until};

/// The timers tick in milliseconds; a frame that came in time is in the inbox by then.
const GRACE: Duration = Duration::from_millis(2);

/// A write that takes longer than this is a standstill of the match: nobody pays for it, and the log says so.
const LONG_WRITE: Micros = Micros(100_000);

/// What a match is handed.
pub struct MatchServices {
    pub time: Arc<Timekeeper>,
    pub storage: Arc<dyn Storage>,
    pub counters: Arc<Counters>,
    pub life: Arc<Life>,
}

/// The task of a running match.
pub struct MatchTask {
    services: MatchServices,
    game: u64,
    names: BySide<String>,
    connections: BySide<Option<Connection>>,
    /// Who sought it.
    origin: Origin,
    judge: Match,
    feed: Arc<Feed>,
    /// When the running turn was written to the player.
    delivered: Arc<Delivery>,
    /// How long the referee had stood still when the judge last heard of it.
    stood_still: Micros,
    /// How long this match alone has stood still, of which the judge has not heard yet.
    waited: Micros,
}

impl MatchTask {
    pub fn new(services: MatchServices, game: u64, names: BySide<String>, judge: Match, feed: Arc<Feed>, origin: Origin) -> MatchTask {
        let stood_still = services.time.stood_still();
        let delivered = Arc::<Delivery>::default();
        feed.turn(delivered.clone());
        let connections = BySide::default();
        MatchTask { services, game, names, connections, origin, judge, feed, delivered, stood_still, waited: Micros::ZERO }
    }

    /// Runs the match to its end, or until the referee stops. An error is the storage's: nothing can be promised any more.
    pub async fn run(mut self, first: Option<Input>, mut inbox: Inbox) -> Result<(), Error> {
        if let Some(first) = first {
            let now = self.services.time.now();
            self.judge(first, now, None).await?;
        }
        let stop = self.services.life.stop.clone();
        let mut alarm = std::pin::pin!(sleep_until(Instant::now()));
        let mut armed = false;
        while !matches!(self.judge.phase(), Phase::Over(_)) {
            armed = self.arm(alarm.as_mut(), armed);
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(()),
                post = inbox.recv() => match post {
                    Some(post) => self.take(post).await?,
                    None => return Ok(()),
                },
                () = alarm.as_mut(), if armed => {
                    armed = false;
                    // Frames that came in time beat a flag that woke first.
                    while let Ok(post) = inbox.try_recv() {
                        self.take(post).await?;
                    }
                    let now = self.services.time.now();
                    self.judge(Input::Tick, now, None).await?;
                }
            }
        }
        // Whoever came or spoke as it ended is told so.
        inbox.close();
        while let Ok(post) = inbox.try_recv() {
            self.take(post).await?;
        }
        Ok(())
    }

    /// Sets the alarm for the next deadline. One that is set too early already is left alone: an early tick is nothing.
    fn arm(&mut self, alarm: std::pin::Pin<&mut Sleep>, armed: bool) -> bool {
        self.note_delivery();
        let now = self.feed.timeline().own(self.services.time.now());
        let Some(deadline) = self.judge.alarm(now) else { return false };
        let at = self.services.time.instant(self.feed.timeline().of_referee(deadline)) + GRACE;
        if !armed || at < alarm.deadline() {
            alarm.reset(at);
        }
        true
    }

    async fn take(&mut self, post: Command) -> Result<(), Error> {
        match post {
            Command::Join { side, connection, at } => {
                self.connections[side] = Some(connection);
                self.judge_and_show(side, Input::Online(side), at).await?;
            }
            Command::Leave { side, session, at } => {
                if self.connections[side].as_ref().is_some_and(|connection| connection.session == session) {
                    let left = match self.connections[side].take() {
                        Some(Connection { link: Transport::Line, is_guest: false, .. }) => Input::Left(side),
                        _ => Input::Offline(side),
                    };
                    self.judge(left, at, None).await?;
                }
            }
            Command::Say { side, input, info, at } => {
                let ply = if let Input::Move { ply, .. } = input { Some(ply) } else { None };
                if let Some(refusal) = self.judge(input, at, info).await? {
                    self.refuse(side, ply, &refusal);
                }
            }
            Command::Show { side, at } => self.judge_and_show(side, Input::Tick, at).await?,
            Command::End(input) => {
                let now = self.services.time.now();
                self.judge(input, now, None).await?;
            }
        }
        Ok(())
    }

    /// Shows a player the game as it is after this input, unless that has just told how it ended.
    async fn judge_and_show(&mut self, side: Side, input: Input, at: Micros) -> Result<(), Error> {
        let was_over = matches!(self.judge.phase(), Phase::Over(_));
        self.judge(input, at, None).await?;
        if was_over || !matches!(self.judge.phase(), Phase::Over(_)) {
            self.show(side);
        }
        Ok(())
    }

    /// Tells the judge when the running turn was written.
    fn note_delivery(&mut self) {
        if let Some(at) = self.delivered.at() {
            let ply = self.judge.board().ply();
            self.judge.apply(Input::Delivered { ply }, self.feed.timeline().own(at));
        }
    }

    /// Has an input judged, and what follows written down and told.
    async fn judge(&mut self, input: Input, at: Micros, info: Option<Info>) -> Result<Option<CommandError>, Error> {
        self.note_delivery();
        let now = self.feed.timeline().own(at);
        let mut events = Vec::new();
        let stood_still = self.services.time.stood_still();
        if stood_still > self.stood_still || self.waited > Micros::ZERO {
            let stall = Input::Stalled(stood_still.since(self.stood_still) + self.waited);
            (self.stood_still, self.waited) = (stood_still, Micros::ZERO);
            // It has been taken off the time already: it is told for the record, at the moment of the last event.
            events.extend(self.judge.apply(stall, self.judge.last_event_at()).events);
        }
        let ruling = self.judge.apply(input, now);
        events.extend(ruling.events);
        if !events.is_empty() {
            self.record(&events, info).await?;
            events.iter().for_each(|event| self.tell(event));
        }
        Ok(ruling.error)
    }

    /// Storage first, then the feed.
    async fn record(&mut self, events: &[Event], mut info: Option<Info>) -> Result<(), Error> {
        let first = self.feed.len() as u64;
        let mut lines = Vec::with_capacity(events.len());
        let mut bodies = Vec::with_capacity(events.len());
        let mut changes = Vec::with_capacity(events.len() + 1);
        for (number, event) in (first..).zip(events) {
            let info = if matches!(event.kind, EventKind::Moved { .. }) { info.take() } else { None };
            let mut entry = wire::entry(event, info);
            if let Entry::Online { seat, link } = &mut entry
                && let Some(connection) = &self.connections[wire::side(*seat)]
            {
                *link = connection.link;
            }
            if let Entry::Ended { result, reason, why } = &entry {
                let (result, reason, why) = (*result, reason.clone(), why.clone());
                let plies = self.judge.moves().len() as u32;
                let end = EndRow { result, reason, why, ended_ms: wall_clock_ms(), plies };
                changes.push(Change::End { game: self.game, end });
            }
            let line = Line { line: number, at_us: event.at.0, entry };
            let body = ByteString::from(serde_json::to_string(&line).expect("a line is writable as JSON"));
            changes.push(Change::Line { game: self.game, number, body: body.clone() });
            bodies.push(body);
            lines.push(line);
        }
        if let Some(account) = &self.origin.account {
            account.charge(bodies.iter().map(|body| body.len()).sum());
        }
        let began = self.services.time.now();
        self.services.storage.write(changes).await?;
        let written = self.services.time.now();
        if written.since(began) > LONG_WRITE {
            self.feed.stood_still(began, written);
            self.waited += written.since(began);
        }
        let status = match self.judge.phase() {
            Phase::Waiting { .. } => Status::Waiting,
            Phase::Playing { .. } => Status::Playing,
            Phase::Over(_) => Status::Over,
        };
        self.feed.push(bodies, status);
        let lines: Arc<[Line]> = lines.into();
        for connection in Side::BOTH.iter().filter_map(|&side| self.connections[side].as_ref()) {
            if connection.link == Transport::Line {
                connection.send(Outgoing::Log { game: self.game, lines: lines.clone() });
            }
        }
        Ok(())
    }

    /// Tells the players what is now on record.
    fn tell(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Online { side } => self.tell_opponent(*side, true),
            EventKind::Offline { side } => self.tell_opponent(*side, false),
            EventKind::Started => self.ring(),
            EventKind::Moved { side, ply, text, charge, clocks, .. } => {
                self.services.counters.moves.inc();
                let (charge, clocks) = (wire::charge(charge), wire::clocks(clocks));
                self.say(*side, RefereeMessage::Accepted(Accepted { game: self.game, ply: *ply, text: text.clone(), charge, clocks }));
                if !matches!(self.judge.phase(), Phase::Over(_)) {
                    self.ring();
                }
            }
            EventKind::Struck { side, ply, why, strikes_left, .. } => {
                let rejected = Rejected {
                    game: self.game,
                    ply: Some(*ply),
                    code: Rejection::Illegal,
                    message: why.to_string(),
                    why: why.clone(),
                    legal_moves: self.judge.board().legal_moves(),
                    strikes_left: Some(*strikes_left),
                };
                self.say(*side, RefereeMessage::Rejected(rejected));
            }
            EventKind::Ended(ending) => {
                let over = self.over(ending);
                let (result, reason, detail) = (over.result, ending.reason.code(), &over.detail);
                self.services.counters.count_end(self.judge.board().game(), result.word(), reason);
                tracing::info!(
                    game = self.game,
                    game_name = self.judge.board().game(),
                    white = self.names.white,
                    black = self.names.black,
                    result = result.word(),
                    detail,
                    "game over"
                );
                Side::BOTH.into_iter().for_each(|side| self.tell_end(side, over.clone()));
            }
            EventKind::Ready { .. } | EventKind::Stalled { .. } | EventKind::Restarted => {}
        }
    }

    /// The message that the game has ended.
    fn over(&self, ending: &Ending) -> GameOver {
        let clocks = wire::clocks(&self.judge.clocks().map(|clock| clock.left));
        let (result, why) = (wire::result(ending.outcome), ending.reason.message());
        game_over(self.game, &self.names, result, ending.reason.code(), why, self.judge.board().ply(), clocks)
    }

    fn tell_end(&self, side: Side, over: GameOver) {
        if let Some(connection) = &self.connections[side] {
            let (message, ending) = (RefereeMessage::GameOver(over), Some((self.game, wire::seat(side))));
            connection.send(Outgoing::Message { message, delivered: None, ending });
        }
    }

    fn say(&self, side: Side, message: RefereeMessage) {
        if let Some(connection) = &self.connections[side] {
            connection.tell(message);
        }
    }

    fn tell_opponent(&self, side: Side, online: bool) {
        self.say(side.other(), RefereeMessage::Opponent { game: self.game, online });
    }

    /// A new turn: its clock starts when it has been written to its player, or now if that player is away for other reasons than a restart.
    fn ring(&mut self) {
        self.delivered = Arc::default();
        self.feed.turn(self.delivered.clone());
        let now = self.services.time.now();
        let runs = |at| matches!(self.judge.phase(), Phase::Playing { runs_at, .. } if *runs_at <= at);
        if self.connections[self.judge.board().side_to_move()].is_none() && runs(self.feed.timeline().own(now)) {
            self.delivered.note(now);
        }
        self.send_turn();
    }

    fn send_turn(&self) {
        let board = self.judge.board();
        let side = board.side_to_move();
        let Some(connection) = &self.connections[side] else { return };
        let message = RefereeMessage::YourTurn(YourTurn {
            game: self.game,
            ply: board.ply(),
            you: wire::seat(side),
            position: board.position(),
            last_move: self.judge.moves().last().cloned(),
            moves: self.judge.moves().to_vec(),
            legal_moves: board.legal_moves(),
            clocks: wire::clocks(&self.judge.clocks().map(|clock| clock.left)),
        });
        connection.send(Outgoing::Message { message, delivered: Some(self.delivered.clone()), ending: None });
    }

    /// Shows a player the whole game, and its turn again if it is its turn; or how it ended.
    fn show(&mut self, side: Side) {
        let Some(connection) = self.connections[side].clone() else { return };
        let status = match self.judge.phase() {
            Phase::Waiting { .. } => Status::Waiting,
            Phase::Playing { .. } => Status::Playing,
            Phase::Over(ending) => return self.tell_end(side, self.over(ending)),
        };
        let seek = self.origin.seeks[side].take().filter(|seek| seek.session == connection.session);
        let board = self.judge.board();
        let state = RefereeMessage::State(State {
            game: self.game,
            game_name: board.game().to_string(),
            status,
            you: wire::seat(side),
            players: wire::participants(&self.names),
            position: board.position(),
            moves: self.judge.moves().to_vec(),
            ply: board.ply(),
            clocks: wire::clocks(&self.judge.clocks().map(|clock| clock.left)),
            time: wire::time_control(&self.judge.settings().time),
            strikes_left: self.judge.strikes_left()[side],
            opponent_online: self.judge.is_online(side.other()),
            id: seek.map(|seek| seek.id),
        });
        connection.tell(state);
        if status == Status::Playing && board.side_to_move() == side {
            self.send_turn();
        }
    }

    /// Answers a message that came to nothing.
    fn refuse(&self, side: Side, ply: Option<u32>, refusal: &CommandError) {
        let code = match refusal {
            CommandError::AlreadyPlayed { ply } => return self.accept_again(side, *ply),
            CommandError::StalePly { .. } => Rejection::StalePly,
            CommandError::NotYourTurn { .. } => Rejection::NotYourTurn,
            CommandError::NotStarted => Rejection::NotStarted,
            CommandError::GameOver => Rejection::GameOver,
        };
        let board = self.judge.board();
        let why = match ply {
            Some(ply) => CameToNothing::Move { ply, why: refusal.clone() }.message(),
            None => refusal.message(),
        };
        let at_hand = matches!(self.judge.phase(), Phase::Playing { .. }) && board.side_to_move() == side;
        self.say(
            side,
            RefereeMessage::Rejected(Rejected {
                game: self.game,
                ply: Some(board.ply()),
                code,
                message: why.to_string(),
                why,
                legal_moves: if at_hand { board.legal_moves() } else { Vec::new() },
                strikes_left: Some(self.judge.strikes_left()[side]),
            }),
        );
    }

    /// A resend is answered like the first time, from the record.
    fn accept_again(&self, side: Side, ply: u32) {
        if let Some(accepted) = accepted_before(self.game, ply, &self.feed.from(0)) {
            self.say(side, RefereeMessage::Accepted(accepted));
        }
    }
}

//! The task of a running match: applies commands, writes the events to storage, and only then sends them.

use super::connection::{Connection, Delivery, Outgoing};
use super::feed::Feed;
use super::running::{Command, Inbox};
use super::seek_limits::Origin;
use super::{Matches, wire};
use crate::{MessageError, Error};
use message::Coded;
use protocol::{Accepted, Entry, GameOver, Info, Line, RefereeMessage, Rejected, Rejection, State, Status, Transport, YourTurn};
use referee::{CommandError, Ending, Event, EventKind, Input, Match, Micros, Phase};
use rules::{BySide, Side};
use runtime::wall_clock_ms;
use std::sync::Arc;
use std::time::Duration;
use storage::{Change, EndRow};
use tokio::time::{Instant, Sleep, sleep_until};

/// Added to deadlines: timers tick in milliseconds, and a frame that arrived in time is in the inbox by then.
const GRACE: Duration = Duration::from_millis(2);

/// A longer write stalls the match: no player is charged for it, and the log records it.
const LONG_WRITE: Micros = Micros(100_000);

pub struct MatchTask {
    matches: Arc<Matches>,
    game: u64,
    names: BySide<String>,
    connections: BySide<Option<Connection>>,
    origin: Origin,
    judge: Match,
    feed: Arc<Feed>,
    /// When the running turn was written to the player.
    delivered: Arc<Delivery>,
    /// The referee's total stalls that the judge knows of.
    stalls: Micros,
    /// The stalls of this match that the judge does not know of yet.
    waited: Micros,
}

impl MatchTask {
    pub fn new(matches: Arc<Matches>, game: u64, names: BySide<String>, judge: Match, feed: Arc<Feed>, origin: Origin) -> MatchTask {
        let stalls = matches.time.stalls();
        let delivered = Arc::<Delivery>::default();
        feed.turn(delivered.clone());
        let connections = BySide::default();
        MatchTask { matches, game, names, connections, origin, judge, feed, delivered, stalls, waited: Micros::ZERO }
    }

    /// Runs the match to its end, or until the referee stops. Errors are the storage's.
    pub async fn run(mut self, first: Option<Input>, mut inbox: Inbox) -> Result<(), Error> {
        if let Some(first) = first {
            let now = self.matches.time.now();
            self.judge(first, now, None).await?;
        }
        let stop = self.matches.life.stop.clone();
        let mut alarm = std::pin::pin!(sleep_until(Instant::now()));
        let mut armed = false;
        while !matches!(self.judge.phase(), Phase::Over(_)) {
            armed = self.arm(alarm.as_mut(), armed);
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(()),
                command = inbox.recv() => match command {
                    Some(command) => self.handle(command).await?,
                    None => return Ok(()),
                },
                () = alarm.as_mut(), if armed => {
                    armed = false;
                    // Frames that arrived in time precede the flag fall.
                    while let Ok(command) = inbox.try_recv() {
                        self.handle(command).await?;
                    }
                    let now = self.matches.time.now();
                    self.judge(Input::Tick, now, None).await?;
                }
            }
        }
        // Commands sent as it ended are answered.
        inbox.close();
        while let Ok(command) = inbox.try_recv() {
            self.handle(command).await?;
        }
        Ok(())
    }

    /// Sets the timer to the next deadline. An earlier timer stays: an early tick changes nothing.
    fn arm(&mut self, alarm: std::pin::Pin<&mut Sleep>, armed: bool) -> bool {
        self.note_delivery();
        let now = self.feed.timeline().own(self.matches.time.now());
        let Some(deadline) = self.judge.alarm(now) else { return false };
        let at = self.matches.time.instant(self.feed.timeline().of_referee(deadline)) + GRACE;
        if !armed || at < alarm.deadline() {
            alarm.reset(at);
        }
        true
    }

    async fn handle(&mut self, command: Command) -> Result<(), Error> {
        match command {
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
            Command::Play { side, input, info, at } => {
                let ply = if let Input::Move { ply, .. } = input { Some(ply) } else { None };
                if let Some(refusal) = self.judge(input, at, info).await? {
                    self.refuse(side, ply, &refusal);
                }
            }
            Command::Show { side, at } => self.judge_and_show(side, Input::Tick, at).await?,
            Command::End(input) => {
                let now = self.matches.time.now();
                self.judge(input, now, None).await?;
            }
        }
        Ok(())
    }

    /// Judges an input and sends the player the state after it, unless the input ended the game: then the end has been sent.
    async fn judge_and_show(&mut self, side: Side, input: Input, at: Micros) -> Result<(), Error> {
        let was_over = matches!(self.judge.phase(), Phase::Over(_));
        self.judge(input, at, None).await?;
        if was_over || !matches!(self.judge.phase(), Phase::Over(_)) {
            self.show(side);
        }
        Ok(())
    }

    /// Notes when the running turn was delivered.
    fn note_delivery(&mut self) {
        if let Some(at) = self.delivered.at() {
            let ply = self.judge.board().ply();
            self.judge.apply(Input::Delivered { ply }, self.feed.timeline().own(at));
        }
    }

    /// Judges an input, writes the events, and sends them.
    async fn judge(&mut self, input: Input, at: Micros, info: Option<Info>) -> Result<Option<CommandError>, Error> {
        self.note_delivery();
        let now = self.feed.timeline().own(at);
        let mut events = Vec::new();
        let stalls = self.matches.time.stalls();
        if stalls > self.stalls || self.waited > Micros::ZERO {
            let stall = Input::Stalled(stalls.since(self.stalls) + self.waited);
            (self.stalls, self.waited) = (stalls, Micros::ZERO);
            // The match's time excludes it already: it is recorded at the time of the last event.
            events.extend(self.judge.apply(stall, self.judge.last_event_at()).events);
        }
        let decision = self.judge.apply(input, now);
        events.extend(decision.events);
        if !events.is_empty() {
            self.record(&events, info).await?;
            events.iter().for_each(|event| self.notify(event));
        }
        Ok(decision.error)
    }

    /// Writes events to storage, then to the feed.
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
            let body = wire::json(&line);
            changes.push(Change::Line { game: self.game, number, body: body.clone() });
            bodies.push(body);
            lines.push(line);
        }
        if let Some(account) = &self.origin.account {
            account.charge(bodies.iter().map(|body| body.len()).sum());
        }
        let began = self.matches.time.now();
        self.matches.storage.write(changes).await?;
        let written = self.matches.time.now();
        if written.since(began) > LONG_WRITE {
            self.feed.stall(began, written);
            self.waited += written.since(began);
        }
        self.feed.push(bodies, wire::status(self.judge.phase()));
        let lines: Arc<[Line]> = lines.into();
        for connection in Side::BOTH.iter().filter_map(|&side| self.connections[side].as_ref()) {
            if connection.link == Transport::Line {
                connection.send(Outgoing::Log { game: self.game, lines: lines.clone() });
            }
        }
        Ok(())
    }

    /// Sends the players an event that is in storage.
    fn notify(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Online { side } => self.notify_opponent(*side, true),
            EventKind::Offline { side } => self.notify_opponent(*side, false),
            EventKind::Started => self.start_turn(),
            EventKind::Moved { side, ply, text, charge, clocks, .. } => {
                self.matches.counters.moves.inc();
                let (charge, clocks) = (wire::charge(charge), wire::clocks(clocks));
                self.send(*side, RefereeMessage::Accepted(Accepted { game: self.game, ply: *ply, text: text.clone(), charge, clocks }));
                if !matches!(self.judge.phase(), Phase::Over(_)) {
                    self.start_turn();
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
                self.send(*side, RefereeMessage::Rejected(rejected));
            }
            EventKind::Ended(ending) => {
                let over = self.over(ending);
                let (result, reason, detail) = (over.result, ending.reason.code(), &over.detail);
                self.matches.counters.count_end(self.judge.board().game(), result.word(), reason);
                tracing::info!(
                    game = self.game,
                    game_name = self.judge.board().game(),
                    white = self.names.white,
                    black = self.names.black,
                    result = result.word(),
                    detail,
                    "game over"
                );
                Side::BOTH.into_iter().for_each(|side| self.send_end(side, over.clone()));
            }
            EventKind::Ready { .. } | EventKind::Stalled { .. } | EventKind::Restarted => {}
        }
    }

    /// The message that the game has ended.
    fn over(&self, ending: &Ending) -> GameOver {
        let clocks = wire::clocks(&self.judge.clocks().map(|clock| clock.left));
        let (result, why) = (wire::result(ending.outcome), ending.reason.message());
        wire::game_over(self.game, &self.names, result, ending.reason.code(), why, self.judge.board().ply(), clocks)
    }

    fn send_end(&self, side: Side, over: GameOver) {
        if let Some(connection) = &self.connections[side] {
            let (message, ending) = (RefereeMessage::GameOver(over), Some((self.game, wire::seat(side))));
            connection.send(Outgoing::Message { message, delivered: None, ending });
        }
    }

    fn send(&self, side: Side, message: RefereeMessage) {
        if let Some(connection) = &self.connections[side] {
            connection.send(message);
        }
    }

    fn notify_opponent(&self, side: Side, online: bool) {
        self.send(side.other(), RefereeMessage::Opponent { game: self.game, online });
    }

    /// Starts a turn. Its clock starts when the turn is delivered, or now if its player is away for other reasons than a restart.
    fn start_turn(&mut self) {
        self.delivered = Arc::default();
        self.feed.turn(self.delivered.clone());
        let now = self.matches.time.now();
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

    /// Sends a player the state of the game, and its turn if it is to move; or the end of the game.
    fn show(&mut self, side: Side) {
        let Some(connection) = self.connections[side].clone() else { return };
        if let Phase::Over(ending) = self.judge.phase() {
            return self.send_end(side, self.over(ending));
        }
        let status = wire::status(self.judge.phase());
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
        connection.send(state);
        if status == Status::Playing && board.side_to_move() == side {
            self.send_turn();
        }
    }

    /// Rejects a player's message.
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
            Some(ply) => MessageError::Move { ply, why: refusal.clone() }.message(),
            None => refusal.message(),
        };
        let is_to_move = matches!(self.judge.phase(), Phase::Playing { .. }) && board.side_to_move() == side;
        let rejected = Rejected {
            game: self.game,
            ply: Some(board.ply()),
            code,
            message: why.to_string(),
            why,
            legal_moves: if is_to_move { board.legal_moves() } else { Vec::new() },
            strikes_left: Some(self.judge.strikes_left()[side]),
        };
        self.send(side, RefereeMessage::Rejected(rejected));
    }

    /// Answers a repeated move from the log.
    fn accept_again(&self, side: Side, ply: u32) {
        if let Some(accepted) = wire::accepted_before(self.game, ply, &self.feed.log()) {
            self.send(side, RefereeMessage::Accepted(accepted));
        }
    }
}

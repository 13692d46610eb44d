//! The task of a running match: applies commands, writes the events to storage, and only then sends them.

use super::connection::{Connection, Delivery, Outgoing};
use super::feed::Feed;
use super::running::{Inbox, MatchCommand};
use super::seek_limits::Origin;
use super::{Matches, wire};
use crate::{Error, MessageError};
use message::{Coded, Message};
use protocol::{Accepted, Entry, GameOver, Info, Line, RefereeMessage, Rejected, Rejection, State, Status, Transport, YourTurn};
use referee::{CommandError, Ending, Event, EventKind, Input, Match, Micros, Phase};
use rules::{BySide, Side};
use runtime::wall_clock_ms;
use std::sync::Arc;
use std::time::Duration;
use storage::{Change, EndRow, Evidence};
use tokio::time::{Instant, Sleep, sleep_until};

/// Added to deadlines: timers have millisecond resolution, and by then a frame that arrived in time is in the inbox.
const GRACE: Duration = Duration::from_millis(2);

/// A longer write stalls the match: no player is charged for it, and the log records it.
const LONG_WRITE: Micros = Micros(100_000);

pub struct MatchTask {
    matches: Arc<Matches>,
    match_id: u64,
    names: BySide<String>,
    connections: BySide<Option<Connection>>,
    origin: Origin,
    state: Match,
    evidence: Evidence,
    feed: Arc<Feed>,
    /// When the running turn was written to the player.
    delivered: Arc<Delivery>,
    /// The total stall of the referee already applied to the state machine.
    stalls: Micros,
    /// Stalls of this match not yet applied to the state machine.
    waited: Micros,
}

impl MatchTask {
    pub fn new(matches: Arc<Matches>, match_id: u64, names: BySide<String>, state: Match, feed: Arc<Feed>, origin: Origin) -> MatchTask {
        let stalls = matches.time.stalls();
        let delivered = Arc::<Delivery>::default();
        feed.turn(delivered.clone());
        let connections = BySide::default();
        let evidence = Evidence::of(&feed.log().iter().filter_map(|text| storage::read_line(text).ok()).collect::<Vec<_>>());
        MatchTask { matches, match_id, names, connections, origin, state, evidence, feed, delivered, stalls, waited: Micros::ZERO }
    }

    /// Runs the match to its end, or until the referee stops. Errors are the storage's.
    pub async fn run(mut self, first: Option<Input>, mut inbox: Inbox) -> Result<(), Error> {
        if let Some(first) = first {
            let now = self.matches.time.now();
            self.apply(first, now, None).await?;
        }
        let stop = self.matches.life.stop.clone();
        let mut alarm = std::pin::pin!(sleep_until(Instant::now()));
        let mut armed = false;
        while !matches!(self.state.phase(), Phase::Over(_)) {
            armed = self.arm(alarm.as_mut(), armed);
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(()),
                command = inbox.recv() => match command {
                    Some((command, _)) => self.handle(command).await?,
                    None => return Ok(()),
                },
                () = alarm.as_mut(), if armed => {
                    armed = false;
                    // Frames that arrived in time precede the flag fall.
                    while let Ok((command, _)) = inbox.try_recv() {
                        self.handle(command).await?;
                    }
                    let now = self.matches.time.now();
                    self.apply(Input::Tick, now, None).await?;
                }
            }
        }
        // Commands sent as it ended are answered.
        inbox.close();
        while let Ok((command, _)) = inbox.try_recv() {
            self.handle(command).await?;
        }
        Ok(())
    }

    /// Sets the timer to the next deadline. An earlier timer stays: a tick before the deadline has no effect.
    fn arm(&mut self, alarm: std::pin::Pin<&mut Sleep>, armed: bool) -> bool {
        self.note_delivery();
        let now = self.feed.timeline().own(self.matches.time.now());
        let Some(deadline) = self.state.alarm(now) else { return false };
        let at = self.matches.time.instant(self.feed.timeline().of_referee(deadline)) + GRACE;
        if !armed || at < alarm.deadline() {
            alarm.reset(at);
        }
        true
    }

    async fn handle(&mut self, command: MatchCommand) -> Result<(), Error> {
        match command {
            MatchCommand::Join { side, connection, at } => {
                self.connections[side] = Some(connection);
                self.apply_and_show(side, Input::Online(side), at).await?;
            }
            MatchCommand::Leave { side, session, at } => {
                if self.connections[side].as_ref().is_some_and(|connection| connection.session == session) {
                    let left = match self.connections[side].take() {
                        Some(Connection { link: Transport::Line, is_guest: false, .. }) => Input::Left(side),
                        _ => Input::Offline(side),
                    };
                    self.apply(left, at, None).await?;
                }
            }
            MatchCommand::Play { side, input, info, at } => {
                let ply = if let Input::Move { ply, .. } = input { Some(ply) } else { None };
                if let Some(refusal) = self.apply(input, at, info).await? {
                    self.refuse(side, ply, &refusal);
                }
            }
            MatchCommand::Show { side, at } => self.apply_and_show(side, Input::Tick, at).await?,
            MatchCommand::End(input) => {
                let now = self.matches.time.now();
                self.apply(input, now, None).await?;
            }
        }
        Ok(())
    }

    /// Applies an input and sends the player the new state. If the input ended the game, the player has received the end instead.
    async fn apply_and_show(&mut self, side: Side, input: Input, at: Micros) -> Result<(), Error> {
        let was_over = matches!(self.state.phase(), Phase::Over(_));
        self.apply(input, at, None).await?;
        if was_over || !matches!(self.state.phase(), Phase::Over(_)) {
            self.show(side);
        }
        Ok(())
    }

    /// Notes when the running turn was delivered.
    fn note_delivery(&mut self) {
        if let Some(at) = self.delivered.at() {
            let ply = self.state.board().ply();
            self.state.apply(Input::Delivered { ply }, self.feed.timeline().own(at));
        }
    }

    /// Applies an input, writes the events, and sends them.
    async fn apply(&mut self, input: Input, at: Micros, info: Option<Info>) -> Result<Option<CommandError>, Error> {
        self.note_delivery();
        let now = self.feed.timeline().own(at);
        let mut events = Vec::new();
        let stalls = self.matches.time.stalls();
        if stalls > self.stalls || self.waited > Micros::ZERO {
            let stall = Input::Stalled(stalls.since(self.stalls) + self.waited);
            (self.stalls, self.waited) = (stalls, Micros::ZERO);
            // The match's time excludes this stall, so it is recorded at the time of the last event.
            events.extend(self.state.apply(stall, self.state.last_event_at()).events);
        }
        let decision = self.state.apply(input, now);
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
            let line = Line { line: number, at_us: event.at.0, entry };
            self.evidence.add(&line);
            if let Entry::Ended { result, reason, why } = &line.entry {
                let (result, reason, why) = (*result, reason.clone(), why.clone());
                let (plies, evidence) = (self.state.moves().len() as u32, self.evidence.clone());
                let end = EndRow { result, reason, why, ended_ms: wall_clock_ms(), plies, evidence };
                changes.push(Change::End { match_id: self.match_id, end });
            }
            let body = wire::json(&line);
            changes.push(Change::Line { match_id: self.match_id, number, body: body.clone() });
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
        self.feed.push(bodies, wire::status(self.state.phase()));
        let lines: Arc<[Line]> = lines.into();
        for connection in Side::BOTH.iter().filter_map(|&side| self.connections[side].as_ref()) {
            if connection.link == Transport::Line {
                connection.send(Outgoing::Log { match_id: self.match_id, lines: lines.clone() });
            }
        }
        Ok(())
    }

    /// Sends the players an event that is in storage.
    fn notify(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Online { side } => self.send(side.other(), RefereeMessage::Opponent { game: self.match_id, online: true }),
            EventKind::Offline { side } => self.send(side.other(), RefereeMessage::Opponent { game: self.match_id, online: false }),
            EventKind::Started => self.start_turn(),
            EventKind::Moved { side, ply, text, charge, clocks, .. } => {
                self.matches.counters.moves.inc();
                let (charge, clocks) = (wire::charge(charge), wire::clocks(clocks));
                self.send(*side, RefereeMessage::Accepted(Accepted { game: self.match_id, ply: *ply, text: text.clone(), charge, clocks }));
                if !matches!(self.state.phase(), Phase::Over(_)) {
                    self.start_turn();
                }
            }
            EventKind::Struck { side, why, .. } => self.reject(*side, Rejection::Illegal, why.clone()),
            EventKind::Ended(ending) => {
                let over = self.over(ending);
                let (result, reason, detail) = (over.result, ending.reason.code(), &over.detail);
                self.matches.counters.count_end(self.state.board().game(), result.word(), reason);
                tracing::info!(
                    game = self.match_id,
                    game_name = self.state.board().game(),
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

    fn over(&self, ending: &Ending) -> GameOver {
        let clocks = wire::clocks(&self.state.clocks().map(|clock| clock.left));
        let (result, why) = (wire::result(ending.outcome), ending.reason.message());
        wire::game_over(self.match_id, &self.names, result, ending.reason.code(), why, self.state.board().ply(), clocks)
    }

    fn send_end(&self, side: Side, over: GameOver) {
        let (message, ending) = (RefereeMessage::GameOver(over), Some((self.match_id, wire::seat(side))));
        self.send(side, Outgoing::Message { message, delivered: None, ending });
    }

    fn send(&self, side: Side, message: impl Into<Outgoing>) {
        if let Some(connection) = &self.connections[side] {
            connection.send(message);
        }
    }

    /// Starts a turn. The clock starts when the turn is delivered; if the player is away, immediately, unless a restart disconnected it.
    fn start_turn(&mut self) {
        self.delivered = Arc::default();
        self.feed.turn(self.delivered.clone());
        let now = self.matches.time.now();
        let runs = |at| matches!(self.state.phase(), Phase::Playing { runs_at, .. } if *runs_at <= at);
        if self.connections[self.state.board().side_to_move()].is_none() && runs(self.feed.timeline().own(now)) {
            self.delivered.note(now);
        }
        self.send_turn();
    }

    fn send_turn(&self) {
        let board = self.state.board();
        let side = board.side_to_move();
        let Some(connection) = &self.connections[side] else { return };
        let message = RefereeMessage::YourTurn(YourTurn {
            game: self.match_id,
            ply: board.ply(),
            you: wire::seat(side),
            position: board.position(),
            last_move: self.state.moves().last().cloned(),
            moves: self.state.moves().to_vec(),
            legal_moves: board.legal_moves(),
            clocks: wire::clocks(&self.state.clocks().map(|clock| clock.left)),
        });
        connection.send(Outgoing::Message { message, delivered: Some(self.delivered.clone()), ending: None });
    }

    /// Sends a player the state and, on its turn, `your_turn`; or the end of the game.
    fn show(&mut self, side: Side) {
        let Some(connection) = self.connections[side].clone() else { return };
        if let Phase::Over(ending) = self.state.phase() {
            return self.send_end(side, self.over(ending));
        }
        let status = wire::status(self.state.phase());
        let seek = self.origin.seeks[side].take().filter(|seek| seek.session == connection.session);
        let board = self.state.board();
        let state = RefereeMessage::State(State {
            game: self.match_id,
            game_name: board.game().to_string(),
            status,
            you: wire::seat(side),
            players: wire::participants(&self.names),
            position: board.position(),
            moves: self.state.moves().to_vec(),
            ply: board.ply(),
            clocks: wire::clocks(&self.state.clocks().map(|clock| clock.left)),
            time: wire::time_control(&self.state.settings().time),
            strikes_left: self.state.strikes_left()[side],
            opponent_online: self.state.is_online(side.other()),
            id: seek.map(|seek| seek.id),
        });
        connection.send(state);
        if status == Status::Playing && board.side_to_move() == side {
            self.send_turn();
        }
    }

    fn refuse(&self, side: Side, ply: Option<u32>, refusal: &CommandError) {
        let code = match refusal {
            CommandError::AlreadyPlayed { ply } => return self.accept_again(side, *ply),
            CommandError::StalePly { .. } => Rejection::StalePly,
            CommandError::NotYourTurn { .. } => Rejection::NotYourTurn,
            CommandError::NotStarted => Rejection::NotStarted,
            CommandError::GameOver => Rejection::GameOver,
        };
        let why = match ply {
            Some(ply) => MessageError::Move { ply, why: refusal.clone() }.message(),
            None => refusal.message(),
        };
        self.reject(side, code, why);
    }

    fn reject(&self, side: Side, code: Rejection, why: Message) {
        let board = self.state.board();
        let is_to_move = matches!(self.state.phase(), Phase::Playing { .. }) && board.side_to_move() == side;
        let rejected = Rejected {
            game: self.match_id,
            ply: Some(board.ply()),
            code,
            message: why.to_string(),
            why,
            legal_moves: if is_to_move { board.legal_moves() } else { Vec::new() },
            strikes_left: Some(self.state.strikes_left()[side]),
        };
        self.send(side, RefereeMessage::Rejected(rejected));
    }

    /// Answers a repeated move from the log.
    fn accept_again(&self, side: Side, ply: u32) {
        if let Some(accepted) = wire::accepted_before(self.match_id, ply, &self.feed.log()) {
            self.send(side, RefereeMessage::Accepted(accepted));
        }
    }
}

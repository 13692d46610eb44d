//! The state machine of a match: two players, a board, two clocks.

use crate::ending::MoveMissing;
use crate::{Clock, CommandError, Decision, Ending, Event, EventKind, Input, LagCompensation, Micros, Termination, TimeControl};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use message::{Coded, is_hidden};
use rules::{Board, BySide, MoveError, Outcome, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    pub time: TimeControl,
    /// Network time that is not charged.
    pub lag_compensation: LagCompensation,
    /// Illegal moves of each player that do not end the game.
    pub strikes: u8,
    /// The time within which both must be ready after the creation, and connected again after a restart.
    pub ready_timeout: Micros,
    /// What happens while a player is disconnected.
    pub disconnect: DisconnectPolicy,
}

/// What happens while a player is disconnected during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisconnectPolicy {
    ClockRuns,
    /// Its clock runs, and a single disconnection longer than this loses.
    ForfeitAfter(Micros),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    Waiting {
        ready: BySide<bool>,
        /// When the wait ends.
        until: Micros,
    },
    /// A side is to move.
    Playing {
        /// When its clock began to run; `None` until the turn has been written to the player.
        running: Option<Micros>,
        /// When its clock begins to run if the turn cannot be written.
        runs_at: Micros,
        /// How long the referee has stalled in this turn.
        stall: Micros,
    },
    Over(Ending),
}

pub struct Match {
    settings: MatchSettings,
    board: Box<dyn Board>,
    clocks: BySide<Clock>,
    strikes: BySide<u8>,
    /// When a player disconnected, or will count as disconnected after a restart; `None` while it is connected.
    away: BySide<Option<Micros>>,
    phase: Phase,
    moves: Vec<String>,
    /// The moves for another ply that the side to move has sent in this turn: their number, and the ply of the last one.
    stale: (u32, Option<u32>),
    /// The moment of the last event.
    at: Micros,
}

impl Match {
    /// A match before its first event.
    pub fn new(board: Box<dyn Board>, settings: MatchSettings) -> Match {
        let clock = Clock::new(&settings.time, &settings.lag_compensation);
        Match {
            settings,
            board,
            clocks: BySide { white: clock, black: clock },
            strikes: BySide { white: settings.strikes, black: settings.strikes },
            away: BySide { white: Some(Micros::ZERO), black: Some(Micros::ZERO) },
            phase: Phase::Waiting { ready: BySide::default(), until: settings.ready_timeout },
            moves: Vec::new(),
            stale: (0, None),
            at: Micros::ZERO,
        }
    }

    pub fn replay<'a>(board: Box<dyn Board>, settings: MatchSettings, events: impl IntoIterator<Item = &'a Event>) -> Match {
        let mut this = Match::new(board, settings);
        events.into_iter().for_each(|event| this.absorb(event));
        this
    }

    pub fn board(&self) -> &dyn Board {
        &*self.board
    }

    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The clocks at the last move.
    pub fn clocks(&self) -> &BySide<Clock> {
        &self.clocks
    }

    /// The remaining strikes of each player.
    pub fn strikes_left(&self) -> &BySide<u8> {
        &self.strikes
    }

    /// Whether a player is connected.
    pub fn is_online(&self, side: Side) -> bool {
        self.away[side].is_none()
    }

    /// The moment of the last event.
    pub fn last_event_at(&self) -> Micros {
        self.at
    }

    /// The last moment at which nothing has to happen; `None` without a deadline.
    pub fn deadline(&self) -> Option<Micros> {
        match self.phase {
            Phase::Waiting { until, .. } => Some(until),
            Phase::Playing { running, runs_at, .. } => {
                let side = self.board.side_to_move();
                let flag = self.clocks[side].deadline(&self.settings.time, &self.settings.lag_compensation, running.unwrap_or(runs_at));
                let absent = Side::BOTH.into_iter().filter_map(|side| self.absent_after(side));
                flag.into_iter().chain(absent).min()
            }
            Phase::Over(_) => None,
        }
    }

    /// The first moment at which a deadline may pass, as seen at `now`: an unwritten turn may be written at any moment.
    pub fn alarm(&self, now: Micros) -> Option<Micros> {
        let if_written_now = match self.phase {
            Phase::Playing { running: None, .. } => {
                self.clocks[self.board.side_to_move()].deadline(&self.settings.time, &self.settings.lag_compensation, now)
            }
            _ => None,
        };
        self.deadline().into_iter().chain(if_written_now).min()
    }

    /// The last moment until which a player may stay disconnected.
    fn absent_after(&self, side: Side) -> Option<Micros> {
        match self.settings.disconnect {
            DisconnectPolicy::ClockRuns => None,
            DisconnectPolicy::ForfeitAfter(limit) => Some(self.away[side]? + limit),
        }
    }

    /// Applies an input. A deadline that passed before `now` is applied first.
    ///
    /// Total: every input has an answer in every phase. `now` is the moment at which a frame was complete, however late it is processed.
    pub fn apply(&mut self, input: Input, now: Micros) -> Decision {
        let mut decision = Decision { events: Vec::new(), error: None };
        if let Some(ending) = self.overdue(now) {
            self.record(&mut decision, now, EventKind::Ended(ending));
        }
        match self.decide(input, now) {
            Ok(events) => events.into_iter().for_each(|event| self.record(&mut decision, now, event)),
            Err(error) => {
                if let CommandError::StalePly { ply, .. } = error {
                    self.stale = (self.stale.0 + 1, Some(ply));
                }
                decision.error = Some(error);
            }
        }
        decision
    }

    fn record(&mut self, decision: &mut Decision, now: Micros, kind: EventKind) {
        let event = Event { at: now.max(self.at), kind };
        self.absorb(&event);
        decision.events.push(event);
    }

    /// The end that a passed deadline causes.
    fn overdue(&self, now: Micros) -> Option<Ending> {
        let lost = |side: Side, reason| Some(Ending { outcome: Some(Outcome::Win(side.other())), reason });
        let deadline = self.deadline().filter(|&deadline| now > deadline)?;
        match self.phase {
            Phase::Waiting { ready, .. } => {
                let within = self.settings.ready_timeout;
                match (ready.white, ready.black) {
                    (false, false) => Some(Ending { outcome: None, reason: Termination::BothNoShow { within } }),
                    (white, _) => {
                        let side = if white { Side::Black } else { Side::White };
                        lost(side, Termination::NoShow { side, within })
                    }
                }
            }
            Phase::Playing { running, runs_at, .. } => {
                let absent = |side| self.absent_after(side) == Some(deadline);
                if let DisconnectPolicy::ForfeitAfter(limit) = self.settings.disconnect {
                    match (absent(Side::White), absent(Side::Black)) {
                        (true, true) => return Some(Ending { outcome: None, reason: Termination::BothAbsent { limit } }),
                        (true, false) => return lost(Side::White, Termination::Absent { side: Side::White, limit }),
                        (false, true) => return lost(Side::Black, Termination::Absent { side: Side::Black, limit }),
                        (false, false) => {}
                    }
                }
                let (side, sent) = (self.board.side_to_move(), running.unwrap_or(runs_at));
                let lag_compensation =
                    self.clocks[side].charge(&self.settings.lag_compensation, sent, deadline, Micros::ZERO).lag_compensation;
                let (used, limit) = (now.since(sent), deadline.since(sent));
                let (stale, stale_ply) = self.stale;
                lost(side, Termination::Time { side, ply: self.board.ply(), sent, used, limit, lag_compensation, stale, stale_ply })
            }
            Phase::Over(_) => None,
        }
    }

    /// The events of an input, when no deadline has passed.
    fn decide(&mut self, input: Input, now: Micros) -> Result<Vec<EventKind>, CommandError> {
        let over = matches!(self.phase, Phase::Over(_));
        let one = |event| Ok(Vec::from([event]));
        match input {
            Input::Tick => Ok(Vec::new()),
            Input::Online(side) if !over && !self.is_online(side) => one(EventKind::Online { side }),
            Input::Offline(side) if !over && self.is_online(side) => one(EventKind::Offline { side }),
            Input::Left(side) if matches!(self.phase, Phase::Playing { .. }) => {
                let end = Ending { outcome: Some(Outcome::Win(side.other())), reason: Termination::Left { side } };
                let offline = self.is_online(side).then_some(EventKind::Offline { side });
                Ok(offline.into_iter().chain([EventKind::Ended(end)]).collect())
            }
            // Before the first move the player may connect again.
            Input::Left(side) if !over && self.is_online(side) => one(EventKind::Offline { side }),
            Input::Online(_) | Input::Offline(_) | Input::Left(_) => Ok(Vec::new()),
            Input::Ready(side) => match self.phase {
                Phase::Waiting { ready, .. } if ready[side.other()] && !ready[side] => {
                    Ok(Vec::from([EventKind::Ready { side }, EventKind::Started]))
                }
                Phase::Waiting { ready, .. } if !ready[side] => one(EventKind::Ready { side }),
                Phase::Over(_) => Err(CommandError::GameOver),
                _ => Ok(Vec::new()),
            },
            Input::Delivered { ply } => {
                let at_hand = self.board.ply();
                if let Phase::Playing { running: running @ None, runs_at, .. } = &mut self.phase
                    && ply == at_hand
                {
                    // The clock of a disconnected player has been running since the turn began.
                    *running = Some(now.min(*runs_at));
                }
                Ok(Vec::new())
            }
            Input::Move { side, ply, text } => self.decide_move(side, ply, text, now),
            _ if over => Err(CommandError::GameOver),
            Input::Resign { side, why } => {
                one(EventKind::Ended(Ending { outcome: Some(Outcome::Win(side.other())), reason: Termination::Resigned { side, why } }))
            }
            Input::Annul { why } => one(EventKind::Ended(Ending { outcome: None, reason: Termination::Annulled { why } })),
            Input::Adjudicate { outcome, why } => one(EventKind::Ended(Ending { outcome, reason: Termination::Adjudicated { why } })),
            Input::Stalled(_) if matches!(self.phase, Phase::Waiting { .. }) => Ok(Vec::new()),
            Input::Stalled(by) => one(EventKind::Stalled { by }),
            Input::Restarted => one(EventKind::Restarted),
        }
    }

    fn decide_move(&self, side: Side, ply: u32, text: String, now: Micros) -> Result<Vec<EventKind>, CommandError> {
        let at_hand = self.board.ply();
        let first = at_hand - self.moves.len() as u32;
        let already = ply.checked_sub(first).and_then(|index| self.moves.get(index as usize));
        if already == Some(&text) && Side::to_move_after(ply) == side {
            return Err(CommandError::AlreadyPlayed { ply });
        }
        let (running, runs_at, stall) = match self.phase {
            Phase::Waiting { .. } => return Err(CommandError::NotStarted),
            Phase::Over(_) => return Err(CommandError::GameOver),
            Phase::Playing { running, runs_at, stall } => (running, runs_at, stall),
        };
        if side != self.board.side_to_move() {
            return Err(CommandError::NotYourTurn { side: self.board.side_to_move() });
        }
        if ply != at_hand {
            return Err(CommandError::StalePly { ply, expected: at_hand });
        }
        let mut board = self.board.boxed();
        if let Err(MoveError::Format(why) | MoveError::Illegal(why)) = board.play_text(&text) {
            let why = if text.is_empty() { MoveMissing.message() } else { why };
            let text = visible(&text);
            return Ok(Vec::from([match self.strikes[side].checked_sub(1) {
                Some(strikes_left) => EventKind::Struck { side, ply, text, why, strikes_left },
                None => EventKind::Ended(Ending {
                    outcome: Some(Outcome::Win(side.other())),
                    reason: Termination::IllegalMove { side, ply, text, why },
                }),
            }]));
        }
        // A move that arrives before the turn was written took no time.
        let sent = running.unwrap_or(runs_at).min(now);
        let mut clocks = self.clocks;
        let charge = clocks[side].charge(&self.settings.lag_compensation, sent, now, stall);
        clocks[side].deduct(&self.settings.time, &charge);
        let clocks = clocks.map(|clock| clock.left);
        let mut events = Vec::from([EventKind::Moved { side, ply, text, charge, clocks, position: board.position() }]);
        if let Some(outcome) = board.outcome() {
            events.push(EventKind::Ended(Ending { outcome: Some(outcome), reason: Termination::Rules { verdict: board.verdict() } }));
        }
        Ok(events)
    }

    /// Applies an event: the only way the state changes, except for the delivery of a turn and the count of stale moves.
    fn absorb(&mut self, event: &Event) {
        self.at = event.at;
        match &event.kind {
            EventKind::Online { side } => self.away[*side] = None,
            EventKind::Offline { side } => {
                self.away[*side] = Some(event.at);
                match &mut self.phase {
                    Phase::Waiting { ready, .. } => ready[*side] = false,
                    Phase::Playing { running: None, runs_at, .. } if *side == self.board.side_to_move() => *runs_at = event.at,
                    _ => {}
                }
            }
            EventKind::Ready { side } => {
                if let Phase::Waiting { ready, .. } = &mut self.phase {
                    ready[*side] = true;
                }
            }
            EventKind::Started => self.begin_turn(),
            EventKind::Moved { side, text, charge, .. } => {
                // A recorded move was legal.
                if self.board.play_text(text).is_ok() {
                    self.clocks[*side].deduct(&self.settings.time, charge);
                    self.moves.push(text.to_string());
                    self.begin_turn();
                }
            }
            EventKind::Struck { side, strikes_left, .. } => self.strikes[*side] = *strikes_left,
            EventKind::Stalled { by } => {
                if let Phase::Playing { stall, .. } = &mut self.phase {
                    *stall += *by;
                }
            }
            EventKind::Restarted => {
                let until = event.at + self.settings.ready_timeout;
                self.away = BySide { white: Some(until), black: Some(until) };
                match &mut self.phase {
                    Phase::Waiting { .. } => self.phase = Phase::Waiting { ready: BySide::default(), until },
                    Phase::Playing { running, runs_at, .. } => (*running, *runs_at) = (None, until),
                    Phase::Over(_) => {}
                }
            }
            EventKind::Ended(ending) => self.phase = Phase::Over(ending.clone()),
        }
    }

    fn begin_turn(&mut self) {
        self.stale = (0, None);
        let runs_at = match self.away[self.board.side_to_move()] {
            // The turn is written immediately; if the confirmation never comes, the clock starts after this time.
            None => self.at + self.settings.ready_timeout,
            // The clock of a disconnected player runs, after a restart only from the end of the ready timeout.
            Some(since) => since.max(self.at),
        };
        self.phase = Phase::Playing { running: None, runs_at, stall: Micros::ZERO };
    }
}

/// An illegal move as it is recorded: 64 characters at most, without hidden characters.
fn visible(text: &str) -> String {
    text.chars().take(64).map(|c| if is_hidden(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

//! A match: two players, a board, two clocks.

use crate::{Clock, CommandError, Ending, Event, EventKind, Input, LagCompensation, Micros, Termination, TimeControl};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use rules::{Board, BySide, MoveError, Outcome, Side};

/// What is agreed before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// The time each player has.
    pub time: TimeControl,
    /// The time on the way that nobody pays.
    pub allowance: LagCompensation,
    /// How many illegal moves are forgiven each player.
    pub strikes: u8,
    /// Both must be ready so soon after the match was made; after a restart, back so soon.
    pub ready_within: Micros,
    /// What happens while a player is away.
    pub absence: DisconnectPolicy,
}

/// What happens while a player is away in the middle of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisconnectPolicy {
    /// The clock runs on, no more.
    ClockRuns,
    /// The clock runs on, and who is away for longer than this at one time loses.
    ForfeitAfter(Micros),
}

/// What follows from an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// What is to be written down, in order.
    pub events: Vec<Event>,
    /// What to tell the sender if the input itself came to nothing.
    pub refusal: Option<CommandError>,
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// For both to be ready.
    Waiting {
        /// Who is.
        ready: BySide<bool>,
        /// When the wait ends.
        until: Micros,
    },
    /// A player is to move.
    Playing {
        /// Since when its clock runs; `None` until the turn has been written to it.
        running: Option<Micros>,
        /// When its clock will run even if the turn can't be written.
        runs_at: Micros,
        /// How long the referee has stood still in this turn.
        stall: Micros,
    },
    /// Nobody is.
    Over(Ending),
}

/// A match.
pub struct Match {
    terms: MatchSettings,
    board: Box<dyn Board>,
    clocks: BySide<Clock>,
    strikes: BySide<u8>,
    /// Since when a player has been away, or will be if it does not come back after a restart; `None` while it is there.
    away: BySide<Option<Micros>>,
    phase: Phase,
    moves: Vec<String>,
    /// The moment of the last event.
    at: Micros,
}

impl Match {
    /// A match before its first event.
    pub fn new(board: Box<dyn Board>, terms: MatchSettings) -> Match {
        let clock = Clock::new(&terms.time, &terms.allowance);
        Match {
            terms,
            board,
            clocks: BySide { white: clock, black: clock },
            strikes: BySide { white: terms.strikes, black: terms.strikes },
            away: BySide { white: Some(Micros::ZERO), black: Some(Micros::ZERO) },
            phase: Phase::Waiting { ready: BySide::default(), until: terms.ready_within },
            moves: Vec::new(),
            at: Micros::ZERO,
        }
    }

    /// The match that these events made.
    pub fn replay<'a>(board: Box<dyn Board>, terms: MatchSettings, events: impl IntoIterator<Item = &'a Event>) -> Match {
        let mut this = Match::new(board, terms);
        events.into_iter().for_each(|event| this.absorb(event));
        this
    }

    /// The board.
    pub fn board(&self) -> &dyn Board {
        &*self.board
    }

    /// What was agreed.
    pub fn terms(&self) -> &MatchSettings {
        &self.terms
    }

    /// The moves so far.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Where it stands.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Each player's clock, as it stood at the last move.
    pub fn clocks(&self) -> &BySide<Clock> {
        &self.clocks
    }

    /// How many illegal moves each player will be forgiven yet.
    pub fn strikes_left(&self) -> &BySide<u8> {
        &self.strikes
    }

    /// Whether a player is connected.
    pub fn is_online(&self, side: Side) -> bool {
        self.away[side].is_none()
    }

    /// The moment of the last event.
    pub fn last_fact_at(&self) -> Micros {
        self.at
    }

    /// The last moment at which nothing has to happen; `None` if nothing will by itself.
    pub fn deadline(&self) -> Option<Micros> {
        match self.phase {
            Phase::Waiting { until, .. } => Some(until),
            Phase::Playing { running, runs_at, .. } => {
                let side = self.board.side_to_move();
                let flag = self.clocks[side].deadline(&self.terms.time, &self.terms.allowance, running.unwrap_or(runs_at));
                let absent = Side::BOTH.into_iter().filter_map(|side| self.absent_after(side));
                flag.into_iter().chain(absent).min()
            }
            Phase::Over(_) => None,
        }
    }

    /// The first moment at which a deadline may pass, as far as can be known `now`: a turn that has not been written yet may be
    /// written at once.
    pub fn alarm(&self, now: Micros) -> Option<Micros> {
        let if_written_now = match self.phase {
            Phase::Playing { running: None, .. } => {
                self.clocks[self.board.side_to_move()].deadline(&self.terms.time, &self.terms.allowance, now)
            }
            _ => None,
        };
        self.deadline().into_iter().chain(if_written_now).min()
    }

    /// The last moment until which an absent player may stay away.
    fn absent_after(&self, side: Side) -> Option<Micros> {
        match self.terms.absence {
            DisconnectPolicy::ClockRuns => None,
            DisconnectPolicy::ForfeitAfter(limit) => Some(self.away[side]? + limit),
        }
    }

    /// Judges an input. A deadline that has passed at `now` is judged first.
    ///
    /// Total: every input has an answer in every phase. A frame's `now` is the moment it was complete, so one that came in time is
    /// in time however late it is judged.
    pub fn apply(&mut self, input: Input, now: Micros) -> Decision {
        let mut decision = Decision::default();
        if let Some(ending) = self.overdue(now) {
            self.record(&mut decision, now, EventKind::Ended(ending));
        }
        match self.decide(input, now) {
            Ok(events) => events.into_iter().for_each(|event| self.record(&mut decision, now, event)),
            Err(refusal) => decision.refusal = Some(refusal),
        }
        decision
    }

    fn record(&mut self, decision: &mut Decision, now: Micros, kind: EventKind) {
        let event = Event { at: now.max(self.at), kind };
        self.absorb(&event);
        decision.events.push(event);
    }

    /// The end that a passed deadline means.
    fn overdue(&self, now: Micros) -> Option<Ending> {
        let lost = |side: Side, reason| Some(Ending { outcome: Some(Outcome::Win(side.other())), reason });
        let deadline = self.deadline().filter(|&deadline| now > deadline)?;
        match self.phase {
            Phase::Waiting { ready, .. } => {
                let within = self.terms.ready_within;
                match (ready.white, ready.black) {
                    (false, false) => Some(Ending { outcome: None, reason: Termination::NobodyCame { within } }),
                    (white, _) => {
                        let side = if white { Side::Black } else { Side::White };
                        lost(side, Termination::NoShow { side, within })
                    }
                }
            }
            Phase::Playing { running, runs_at, .. } => {
                let absent = |side| self.absent_after(side) == Some(deadline);
                if let DisconnectPolicy::ForfeitAfter(limit) = self.terms.absence {
                    match (absent(Side::White), absent(Side::Black)) {
                        (true, true) => return Some(Ending { outcome: None, reason: Termination::BothAbsent { limit } }),
                        (true, false) => return lost(Side::White, Termination::Absent { side: Side::White, limit }),
                        (false, true) => return lost(Side::Black, Termination::Absent { side: Side::Black, limit }),
                        (false, false) => {}
                    }
                }
                let (side, sent) = (self.board.side_to_move(), running.unwrap_or(runs_at));
                let forgiven = self.clocks[side].charge(&self.terms.allowance, sent, deadline, Micros::ZERO).forgiven;
                let (used, limit) = (now.since(sent), deadline.since(sent));
                lost(side, Termination::Time { side, ply: self.board.ply(), sent, used, limit, forgiven })
            }
            Phase::Over(_) => None,
        }
    }

    /// What follows from an input, no deadline being passed.
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
            // Before the first move nothing is lost: it may connect anew.
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
                    // Whoever was away when the turn began has been on the clock since.
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
            let text = visible(&text);
            return Ok(Vec::from([match self.strikes[side].checked_sub(1) {
                Some(strikes_left) => EventKind::Struck { side, ply, text, why, strikes_left },
                None => EventKind::Ended(Ending {
                    outcome: Some(Outcome::Win(side.other())),
                    reason: Termination::IllegalMove { side, ply, text, why },
                }),
            }]));
        }
        // A move may come before the word that the turn was written: then it took no time.
        let sent = running.unwrap_or(runs_at).min(now);
        let mut clocks = self.clocks;
        let charge = clocks[side].charge(&self.terms.allowance, sent, now, stall);
        clocks[side].pay(&self.terms.time, &charge);
        let clocks = clocks.map(|clock| clock.left);
        let mut events = Vec::from([EventKind::Moved { side, ply, text, charge, clocks, position: board.position() }]);
        if let Some(outcome) = board.outcome() {
            events.push(EventKind::Ended(Ending { outcome: Some(outcome), reason: Termination::Rules { verdict: board.verdict() } }));
        }
        Ok(events)
    }

    /// Adds a event to the state: the only way it changes, but for the moment a turn was delivered.
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
                // Facts were judged before they were events.
                if self.board.play_text(text).is_ok() {
                    self.clocks[*side].pay(&self.terms.time, charge);
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
                let until = event.at + self.terms.ready_within;
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
        let runs_at = match self.away[self.board.side_to_move()] {
            // The turn is written at once to whoever is there; should its word never come, the clock still runs one day.
            None => self.at + self.terms.ready_within,
            // Who is away is on the clock; not before a while after a restart, which has cut off both.
            Some(since) => since.max(self.at),
        };
        self.phase = Phase::Playing { running: None, runs_at, stall: Micros::ZERO };
    }
}

/// What is no move, as it goes on record: cut to 64 characters, without those that nobody sees or that a terminal obeys.
fn visible(text: &str) -> String {
    text.chars().take(64).map(|c| if is_hidden(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Whether a character is one that nobody sees, or that a terminal or a page obeys: with it a text can look like another.
pub fn is_hidden(c: char) -> bool {
    const FORMATS: [RangeInclusive<char>; 6] = [
        '\u{61c}'..='\u{61c}',
        '\u{180e}'..='\u{180e}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{feff}'..='\u{feff}',
    ];
    // Letters without a shape, the soft hyphen, and the block of tags.
    let is_empty = matches!(c, '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}');
    c.is_control() || is_empty || FORMATS.iter().any(|format| format.contains(&c))
}

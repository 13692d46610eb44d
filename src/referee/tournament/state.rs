//! The state machine of a tournament.

use super::event::{TournamentEvent, TournamentEventKind};
use super::game::{AbsentTooOften, GameKey, GameStatus, GameView, OperatorDecision, RecordedDecision};
use super::input::{TournamentCommandError, TournamentDecision, TournamentInput};
use super::settings::{Settings, Stage};
use crate::Micros;
use crate::format::{Feature, MAX_GAMES, Situation};
use crate::pairing::{Encounter, History, Next, Player, Rng, Seats};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use message::Coded;
use rules::{BySide, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameRecord {
    pub attempts: u32,
    pub status: GameStatus,
    pub annulled_after_play: bool,
}

/// What the end of a tournament cut off, for the case that the operator revokes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CutOff {
    /// Games pending or running at the end that have not been decided since.
    pub games: BTreeSet<GameKey>,
    /// Whether pairing had ended before.
    pub closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub(super) settings: Settings,
    pub(super) stage: Stage,
    pub(super) names: Vec<String>,
    /// The version of each player, where the format has versions.
    pub(super) versions: Vec<Option<String>>,
    pub(super) history: History,
    pub(super) games: Vec<Vec<GameRecord>>,
    pub(super) pending: BTreeSet<GameKey>,
    pub(super) running: BTreeSet<GameKey>,
    /// The running games of each player.
    pub(super) busy: BTreeMap<Player, u32>,
    /// The games that each player missed.
    pub(super) absences: BTreeMap<Player, u32>,
    /// Players who have come to a game.
    pub(super) came: BTreeSet<Player>,
    /// The number of games.
    pub(super) game_count: u64,
    pub(super) decided: Vec<RecordedDecision>,
    /// When the time is over, and the rest of it while paused.
    pub(super) until: Option<Micros>,
    pub(super) left: Micros,
    /// Whether pairing has ended.
    pub(super) closed: bool,
    pub(super) cut_off: Option<CutOff>,
    /// Whether it was archived before it had started.
    pub(super) never_started: bool,
    /// The moment of the last event.
    pub(super) at: Micros,
}

impl Tournament {
    /// A tournament before its first event.
    pub fn new(settings: Settings) -> Tournament {
        let left = settings.format.duration().unwrap_or(Micros::ZERO);
        Tournament {
            settings,
            stage: Stage::Open,
            names: Vec::new(),
            versions: Vec::new(),
            history: History::default(),
            games: Vec::new(),
            pending: BTreeSet::new(),
            running: BTreeSet::new(),
            busy: BTreeMap::new(),
            absences: BTreeMap::new(),
            came: BTreeSet::new(),
            game_count: 0,
            decided: Vec::new(),
            until: None,
            left,
            closed: false,
            cut_off: None,
            never_started: false,
            at: Micros::ZERO,
        }
    }

    /// The tournament that these events describe. Impossible events are ignored.
    pub fn replay<'a>(settings: Settings, events: impl IntoIterator<Item = &'a TournamentEvent>) -> Tournament {
        let mut tournament = Tournament::new(settings);
        events.into_iter().for_each(|event| tournament.absorb(event));
        tournament
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The entrants and encounters.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The names of the entrants, by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of a player; empty for an unknown player.
    pub fn name(&self, player: Player) -> &str {
        self.names.get(player.0 as usize).map_or("", |name| name)
    }

    /// The version of a player, where the format has versions.
    pub fn version(&self, player: Player) -> Option<&str> {
        self.versions.get(player.index())?.as_deref()
    }

    /// The operator's decisions, in order.
    pub fn decided(&self) -> &[RecordedDecision] {
        &self.decided
    }

    /// The moment of the last event.
    pub fn last_event_at(&self) -> Micros {
        self.at
    }

    /// All games in the order of their keys.
    pub fn games(&self) -> impl Iterator<Item = GameView> {
        (0..self.games.len()).flat_map(move |encounter| {
            (0..self.games[encounter].len()).filter_map(move |game| self.game(GameKey { encounter: encounter as u32, game: game as u32 }))
        })
    }

    pub fn running(&self) -> impl Iterator<Item = GameView> {
        self.running.iter().filter_map(|&key| self.game(key))
    }

    pub fn game(&self, key: GameKey) -> Option<GameView> {
        let game = self.games.get(key.encounter as usize)?.get(key.game as usize)?;
        let encounter = self.history.encounters().get(key.encounter as usize)?;
        let seats = self.seats(key)?;
        Some(GameView { key, round: encounter.round, seats, attempts: game.attempts, status: game.status })
    }

    /// The seats of a game: colours change after each game of an encounter.
    fn seats(&self, key: GameKey) -> Option<BySide<Player>> {
        let Seats::Game(first) = self.history.encounters().get(key.encounter as usize)?.seats else { return None };
        Some(if key.game.is_multiple_of(2) { first } else { BySide { white: first.black, black: first.white } })
    }

    /// The last moment at which nothing has to happen; `None` without a deadline.
    pub fn deadline(&self) -> Option<Micros> {
        self.until.filter(|_| self.stage == Stage::Running && !self.closed)
    }

    /// Applies an input when all players are connected. A deadline that passed before `now` is applied first.
    ///
    /// Total: every input has an answer in every stage.
    pub fn apply(&mut self, input: TournamentInput, now: Micros) -> TournamentDecision {
        self.apply_among(input, now, 1, &|_| true)
    }

    /// The same on a day of the calendar, from 1, with the connected players. A day before the last pairing counts as its day. Games
    /// between connected players begin first; games that wait for a player take at most half of the boards.
    pub fn apply_among(&mut self, input: TournamentInput, now: Micros, day: u32, is_there: &dyn Fn(&str) -> bool) -> TournamentDecision {
        let mut decision = TournamentDecision { events: Vec::new(), error: None };
        if self.deadline().is_some_and(|deadline| now > deadline) {
            self.record(&mut decision, now, TournamentEventKind::TimeUp);
        }
        match self.decide(input) {
            Ok(Some(event)) => {
                let absent = if let TournamentEventKind::Ended { game, end, .. } = event { self.absent(game, end) } else { [None; 2] };
                match event {
                    TournamentEventKind::Withdrawn { player, why } => self.let_leave(&mut decision, now, player, why, is_there),
                    event => self.record(&mut decision, now, event),
                }
                for player in absent.into_iter().flatten().filter(|&player| self.is_absent_too_often(player)).collect::<Vec<_>>() {
                    let missed = self.absences.get(&player).copied().unwrap_or(0);
                    let why = AbsentTooOften { games: missed }.message();
                    self.let_leave(&mut decision, now, player, Some(why.into()), is_there);
                }
            }
            Ok(None) => {}
            Err(error) => decision.error = Some(error),
        }
        self.proceed(&mut decision, now, day, is_there);
        decision
    }

    pub(super) fn record(&mut self, decision: &mut TournamentDecision, now: Micros, kind: TournamentEventKind) {
        let event = TournamentEvent { at: now.max(self.at), kind };
        self.absorb(&event);
        decision.events.push(event);
    }

    fn is_absent_too_often(&self, player: Player) -> bool {
        let missed = self.absences.get(&player).copied().unwrap_or(0);
        self.history.is_present(player) && self.settings.absences.is_some_and(|most| missed >= most)
    }

    /// Pairs, begins games and finishes, as far as possible.
    fn proceed(&mut self, decision: &mut TournamentDecision, now: Micros, day: u32, is_there: &dyn Fn(&str) -> bool) {
        if self.stage != Stage::Running {
            return;
        }
        let there: Vec<bool> = self.names.iter().map(|name| is_there(name)).collect();
        let mut over = self.closed;
        let apart = if self.settings.format.has(Feature::KeepsApart) { self.apart() } else { Vec::new() };
        while !over {
            let open = self.history.encounters().iter().filter(|encounter| !encounter.is_over()).count();
            match self.settings.format.next(Situation {
                history: &self.history,
                there: &there,
                day,
                apart: &apart,
                room: (self.settings.concurrency as usize).saturating_sub(open),
            }) {
                Next::Play(encounters) if !encounters.is_empty() => {
                    let games: u64 = encounters.iter().map(|e| u64::from(e.games)).sum();
                    // Only a format without an end reaches this.
                    over = self.game_count + games > MAX_GAMES;
                    if !over {
                        self.record(decision, now, TournamentEventKind::Paired { encounters });
                    }
                }
                Next::SitOut(round) => self.record(decision, now, TournamentEventKind::SatOut { round }),
                Next::Play(_) | Next::Wait => break,
                Next::Over => over = true,
            }
        }
        if !self.closed && self.settings.format.is_decided(&self.history) {
            self.record(decision, now, TournamentEventKind::Finished);
            return;
        }
        for key in self.to_begin(&there) {
            if let Some(GameView { seats, attempts, .. }) = self.game(key) {
                let position = self.settings.game.opening(self.opening_seed(key), self.settings.opening_plies).0.position();
                self.record(decision, now, TournamentEventKind::Begun { game: key, attempt: attempts.saturating_add(1), seats, position });
            }
        }
        if over && self.pending.is_empty() && self.running.is_empty() {
            self.record(decision, now, TournamentEventKind::Finished);
        }
    }

    /// The games that begin now, in the order of pairing: those between connected players, then, on half of the boards, those that wait.
    fn to_begin(&self, there: &[bool]) -> Vec<GameKey> {
        let both_there = |seats: BySide<Player>| Side::BOTH.iter().all(|&side| there.get(seats[side].0 as usize) == Some(&true));
        let room = self.settings.concurrency.max(1) as usize;
        let mut incomplete = self.running.iter().filter(|&&key| self.seats(key).is_some_and(|seats| !both_there(seats))).count();
        // The games that each player can still begin.
        let mut capacity = alloc::vec![self.settings.per_player.max(1); there.len()];
        for (player, &games) in &self.busy {
            if let Some(capacity) = capacity.get_mut(player.0 as usize) {
                *capacity = capacity.saturating_sub(games);
            }
        }
        let mut begin = Vec::new();
        for is_complete in [true, false] {
            let is_free = |k: usize, capacity: &[u32]| capacity[k] > 0 && (!is_complete || there[k]);
            let mut free = (0..there.len()).filter(|&k| is_free(k, &capacity)).count();
            for &key in &self.pending {
                if free < 2 || self.running.len() + begin.len() >= room || (!is_complete && incomplete >= room.div_ceil(2)) {
                    break;
                }
                let Some(seats) = self.seats(key).filter(|&seats| both_there(seats) == is_complete) else { continue };
                let players = [seats.white.0 as usize, seats.black.0 as usize];
                if players.iter().all(|&k| capacity[k] > 0) {
                    incomplete += usize::from(!is_complete);
                    players.iter().for_each(|&k| capacity[k] -= 1);
                    free -= players.iter().filter(|&&k| capacity[k] == 0).count();
                    begin.push(key);
                }
            }
        }
        begin
    }

    /// The random opening moves of a game. All games of an encounter share them.
    pub fn opening_moves(&self, game: GameKey) -> Vec<String> {
        self.settings.game.opening(self.opening_seed(game), self.settings.opening_plies).1
    }

    /// The seed of the opening of a game, which depends on the players and their earlier meetings, not on the order of pairing.
    pub fn opening_seed(&self, game: GameKey) -> u64 {
        let Some(encounter) = self.history.encounters().get(game.encounter as usize) else { return 0 };
        let Seats::Game(seats) = encounter.seats else { return 0 };
        let before = &self.history.encounters()[..game.encounter as usize];
        let met = before.iter().filter(|e| e.side_of(seats.white).is_some_and(|(_, opponent)| opponent == seats.black)).count();
        let parts = [self.settings.seed, encounter.round.into(), seats.white.0.into(), seats.black.0.into(), met as u64];
        parts.into_iter().fold(0, |seed, part| Rng::new(seed ^ part).draw())
    }

    /// The event of an input, when no deadline has passed.
    fn decide(&self, input: TournamentInput) -> Result<Option<TournamentEventKind>, TournamentCommandError> {
        use Stage::{Archived, Finished, Open, Paused, Running};
        let stage = self.stage;
        let not_now = |action| Err(TournamentCommandError::NotNow { stage, action });
        let one = |event| Ok(Some(event));
        match input {
            TournamentInput::Tick => Ok(None),
            TournamentInput::Enter { name, rating } => match stage {
                Finished | Archived => not_now("enter"),
                _ if self.present(&name).is_some() => Err(TournamentCommandError::TakesPart { name }),
                Running | Paused if self.names.contains(&name) => {
                    self.may_return(name).map(|player| Some(TournamentEventKind::Returned { player }))
                }
                _ if self.names.contains(&name) => Err(TournamentCommandError::Left { name, format: self.settings.format.word() }),
                Running | Paused if !self.settings.format.has(Feature::LateEntries) => {
                    Err(TournamentCommandError::NoLateEntry { format: self.settings.format.word() })
                }
                Running | Paused if self.closed => not_now("enter"),
                Open | Running | Paused => {
                    let most = self.settings.capacity.min(*self.settings.format.entrants().end());
                    let entrants = self.names.len() as u32 + 1;
                    if entrants > most {
                        return Err(TournamentCommandError::Full { most });
                    }
                    self.settings.format.must_fit(entrants)?;
                    one(TournamentEventKind::Entered { name, rating })
                }
            },
            TournamentInput::Withdraw { name, why } => match (stage, self.present(&name)) {
                (Finished | Archived, _) => not_now("withdraw"),
                (_, None) => Err(TournamentCommandError::NotAnEntrant { name }),
                (Open | Running | Paused, Some(player)) => {
                    one(TournamentEventKind::Withdrawn { player, why: (!why.is_empty()).then(|| why.into()) })
                }
            },
            TournamentInput::Excuse { name, round, bye } => {
                let (player, half_points) = self.may_be_excused(name, round, bye)?;
                one(TournamentEventKind::Excused { player, round, half_points })
            }
            TournamentInput::CancelBye { name, round } => {
                self.may_cancel_bye(name, round).map(|player| Some(TournamentEventKind::ByeCancelled { player, round }))
            }
            TournamentInput::Version { name, version } => match self.present(&name) {
                Some(player) if self.is_new_version(&name, &version) => one(TournamentEventKind::Versioned { player, version }),
                _ => Ok(None),
            },
            TournamentInput::Start => match stage {
                Open => self.ready_to_start().map(|()| Some(TournamentEventKind::Started)),
                _ => not_now("start"),
            },
            TournamentInput::Pause if stage == Running => one(TournamentEventKind::Paused),
            TournamentInput::Pause => not_now("pause"),
            TournamentInput::Resume if stage == Paused => one(TournamentEventKind::Resumed),
            TournamentInput::Resume if matches!(stage, Finished | Archived) => one(TournamentEventKind::Reopened),
            TournamentInput::Resume => not_now("resume"),
            TournamentInput::Finish if matches!(stage, Running | Paused) => one(TournamentEventKind::Finished),
            TournamentInput::Finish => not_now("finish"),
            TournamentInput::Archive if matches!(stage, Finished | Open) => one(TournamentEventKind::Archived),
            TournamentInput::Archive => not_now("archive"),
            TournamentInput::Ended { game, attempt, end } => match self.game(game) {
                Some(view) if view.status == GameStatus::Running && view.attempts == attempt => {
                    one(TournamentEventKind::Ended { game, attempt, end })
                }
                // The game has been decided or has begun again since.
                _ => Ok(None),
            },
            TournamentInput::Decide { game, decision, why } => {
                self.may_decide(game, decision, &why).map(|()| Some(TournamentEventKind::Decided { game, decision, why }))
            }
        }
    }

    fn ready_to_start(&self) -> Result<(), TournamentCommandError> {
        let present = self.names.len() as u32;
        let needed = *self.settings.format.entrants().start();
        if present >= needed { Ok(()) } else { Err(TournamentCommandError::TooFew { present, needed }) }
    }

    fn may_decide(&self, game: GameKey, decision: OperatorDecision, why: &str) -> Result<(), TournamentCommandError> {
        let view = self.game(game).ok_or(TournamentCommandError::NoSuchGame { game })?;
        let not_now = |action| Err(TournamentCommandError::NotNow { stage: self.stage, action });
        if why.trim().is_empty() {
            return Err(TournamentCommandError::NoReason);
        }
        if self.stage == Stage::Archived {
            return not_now("decide");
        }
        let players = [view.seats.white, view.seats.black];
        if self.settings.format.has(Feature::EachResultPairs) && matches!(view.status, GameStatus::Over(_)) {
            let later = self.history.encounters().iter().skip(game.encounter as usize + 1);
            let later: Vec<&Encounter> = later.collect();
            if let Some(&player) = players.iter().find(|&&player| later.iter().any(|e| e.involves(player))) {
                return Err(TournamentCommandError::PairedOn { game, name: self.name(player).into() });
            }
        }
        if decision == OperatorDecision::Replay {
            if matches!(view.status, GameStatus::Pending | GameStatus::Dropped) {
                return Err(TournamentCommandError::NotPlayed { game });
            }
            if let Some(&player) = players.iter().find(|&&player| !self.history.is_present(player)) {
                return Err(TournamentCommandError::Gone { game, name: self.name(player).into() });
            }
        }
        Ok(())
    }

    /// The number of a player who has not withdrawn.
    pub(super) fn present(&self, name: &str) -> Option<Player> {
        self.history.players().zip(&self.names).find(|(player, known)| *known == name && self.history.is_present(*player)).map(|(p, _)| p)
    }
}

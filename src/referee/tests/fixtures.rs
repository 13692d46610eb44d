//! Fixtures of the tournament tests.

use referee::format::{AnyFormat, Parameters};
use referee::pairing::{Encounter, EncounterEnd, History, Player, Seats};
use referee::tournament::*;
use referee::{Micros, TimeControl};
use rules::{BySide, Game, Knights, Outcome, Side};
use std::ops::{Deref, DerefMut};

pub const DRAWN: TournamentGameEnd = TournamentGameEnd { outcome: Some(Outcome::Draw), played: true };
pub const NOBODY_CAME: TournamentGameEnd = TournamentGameEnd { outcome: None, played: false };

pub fn won(side: Side) -> TournamentGameEnd {
    TournamentGameEnd { outcome: Some(Outcome::Win(side)), played: true }
}

pub fn walkover(side: Side) -> TournamentGameEnd {
    TournamentGameEnd { outcome: Some(Outcome::Win(side)), played: false }
}

/// Knights from the start position, with boards for all games.
pub fn settings(format: impl Into<AnyFormat>) -> Settings {
    Settings {
        game: Game::of::<Knights>(),
        format: format.into(),
        tie_breaks: Vec::new(),
        capacity: u32::MAX,
        time: TimeControl::default(),
        strikes: 0,
        ready_timeout: Micros::from_secs(60),
        absences: None,
        forbidden: Vec::new(),
        half_point_byes: 0,
        opening_plies: 0,
        seed: 7,
        concurrency: 2_000,
        per_player: 1,
    }
}

/// The defaults of a plan.
pub const PARAMETERS: Parameters = Parameters {
    games: 2,
    rounds: None,
    cycles: 1,
    challengers: 1,
    tie_breaks: 1,
    accelerated: false,
    daily: 12,
    duration: None,
    elo0: None,
    elo1: None,
    alpha: 0.05,
    beta: 0.05,
};

/// Each format with defaults, ended by time after `lasts`, or by `rounds` of a sequential test.
pub fn formats(games: u32, lasts: u64, rounds: u32) -> Vec<AnyFormat> {
    let of = |word: &&str| {
        let mut parameters = Parameters { games, ..PARAMETERS };
        match *word {
            "arena" | "ladder" => parameters.duration = Some(Micros(lasts)),
            "sprt" => parameters = Parameters { elo0: Some(0.0), elo1: Some(5.0), rounds: Some(rounds), games: 2, ..parameters },
            _ => {}
        }
        AnyFormat::read(word, &parameters, 1).unwrap()
    };
    AnyFormat::WORDS.iter().map(of).collect()
}

pub fn name(player: u32) -> String {
    format!("bot {player}")
}

pub fn withdraw(player: u32) -> TournamentInput {
    TournamentInput::Withdraw { name: name(player), why: String::new() }
}

#[derive(Clone)]
pub struct Logged {
    pub tournament: Tournament,
    pub events: Vec<TournamentEvent>,
}

impl Deref for Logged {
    type Target = Tournament;

    fn deref(&self) -> &Tournament {
        &self.tournament
    }
}

impl DerefMut for Logged {
    fn deref_mut(&mut self) -> &mut Tournament {
        &mut self.tournament
    }
}

impl Logged {
    /// A tournament that `players` have entered, or as many as the format takes; the first is rated highest.
    pub fn entered(settings: Settings, players: u32) -> Logged {
        let players = players.min(*settings.format.entrants().end());
        let mut logged = Logged { tournament: Tournament::new(settings), events: Vec::new() };
        for player in 0..players {
            assert_eq!(logged.handle(TournamentInput::Enter { name: name(player), rating: 2000 - player as i32 }), None);
        }
        logged
    }

    pub fn started(settings: Settings, players: u32) -> Logged {
        let mut logged = Logged::entered(settings, players);
        assert_eq!(logged.handle(TournamentInput::Start), None);
        logged
    }

    /// Applies an input one moment after the last event.
    pub fn handle(&mut self, input: TournamentInput) -> Option<TournamentCommandError> {
        self.tell_at(input, self.last_event_at().0 + 1)
    }

    pub fn tell_at(&mut self, input: TournamentInput, now: u64) -> Option<TournamentCommandError> {
        self.handle_among(input, now, &|_| true)
    }

    pub fn handle_among(&mut self, input: TournamentInput, now: u64, is_there: &dyn Fn(&str) -> bool) -> Option<TournamentCommandError> {
        self.on_day(1, input, now, is_there)
    }

    pub fn on_day(&mut self, day: u32, input: TournamentInput, now: u64, there: &dyn Fn(&str) -> bool) -> Option<TournamentCommandError> {
        let decision = self.tournament.apply_among(input, Micros(now), day, there);
        self.events.extend(decision.events);
        decision.error
    }

    /// The sentence of the error, or `done`.
    pub fn says(&mut self, input: TournamentInput) -> String {
        self.handle(input).map_or_else(|| "done".into(), |error| error.to_string())
    }

    pub fn decide(&mut self, game: GameKey, decision: OperatorDecision) -> String {
        self.says(TournamentInput::Decide { game, decision, why: "a test".into() })
    }

    pub fn end(&mut self, game: GameView, end: TournamentGameEnd) {
        assert_eq!(self.handle(TournamentInput::Ended { game: game.key, attempt: game.attempts, end }), None);
    }

    /// Ends all games, until none runs and the time is over.
    pub fn play_out(&mut self, end: impl Fn(&GameView) -> TournamentGameEnd) {
        loop {
            let running = self.running().next();
            match running {
                Some(game) => self.end(game, end(&game)),
                None if self.deadline().is_some() => drop(self.tell_at(TournamentInput::Tick, self.last_event_at().0 + 100_000_000)),
                None => break,
            }
        }
    }

    /// The events make the same tournament.
    pub fn check_replay(&self) {
        assert_eq!(Tournament::replay(self.settings().clone(), &self.events), self.tournament);
    }
}

/// A tournament that these players have entered; the first is rated highest.
pub fn entrants(players: usize) -> History {
    let mut history = History::default();
    for k in 0..players {
        history.join(3000 - k as i32);
    }
    history
}

/// Adds encounters, and ends those of two players as `end` says.
pub fn add_ended(history: &mut History, encounters: &[Encounter], mut end: impl FnMut(&Encounter, BySide<Player>) -> EncounterEnd) {
    let first = history.add(encounters);
    for (number, encounter) in (first..).zip(encounters) {
        if let Seats::Game(seats) = encounter.seats {
            history.finish(number, end(encounter, seats));
        }
    }
}

/// White's half points of a played encounter; Black has the others.
pub fn played(white: u32, games: u32) -> EncounterEnd {
    EncounterEnd::Played(BySide { white, black: 2 * games - white })
}

/// The encounters of a player begun with White less those begun with Black.
pub fn balance(history: &History, player: Player) -> i32 {
    let sides = history.encounters_of(player).filter_map(|e| Some(e.side_of(player)?.0));
    sides.map(|side| if side == Side::White { 1 } else { -1 }).sum()
}

/// Players a, b, c, …; each round is a list such as `ab1 cd= e+`: a beat b, c and d drew, e had a bye; `ab-` is a no-show of b, `ab*`
/// of both, `ab0` a win for b.
pub fn history(players: usize, rounds: &[&str]) -> History {
    let mut history = entrants(players);
    for (round, text) in rounds.iter().enumerate() {
        for word in text.split_whitespace() {
            let player = |at: usize| Player(u32::from(word.as_bytes()[at] - b'a'));
            let round = round as u32 + 1;
            let ending = match &word[word.len() - 1..] {
                "+" => {
                    history.add(&[Encounter::bye(round, player(0), 1)]);
                    continue;
                }
                "1" => played(2, 1),
                "=" => played(1, 1),
                "0" => played(0, 1),
                "*" => EncounterEnd::forfeit(None, 1),
                _ => EncounterEnd::forfeit(Some(Side::White), 1),
            };
            add_ended(&mut history, &[Encounter::new(round, player(0), player(1), 1)], |_, _| ending);
        }
    }
    history
}

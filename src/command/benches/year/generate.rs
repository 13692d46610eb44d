//! A year of play from a seed: games outside tournaments, round-robins and Swiss tournaments, written through the storage's own interface. A few thousand
//! distinct games, played at random under the referee's rules, are repeated under other names and times.

use bytestring::ByteString;
use contest::matches::wire;
use contest::tournaments::log_entries::{self, Recorded};
use contest::tournaments::{first_line, plan};
use protocol::{Info, Line, NewTournament, Seat, TournamentStage};
use referee::tournament::{Stage, Tournament, TournamentEventKind, TournamentInput};
use referee::{DisconnectPolicy, Input, LagCompensation, Match, MatchSettings, Micros, Phase, TerminationKind};
use rules::{BySide, Catalogue, Game, Rng, Side};
use std::collections::VecDeque;
use storage::{Change, EndRow, MatchRow, Storage, StorageFuture, TournamentRow};

/// The distinct games of each kind.
const DISTINCT: u64 = 1_000;
/// The changes of one write.
const BATCH: usize = 20_000;
/// 1 September 2025: milliseconds since 1970.
const BEGIN_MS: i64 = 1_756_684_800_000;
/// Ten months, in milliseconds.
const YEAR_MS: i64 = 26_000_000_000;

/// A game that was played, without its names.
struct Played {
    game: Game,
    settings: MatchSettings,
    /// Its lines after the first, packed, and their bytes.
    rest: Vec<u8>,
    bytes: usize,
    end: EndRow,
    cause: TerminationKind,
    duration_ms: i64,
}

#[derive(Clone, Copy)]
pub struct YearSize {
    pub games: u64,
}

impl YearSize {
    pub fn bots(self) -> u64 {
        (self.games / 20).clamp(20, 2_000)
    }

    /// The tournaments, one of each thousand games.
    pub fn tournaments(self) -> u64 {
        (self.games / 1_000).max(1)
    }

    /// The entrants of the largest tournament, a double round-robin.
    pub fn ladder(self) -> u64 {
        (self.games as f64 / 25.0).sqrt().clamp(6.0, 200.0) as u64
    }
}

pub fn below(rng: &mut Rng, bound: u64) -> u64 {
    rng.below(bound as usize) as u64
}

pub fn bot(number: u64) -> String {
    format!("bot {number}")
}

pub struct Year<'s> {
    storage: &'s dyn Storage,
    size: YearSize,
    rng: Rng,
    played: Vec<Vec<Played>>,
    changes: Vec<Change>,
    /// The last write: the next games are made meanwhile.
    writing: Option<StorageFuture<'s, ()>>,
    next_match: u64,
    /// The bytes of all lines.
    lines: u64,
}

impl<'s> Year<'s> {
    /// Writes a year into an empty storage; returns the bytes of its games' lines.
    pub async fn write(storage: &'s dyn Storage, size: YearSize, seed: u64) -> u64 {
        let mut rng = Rng::new(seed);
        let played = Catalogue::ALL.games().map(|game| (0..DISTINCT).map(|_| play(game, &mut rng)).collect()).collect();
        let mut year = Year { storage, size, rng, played, changes: Vec::new(), writing: None, next_match: 1, lines: 0 };
        for id in 1..=size.tournaments() {
            year.tournament(id).await;
            let until = size.games * id / size.tournaments();
            while year.next_match <= until {
                // Most of the play is among the bots of the ladder.
                let field = if below(&mut year.rng, 5) == 0 { size.bots() } else { size.ladder() };
                let white = below(&mut year.rng, field);
                let black = (white + 1 + below(&mut year.rng, field - 1)) % field;
                let game = [0, 0, 0, 1, 1, 2][below(&mut year.rng, 6) as usize];
                year.game(game, BySide { white: bot(white), black: bot(black) }, None);
                year.flush(BATCH).await;
            }
        }
        year.flush(0).await;
        year.flush(0).await;
        year.lines
    }

    async fn flush(&mut self, most: usize) {
        if self.changes.len() >= most {
            let writing = self.storage.write(std::mem::take(&mut self.changes));
            if let Some(before) = self.writing.replace(writing) {
                before.await.expect("written");
            }
        }
    }

    /// The time at which a match begins: milliseconds since 1970.
    fn moment(&self, match_id: u64) -> i64 {
        BEGIN_MS + (YEAR_MS as f64 * match_id as f64 / self.size.games as f64) as i64
    }

    /// Adds a match; returns its number and how it ended.
    fn game(&mut self, game: usize, players: BySide<String>, tournament: Option<u64>) -> (u64, EndRow, TerminationKind) {
        let (match_id, created_ms) = (self.next_match, self.moment(self.next_match));
        self.next_match += 1;
        let Played { game, settings, rest, bytes, end, cause, duration_ms } = &self.played[game][below(&mut self.rng, DISTINCT) as usize];
        let (game_name, time) = (game.name().to_string(), wire::time_control(&settings.time));
        let row = MatchRow { match_id, game_name, players, created_ms, tournament, time, ..MatchRow::default() };
        let first = wire::first_line(&row, game.start().position(), settings);
        let end = EndRow { ended_ms: created_ms + duration_ms, ..end.clone() };
        self.changes.push(Change::Match(row));
        self.changes.push(Change::End { match_id, end: end.clone() });
        self.lines += (first.len() + bytes) as u64;
        // Packed, as it is soon after a match ends; in two frames, of which the second is packed once for all games.
        let body = [storage::pack(&[first, ByteString::new()]), rest.clone()].concat();
        self.changes.push(Change::LogPacked { match_id, body });
        self.changes.extend([Seat::White, Seat::Black].map(|seat| Change::Seen { match_id, seat }));
        (match_id, end, *cause)
    }

    /// Adds a tournament: the first is the largest.
    async fn tournament(&mut self, id: u64) {
        let entrants: Vec<u64> = match id {
            1 => (0..self.size.ladder()).collect(),
            _ => {
                let (count, first) = (self.size.ladder().min(12 + below(&mut self.rng, 13)), below(&mut self.rng, self.size.bots()));
                (0..count).map(|number| (first + number * 7) % self.size.bots()).collect()
            }
        };
        let (format, game) = if id % 3 == 2 { ("swiss", id as usize % 2) } else { ("round_robin", 0) };
        let names: Vec<String> = entrants.into_iter().map(bot).collect();
        let mut fields = serde_json::json!({
            "name": format!("Cup {id}"), "format": format, "game": self.played[game][0].game.name(), "seed": id, "time": "60s", "ready_timeout": "30s",
            "openings": 0, "games": 1, "entrants": names,
        });
        if format == "swiss" {
            fields["rounds"] = 5.into();
        } else {
            fields["cycles"] = if id == 1 { 2.into() } else { 1.into() };
        }
        let plan: NewTournament = serde_json::from_value(fields).expect("a plan");
        let created_ms = self.moment(self.next_match);
        let mut tournament = Tournament::new(plan::settings(&plan, Catalogue::ALL).expect("settings"));
        self.changes.push(Change::TournamentLine { id, number: 0, body: first_line(&plan) });
        let mut inputs: VecDeque<TournamentInput> =
            names.iter().map(|name| TournamentInput::Enter { name: name.clone(), rating: 0 }).chain([TournamentInput::Start]).collect();
        let (mut lines, mut now) = (1, Micros::ZERO);
        let mut causes = std::collections::BTreeMap::new();
        while let Some(input) = inputs.pop_front() {
            now.0 += 1_000_000;
            let ended = if let TournamentInput::Ended { game, .. } = input { causes.remove(&game) } else { None };
            let decision = tournament.apply(input, now);
            assert!(decision.error.is_none(), "{:?}", decision.error);
            for event in decision.events {
                let (mut played_as, mut cause) = (0, None);
                match &event.kind {
                    TournamentEventKind::Begun { game: key, attempt, seats, .. } => {
                        let players = seats.map(|player| tournament.name(player).to_string());
                        let (number, end, how) = self.game(game, players, Some(id));
                        played_as = number;
                        causes.insert(*key, how);
                        inputs.push_back(TournamentInput::Ended { game: *key, attempt: *attempt, end: log_entries::end(end.result, how) });
                    }
                    TournamentEventKind::Ended { .. } => cause = ended,
                    _ => {}
                }
                let recorded = Recorded { event, leaver: String::new(), reason: cause, opening: Vec::new() };
                let body = wire::json(&log_entries::line(lines, &recorded, played_as, &tournament));
                self.changes.push(Change::TournamentLine { id, number: lines, body });
                lines += 1;
            }
            self.flush(BATCH).await;
        }
        assert_eq!(tournament.stage(), Stage::Finished);
        let (stage, entrants) = (TournamentStage::Finished, names.len() as u32);
        let game = plan::game_name(&plan).to_string();
        self.changes.push(Change::Tournament(TournamentRow {
            id,
            name: plan.name,
            game,
            format: plan.format,
            entrants,
            stage,
            created_ms,
            winner: tournament.winner().map(String::from),
        }));
    }
}

/// Plays a game at random; most are resigned before their end.
fn play(game: Game, rng: &mut Rng) -> Played {
    let settings = MatchSettings {
        time: "60s+1s".parse().expect("a time control"),
        lag_compensation: LagCompensation { per_move: Micros(50_000), total: Micros(1_000_000) },
        strikes: 0,
        ready_timeout: Micros::from_secs(30),
        disconnect: DisconnectPolicy::ClockRuns,
    };
    let mut state = Match::new(game.start(), settings);
    let (mut at, mut lines, resigns_at) = (Micros(1_000), Vec::new(), 12 + below(rng, 40) as u32);
    let mut inputs =
        VecDeque::from([Input::Online(Side::White), Input::Online(Side::Black), Input::Ready(Side::White), Input::Ready(Side::Black)]);
    loop {
        let input = inputs.pop_front().unwrap_or_else(|| {
            let (side, ply, legal) = (state.board().side_to_move(), state.board().ply(), state.board().legal_moves());
            state.apply(Input::Delivered { ply }, at);
            at.0 += 20_000 + below(rng, 400_000);
            match ply >= resigns_at {
                true if below(rng, 8) == 0 => Input::Tick,
                true => Input::Resign { side, why: None },
                false => Input::Move { side, ply, text: legal[rng.below(legal.len())].clone() },
            }
        });
        if input == Input::Tick {
            at.0 += 120_000_000;
        }
        at.0 += 300 + below(rng, 900);
        for event in state.apply(input, at).events {
            let info = Info {
                depth: Some(4 + below(rng, 9) as u32),
                nodes: Some(below(rng, 2_000_000)),
                score: Some(below(rng, 400) as f64 / 100.0 - 2.0),
                ..Info::default()
            };
            let info = matches!(event.kind, referee::EventKind::Moved { .. }).then_some(info);
            lines.push(Line { line: lines.len() as u64 + 1, at_us: event.at.0, entry: wire::entry(&event, info) });
        }
        if let Phase::Over(ending) = state.phase() {
            let (end, cause) = (EndRow::of(&lines, 0).expect("an end"), ending.reason.code().parse().expect("a reason"));
            let lines: Vec<ByteString> = lines.iter().map(wire::json).collect();
            let (rest, bytes) = (storage::pack(&lines), lines.iter().map(|line| line.len()).sum());
            return Played { game, settings, rest, bytes, end, cause, duration_ms: at.0 as i64 / 1_000 };
        }
    }
}

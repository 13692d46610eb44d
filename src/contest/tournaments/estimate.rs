//! An estimate of when a tournament ends: the rest takes as long as what has been played took, in proportion.

use super::log_entries;
use protocol::{TournamentEntry, TournamentLine};
use referee::Micros;
use referee::tournament::{GameKey, GameStatus, Stage, Tournament};
use std::collections::BTreeMap;

/// The number of played games from which durations are estimated.
const LEAST_GAMES: u64 = 4;

/// Measured durations of a tournament and its games, in microseconds.
#[derive(Clone, Debug, Default)]
pub struct MeasuredPace {
    /// The running games, with the attempt and when it began.
    begun: BTreeMap<GameKey, (u32, u64)>,
    games: u64,
    games_took: u64,
    started: u64,
    paused_at: Option<u64>,
    paused: u64,
}

impl MeasuredPace {
    pub fn measure(&mut self, line: &TournamentLine) {
        match &line.entry {
            TournamentEntry::Started => self.started = line.at_us,
            TournamentEntry::Paused | TournamentEntry::Finished => self.paused_at = self.paused_at.or(Some(line.at_us)),
            TournamentEntry::Resumed | TournamentEntry::Reopened => {
                self.paused += self.paused_at.take().map_or(0, |at| line.at_us.saturating_sub(at));
            }
            TournamentEntry::Begun { number, attempt, .. } => drop(self.begun.insert(log_entries::key(*number), (*attempt, line.at_us))),
            TournamentEntry::Ended { number, attempt, played, .. } => {
                if let Some((_, at)) = self.begun.remove(&log_entries::key(*number)).filter(|(begun, _)| played & (begun == attempt)) {
                    self.games += 1;
                    self.games_took += line.at_us.saturating_sub(at);
                }
            }
            TournamentEntry::Decided { number, .. } => drop(self.begun.remove(&log_entries::key(*number))),
            _ => {}
        }
    }

    /// The average duration of a game; none before [`LEAST_GAMES`] games.
    pub fn game(&self) -> Option<Micros> {
        (self.games >= LEAST_GAMES).then(|| Micros(self.games_took / self.games))
    }

    /// The time since the start, without the pauses.
    fn in_play(&self, now: u64) -> u64 {
        self.paused_at.map_or(now, |paused| now.min(paused)).saturating_sub(self.paused + self.started)
    }
}

/// A stage of a tournament: its length, in games one after the other, and the part of it that has been played, from 0 to 1.
type StagePart = (u64, f64);

/// The rest of these stages, of which what has been played took `elapsed`; none if that is nothing.
fn rest(elapsed: u64, stages: &[StagePart]) -> Option<u64> {
    let played: f64 = stages.iter().map(|(length, part)| *length as f64 * part).sum();
    let whole: f64 = stages.iter().map(|(length, _)| *length as f64).sum();
    (played > 0.0).then(|| (elapsed as f64 * (whole - played) / played) as u64)
}

/// The expected time from `now` (log time) to the end; none if the tournament does not run, too few games have been played, or the number
/// of games depends on results.
pub fn remaining(tournament: &Tournament, pace: &MeasuredPace, now: Micros) -> Option<Micros> {
    if tournament.stage() != Stage::Running {
        return None;
    }
    if let Some(until) = tournament.deadline() {
        return Some(Micros(until.0.saturating_sub(now.0)));
    }
    let game = pace.game()?.0.max(1);
    let (games, lengths, current) = (tournament.stages(), tournament.stage_lengths(), tournament.history().round());
    let has_rounds = games.len() > 1;
    // The played games of each stage, and the paired ones. A running game counts by its time.
    let mut rounds: BTreeMap<u32, (f64, u64)> = BTreeMap::new();
    let mut longest_left = 0;
    for view in tournament.games() {
        let round = rounds.entry(if has_rounds { view.round } else { 1 }).or_default();
        round.1 += 1;
        round.0 += match view.status {
            GameStatus::Pending => 0.0,
            GameStatus::Running => {
                let since = pace.begun.get(&view.key).map_or(0, |(_, at)| now.0.saturating_sub(*at));
                let left = game.saturating_sub(since);
                longest_left = longest_left.max(left);
                1.0 - left as f64 / game as f64
            }
            GameStatus::Over(_) | GameStatus::Dropped => 1.0,
        };
    }
    // Rounds of equal length are all paired at the start, without the byes that are among their expected games.
    let alike = games.iter().all(|each| *each == games[0]);
    let stage = |((round, games), length): ((u32, u64), u64)| {
        let (played, paired) = rounds.get(&round).copied().unwrap_or_default();
        let of = if has_rounds && (alike || round < current) { paired } else { games };
        (length, if of == 0 { 0.0 } else { (played / of as f64).min(1.0) })
    };
    let stages: Vec<StagePart> = (1..).zip(games.iter().copied()).zip(lengths).map(stage).collect();
    rest(pace.in_play(now.0), &stages).map(|rest| Micros(rest.max(longest_left)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::GameNumber;

    const S: u64 = 1_000_000;

    #[test]
    fn the_rest_takes_as_long_as_the_games_before_in_proportion() {
        for (what, elapsed, stages, seconds) in [
            ("nothing has been played", 60, &[(12, 0.0)][..], None),
            ("nothing is left", 720, &[(12, 1.0)], Some(0)),
            ("half of the games", 400, &[(12, 0.5)], Some(400)),
            ("two rounds of three", 200, &[(2, 1.0), (2, 1.0), (2, 0.0)], Some(100)),
            ("a round and a half of three", 150, &[(2, 1.0), (2, 0.5), (2, 0.0)], Some(150)),
            ("a knockout's rounds shrink where there are too few boards", 240, &[(4, 1.0), (2, 0.0), (1, 0.0)], Some(180)),
            ("a knockout's rounds last as long with enough", 60, &[(1, 1.0), (1, 0.0), (1, 0.0)], Some(120)),
        ] {
            assert_eq!(rest(elapsed * S, stages), seconds.map(|seconds: u64| seconds * S), "{what}");
        }
    }

    #[test]
    fn pauses_and_unplayed_games_are_not_measured() {
        let number = |encounter| GameNumber { encounter, game: 0 };
        let begun = |encounter| TournamentEntry::Begun {
            number: number(encounter),
            attempt: 1,
            players: protocol::Participants { white: "ann".into(), black: "bob".into() },
            position: String::new(),
            opening: Vec::new(),
            played_as: 1,
        };
        let (result, reason) = (protocol::GameResult::White, None);
        let ended =
            |encounter, played| TournamentEntry::Ended { number: number(encounter), attempt: 1, result, played, reason: reason.clone() };
        let mut pace = MeasuredPace::default();
        let mut measure = |at: u64, entry| pace.measure(&TournamentLine { line: 0, at_us: at * S, entry });
        for (at, entry) in [
            (0, TournamentEntry::Started),
            (0, begun(0)),
            (10, ended(0, true)),
            (10, begun(1)),
            (20, ended(1, true)),
            (20, begun(2)),
            (90, ended(2, false)),
            (90, TournamentEntry::Paused),
            (190, TournamentEntry::Resumed),
            (190, begun(3)),
            (200, ended(3, true)),
            (200, begun(4)),
        ] {
            measure(at, entry);
        }
        measure(250, ended(4, true));
        measure(300, TournamentEntry::Paused);
        assert_eq!((pace.games, pace.game()), (4, Some(Micros(20 * S))), "10, 10, 10 and 50 seconds");
        assert_eq!(MeasuredPace { games: 3, ..pace.clone() }.game(), None, "three games are too few");
        assert_eq!(pace.in_play(900 * S), 200 * S, "a pause stops the time");
    }
}

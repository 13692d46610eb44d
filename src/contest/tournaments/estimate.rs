//! An estimate of when a tournament ends, from the measured durations of its games and rounds.

use super::log_entries;
use protocol::{TournamentEntry, TournamentLine};
use referee::Micros;
use referee::tournament::{GameKey, GameStatus, Settings, Stage, Tournament};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The number of played games from which durations are estimated.
const LEAST_GAMES: u64 = 4;

/// Measured durations of a tournament's games and rounds, in microseconds.
#[derive(Clone, Debug, Default)]
pub struct MeasuredPace {
    /// The running games, with the attempt and when it began.
    begun: BTreeMap<GameKey, (u32, u64)>,
    games: u64,
    games_took: u64,
    /// The last paired round and its time of pairing, pauses excluded.
    round: u32,
    round_began: u64,
    rounds: u64,
    rounds_took: u64,
    paused_at: Option<u64>,
    paused: u64,
}

impl MeasuredPace {
    pub fn measure(&mut self, line: &TournamentLine) {
        match &line.entry {
            TournamentEntry::Started => self.round_began = line.at_us,
            TournamentEntry::Paused | TournamentEntry::Finished => self.paused_at = self.paused_at.or(Some(line.at_us)),
            TournamentEntry::Resumed | TournamentEntry::Reopened => {
                self.paused += self.paused_at.take().map_or(0, |at| line.at_us.saturating_sub(at));
            }
            TournamentEntry::Paired { pairings } => {
                let round = pairings.iter().map(|pairing| pairing.round).max().unwrap_or(0);
                if round > self.round {
                    let now = self.in_play(line.at_us);
                    if self.round > 0 {
                        self.rounds += 1;
                        self.rounds_took += now.saturating_sub(self.round_began);
                    }
                    (self.round, self.round_began) = (round, now);
                }
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

    /// A log time minus the pauses before it.
    fn in_play(&self, at: u64) -> u64 {
        self.paused_at.map_or(at, |paused| at.min(paused)).saturating_sub(self.paused)
    }
}

/// The remaining games of a tournament. Times are in microseconds.
#[derive(Clone, Default)]
struct RemainingGames {
    game: u64,
    /// The games played at one time.
    parallel: u64,
    /// Consecutive games of one encounter.
    chain: u64,
    /// The elapsed times of the running games.
    running: Vec<u64>,
    /// The number of paired games that have not begun.
    pending: u64,
    /// The number of games of each later round.
    later: Vec<u64>,
    /// For rounds of equal length: the duration of a round, and the elapsed time of the current one.
    round: Option<(u64, u64)>,
}

impl RemainingGames {
    /// The remaining duration: the games of one round after the other, with the allowed concurrency.
    fn duration(&self) -> u64 {
        let left = |since: &u64| self.game.saturating_sub(*since);
        let work = self.running.iter().map(left).sum::<u64>().saturating_add(self.pending.saturating_mul(self.game));
        let longest = self.running.iter().map(left).max().unwrap_or(0).max(self.game * u64::from(self.pending > 0));
        let now = longest.max(work / self.parallel.max(1));
        match self.round {
            Some((whole, since)) => {
                let is_over = self.running.is_empty() && self.pending == 0;
                let now = if is_over { now } else { now.max(whole.saturating_sub(since)) };
                now.saturating_add(whole.saturating_mul(self.later.len() as u64))
            }
            None => {
                let round = |games: &u64| games.div_ceil(self.parallel.max(1)).max(self.chain).saturating_mul(self.game);
                self.later.iter().fold(now, |sum, games| sum.saturating_add(round(games)))
            }
        }
    }
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
    let game = pace.game()?.0;
    let all = tournament.expected_games()?;
    let Settings { format, concurrency, per_player, .. } = tournament.settings();
    let (history, per_player) = (tournament.history(), u64::from((*per_player).max(1)));
    let present = history.players().filter(|&player| history.is_present(player)).count() as u64;
    let parallel = u64::from(*concurrency).min(present / 2 * per_player).max(1);
    let mut rest = RemainingGames { game, parallel, chain: u64::from(format.games()).div_ceil(per_player), ..RemainingGames::default() };
    let mut paired: BTreeMap<u32, u64> = BTreeMap::new();
    for view in tournament.games() {
        *paired.entry(view.round).or_default() += 1;
        match view.status {
            GameStatus::Pending => rest.pending += 1,
            GameStatus::Running => {
                let began = pace.begun.get(&view.key).map_or(now.0, |(_, at)| *at);
                rest.running.push(now.0.saturating_sub(began));
            }
            GameStatus::Over(_) | GameStatus::Dropped => {}
        }
    }
    let (stages, round) = (tournament.stages(), history.round());
    if stages.len() > 1 {
        // Earlier rounds are paired completely, the current one perhaps in part.
        let left = |(stage, games): (u32, u64)| match stage.cmp(&round) {
            Ordering::Less => 0,
            Ordering::Equal => games.saturating_sub(paired.get(&round).copied().unwrap_or(0)),
            Ordering::Greater => games,
        };
        let alike = stages.iter().all(|games| *games == stages[0]);
        let most = if alike { present / 2 * u64::from(format.games()) } else { u64::MAX };
        rest.later = (1..).zip(stages).map(|stage| left(stage).min(most)).filter(|&games| games > 0).collect();
        if alike {
            // Games of a bye stay unpaired, but add no round.
            rest.later.truncate((tournament.rounds().unwrap_or(0).saturating_sub(round)) as usize);
            let whole = pace.rounds_took.checked_div(pace.rounds);
            rest.round = whole.map(|whole| (whole, pace.in_play(now.0).saturating_sub(pace.round_began)));
        }
    } else {
        rest.later = vec![all.saturating_sub(paired.values().sum())];
        rest.later.retain(|&games| games > 0);
    }
    Some(Micros(rest.duration()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::GameNumber;

    const S: u64 = 1_000_000;

    #[test]
    fn the_rest_is_games_left_times_a_game_divided_by_games_in_parallel() {
        let plain = RemainingGames { game: 60 * S, parallel: 8, chain: 2, ..RemainingGames::default() };
        let rounds = |later: &[u64], took| RemainingGames { later: later.into(), round: Some((150 * S, took * S)), ..plain.clone() };
        for (what, rest, seconds) in [
            ("nothing left", plain.clone(), 0),
            ("two waves", RemainingGames { pending: 16, ..plain.clone() }, 120),
            ("half of a wave over, and one to come", RemainingGames { running: vec![30 * S; 8], pending: 8, ..plain.clone() }, 90),
            ("one straggler", RemainingGames { running: vec![10 * S], ..plain.clone() }, 50),
            ("longer than usual", RemainingGames { running: vec![90 * S], ..plain.clone() }, 0),
            ("one game left cannot be shared", RemainingGames { pending: 1, ..plain.clone() }, 60),
            ("two rounds of pairs of games", RemainingGames { later: vec![16, 16], ..plain.clone() }, 240),
            ("a round waits for the second game of each pair", RemainingGames { later: vec![8], ..plain.clone() }, 120),
            ("a knockout's rounds shrink", RemainingGames { later: vec![32, 16, 8], chain: 1, ..plain.clone() }, 240 + 120 + 60),
            ("as long as the rounds before", rounds(&[16, 16], 0), 300),
            ("the present round as long, too", RemainingGames { running: vec![5 * S], ..rounds(&[16], 100) }, 55 + 150),
            ("but not less than its games take", RemainingGames { pending: 8, ..rounds(&[16], 140) }, 60 + 150),
            ("one at a time by default", RemainingGames { parallel: 0, pending: 2, ..plain.clone() }, 120),
        ] {
            assert_eq!(rest.duration(), seconds * S, "{what}");
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
        let paired = |round| TournamentEntry::Paired { pairings: vec![protocol::Pairing { round, white: 0, black: Some(1), games: 1 }] };
        let mut pace = MeasuredPace::default();
        let mut measure = |at: u64, entry| pace.measure(&TournamentLine { line: 0, at_us: at * S, entry });
        for (at, entry) in [
            (0, TournamentEntry::Started),
            (0, paired(1)),
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
            (200, paired(2)),
            (200, begun(4)),
        ] {
            measure(at, entry);
        }
        measure(250, ended(4, true));
        measure(300, TournamentEntry::Paused);
        assert_eq!((pace.games, pace.game()), (4, Some(Micros(20 * S))), "10, 10, 10 and 50 seconds");
        assert_eq!(MeasuredPace { games: 3, ..pace.clone() }.game(), None, "three games are too few");
        assert_eq!((pace.rounds, pace.rounds_took), (1, 100 * S), "200 seconds, of which 100 were a pause");
        assert_eq!(pace.in_play(900 * S), 200 * S, "a pause stops the time");
    }
}

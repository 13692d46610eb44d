//! When a tournament is expected to end: measured from its own games, and never more than an estimate.

use protocol::{GameNumber, TournamentEntry, TournamentLine};
use referee::Micros;
use referee::tournament::{GameKey, GameStatus, Settings, Stage, Tournament};
use std::collections::BTreeMap;

/// Before so many games have been played, nothing is said about how long the rest will take.
const LEAST_TO_FORETELL: u64 = 4;

/// How fast a tournament has gone so far, as its log tells it. All times are microseconds.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// The games under way: which beginning, and when it was.
    begun: BTreeMap<GameKey, (u32, u64)>,
    games: u64,
    games_took: u64,
    /// The round paired last, and when, pauses not counted.
    round: u32,
    round_began: u64,
    rounds: u64,
    rounds_took: u64,
    paused_at: Option<u64>,
    paused: u64,
}

impl Pace {
    /// Takes in a line of the log.
    pub fn take(&mut self, line: &TournamentLine) {
        let key = |number: &GameNumber| GameKey { encounter: number.encounter, game: number.game };
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
            TournamentEntry::Begun { number, attempt, .. } => drop(self.begun.insert(key(number), (*attempt, line.at_us))),
            TournamentEntry::Ended { number, attempt, played, .. } => {
                if let Some((_, at)) = self.begun.remove(&key(number)).filter(|(begun, _)| played & (begun == attempt)) {
                    self.games += 1;
                    self.games_took += line.at_us.saturating_sub(at);
                }
            }
            TournamentEntry::Decided { number, .. } => drop(self.begun.remove(&key(number))),
            _ => {}
        }
    }

    /// How long a game has taken on average; none as long as too few have been played.
    pub fn game(&self) -> Option<Micros> {
        (self.games >= LEAST_TO_FORETELL).then(|| Micros(self.games_took / self.games))
    }

    /// A moment of the log without the pauses before it.
    fn in_play(&self, at: u64) -> u64 {
        self.paused_at.map_or(at, |paused| at.min(paused)).saturating_sub(self.paused)
    }
}

/// What is left of a tournament. All times are microseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Outlook {
    /// How long a game takes.
    game: u64,
    /// How many games are played at one time.
    lanes: u64,
    /// How many games of an encounter follow each other.
    chain: u64,
    /// For how long each running game has been played.
    running: Vec<u64>,
    /// How many games have been paired and wait.
    pending: u64,
    /// How many games each round to come has.
    later: Vec<u64>,
    /// Where all rounds are alike and some are over: how long one takes, and for how long the one that is played now has been.
    round: Option<(u64, u64)>,
}

impl Outlook {
    /// How long the rest takes: the games that are left, as many at one time as can be, round by round.
    fn rest(&self) -> u64 {
        let left = |since: &u64| self.game.saturating_sub(*since);
        let work = self.running.iter().map(left).sum::<u64>().saturating_add(self.pending.saturating_mul(self.game));
        let longest = self.running.iter().map(left).max().unwrap_or(0).max(self.game * u64::from(self.pending > 0));
        let now = longest.max(work / self.lanes.max(1));
        let is_over = self.running.is_empty() && self.pending == 0;
        match self.round {
            Some((whole, since)) => {
                let now = if is_over { now } else { now.max(whole.saturating_sub(since)) };
                now.saturating_add(whole.saturating_mul(self.later.len() as u64))
            }
            None => {
                let round = |games: &u64| games.div_ceil(self.lanes.max(1)).max(self.chain).saturating_mul(self.game);
                self.later.iter().fold(now, |sum, games| sum.saturating_add(round(games)))
            }
        }
    }
}

/// How long the rest of a tournament is expected to take, from this moment of its log on; none if it does not run, if too few games have
/// been played to tell, or if it hangs on what the games show.
pub fn rest(tournament: &Tournament, pace: &Pace, now: Micros) -> Option<Micros> {
    if tournament.stage() != Stage::Running {
        return None;
    }
    if let Some(until) = tournament.deadline() {
        return Some(Micros(until.0.saturating_sub(now.0)));
    }
    let game = pace.game()?.0;
    let all = tournament.expected_games()?;
    let Settings { format, at_once, per_player, .. } = tournament.settings();
    let (history, per_player) = (tournament.history(), u64::from((*per_player).max(1)));
    let present = history.players().filter(|&player| history.is_present(player)).count() as u64;
    let mut outlook = Outlook {
        game,
        lanes: u64::from(*at_once).min(present / 2 * per_player).max(1),
        chain: u64::from(format.games()).div_ceil(per_player),
        ..Outlook::default()
    };
    let mut paired: BTreeMap<u32, u64> = BTreeMap::new();
    for view in tournament.games() {
        *paired.entry(view.round).or_default() += 1;
        match view.status {
            GameStatus::Pending => outlook.pending += 1,
            GameStatus::Running => {
                let began = pace.begun.get(&view.key).map_or(now.0, |(_, at)| *at);
                outlook.running.push(now.0.saturating_sub(began));
            }
            GameStatus::Over(_) | GameStatus::Dropped => {}
        }
    }
    let stages = tournament.stages();
    let round = history.round();
    if stages.len() > 1 {
        // A round is paired when the one before is over; only of the last may something be left to pair.
        let left = |(stage, games): (u32, u64)| match stage.cmp(&round) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => games.saturating_sub(paired.get(&round).copied().unwrap_or(0)),
            std::cmp::Ordering::Greater => games,
        };
        let alike = stages.iter().all(|games| *games == stages[0]);
        let most = if alike { present / 2 * u64::from(format.games()) } else { u64::MAX };
        let later = (1..).zip(stages).filter(|(stage, _)| *stage >= round).map(left).map(|games| games.min(most));
        outlook.later = later.filter(|&games| games > 0).collect();
        if alike {
            // Who sits a round out leaves less to pair in it, and nothing that is still to come.
            outlook.later.truncate((tournament.rounds().unwrap_or(0).saturating_sub(round)) as usize);
            let whole = pace.rounds_took.checked_div(pace.rounds);
            outlook.round = whole.map(|whole| (whole, pace.in_play(now.0).saturating_sub(pace.round_began)));
        }
    } else {
        outlook.later = vec![all.saturating_sub(paired.values().sum())];
        outlook.later.retain(|&games| games > 0);
    }
    Some(Micros(outlook.rest()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::pairing::Player;

    /// Seconds, for what is written here.
    const S: u64 = 1_000_000;

    #[test]
    fn the_rest_is_games_left_times_a_game_divided_by_games_at_once() {
        let plain = Outlook { game: 60 * S, lanes: 8, chain: 2, ..Outlook::default() };
        let cases = [
            ("nothing left", plain.clone(), 0),
            ("two waves", Outlook { pending: 16, ..plain.clone() }, 120),
            ("half of a wave over, and one to come", Outlook { running: vec![30 * S; 8], pending: 8, ..plain.clone() }, 90),
            ("one straggler", Outlook { running: vec![10 * S], ..plain.clone() }, 50),
            ("longer than usual", Outlook { running: vec![90 * S], ..plain.clone() }, 0),
            ("one game left cannot be shared", Outlook { pending: 1, ..plain.clone() }, 60),
            ("two rounds of pairs of games", Outlook { later: vec![16, 16], ..plain.clone() }, 240),
            ("a round waits for the second game of each pair", Outlook { later: vec![8], ..plain.clone() }, 120),
            ("a knockout's rounds shrink", Outlook { later: vec![32, 16, 8], chain: 1, ..plain.clone() }, 240 + 120 + 60),
            ("as long as the rounds before", Outlook { later: vec![16, 16], round: Some((150 * S, 0)), ..plain.clone() }, 300),
            (
                "and the one that is played now as long as they, too",
                Outlook { running: vec![5 * S], later: vec![16], round: Some((150 * S, 100 * S)), ..plain.clone() },
                55 + 150,
            ),
            (
                "but not less than its games take",
                Outlook { pending: 8, later: vec![16], round: Some((150 * S, 140 * S)), ..plain.clone() },
                60 + 150,
            ),
            ("one at a time where nobody has said", Outlook { lanes: 0, pending: 2, ..plain }, 120),
        ];
        for (what, outlook, seconds) in cases {
            assert_eq!(outlook.rest(), seconds * S, "{what}");
        }
    }

    fn line(at: u64, entry: TournamentEntry) -> TournamentLine {
        TournamentLine { line: 0, at_us: at * S, entry }
    }

    #[test]
    fn pauses_and_games_that_were_not_played_measure_nothing() {
        let number = |encounter| GameNumber { encounter, game: 0 };
        let begun = |encounter| TournamentEntry::Begun {
            number: number(encounter),
            attempt: 1,
            players: protocol::Participants { white: "ann".into(), black: "bob".into() },
            position: String::new(),
            opening: Vec::new(),
            played_as: 1,
        };
        let ended = |encounter, played| TournamentEntry::Ended {
            number: number(encounter),
            attempt: 1,
            result: protocol::GameResult::White,
            played,
            reason: None,
        };
        let paired =
            |round| TournamentEntry::Paired { pairings: vec![protocol::Pairing { round, white: Player(0).0, black: Some(1), games: 1 }] };
        let mut pace = Pace::default();
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
            pace.take(&line(at, entry));
        }
        assert_eq!(pace.game(), None, "three games are too few");
        pace.take(&line(250, ended(4, true)));
        assert_eq!(pace.game(), Some(Micros(20 * S)), "10, 10, 10 and 50 seconds");
        assert_eq!((pace.rounds, pace.rounds_took), (1, 100 * S), "200 seconds, of which 100 were a pause");
        pace.take(&line(300, TournamentEntry::Paused));
        assert_eq!(pace.in_play(900 * S), 200 * S, "while it is paused its time stands");
    }
}

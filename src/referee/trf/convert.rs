//! Conversion between tournaments and reports.

use super::{Competitor, MAX_PLAYERS, MAX_ROUNDS, RoundResult, TrfError, TrfReport};
use crate::pairing::swiss::{Acceleration, Regulations, dutch};
use crate::pairing::{Encounter, EncounterEnd, History, Player, Seats};
use crate::standings::Standings;
use alloc::string::String;
use alloc::vec::Vec;
use rules::{BySide, Side};

impl TrfReport {
    /// The report of the first `rounds` rounds of a tournament of single games, with the absences from the next.
    ///
    /// Starting ranks are by rating, and ranks are those of `standings`. Unplayed games count as double forfeits, and annulled games are
    /// left out, so that points, ranks and results agree; byes in the next round count in the points only.
    ///
    /// # Errors
    /// If there are too many players or rounds, or encounters of several games.
    pub fn of(
        history: &History,
        regulations: &Regulations,
        rounds: u32,
        standings: &Standings,
        title: &str,
        name: impl Fn(Player) -> String,
    ) -> Result<TrfReport, TrfError> {
        let order = history.by_rating();
        let too_large = |what, found, most| if found > most { Err(TrfError::TooLarge { what, found, most }) } else { Ok(()) };
        too_large("players", order.len(), MAX_PLAYERS)?;
        too_large("rounds", regulations.rounds.max(rounds) as usize, MAX_ROUNDS)?;
        let mut place = alloc::vec![0; order.len()];
        for (at, player) in order.iter().enumerate() {
            place[player.index()] = at;
        }
        let virtual_points = regulations.acceleration.virtual_points(history, regulations.rounds, regulations.games);
        let competitor = |&player: &Player| Competitor {
            name: name(player),
            rating: history.entrants()[player.index()].rating.clamp(0, 9999) as u32,
            results: alloc::vec![RoundResult::MISSED; rounds as usize],
            virtual_points: virtual_points.get(player.index()).cloned().unwrap_or_default(),
            ..Competitor::default()
        };
        let mut competitors: Vec<Competitor> = order.iter().map(competitor).collect();
        for absence in history.absences().iter().filter(|absence| (1..=rounds).contains(&absence.round)) {
            competitors[place[absence.player.index()]].results[absence.round as usize - 1] =
                RoundResult::Absent { half_points: absence.half_points.min(2) };
        }
        let annulled: Vec<Player> = standings.lines.iter().filter(|line| line.annulled).map(|line| line.player).collect();
        let mut was_paired = alloc::collections::BTreeSet::new();
        for encounter in history.encounters().iter().filter(|e| e.round <= rounds) {
            if encounter.games != 1 {
                return Err(TrfError::SeveralGames { games: encounter.games });
            }
            for player in encounter.players() {
                if !was_paired.insert((player, encounter.round)) {
                    return Err(TrfError::PairedTwice { round: encounter.round });
                }
                let outcome = match encounter.players().any(|player| annulled.contains(&player)) {
                    true => RoundResult::MISSED,
                    false => outcome(encounter, player, |other| place[other.index()]),
                };
                competitors[place[player.index()]].results[encounter.round as usize - 1] = outcome;
            }
        }
        for line in &standings.lines {
            competitors[place[line.player.index()]].rank = line.rank;
        }
        // Absences from the next round.
        if rounds < regulations.rounds {
            for player in order.iter().filter(|&&player| !history.is_available(player, rounds + 1)) {
                let of = |absence: &&crate::pairing::Absence| (absence.player, absence.round) == (*player, rounds + 1);
                let half_points = history.absences().iter().find(of).map_or(0, |absence| absence.half_points.min(2));
                competitors[place[player.index()]].results.push(RoundResult::Absent { half_points });
            }
        }
        // Those of the next round included, as JaVaFo's manual asks ('Unusual info extensions') and bbpPairings' checker adds up.
        for competitor in &mut competitors {
            competitor.half_points = competitor.results.iter().map(|outcome| outcome.half_points()).sum();
        }
        let apart = regulations.apart.iter().map(|group| group.iter().map(|player| place[player.index()]).collect()).collect();
        let initial = Some(regulations.initial);
        Ok(TrfReport { name: title.into(), system: String::new(), rounds: regulations.rounds, initial, competitors, apart })
    }

    /// The report before a round, from 1, was paired, with the absences from it.
    pub fn before(&self, round: usize) -> TrfReport {
        let mut before = TrfReport { initial: self.initial.or_else(|| self.shown_initial()), ..self.clone() };
        for competitor in &mut before.competitors {
            competitor.results.truncate(round);
            if competitor.results.len() == round && !matches!(competitor.results.last(), Some(RoundResult::Absent { .. })) {
                competitor.results.pop();
            }
        }
        before
    }

    /// The initial colour that the first round shows: of two players without preferences, the higher one has it if its pairing number is
    /// odd (C.04.3, 5.2.5). None if no players were paired.
    fn shown_initial(&self) -> Option<Side> {
        let first = |at: usize| self.competitors[at].results.first().copied();
        let virtual_points = |at: usize| self.competitors[at].virtual_points.first().copied().unwrap_or(0);
        let paired = || (0..self.competitors.len()).filter(|&at| !matches!(first(at), None | Some(RoundResult::Absent { .. })));
        let (one, other, side) = paired().find_map(|at| first(at)?.game().map(|(opponent, side, _)| (at, opponent, side)))?;
        let (higher, side) = if virtual_points(other) > virtual_points(one) { (other, side.other()) } else { (one, side) };
        let number = paired().position(|at| at == higher)?;
        Some(if number.is_multiple_of(2) { side } else { side.other() })
    }

    /// Pairs a round, from 1, by the Dutch system; it may be the round after the last. Once `keep_going` has returned false, the result is
    /// meaningless.
    pub fn pair(&self, round: usize, keep_going: &dyn Fn() -> bool) -> Vec<Seats> {
        let (history, regulations) = self.before(round).history();
        // If all players are absent, the round has been read as one that is over.
        dutch::pair_while(&history.until(round as u32 - 1), &regulations, keep_going).iter().map(|encounter| encounter.seats).collect()
    }

    /// Whether the report is of a system other than a Swiss.
    pub fn is_no_swiss(&self) -> bool {
        const OTHERS: [&str; 9] = ["round-robin", "round robin", "roundrobin", "berger", "knockout", "gauntlet", "arena", "ladder", "sprt"];
        let system = self.system.to_lowercase();
        OTHERS.iter().any(|other| system.contains(other))
    }

    /// Whether a round was paired by the Dutch system, in any order of pairs. Once `keep_going` has returned false, the result is meaningless.
    pub fn is_dutch(&self, round: usize, keep_going: &dyn Fn() -> bool) -> bool {
        let half_point_without_game =
            |player: Player| self.competitors[player.index()].results.get(round - 1) == Some(&RoundResult::UnplayedDraw);
        // The opponent of an unplayed draw is unknown; other programs may mean a requested bye.
        let mut paired = self.pair(round, keep_going);
        paired.retain(
            |seats| !matches!(*seats, Seats::Game(BySide { white, black }) if [white, black].into_iter().all(half_point_without_game)),
        );
        self.has_paired(round, paired) || {
            let mut byes = self.clone();
            let results = byes.competitors.iter_mut().filter_map(|competitor| competitor.results.get_mut(round - 1));
            let draws = results.filter(|outcome| **outcome == RoundResult::UnplayedDraw);
            draws.map(|outcome| *outcome = RoundResult::Absent { half_points: 1 }).count() > 0
                && self.has_paired(round, byes.pair(round, keep_going))
        }
    }

    /// Whether these are the pairs of a round, in any order.
    fn has_paired(&self, round: usize, mut ours: Vec<Seats>) -> bool {
        let whole = self.history().0;
        let mut theirs: Vec<Seats> = whole.encounters().iter().filter(|e| e.round as usize == round).map(|e| e.seats).collect();
        let first = |seats: &Seats| match *seats {
            Seats::Game(seats) => seats.white,
            Seats::Bye(player) => player,
        };
        ours.sort_by_key(first);
        theirs.sort_by_key(first);
        ours == theirs
    }

    /// The number of rounds that were paired or had byes only.
    pub fn paired_rounds(&self) -> usize {
        let paired = |outcome: &RoundResult| !matches!(outcome, RoundResult::Absent { .. });
        let last = |competitor: &Competitor| competitor.results.iter().rposition(paired).map_or(0, |at| at + 1);
        let sat_out = self.competitors.iter().map(|competitor| competitor.results.len()).min();
        self.competitors.iter().map(last).max().max(sat_out).unwrap_or(0)
    }

    /// The history: players enter by starting rank, and absences are requested byes. Ratings only give the order.
    pub fn history(&self) -> (History, Regulations) {
        let mut history = History::default();
        for at in 0..self.competitors.len() {
            history.join((self.competitors.len() - at) as i32);
        }
        for (at, competitor) in self.competitors.iter().enumerate() {
            for (round, outcome) in (1..).zip(&competitor.results) {
                match *outcome {
                    RoundResult::Absent { half_points } => history.miss(Player(at as u32), round, half_points),
                    RoundResult::UnplayedDraw => history.miss(Player(at as u32), round, 1),
                    RoundResult::Game { .. } | RoundResult::Forfeit { .. } | RoundResult::Bye => {}
                }
            }
        }
        for round in 1..=self.paired_rounds() {
            let encounters: Vec<Encounter> = (0..self.competitors.len()).filter_map(|at| self.encounter(at, round)).collect();
            if encounters.is_empty() {
                history.sit_out(round as u32);
            }
            history.add(&encounters);
        }
        let is_accelerated = self.competitors.iter().any(|competitor| !competitor.virtual_points.is_empty());
        let virtual_points = || self.competitors.iter().map(|competitor| competitor.virtual_points.clone()).collect();
        let regulations = Regulations {
            rounds: self.rounds,
            games: 1,
            initial: self.initial.or_else(|| self.shown_initial()).unwrap_or(Side::White),
            acceleration: if is_accelerated { Acceleration::Listed(virtual_points()) } else { Acceleration::None },
            apart: self.apart.iter().map(|group| group.iter().map(|&at| Player(at as u32)).collect()).collect(),
        };
        (history, regulations)
    }

    /// The encounter in which a player has White or the bye.
    fn encounter(&self, at: usize, round: usize) -> Option<Encounter> {
        let outcome = |at: usize| self.competitors[at].results.get(round - 1).copied();
        let with = |opponent: usize, ending: EncounterEnd| {
            let encounter = Encounter::new(round as u32, Player(at as u32), Player(opponent as u32), 1);
            Some(Encounter { ending: Some(ending), ..encounter })
        };
        match outcome(at)? {
            RoundResult::Bye => Some(Encounter::bye(round as u32, Player(at as u32), 1)),
            RoundResult::Game { opponent, side: Side::White, half_points } => {
                let black = outcome(opponent)?.half_points();
                with(opponent, EncounterEnd::Played(BySide { white: half_points, black }))
            }
            RoundResult::Forfeit { opponent, side: Side::White, won } => {
                let lost = outcome(opponent)?.half_points() > 0;
                with(opponent, EncounterEnd::forfeit(if won { Some(Side::White) } else { lost.then_some(Side::Black) }, 1))
            }
            _ => None,
        }
    }
}

fn outcome(encounter: &Encounter, player: Player, place: impl Fn(Player) -> usize) -> RoundResult {
    match (encounter.side_of(player), encounter.ending) {
        (Some(_), Some(EncounterEnd::Forfeit(BySide { white: 1, black: 1 }))) => RoundResult::UnplayedDraw,
        (Some((side, opponent)), Some(EncounterEnd::Forfeit(points))) => {
            RoundResult::Forfeit { opponent: place(opponent), side, won: points[side] > 0 }
        }
        (Some((side, opponent)), None) => RoundResult::Forfeit { opponent: place(opponent), side, won: false },
        (Some((side, opponent)), Some(EncounterEnd::Played(_))) => {
            RoundResult::Game { opponent: place(opponent), side, half_points: encounter.half_points(player) }
        }
        (None, _) => RoundResult::Bye,
    }
}

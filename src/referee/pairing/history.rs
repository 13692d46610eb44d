//! A tournament so far: who takes part, who met whom, and what came of it.

use alloc::vec::Vec;
use rules::{BySide, Side};

/// A participant, by the order of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(pub u32);

impl Player {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a participant besides the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Orders the players before the first round, highest first; among equals, the order of entry counts.
    pub rating: i32,
    /// How many rounds had been paired already when this player came: 0 for all but late joiners.
    pub joined_after: u32,
    /// Whether the player takes part no more.
    pub withdrawn: bool,
}

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seats {
    /// Two players; of several games, these are the colours of the first, and they alternate from game to game.
    Game(BySide<Player>),
    /// Nobody is left to play with: this player gets the points of a win.
    Bye(Player),
}

/// How an encounter ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncounterEnd {
    /// All games were played; the half points of each player, who is told by the colour in the first game.
    Played(BySide<u32>),
    /// No game was really played: the half points that each was given all the same, for having come when the other had not.
    Forfeit(BySide<u32>),
}

impl EncounterEnd {
    /// Of so many games, to none of which somebody came: the winner has all points, and nobody has any if neither came.
    pub fn forfeit(winner: Option<Side>, games: u32) -> EncounterEnd {
        EncounterEnd::Forfeit(BySide::from_fn(|side| if winner == Some(side) { 2 * games } else { 0 }))
    }
}

/// Two players and the games between them from one opening, or a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The round, from 1.
    pub round: u32,
    /// Who sits where.
    pub seats: Seats,
    /// How many games, at least 1.
    pub games: u32,
    /// How it ended; none while it has not. A bye ends as it begins.
    pub ending: Option<EncounterEnd>,
}

impl Encounter {
    /// Two players who have yet to play.
    pub fn new(round: u32, white: Player, black: Player, games: u32) -> Encounter {
        Encounter { round, seats: Seats::Game(BySide { white, black }), games: games.max(1), ending: None }
    }

    /// A bye, which is worth as much as winning `games` games.
    pub fn bye(round: u32, player: Player, games: u32) -> Encounter {
        Encounter { round, seats: Seats::Bye(player), games: games.max(1), ending: None }
    }

    /// Whether nothing more is to be waited for.
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || matches!(self.seats, Seats::Bye(_))
    }

    /// Whether two players really played.
    pub fn is_played(&self) -> bool {
        matches!((self.seats, self.ending), (Seats::Game(_), Some(EncounterEnd::Played(_))))
    }

    /// The side of a player in the first game, and the opponent; none for a bye or a stranger.
    pub fn side_of(&self, player: Player) -> Option<(Side, Player)> {
        match self.seats {
            Seats::Game(seats) if seats.white == player => Some((Side::White, seats.black)),
            Seats::Game(seats) if seats.black == player => Some((Side::Black, seats.white)),
            _ => None,
        }
    }

    /// Who takes part in it: two, or one who has a bye.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        let (first, second) = match self.seats {
            Seats::Game(seats) => (seats.white, Some(seats.black)),
            Seats::Bye(player) => (player, None),
        };
        core::iter::once(first).chain(second)
    }

    /// Whether a player takes part in it.
    pub fn involves(&self, player: Player) -> bool {
        self.seats == Seats::Bye(player) || self.side_of(player).is_some()
    }

    /// The half points that a player got from it so far.
    pub fn half_points(&self, player: Player) -> u32 {
        let all = 2 * self.games;
        match (self.side_of(player), self.ending) {
            (None, _) if self.seats == Seats::Bye(player) => all,
            (Some((side, _)), Some(EncounterEnd::Played(points) | EncounterEnd::Forfeit(points))) => points[side],
            _ => 0,
        }
    }
}

/// A round that a player asked to be left out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// The player who sits a round out.
    pub player: Player,
    /// The round, from 1.
    pub round: u32,
    /// What it is worth all the same: nothing, or for a half-point bye the half of all points of an encounter.
    pub half_points: u32,
}

/// Everything that a format needs to know in order to pair on.
///
/// It is data alone: replay the same events, and you get the same pairings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    entrants: Vec<Entrant>,
    encounters: Vec<Encounter>,
    absences: Vec<Absence>,
    /// The rounds that all sat out.
    sat_out: Vec<u32>,
}

impl History {
    /// A participant enters; one who comes after the first round has been paired is a late joiner.
    pub fn join(&mut self, rating: i32) -> Player {
        self.entrants.push(Entrant { rating, joined_after: self.round(), withdrawn: false });
        Player(self.entrants.len() as u32 - 1)
    }

    /// A player leaves. Encounters of theirs that are not over are forfeited to the opponents.
    pub fn withdraw(&mut self, player: Player) {
        let Some(entrant) = self.entrants.get_mut(player.index()) else { return };
        entrant.withdrawn = true;
        for encounter in self.encounters.iter_mut().filter(|e| !e.is_over()) {
            if let Some((side, opponent)) = encounter.side_of(player) {
                let present = self.entrants.get(opponent.index()).is_some_and(|e| !e.withdrawn);
                encounter.ending = Some(EncounterEnd::forfeit(present.then_some(side.other()), encounter.games));
            }
        }
    }

    /// A player who had left takes part again, from the next round on. The rounds between are worth nothing.
    pub fn rejoin(&mut self, player: Player) {
        if let Some(entrant) = self.entrants.get_mut(player.index()) {
            entrant.withdrawn = false;
        }
    }

    /// A player asks not to be paired in a round, which is worth so many half points all the same; the last word counts. It has no
    /// meaning for a round that has been paired already.
    pub fn excuse(&mut self, player: Player, round: u32, half_points: u32) {
        self.cancel_absence(player, round);
        self.miss(player, round, half_points);
    }

    /// The same for a player and a round that are not among the absences yet.
    pub(crate) fn miss(&mut self, player: Player, round: u32, half_points: u32) {
        self.absences.push(Absence { player, round, half_points });
    }

    /// A player asks to be paired in a round after all.
    pub fn cancel_absence(&mut self, player: Player, round: u32) {
        self.absences.retain(|absence| (absence.player, absence.round) != (player, round));
    }

    /// Notes a round in which nobody was paired, for all had asked to be left out of it.
    pub fn sit_out(&mut self, round: u32) {
        self.sat_out.push(round);
    }

    /// The rounds in which nobody was paired.
    pub fn sat_out(&self) -> &[u32] {
        &self.sat_out
    }

    /// The rounds that players asked to be left out of, in the order of asking. Those up to [`round`](History::round) count in the
    /// standings.
    pub fn absences(&self) -> &[Absence] {
        &self.absences
    }

    /// Notes encounters that a format has made, and gives the number of the first of them.
    pub fn add(&mut self, encounters: &[Encounter]) -> usize {
        let first = self.encounters.len();
        self.encounters.extend_from_slice(encounters);
        first
    }

    /// Notes how encounter number `index` ended. An unknown number is ignored; of a game that is replayed, the last result counts.
    pub fn finish(&mut self, index: usize, ending: EncounterEnd) {
        if let Some(encounter) = self.encounters.get_mut(index) {
            encounter.ending = Some(ending);
        }
    }

    /// Notes that encounter number `index` has not ended after all: a game of it is played again. An unknown number is ignored.
    pub fn reopen(&mut self, index: usize) {
        if let Some(encounter) = self.encounters.get_mut(index) {
            encounter.ending = None;
        }
    }

    /// The participants by number.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The participants' numbers, in the order of entry.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.entrants.len() as u32).map(Player)
    }

    /// The encounters in the order in which they were made.
    pub fn encounters(&self) -> &[Encounter] {
        &self.encounters
    }

    /// The encounters of a player, in order.
    pub fn encounters_of(&self, player: Player) -> impl Iterator<Item = &Encounter> {
        self.encounters.iter().filter(move |e| e.involves(player))
    }

    /// The same as it was when no round after `round` had been paired. Who has come or left since has.
    pub fn until(&self, round: u32) -> History {
        let encounters = self.encounters.iter().filter(|encounter| encounter.round <= round).copied().collect();
        let sat_out = self.sat_out.iter().copied().filter(|&other| other <= round).collect();
        History { encounters, sat_out, ..self.clone() }
    }

    /// The last round paired, or sat out by all; 0 before the first.
    pub fn round(&self) -> u32 {
        self.encounters.iter().map(|e| e.round).chain(self.sat_out.iter().copied()).max().unwrap_or(0)
    }

    /// What it was before a round: the encounters of earlier ones, and who had entered by then. Who has left since counts as having left.
    pub fn before(&self, round: u32) -> History {
        History {
            entrants: self.entrants.iter().take_while(|entrant| entrant.joined_after < round).copied().collect(),
            encounters: self.encounters.iter().filter(|encounter| encounter.round < round).copied().collect(),
            absences: self.absences.iter().filter(|absence| absence.round < round).copied().collect(),
            sat_out: self.sat_out.iter().copied().filter(|&other| other < round).collect(),
        }
    }

    /// The round that is being played: the first of which something is not over, or, once all is, the last; 0 before the first.
    pub fn current_round(&self) -> u32 {
        let open = self.encounters.iter().filter(|encounter| !encounter.is_over()).map(|encounter| encounter.round).min();
        open.unwrap_or_else(|| self.round())
    }

    /// Whether all that was paired has been played.
    pub fn is_settled(&self) -> bool {
        self.encounters.iter().all(Encounter::is_over)
    }

    /// Whether a player takes part still.
    pub fn is_present(&self, player: Player) -> bool {
        self.entrants.get(player.index()).is_some_and(|e| !e.withdrawn)
    }

    /// Whether a player is to be paired in a round.
    pub fn is_available(&self, player: Player, round: u32) -> bool {
        self.is_present(player) && !self.absences.iter().any(|absence| (absence.player, absence.round) == (player, round))
    }

    /// All players, the one with the highest rating first, and among equals the one that entered first.
    pub fn by_rating(&self) -> Vec<Player> {
        let mut players: Vec<Player> = self.players().collect();
        players.sort_by_key(|p| (core::cmp::Reverse(self.entrants[p.index()].rating), *p));
        players
    }
}

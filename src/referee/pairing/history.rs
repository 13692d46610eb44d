//! The history of a tournament: its entrants, encounters and results.

use alloc::vec::Vec;
use rules::{BySide, Side};

/// An entrant, by the order of entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(pub u32);

impl Player {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The data of an entrant besides its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Orders the players before the first round, highest first; equals are in the order of entry.
    pub rating: i32,
    /// The rounds that had been paired before the player entered: 0 except for late joiners.
    pub joined_after: u32,
    pub withdrawn: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seats {
    /// Two players, with the colours of the first game; colours alternate from game to game.
    Game(BySide<Player>),
    /// A bye, which is worth a win.
    Bye(Player),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncounterEnd {
    /// All games were played; the half points by the colour in the first game.
    Played(BySide<u32>),
    /// No game was played; the half points that were given nevertheless.
    Forfeit(BySide<u32>),
}

impl EncounterEnd {
    /// The forfeit of `games` games: the winner has all points; without a winner there are none.
    pub fn forfeit(winner: Option<Side>, games: u32) -> EncounterEnd {
        EncounterEnd::Forfeit(BySide::from_fn(|side| if winner == Some(side) { 2 * games } else { 0 }))
    }
}

/// Two players and their games from one opening, or a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The round, from 1.
    pub round: u32,
    pub seats: Seats,
    /// The number of games, at least 1.
    pub games: u32,
    /// The end; none while it has not ended. A bye has none.
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

    pub fn is_over(&self) -> bool {
        self.ending.is_some() || matches!(self.seats, Seats::Bye(_))
    }

    pub fn is_played(&self) -> bool {
        matches!((self.seats, self.ending), (Seats::Game(_), Some(EncounterEnd::Played(_))))
    }

    /// The player's side in the first game, and the opponent; none for a bye or another player.
    pub fn side_of(&self, player: Player) -> Option<(Side, Player)> {
        match self.seats {
            Seats::Game(seats) if seats.white == player => Some((Side::White, seats.black)),
            Seats::Game(seats) if seats.black == player => Some((Side::Black, seats.white)),
            _ => None,
        }
    }

    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        let (first, second) = match self.seats {
            Seats::Game(seats) => (seats.white, Some(seats.black)),
            Seats::Bye(player) => (player, None),
        };
        core::iter::once(first).chain(second)
    }

    /// Whether a player takes part.
    pub fn involves(&self, player: Player) -> bool {
        self.seats == Seats::Bye(player) || self.side_of(player).is_some()
    }

    pub fn half_points(&self, player: Player) -> u32 {
        let all = 2 * self.games;
        match (self.side_of(player), self.ending) {
            (None, _) if self.seats == Seats::Bye(player) => all,
            (Some((side, _)), Some(EncounterEnd::Played(points) | EncounterEnd::Forfeit(points))) => points[side],
            _ => 0,
        }
    }
}

/// A round with a requested bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    pub player: Player,
    /// The round, from 1.
    pub round: u32,
    /// The half points of the bye: none, or half of an encounter's.
    pub half_points: u32,
}

/// All that a format pairs from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    entrants: Vec<Entrant>,
    encounters: Vec<Encounter>,
    absences: Vec<Absence>,
    /// The rounds without encounters.
    sat_out: Vec<u32>,
}

impl History {
    /// Adds an entrant, who is a late joiner if the first round has been paired.
    pub fn join(&mut self, rating: i32) -> Player {
        self.entrants.push(Entrant { rating, joined_after: self.round(), withdrawn: false });
        Player(self.entrants.len() as u32 - 1)
    }

    /// Withdraws a player, who forfeits the open encounters.
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

    /// Takes a withdrawn player back, from the next round on; the rounds between are worth nothing.
    pub fn rejoin(&mut self, player: Player) {
        if let Some(entrant) = self.entrants.get_mut(player.index()) {
            entrant.withdrawn = false;
        }
    }

    /// Gives a player a requested bye of this value, instead of any before. It has no effect on a round that has been paired.
    pub fn excuse(&mut self, player: Player, round: u32, half_points: u32) {
        self.cancel_absence(player, round);
        self.miss(player, round, half_points);
    }

    /// The same for a player without a bye in that round.
    pub(crate) fn miss(&mut self, player: Player, round: u32, half_points: u32) {
        self.absences.push(Absence { player, round, half_points });
    }

    /// Cancels a requested bye.
    pub fn cancel_absence(&mut self, player: Player, round: u32) {
        self.absences.retain(|absence| (absence.player, absence.round) != (player, round));
    }

    /// Records a round without encounters.
    pub fn sit_out(&mut self, round: u32) {
        self.sat_out.push(round);
    }

    /// The rounds without encounters, because all players had requested byes.
    pub fn sat_out(&self) -> &[u32] {
        &self.sat_out
    }

    /// The requested byes in the order of request. Those up to [`round`](History::round) count in the standings.
    pub fn absences(&self) -> &[Absence] {
        &self.absences
    }

    /// Adds encounters, and returns the number of the first.
    pub fn add(&mut self, encounters: &[Encounter]) -> usize {
        let first = self.encounters.len();
        self.encounters.extend_from_slice(encounters);
        first
    }

    /// Records the end of encounter `index`, which replaces an earlier one. An unknown number is ignored.
    pub fn finish(&mut self, index: usize, ending: EncounterEnd) {
        if let Some(encounter) = self.encounters.get_mut(index) {
            encounter.ending = Some(ending);
        }
    }

    /// Reopens encounter `index`. An unknown number is ignored.
    pub fn reopen(&mut self, index: usize) {
        if let Some(encounter) = self.encounters.get_mut(index) {
            encounter.ending = None;
        }
    }

    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.entrants.len() as u32).map(Player)
    }

    /// The encounters in the order of pairing.
    pub fn encounters(&self) -> &[Encounter] {
        &self.encounters
    }

    /// The encounters of a player, in order.
    pub fn encounters_of(&self, player: Player) -> impl Iterator<Item = &Encounter> {
        self.encounters.iter().filter(move |e| e.involves(player))
    }

    /// The history without the rounds after `round`, but with the present entrants.
    pub fn until(&self, round: u32) -> History {
        let encounters = self.encounters.iter().filter(|encounter| encounter.round <= round).copied().collect();
        let sat_out = self.sat_out.iter().copied().filter(|&other| other <= round).collect();
        History { encounters, sat_out, ..self.clone() }
    }

    /// The last round paired; 0 before the first.
    pub fn round(&self) -> u32 {
        self.encounters.iter().map(|e| e.round).chain(self.sat_out.iter().copied()).max().unwrap_or(0)
    }

    /// The history before a round: earlier encounters, and the entrants of that time with their present state.
    pub fn before(&self, round: u32) -> History {
        History {
            entrants: self.entrants.iter().take_while(|entrant| entrant.joined_after < round).copied().collect(),
            encounters: self.encounters.iter().filter(|encounter| encounter.round < round).copied().collect(),
            absences: self.absences.iter().filter(|absence| absence.round < round).copied().collect(),
            sat_out: self.sat_out.iter().copied().filter(|&other| other < round).collect(),
        }
    }

    /// The first round with an open encounter, or else the last; 0 before the first.
    pub fn current_round(&self) -> u32 {
        let open = self.encounters.iter().filter(|encounter| !encounter.is_over()).map(|encounter| encounter.round).min();
        open.unwrap_or_else(|| self.round())
    }

    pub fn is_settled(&self) -> bool {
        self.encounters.iter().all(Encounter::is_over)
    }

    /// Whether a player has not withdrawn.
    pub fn is_present(&self, player: Player) -> bool {
        self.entrants.get(player.index()).is_some_and(|e| !e.withdrawn)
    }

    pub fn is_available(&self, player: Player, round: u32) -> bool {
        self.is_present(player) && !self.absences.iter().any(|absence| (absence.player, absence.round) == (player, round))
    }

    /// All players by rating, highest first, then by entry.
    pub fn by_rating(&self) -> Vec<Player> {
        let mut players: Vec<Player> = self.players().collect();
        players.sort_by_key(|p| (core::cmp::Reverse(self.entrants[p.index()].rating), *p));
        players
    }
}

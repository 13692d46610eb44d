//! The ranking.

use super::book::{Book, has_won};
use super::rules::RankingRules;
use super::value::Value;
use super::values::Values;
use crate::pairing::{History, Player, Seats};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A player's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rank, from 1; who is tied to the end shares it.
    pub rank: u32,
    /// The player in this line.
    pub player: Player,
    /// All points that count, in halves.
    pub half_points: u32,
    /// Encounters really played, that count.
    pub played: u32,
    /// Encounters without an opponent, each worth as much as a win.
    pub byes: u32,
    /// Rounds left out by request, each worth half of a win.
    pub half_point_byes: u32,
    /// Of those played, the forfeits and the byes: won, drawn, lost. What counts for nobody is none of these.
    pub wins: u32,
    /// See `wins`.
    pub draws: u32,
    /// See `wins`.
    pub losses: u32,
    /// The values of the criteria, in their order.
    pub values: Vec<Value>,
    /// Whether the games do not count, for the player left early.
    pub annulled: bool,
}

/// The ranking of all entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// Whose rank is what, the first first; among those who share a rank, who entered first.
    pub lines: Vec<Standing>,
}

impl Standings {
    /// Ranks everybody by what has been played so far.
    pub fn new(history: &History, rules: &RankingRules) -> Standings {
        let annulled: Vec<bool> =
            history.players().map(|p| rules.annul_early_leavers.is_some_and(|encounters| left_early(history, p, encounters))).collect();
        let is_annulled = |player: Player| annulled.get(player.index()).copied().unwrap_or(false);
        let book = Book::new(history, &|player| !is_annulled(player));
        // Who is annulled comes last. Then each criterion splits what is still tied.
        let (last, first): (Vec<Player>, Vec<Player>) = history.players().partition(|&p| is_annulled(p));
        let mut tied: Vec<Vec<(Player, Vec<Value>)>> =
            [first, last].map(|group| group.into_iter().map(|p| (p, Vec::new())).collect()).into();
        let values = Values::new(history, &book, rules);
        for &criterion in &rules.order {
            let mut split = Vec::new();
            for mut group in tied {
                let players: Vec<Player> = group.iter().map(|(p, _)| *p).collect();
                for ((_, known), value) in group.iter_mut().zip(values.of(criterion, &players)) {
                    known.push(value);
                }
                group.sort_by_key(|(player, values)| (Reverse(values.last().copied()), *player));
                split.extend(group.chunk_by(|a, b| a.1.last() == b.1.last()).map(<[_]>::to_vec));
            }
            tied = split;
        }
        let mut lines = Vec::new();
        for group in tied {
            let rank = lines.len() as u32 + 1;
            for (player, values) in group {
                lines.push(line(&book, rank, player, values, is_annulled(player)));
            }
        }
        Standings { lines }
    }

    /// A player's line; none for a stranger.
    pub fn of(&self, player: Player) -> Option<&Standing> {
        self.lines.iter().find(|line| line.player == player)
    }
}

fn line(book: &Book<'_>, rank: u32, player: Player, values: Vec<Value>, annulled: bool) -> Standing {
    let (mut played, mut byes, mut wins, mut draws, mut losses) = (0, 0, 0, 0, 0);
    for encounter in book.encounters_of(player) {
        played += u32::from(encounter.is_played());
        byes += u32::from(matches!(encounter.seats, Seats::Bye(_)));
        let won = has_won(encounter, player);
        let lost = encounter.side_of(player).is_some_and(|(_, opponent)| has_won(encounter, opponent));
        match (won, lost) {
            (true, _) => wins += 1,
            (false, true) => losses += 1,
            (false, false) => draws += u32::from(encounter.is_played()),
        }
    }
    let half_points = book.half_points(player) as u32;
    let half_point_byes = book.half_point_byes(player);
    Standing { rank, player, half_points, played, byes, half_point_byes, wins, draws, losses, values, annulled }
}

/// Whether a player has left and had played less than half of the encounters: those paired, or `encounters`, if that is more.
fn left_early(history: &History, player: Player, encounters: u32) -> bool {
    if history.is_present(player) {
        return false;
    }
    let all = history.encounters_of(player).count().max(encounters as usize);
    2 * history.encounters_of(player).filter(|e| e.is_played()).count() < all
}

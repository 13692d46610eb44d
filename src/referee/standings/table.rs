//! The standings.

use super::criterion::Criterion;
use super::tally::{Tally, has_won};
use super::value::Value;
use super::values::Values;
use crate::pairing::{History, Player, Seats};
use alloc::vec::Vec;
use core::cmp::Reverse;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingRules {
    /// The criteria, of which the first that differs decides.
    pub order: Vec<Criterion>,
    /// Whether every player takes part in every round, so that tie-breaks make up for unplayed rounds.
    pub by_rounds: bool,
    /// Whether the games of a player who left before half of them were played are annulled: the number of encounters of a starter.
    pub annul_early_leavers: Option<u32>,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rank from 1, which tied players share.
    pub rank: u32,
    pub player: Player,
    /// All points that count, in halves.
    pub half_points: u32,
    /// Played encounters that count.
    pub played: u32,
    /// Rounds without an opponent, worth a win.
    pub byes: u32,
    /// Rounds with a requested half-point bye.
    pub half_point_byes: u32,
    /// Encounters won, including forfeits and byes. Annulled encounters are neither won, drawn nor lost.
    pub wins: u32,
    /// Encounters drawn.
    pub draws: u32,
    /// Encounters lost.
    pub losses: u32,
    /// The values of the criteria, in order.
    pub values: Vec<Value>,
    /// Whether the games do not count because the player left early.
    pub annulled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// By rank, then by entry.
    pub lines: Vec<Standing>,
}

impl Standings {
    pub fn new(history: &History, rules: &RankingRules) -> Standings {
        let annulled: Vec<bool> =
            history.players().map(|p| rules.annul_early_leavers.is_some_and(|encounters| left_early(history, p, encounters))).collect();
        let is_annulled = |player: Player| annulled.get(player.index()).copied().unwrap_or(false);
        let tally = Tally::new(history, &|player| !is_annulled(player));
        // Annulled players come last; each criterion splits the groups that are still tied.
        let (last, first): (Vec<Player>, Vec<Player>) = history.players().partition(|&p| is_annulled(p));
        let mut tied: Vec<Vec<(Player, Vec<Value>)>> =
            [first, last].map(|group| group.into_iter().map(|p| (p, Vec::new())).collect()).into();
        let values = Values::new(history, &tally, rules);
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
                lines.push(line(&tally, rank, player, values, is_annulled(player)));
            }
        }
        Standings { lines }
    }

    pub fn of(&self, player: Player) -> Option<&Standing> {
        self.lines.iter().find(|line| line.player == player)
    }
}

fn line(tally: &Tally<'_>, rank: u32, player: Player, values: Vec<Value>, annulled: bool) -> Standing {
    let (mut byes, mut wins) = (tally.full_point_byes(player), tally.full_point_byes(player));
    let (mut played, mut draws, mut losses) = (0, 0, 0);
    for encounter in tally.encounters_of(player) {
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
    let half_points = tally.half_points(player) as u32;
    let half_point_byes = tally.half_point_byes(player);
    Standing { rank, player, half_points, played, byes, half_point_byes, wins, draws, losses, values, annulled }
}

/// Whether a player has withdrawn before playing half of the encounters: those paired, or `encounters` if that is more.
fn left_early(history: &History, player: Player, encounters: u32) -> bool {
    if history.is_present(player) {
        return false;
    }
    let all = history.encounters_of(player).count().max(encounters as usize);
    2 * history.encounters_of(player).filter(|e| e.is_played()).count() < all
}

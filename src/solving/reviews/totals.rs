//! Totals of the reviews of a bot's games: by colour, part of the game and time left, and the most instructive positions.

use protocol::{BotReviews, InstructivePosition, Mark, MovePart, PartTally, Review, ReviewedMove, Seat};
use search::review::accuracy_of;
use std::collections::BTreeSet;

/// The most instructive positions in an answer.
const INSTRUCTIVE: usize = 5;

pub struct ReviewedGame {
    pub game: u64,
    pub opponent: String,
    pub seat: Seat,
    pub review: Review,
    pub positions: Vec<String>,
    /// The share of the player's time that was left before each move, in a game with a limit.
    pub left: Vec<Option<f64>>,
}

/// One of the bot's own moves.
struct OwnMove<'g> {
    game: &'g ReviewedGame,
    place: usize,
    judged: &'g ReviewedMove,
}

impl OwnMove<'_> {
    fn is_in(&self, part: MovePart) -> bool {
        let third = 3 * self.place / self.game.review.moves.len().max(1);
        let left = self.game.left.get(self.place).copied().flatten();
        match part {
            MovePart::All => true,
            MovePart::White => self.judged.seat == Seat::White,
            MovePart::Black => self.judged.seat == Seat::Black,
            MovePart::Beginning => third == 0,
            MovePart::Middle => third == 1,
            MovePart::End => third == 2,
            MovePart::Ample => left.is_some_and(|left| left >= 0.5),
            MovePart::Scarce => left.is_some_and(|left| (0.1..0.5).contains(&left)),
            MovePart::Pressed => left.is_some_and(|left| left < 0.1),
        }
    }
}

fn tally(part: MovePart, own: &[OwnMove]) -> Option<PartTally> {
    let moves: Vec<&ReviewedMove> = own.iter().filter(|own| own.is_in(part)).map(|own| own.judged).collect();
    let count = |mark| moves.iter().filter(|judged| judged.mark == Some(mark)).count() as u32;
    let chosen: Vec<f64> = moves.iter().filter(|judged| !judged.forced).map(|judged| accuracy_of(judged.lost)).collect();
    let mean = || (chosen.iter().sum::<f64>() / chosen.len() as f64 * 10.0).round() / 10.0;
    (!moves.is_empty()).then(|| PartTally {
        part,
        moves: moves.len() as u32,
        accuracy: (!chosen.is_empty()).then(mean),
        inaccuracies: count(Mark::Inaccuracy),
        mistakes: count(Mark::Mistake),
        blunders: count(Mark::Blunder),
        missed_wins: moves.iter().filter(|judged| judged.missed_win).count() as u32,
    })
}

/// Adds up the reviews of a bot's games of one kind, newest first; `over` is the number of its games that are over.
pub fn add_up(bot: &str, game: &str, games: &[ReviewedGame], over: u32) -> BotReviews {
    let own: Vec<OwnMove> = games
        .iter()
        .flat_map(|game| game.review.moves.iter().enumerate().map(move |(place, judged)| OwnMove { game, place, judged }))
        .filter(|own| own.judged.seat == own.game.seat)
        .collect();
    let parts: Vec<PartTally> = MovePart::ALL.iter().filter_map(|part| tally(*part, &own)).collect();
    let blunders = parts.first().map_or(0, |all| all.blunders);
    let reviewed = games.len() as u32;
    let blunders_a_game = (reviewed > 0).then(|| (f64::from(blunders) / f64::from(reviewed) * 100.0).round() / 100.0);
    let (bot, game, instructive) = (bot.into(), game.into(), instructive(&own));
    BotReviews { bot, game, reviewed, over, blunders_a_game, parts, instructive }
}

/// The worst of the worst moves of each game. A position that several games have counts once.
fn instructive(own: &[OwnMove]) -> Vec<InstructivePosition> {
    let mut marked: Vec<&OwnMove> = own.iter().filter(|own| own.judged.mark.is_some()).collect();
    // The sort is stable: of equals, those of the newest game come first.
    marked.sort_by(|one, other| other.judged.lost.total_cmp(&one.judged.lost));
    let (mut games, mut positions, mut worst) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for OwnMove { game, place, judged } in marked {
        let Some((position, mark)) = game.positions.get(*place).zip(judged.mark) else { continue };
        if games.contains(&game.game) || positions.contains(position) {
            continue;
        }
        games.insert(game.game);
        positions.insert(position);
        worst.push(InstructivePosition {
            game: game.game,
            opponent: game.opponent.clone(),
            ply: judged.ply,
            seat: judged.seat,
            position: position.clone(),
            text: judged.text.clone(),
            best: judged.best.clone(),
            lost: judged.lost,
            mark,
            missed_win: judged.missed_win,
            line: judged.line.clone(),
        });
        if worst.len() == INSTRUCTIVE {
            break;
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use protocol::Score;

    fn judged(ply: u32, lost: f64, forced: bool) -> ReviewedMove {
        let mark = match lost {
            lost if lost >= 0.15 => Some(Mark::Blunder),
            lost if lost >= 0.1 => Some(Mark::Mistake),
            lost if lost >= 0.05 => Some(Mark::Inaccuracy),
            _ => None,
        };
        ReviewedMove {
            ply,
            seat: if ply.is_multiple_of(2) { Seat::White } else { Seat::Black },
            text: format!("m{ply}"),
            best: "best".into(),
            score: Score { value: 0, expected: None, plies: None },
            depth: 1,
            chance: 1.0,
            chance_after: 1.0 - lost,
            lost,
            mark,
            missed_win: lost == 1.0,
            forced,
            line: Vec::new(),
            refutation: Vec::new(),
        }
    }

    fn game(number: u64, seat: Seat, lost: &[f64]) -> ReviewedGame {
        let moves: Vec<ReviewedMove> = (0..).zip(lost).map(|(ply, lost)| judged(ply, *lost, false)).collect();
        let positions = (0..moves.len()).map(|ply| format!("{number}/{ply}")).collect();
        let left = (0..moves.len()).map(|ply| Some(1.0 - ply as f64 / moves.len() as f64)).collect();
        ReviewedGame { game: number, opponent: "bob".into(), seat, review: Review { moves, ..Review::default() }, positions, left }
    }

    #[test]
    fn of_each_game_its_worst_move_teaches() {
        let games = [game(3, Seat::White, &[0.2, 0.9, 0.3]), game(2, Seat::Black, &[0.9, 0.0, 0.9]), game(1, Seat::Black, &[0.0, 1.0])];
        let totals = add_up("ann", "knights", &games, 7);
        let places: Vec<_> = totals.instructive.iter().map(|worst| (worst.game, worst.ply, worst.position.as_str())).collect();
        assert_eq!(places, [(1, 1, "1/1"), (3, 2, "3/2")]);
        assert_eq!((totals.reviewed, totals.over, totals.blunders_a_game), (3, 7, Some(1.0)));
        let none = add_up("ann", "knights", &[], 0);
        assert!(none.parts.is_empty() && none.instructive.is_empty() && none.blunders_a_game.is_none());
    }

    proptest! {
        #[test]
        fn the_parts_are_the_whole(games in prop::collection::vec((any::<bool>(), prop::collection::vec(0.0..1.0_f64, 0..40)), 0..8)) {
            let games: Vec<ReviewedGame> = (1..)
                .zip(&games)
                .map(|(number, (has_white, lost))| game(number, if *has_white { Seat::White } else { Seat::Black }, lost))
                .collect();
            let totals = add_up("ann", "knights", &games, 9);
            let of = |part| totals.parts.iter().find(|tally| tally.part == part);
            let sum = |parts: &[MovePart], count: fn(&PartTally) -> u32| parts.iter().filter_map(|part| of(*part)).map(count).sum::<u32>();
            let [colours, thirds, times] = [
                vec![MovePart::White, MovePart::Black],
                vec![MovePart::Beginning, MovePart::Middle, MovePart::End],
                vec![MovePart::Ample, MovePart::Scarce, MovePart::Pressed],
            ];
            for parts in [colours, thirds, times] {
                for count in [|tally: &PartTally| tally.moves, |tally: &PartTally| tally.blunders, |tally: &PartTally| tally.mistakes] {
                    prop_assert_eq!(sum(&parts, count), sum(&[MovePart::All], count));
                }
            }
            prop_assert!(totals.instructive.len() <= INSTRUCTIVE && totals.instructive.windows(2).all(|pair| pair[0].lost >= pair[1].lost));
        }
    }
}

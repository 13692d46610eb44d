//! The reviews of one bot's games, added up: by colour, part of the game and time left, and the positions that teach most.

use protocol::{BotReviews, InstructivePosition, Mark, MovePart, PartTally, Review, ReviewedMove, Seat};
use search::review::accuracy_of;
use std::collections::BTreeSet;

/// How many positions are told.
const INSTRUCTIVE: usize = 5;

/// The parts that are told, in order.
const PARTS: [MovePart; 9] = [
    MovePart::All,
    MovePart::White,
    MovePart::Black,
    MovePart::Beginning,
    MovePart::Middle,
    MovePart::End,
    MovePart::Ample,
    MovePart::Scarce,
    MovePart::Pressed,
];

/// A bot's game with its review.
pub struct ReviewedGame {
    /// The match.
    pub game: u64,
    /// The opponent.
    pub opponent: String,
    /// Where the bot sat.
    pub seat: Seat,
    /// The review.
    pub review: Review,
    /// The position before each move.
    pub positions: Vec<String>,
    /// Which share of its time the player had left before each move, in a game with a limit.
    pub left: Vec<Option<f64>>,
}

/// One of the bot's own moves.
struct OwnMove<'g> {
    game: &'g ReviewedGame,
    place: usize,
    told: &'g ReviewedMove,
}

impl OwnMove<'_> {
    fn is_in(&self, part: MovePart) -> bool {
        let third = 3 * self.place / self.game.review.moves.len().max(1);
        let left = self.game.left.get(self.place).copied().flatten();
        match part {
            MovePart::All => true,
            MovePart::White => self.told.seat == Seat::White,
            MovePart::Black => self.told.seat == Seat::Black,
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
    let moves: Vec<&ReviewedMove> = own.iter().filter(|own| own.is_in(part)).map(|own| own.told).collect();
    let count = |mark| moves.iter().filter(|told| told.mark == Some(mark)).count() as u32;
    let chosen: Vec<f64> = moves.iter().filter(|told| !told.forced).map(|told| accuracy_of(told.lost)).collect();
    let mean = || (chosen.iter().sum::<f64>() / chosen.len() as f64 * 10.0).round() / 10.0;
    (!moves.is_empty()).then(|| PartTally {
        part,
        moves: moves.len() as u32,
        accuracy: (!chosen.is_empty()).then(mean),
        inaccuracies: count(Mark::Inaccuracy),
        mistakes: count(Mark::Mistake),
        blunders: count(Mark::Blunder),
        missed_wins: moves.iter().filter(|told| told.missed_win).count() as u32,
    })
}

/// Adds up the reviews of a bot's games of one kind, of which so many are over. The newest come first.
pub fn add_up(bot: &str, game: &str, games: &[ReviewedGame], over: u32) -> BotReviews {
    let own: Vec<OwnMove> = games
        .iter()
        .flat_map(|game| game.review.moves.iter().enumerate().map(move |(place, told)| OwnMove { game, place, told }))
        .filter(|own| own.told.seat == own.game.seat)
        .collect();
    let parts: Vec<PartTally> = PARTS.iter().filter_map(|part| tally(*part, &own)).collect();
    let blunders = parts.first().map_or(0, |all| all.blunders);
    let reviewed = games.len() as u32;
    let blunders_a_game = (reviewed > 0).then(|| (f64::from(blunders) / f64::from(reviewed) * 100.0).round() / 100.0);
    let (bot, game, instructive) = (bot.into(), game.into(), instructive(&own));
    BotReviews { bot, game, reviewed, over, blunders_a_game, parts, instructive }
}

/// The worst move of each game, and of these the worst. Where bots play by rule, many games have the same position: it is told once.
fn instructive(own: &[OwnMove]) -> Vec<InstructivePosition> {
    let mut marked: Vec<&OwnMove> = own.iter().filter(|own| own.told.mark.is_some()).collect();
    // The sort is stable: of equals, those of the newest game come first.
    marked.sort_by(|one, other| other.told.lost.total_cmp(&one.told.lost));
    let (mut games, mut positions, mut told) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for OwnMove { game, place, told: judged } in marked {
        let Some((position, mark)) = game.positions.get(*place).zip(judged.mark) else { continue };
        if games.contains(&game.game) || positions.contains(position) {
            continue;
        }
        games.insert(game.game);
        positions.insert(position);
        told.push(InstructivePosition {
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
        if told.len() == INSTRUCTIVE {
            break;
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use protocol::{ReviewWords, ReviewedSide, Score};

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
        let side = || ReviewedSide { accuracy: None, inaccuracies: 0, mistakes: 0, blunders: 0, missed_wins: 0 };
        let positions = (0..moves.len()).map(|ply| format!("{number}/{ply}")).collect();
        let left = (0..moves.len()).map(|ply| Some(1.0 - ply as f64 / moves.len() as f64)).collect();
        let (name, start) = ("knights".to_string(), String::new());
        let (method, words) = (String::new(), ReviewWords::default());
        let review = Review { game: name, start, method, nodes: 1, moves, white: side(), black: side(), turning_point: None, words };
        ReviewedGame { game: number, opponent: "bob".into(), seat, review, positions, left }
    }

    #[test]
    fn of_each_game_its_worst_move_teaches() {
        let games = [game(3, Seat::White, &[0.2, 0.9, 0.3]), game(2, Seat::Black, &[0.9, 0.0, 0.9]), game(1, Seat::Black, &[0.0, 1.0])];
        let told = add_up("ann", "knights", &games, 7);
        let places: Vec<_> = told.instructive.iter().map(|worst| (worst.game, worst.ply, worst.position.as_str())).collect();
        assert_eq!(places, [(1, 1, "1/1"), (3, 2, "3/2")]);
        assert_eq!((told.reviewed, told.over, told.blunders_a_game), (3, 7, Some(1.0)));
        let none = add_up("ann", "knights", &[], 0);
        assert!(none.parts.is_empty() && none.instructive.is_empty() && none.blunders_a_game.is_none());
    }

    proptest! {
        /// Whatever was played, each way to divide the moves has them all.
        #[test]
        fn the_parts_are_the_whole(games in prop::collection::vec((any::<bool>(), prop::collection::vec(0.0..1.0_f64, 0..40)), 0..8)) {
            let games: Vec<ReviewedGame> = (1..)
                .zip(&games)
                .map(|(number, (has_white, lost))| game(number, if *has_white { Seat::White } else { Seat::Black }, lost))
                .collect();
            let told = add_up("ann", "knights", &games, 9);
            let of = |part| told.parts.iter().find(|tally| tally.part == part);
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
            prop_assert!(told.instructive.len() <= INSTRUCTIVE && told.instructive.windows(2).all(|pair| pair[0].lost >= pair[1].lost));
        }
    }
}

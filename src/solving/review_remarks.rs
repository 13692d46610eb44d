//! Remarks on a reviewed game: accuracy of both sides, the worst move and its time, missed wins, the turning point.

use message::{Coded, Decimal, Message};
use protocol::{GameResult, PlayedGame, Review, ReviewedMove, Seat};
use runtime::clipped;

/// The characters of a player's name that a remark shows: bots' names are no longer.
const NAME: usize = 40;
const MAX_NAMED: usize = 5;

#[derive(Debug, Coded)]
#[code("review")]
enum Remark {
    NoMoves,
    Accuracies { white: u32, black: u32 },
    NoBadMove,
    Worst { number: u32, text: String, player: ReviewPlayer, lost: u32, best: String },
    Time { spent: Decimal, unit: &'static str },
    TimeOfBudget { spent: Decimal, unit: &'static str, used: Decimal, budget: Decimal },
    MissedWins { player: ReviewPlayer, count: usize, numbers: Vec<u32> },
    TurningPoint { number: u32, text: String, player: ReviewPlayer },
    StoodBetter { player: ReviewPlayer, chance: u32 },
}

#[derive(Debug, Coded)]
#[code("review_player")]
enum ReviewPlayer {
    Side { side: Seat },
    Named { name: String, side: Seat },
}

struct Remarks<'r> {
    review: &'r Review,
    played: Option<&'r PlayedGame>,
}

/// The remarks about a game, in their order; `played` is how it was played, as far as that is known.
pub fn remarks(review: &Review, played: Option<&PlayedGame>) -> Vec<Message> {
    if review.moves.is_empty() {
        return vec![Remark::NoMoves.message()];
    }
    let game = Remarks { review, played };
    let [worst, time] = game.worst();
    let all =
        [game.accuracies(), worst, time, game.missed(Seat::White), game.missed(Seat::Black), game.turning_point(), game.stood_better()];
    all.iter().flatten().map(Remark::message).collect()
}

impl Remarks<'_> {
    fn player(&self, seat: Seat) -> ReviewPlayer {
        let name = self.played.map(|played| if seat == Seat::White { &played.players.white } else { &played.players.black });
        name.map_or(ReviewPlayer::Side { side: seat }, |name| ReviewPlayer::Named { name: clipped(name, NAME), side: seat })
    }

    fn accuracies(&self) -> Option<Remark> {
        let [white, black] = [self.review.white.accuracy?, self.review.black.accuracy?].map(|accuracy| accuracy.round() as u32);
        Some(Remark::Accuracies { white, black })
    }

    /// The move that gave away most, the first of equals, and the time that it took.
    fn worst(&self) -> [Option<Remark>; 2] {
        let moves = self.review.moves.iter().enumerate();
        let worst = moves.rev().max_by(|(_, one), (_, other)| one.lost.total_cmp(&other.lost)).filter(|(_, worst)| worst.mark.is_some());
        let Some((place, worst)) = worst else { return [Some(Remark::NoBadMove), None] };
        let ReviewedMove { text, best, seat, lost, .. } = worst.clone();
        let remark = Remark::Worst { number: number(worst), text, player: self.player(seat), lost: percent(lost), best };
        [Some(remark), self.time(place, seat)]
    }

    /// The time of the move at this place, and what its player had used after it.
    fn time(&self, place: usize, seat: Seat) -> Option<Remark> {
        let PlayedGame { charged_us, budget_us, .. } = self.played?;
        let (spent, unit) = match *charged_us.get(place)? {
            // A sentence about 0 ms says nothing.
            0..1_000 => return None,
            us @ 1_000..1_000_000 => (Decimal::rounded(us as f64 / 1e3, 0), "ms"),
            us @ 1_000_000..10_000_000 => (Decimal::rounded(us as f64 / 1e6, 2), "s"),
            us => (Decimal::rounded(us as f64 / 1e6, 1), "s"),
        };
        let Some(budget) = *budget_us else { return Some(Remark::Time { spent, unit }) };
        let own = self.review.moves.iter().zip(charged_us).take(place + 1).filter(|(judged, _)| judged.seat == seat);
        let [used, budget] = [own.map(|(_, charged)| charged).sum(), budget].map(seconds);
        Some(Remark::TimeOfBudget { spent, unit, used, budget })
    }

    fn missed(&self, seat: Seat) -> Option<Remark> {
        let missed = self.review.moves.iter().filter(|judged| judged.seat == seat && judged.missed_win);
        let mut numbers: Vec<u32> = missed.map(number).collect();
        let count = numbers.len();
        numbers.truncate(MAX_NAMED);
        (count > 0).then(|| Remark::MissedWins { player: self.player(seat), count, numbers })
    }

    /// The side that stands better at the end, with its chance to win.
    fn better(&self) -> Option<(Seat, f64)> {
        let last = self.review.moves.last()?;
        let other = if last.seat == Seat::White { Seat::Black } else { Seat::White };
        match last.chance_after {
            chance if chance > 0.5 => Some((last.seat, chance)),
            chance if chance < 0.5 => Some((other, 1.0 - chance)),
            _ => None,
        }
    }

    fn turning_point(&self) -> Option<Remark> {
        let ((better, _), ply) = (self.better()?, self.review.turning_point?);
        let judged = self.review.moves.iter().find(|judged| judged.ply == ply)?;
        Some(Remark::TurningPoint { number: number(judged), text: judged.text.clone(), player: self.player(better) })
    }

    /// The verdict of the board, where something else decided.
    fn stood_better(&self) -> Option<Remark> {
        let ((better, chance), played) = (self.better()?, self.played?);
        let won = if better == Seat::White { GameResult::White } else { GameResult::Black };
        let is_decided_otherwise = played.reason != "rules" && played.result != won;
        is_decided_otherwise.then(|| Remark::StoodBetter { player: self.player(better), chance: percent(chance) })
    }
}

/// The number of a move, as people count them.
fn number(judged: &ReviewedMove) -> u32 {
    judged.ply / 2 + 1
}

fn percent(share: f64) -> u32 {
    (100.0 * share).round() as u32
}

/// Seconds with at most one decimal.
fn seconds(us: u64) -> Decimal {
    Decimal::rounded(us as f64 / 1e6, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use message::Language;
    use protocol::{Mark, Participants, ReviewedSide, Score};

    fn judged(ply: u32, chance: f64, chance_after: f64) -> ReviewedMove {
        let lost = chance - chance_after;
        ReviewedMove {
            ply,
            seat: if ply.is_multiple_of(2) { Seat::White } else { Seat::Black },
            text: format!("M{ply}"),
            best: if lost > 0.0 { format!("B{ply}") } else { format!("M{ply}") },
            score: Score { value: 0, expected: None, plies: None },
            depth: 1,
            chance,
            chance_after,
            lost,
            mark: (lost >= 0.15).then_some(Mark::Blunder),
            missed_win: chance == 1.0 && lost > 0.0,
            forced: false,
            line: Vec::new(),
            refutation: Vec::new(),
        }
    }

    fn review(moves: Vec<ReviewedMove>, turning_point: Option<u32>) -> Review {
        let side = |accuracy| ReviewedSide { accuracy: Some(accuracy), inaccuracies: 0, mistakes: 0, blunders: 0, missed_wins: 0 };
        Review { game: "knights".into(), moves, white: side(90.0), black: side(70.0), turning_point, ..Review::default() }
    }

    /// The remarks in English and in French, without the blanks that do not break.
    fn said(review: &Review, played: Option<(Option<u64>, GameResult, &str)>) -> [String; 2] {
        let players = Participants { white: "Ann".into(), black: "Bob".into() };
        let charged_us = vec![4_000_000; review.moves.len()];
        let played = played.map(|(budget_us, result, reason)| PlayedGame { players, budget_us, charged_us, result, reason: reason.into() });
        let remarks = remarks(review, played.as_ref());
        [Language::English, Language::French].map(|language| {
            let sentences: Vec<String> = remarks.iter().map(|remark| remark.sentence(language)).collect();
            sentences.join(" ").replace('\u{a0}', " ")
        })
    }

    #[test]
    fn remarks_tell_what_decided_as_far_as_it_is_known() {
        let decided = review(vec![judged(0, 0.5, 0.5), judged(1, 0.5, 0.2), judged(2, 1.0, 0.6), judged(3, 0.4, 0.1)], Some(1));
        let [english, french] = said(&decided, Some((Some(360_000_000), GameResult::White, "rules")));
        assert_eq!(
            english,
            "White played with an accuracy of 90%, Black with 70%. Move 2 (M2) of Ann (White) gave away 40% of a win; B2 held. It took 4 s; 8 of 360 s were used then. \
             Ann (White) let a win go that is proved (move 2). After move 1 (M1), Ann (White) was never worse than even."
        );
        assert_eq!(
            french,
            "Les Blancs ont joué avec une précision de 90 %, les Noirs de 70 %. Coup 2 (M2), Ann (Blancs) : 40 % de chances de gain en moins ; il fallait jouer B2. Ce coup a pris 4 s ; 8 s sur 360 étaient \
             alors utilisées. Ann (Blancs) : un gain prouvé manqué (coup 2). Après le coup 1 (M1), Ann (Blancs) n’a plus jamais été en infériorité."
        );
        let even = review(vec![judged(0, 0.5, 0.5)], None);
        let many = review((0..14).map(|ply| judged(ply, 1.0, 0.4)).collect(), None);
        let on_time = |budget, result| Some((Some(budget), result, "time"));
        for (review, played, expected) in [
            (&decided, None, "Move 2 (M2) of White gave away 40% of a win; B2 held. White let a win go"),
            (&decided, Some((None, GameResult::White, "rules")), "B2 held. It took 4 s. Ann"),
            (&decided, Some((None, GameResult::White, "rules")), "Ce coup a pris 4 s. Ann"),
            (&decided, on_time(4_040_000, GameResult::Black), "On the board Ann (White) stood better at the end: 90%."),
            (&decided, on_time(4_040_000, GameResult::Black), "8 s sur 4 étaient"),
            (&decided, on_time(4_060_000, GameResult::White), "8 s sur 4,1 étaient"),
            (&review(Vec::new(), None), None, "No move was played in this game."),
            (&even, None, "White played with an accuracy of 90%, Black with 70%. No move gave away as much as 5% of a win."),
            (&many, None, "Noirs : des gains prouvés manqués (coups 1, 2, 3, 4 et 5)."),
        ] {
            let said = said(review, played).join("\n");
            assert!(said.contains(expected), "{expected}: {said}");
        }
        assert!(!said(&decided, on_time(4_060_000, GameResult::White)).join("").contains("On the board"));
    }
}

//! A review in words: one paragraph in each language, of the facts that the review tells.

use protocol::{GameResult, PlayedGame, Review, ReviewWords, ReviewedMove, ReviewedSide, Seat};
use runtime::clipped;

/// Names are told so far, in characters: those of bots are no longer.
const NAME: usize = 40;
/// So many wins that were let go are named.
const MOST_NAMED: usize = 5;

/// The words about a game; how it was played, as far as that is known.
pub fn review_words(review: &Review, played: Option<&PlayedGame>) -> ReviewWords {
    let in_words = |language| Paragraph { review, played, language }.text();
    ReviewWords { en: in_words(Language::English), fr: in_words(Language::French) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    English,
    French,
}

impl Language {
    fn choose<T>(self, english: T, french: T) -> T {
        match self {
            Language::English => english,
            Language::French => french,
        }
    }

    /// A share of 1 in whole percent.
    fn percent(self, share: f64) -> String {
        format!("{}{}", (100.0 * share).round(), self.choose("%", "\u{a0}%"))
    }

    /// Seconds with so many decimals.
    fn seconds(self, us: u64, decimals: usize) -> String {
        let text = format!("{:.decimals$}", us as f64 / 1e6);
        self.choose(text.clone(), text.replace('.', ","))
    }

    /// Seconds without more decimals than they need, and with one at most.
    fn short(self, us: u64) -> String {
        self.seconds(us, usize::from(!((us + 50_000) / 100_000).is_multiple_of(10)))
    }

    /// A length of time with its unit.
    fn length(self, us: u64) -> String {
        let space = self.choose(" ", "\u{a0}");
        match us {
            0..1_000_000 => format!("{:.0}{space}ms", us as f64 / 1e3),
            1_000_000..10_000_000 => format!("{}{space}s", self.seconds(us, 2)),
            _ => format!("{}{space}s", self.seconds(us, 1)),
        }
    }

    fn list(self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{}{}{last}", first.join(", "), self.choose(" and ", " et ")),
        }
    }

    fn seat(self, seat: Seat) -> &'static str {
        match seat {
            Seat::White => self.choose("White", "Blanc"),
            Seat::Black => self.choose("Black", "Noir"),
        }
    }
}

struct Paragraph<'r> {
    review: &'r Review,
    played: Option<&'r PlayedGame>,
    language: Language,
}

impl Paragraph<'_> {
    fn text(&self) -> String {
        if self.review.moves.is_empty() {
            return self.language.choose("Nobody has moved in this game.", "Personne n’a joué dans cette partie.").into();
        }
        let sentences =
            [self.accuracies(), Some(self.worst()), self.missed(Seat::White), self.missed(Seat::Black), self.turning(), self.otherwise()];
        sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn name(&self, seat: Seat) -> String {
        let side = self.language.seat(seat);
        let name = self.played.map(|played| if seat == Seat::White { &played.players.white } else { &played.players.black });
        name.map_or_else(|| side.into(), |name| format!("{} ({side})", clipped(name, NAME)))
    }

    fn accuracies(&self) -> Option<String> {
        let accuracy = |side: &ReviewedSide| Some(self.language.percent(side.accuracy? / 100.0));
        let (white, black) = (accuracy(&self.review.white)?, accuracy(&self.review.black)?);
        let english = format!("White played with an accuracy of {white}, Black with {black}.");
        Some(self.language.choose(english, format!("Blanc a joué avec une précision de {white}, Noir de {black}.")))
    }

    /// The move that gave away most, the first of equals, and the time for it.
    fn worst(&self) -> String {
        let moves = self.review.moves.iter().enumerate();
        let worst = moves.rev().max_by(|(_, one), (_, other)| one.lost.total_cmp(&other.lost)).filter(|(_, worst)| worst.mark.is_some());
        let Some((place, worst)) = worst else {
            return self
                .language
                .choose("No move gave away as much as 5% of a win.", "Aucun coup n’a perdu ne serait-ce que 5\u{a0}% d’un gain.")
                .into();
        };
        let (number, name, lost) = (number(worst), self.name(worst.seat), self.language.percent(worst.lost));
        let ReviewedMove { text, best, .. } = worst;
        let said = self.language.choose(
            format!("Move {number} ({text}) of {name} gave away {lost} of a win; {best} held."),
            format!("Le coup {number} ({text}) de {name} a perdu {lost} d’un gain\u{a0}; {best} tenait."),
        );
        self.used(place, worst.seat).map_or(said.clone(), |used| format!("{said} {used}"))
    }

    /// What the move at this place took, and what its player had used with it.
    fn used(&self, place: usize, seat: Seat) -> Option<String> {
        let PlayedGame { charged_us, budget_us, .. } = self.played?;
        let spent = self.language.length(*charged_us.get(place)?);
        let Some(budget) = budget_us else {
            return Some(self.language.choose(format!("It took {spent}."), format!("Il a pris {spent}.")));
        };
        let own = self.review.moves.iter().zip(charged_us).take(place + 1).filter(|(told, _)| told.seat == seat);
        let used = self.language.short(own.map(|(_, charged)| charged).sum());
        let budget = self.language.short(*budget);
        Some(self.language.choose(
            format!("It took {spent}; {used} of {budget} s were used then."),
            format!("Il a pris {spent}\u{a0}; {used}\u{a0}s sur {budget} étaient alors utilisées."),
        ))
    }

    fn missed(&self, seat: Seat) -> Option<String> {
        let missed = self.review.moves.iter().filter(|told| told.seat == seat && told.missed_win);
        let numbers: Vec<String> = missed.map(|told| number(told).to_string()).collect();
        let named = self.language.list(&numbers[..numbers.len().min(MOST_NAMED)]);
        let (name, many) = (self.name(seat), if numbers.len() > 1 { "s" } else { "" });
        (!numbers.is_empty()).then(|| {
            self.language.choose(
                format!("{name} let a win go that is proved (move{many} {named})."),
                format!("{name} a laissé échapper un gain prouvé (coup{many} {named})."),
            )
        })
    }

    /// Who stands better at the end, and with what chance to win.
    fn better(&self) -> Option<(Seat, f64)> {
        let last = self.review.moves.last()?;
        let other = if last.seat == Seat::White { Seat::Black } else { Seat::White };
        match last.chance_after {
            chance if chance > 0.5 => Some((last.seat, chance)),
            chance if chance < 0.5 => Some((other, 1.0 - chance)),
            _ => None,
        }
    }

    fn turning(&self) -> Option<String> {
        let (better, _) = self.better()?;
        let turning = self.review.turning_point?;
        let told = self.review.moves.iter().find(|told| told.ply == turning)?;
        let (number, text, name) = (number(told), &told.text, self.name(better));
        Some(self.language.choose(
            format!("After move {number} ({text}), {name} was never worse than even."),
            format!("Après le coup {number} ({text}), {name} n’a plus jamais été moins bien."),
        ))
    }

    /// What the board says where something else decided.
    fn otherwise(&self) -> Option<String> {
        let ((better, chance), played) = (self.better()?, self.played?);
        let won = if better == Seat::White { GameResult::White } else { GameResult::Black };
        if played.reason == "rules" || played.result == won {
            return None;
        }
        let (name, chance) = (self.name(better), self.language.percent(chance));
        Some(self.language.choose(
            format!("On the board {name} stood better at the end: {chance}."),
            format!("Sur le plateau, {name} était mieux à la fin\u{a0}: {chance}."),
        ))
    }
}

/// The number of a move, as people count them.
fn number(told: &ReviewedMove) -> u32 {
    told.ply / 2 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Mark, Participants, Score};

    fn told(ply: u32, chance: f64, chance_after: f64) -> ReviewedMove {
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
        let side = |accuracy| ReviewedSide { accuracy, inaccuracies: 0, mistakes: 0, blunders: 0, missed_wins: 0 };
        Review {
            game: "knights".into(),
            start: String::new(),
            method: "alphabeta".into(),
            nodes: 1_000,
            moves,
            white: side(Some(90.0)),
            black: side(Some(70.0)),
            turning_point,
            words: ReviewWords::default(),
        }
    }

    fn decided() -> Review {
        review(vec![told(0, 0.5, 0.5), told(1, 0.5, 0.2), told(2, 1.0, 0.6), told(3, 0.4, 0.1)], Some(1))
    }

    fn played(moves: usize, budget_us: Option<u64>, result: GameResult, reason: &str) -> PlayedGame {
        let players = Participants { white: "Ann".into(), black: "Bob".into() };
        PlayedGame { players, budget_us, charged_us: vec![4_000_000; moves], result, reason: reason.into() }
    }

    fn plain(text: &str) -> String {
        text.replace('\u{a0}', " ")
    }

    #[test]
    fn a_paragraph_says_what_decided() {
        let words = review_words(&decided(), Some(&played(4, Some(360_000_000), GameResult::White, "rules")));
        assert_eq!(
            words.en,
            "White played with an accuracy of 90%, Black with 70%. Move 2 (M2) of Ann (White) gave away 40% of a win; B2 held. It took 4.00 s; 8 of 360 s were used then. \
             Ann (White) let a win go that is proved (move 2). After move 1 (M1), Ann (White) was never worse than even."
        );
        assert_eq!(
            plain(&words.fr),
            "Blanc a joué avec une précision de 90 %, Noir de 70 %. Le coup 2 (M2) de Ann (Blanc) a perdu 40 % d’un gain ; B2 tenait. Il a pris 4,00 s ; 8 s sur 360 étaient \
             alors utilisées. Ann (Blanc) a laissé échapper un gain prouvé (coup 2). Après le coup 1 (M1), Ann (Blanc) n’a plus jamais été moins bien."
        );
    }

    #[test]
    fn what_is_not_known_of_how_it_was_played_is_not_told() {
        let words = review_words(&decided(), None);
        assert!(words.en.contains("Move 2 (M2) of White gave away 40% of a win; B2 held. White let a win go"), "{}", words.en);
        let words = review_words(&decided(), Some(&played(4, None, GameResult::White, "rules")));
        assert!(words.en.contains("B2 held. It took 4.00 s. Ann") && plain(&words.fr).contains("Il a pris 4,00 s. Ann"), "{words:?}");
    }

    #[test]
    fn what_the_board_says_of_a_game_that_time_decided_is_told() {
        let on_time = played(4, Some(4_040_000), GameResult::Black, "time");
        let words = review_words(&decided(), Some(&on_time));
        assert!(words.en.ends_with("On the board Ann (White) stood better at the end: 90%."), "{}", words.en);
        assert!(words.fr.contains("8\u{a0}s sur 4 étaient"), "{}", words.fr);
        let words = review_words(&decided(), Some(&played(4, Some(4_060_000), GameResult::White, "time")));
        assert!(!words.en.contains("On the board") && words.fr.contains("8\u{a0}s sur 4,1 étaient"), "{}", words.fr);
    }

    #[test]
    fn short_and_even_games_have_their_sentences() {
        assert_eq!(review_words(&review(Vec::new(), None), None).en, "Nobody has moved in this game.");
        let even = review_words(&review(vec![told(0, 0.5, 0.5)], None), None);
        assert_eq!(even.en, "White played with an accuracy of 90%, Black with 70%. No move gave away as much as 5% of a win.");
        let many = review((0..14).map(|ply| told(ply, 1.0, 0.4)).collect(), None);
        assert!(review_words(&many, None).fr.contains("Noir a laissé échapper un gain prouvé (coups 1, 2, 3, 4 et 5)."));
    }
}

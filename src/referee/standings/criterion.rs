//! Ranking criteria: points, and the tie-breaks of FIDE's Handbook, C.07 (2024, with the cap of 2026 on dummy opponents).

use super::value::Value;
use alloc::string::String;
use alloc::vec::Vec;

macro_rules! criteria {
    ($($(#[$doc:meta])* $name:ident = $word:expr, $title:literal;)+) => {
        /// A ranking criterion, counted by encounter; articles are those of C.07. Without common rounds, a forfeited encounter counts as played.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Criterion {
            $($(#[$doc])* $name,)+
        }

        impl Criterion {
            const ALL: &'static [Criterion] = &[$(Criterion::$name),+];

            /// The name of the column.
            pub const fn name(self) -> &'static str {
                match self { $(Criterion::$name => $title,)+ }
            }

            /// The abbreviation of FIDE's regulations; none for a criterion that a plan cannot choose.
            pub const fn word(self) -> Option<&'static str> {
                match self { $(Criterion::$name => $word,)+ }
            }
        }
    };
}

criteria! {
    /// All points, including those of byes and forfeits.
    Points = None, "points";
    /// Arena: 1 if a player has played, or lost by absence, at least half of the encounters that count.
    Attendance = None, "attendance";
    /// Arena: the share of the points of the first encounters, one fewer than the player with most has had. A missing encounter, or one
    /// that the player did not come to, is lost; walkovers and annulled encounters are left out.
    Share = None, "share";
    /// Ladder: the Glicko-2 rating less two deviations.
    Rating = None, "sure rating";
    /// Knockout: the last round of the player, plus one for the winner of the final; 0 for a player who came to no game.
    RoundReached = None, "round reached";
    /// Knockout: the seed, which decides a match that is level.
    Seed = None, "seed";
    /// Article 6: the results of tied players against each other, averaged by opponent. If all have met, the sum decides; if
    /// not, a player comes first whose sum no other tied player can reach. Applied again to those still tied. The value is the place among
    /// the tied, or 0 for a player who is not tied.
    DirectEncounter = Some("DE"), "direct encounter";
    /// 7.1: rounds won, including byes and forfeits.
    Wins = Some("WIN"), "wins";
    /// 7.2: encounters won over the board.
    WinsPlayed = Some("WON"), "wins played";
    /// 7.3.
    BlackGames = Some("BPG"), "games with Black";
    /// 7.4: encounters of a single game won with Black.
    BlackWins = Some("BWG"), "wins with Black";
    /// 7.6: rounds played, or won by bye or forfeit.
    Attended = Some("REP"), "rounds attended";
    /// 7.5: the sum of the points after each round.
    Progressive = Some("PS"), "progressive score";
    /// 9.2: the points against opponents with at least half of all points.
    Koya = Some("KS"), "Koya";
    /// 8.1: the sum of the opponents' points. Rounds of an opponent after the last one that it played or won count as draws (16.3.2), unless they
    /// were paired (16.3.1). An unplayed own round counts as a dummy opponent with the player's own score, capped by the scheduled opponent's
    /// score or by half of all points (16.4).
    Buchholz = Some("BH"), "Buchholz";
    /// 14.1: Buchholz without the lowest; a round that the player missed by choice goes first (16.5).
    BuchholzCut1 = Some("BH-C1"), "Buchholz cut 1";
    /// Buchholz without the two lowest.
    BuchholzCut2 = Some("BH-C2"), "Buchholz cut 2";
    /// Buchholz without the lowest and the highest.
    BuchholzMedian1 = Some("BH-M1"), "Buchholz median 1";
    /// Buchholz without the two lowest and the two highest.
    BuchholzMedian2 = Some("BH-M2"), "Buchholz median 2";
    /// 9.1: the sum of each opponent's points, as in Buchholz, times the share of the points won against it.
    SonnebornBerger = Some("SB"), "Sonneborn-Berger";
    /// Sonneborn-Berger without the weakest opponent.
    SonnebornBergerCut1 = Some("SB-C1"), "Sonneborn-Berger cut 1";
}

impl Criterion {
    /// The criteria that a plan can choose.
    pub fn choice() -> impl Iterator<Item = Criterion> {
        Criterion::ALL.iter().copied().filter(|criterion| criterion.word().is_some())
    }

    /// The criteria of these abbreviations.
    ///
    /// # Errors
    /// If one is unknown or occurs twice.
    pub fn read_order(words: &[String]) -> Result<Vec<Criterion>, OrderError> {
        let mut order = Vec::new();
        for word in words {
            let is_it = |criterion: &Criterion| criterion.word().is_some_and(|known| known.eq_ignore_ascii_case(word.trim()));
            let criterion = Criterion::choice().find(is_it).ok_or_else(|| OrderError::Unknown {
                word: word.chars().take(20).collect(),
                known: Criterion::choice().filter_map(Criterion::word).collect(),
            })?;
            if order.contains(&criterion) {
                return Err(OrderError::Twice { word: criterion.word().unwrap_or_default() });
            }
            order.push(criterion);
        }
        Ok(order)
    }

    /// The value as people read it: places are positive.
    pub const fn shown(self, value: Value) -> Value {
        match self {
            Criterion::Seed | Criterion::DirectEncounter => value.absolute(),
            _ => value,
        }
    }
}

/// Why a list of criteria is invalid.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("tie_breaks")]
pub enum OrderError {
    Unknown { word: String, known: Vec<&'static str> },
    Twice { word: &'static str },
}

//! What ranks players: points, and the tie-breaks of FIDE's Handbook, C.07 (2024, and the cap of 2026 on what an unplayed round adds).

use super::value::Value;
use alloc::string::String;
use alloc::vec::Vec;

macro_rules! criteria {
    ($($(#[$doc:meta])* $name:ident = $word:expr, $title:literal;)+) => {
        /// A reason to be ranked higher.
        ///
        /// What is counted is encounters: with two games in each, a win is an encounter won. A round without a game is a round all the
        /// same where everybody plays every round, and counts as said under [`Criterion::Buchholz`]; where encounters are scheduled
        /// without common rounds, one that was forfeited counts as played.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Criterion {
            $($(#[$doc])* $name,)+
        }

        impl Criterion {
            const ALL: &'static [Criterion] = &[$(Criterion::$name),+];

            /// The column's name.
            pub const fn name(self) -> &'static str {
                match self { $(Criterion::$name => $title,)+ }
            }

            /// Its abbreviation in FIDE's regulations, as a plan names it; none for what a plan cannot choose.
            pub const fn word(self) -> Option<&'static str> {
                match self { $(Criterion::$name => $word,)+ }
            }
        }
    };
}

criteria! {
    /// All points, of byes and forfeits too.
    Points = None, "points";
    /// For an arena: whether a player has played, or lost by not coming, at least half of the encounters that count.
    Attendance = None, "attendance";
    /// For an arena: the share of the points that could be had in the encounters that count: of each, the first ones, one less than whoever
    /// had most. One that is missing, or that somebody did not come to, is lost by that player; one that was won so is left out, as is one
    /// that counts for nobody.
    Share = None, "share";
    /// For a ladder: what the rating (Glicko-2, a period each day) is sure to be worth, two deviations below it.
    Rating = None, "sure rating";
    /// For a knockout: the last round that was reached; who has won the last of all is counted as having reached one more.
    /// Who had games to play and came to none of them has reached none.
    RoundReached = None, "round reached";
    /// For a knockout, whose ladder of tie-breaks ends there: the number in the order of ratings.
    Seed = None, "seed";
    /// The results against each other of those who are tied, an average for each opponent. If all of them have met, their sum decides;
    /// if not, who has more than any other can come to by winning all that is missing is before them. Then the same among those who are
    /// tied still. The value is the place among the tied, and 0 for who is not tied.
    DirectEncounter = Some("DE"), "direct encounter";
    /// Rounds won, by bye or forfeit too.
    Wins = Some("WIN"), "wins";
    /// Encounters won that were really played.
    WinsPlayed = Some("WON"), "wins played";
    /// Games played with Black.
    BlackGames = Some("BPG"), "games with Black";
    /// Encounters of a single game won with Black. Where each player has both colours, there are none.
    BlackWins = Some("BWG"), "wins with Black";
    /// Rounds in which a player was there to play: played, or won by bye or forfeit.
    Attended = Some("REP"), "rounds attended";
    /// The points after each round, added up.
    Progressive = Some("PS"), "progressive score";
    /// The points against those opponents who have half of all points or more.
    Koya = Some("KS"), "Koya";
    /// The opponents' points together. Of an opponent who was not there at the end, each round after the last that was played, or won
    /// without playing, counts as drawn, if nobody waited there. An own round that was not played counts as one against somebody with
    /// as many points as oneself, but no more than the opponent who was meant has, or, without one, than half of all points.
    Buchholz = Some("BH"), "Buchholz";
    /// The same without the lowest; a round that a player missed by choice goes first.
    BuchholzCut1 = Some("BH-C1"), "Buchholz cut 1";
    /// The same without the two lowest.
    BuchholzCut2 = Some("BH-C2"), "Buchholz cut 2";
    /// The same without the lowest and the highest.
    BuchholzMedian1 = Some("BH-M1"), "Buchholz median 1";
    /// The same without the two lowest and the two highest.
    BuchholzMedian2 = Some("BH-M2"), "Buchholz median 2";
    /// The points of each opponent, as in Buchholz, times the share of the encounter's points that was won: half for half.
    SonnebornBerger = Some("SB"), "Sonneborn-Berger";
    /// The same without what the weakest opponent gave.
    SonnebornBergerCut1 = Some("SB-C1"), "Sonneborn-Berger cut 1";
}

impl Criterion {
    /// All that a plan can choose.
    pub fn choice() -> impl Iterator<Item = Criterion> {
        Criterion::ALL.iter().copied().filter(|criterion| criterion.word().is_some())
    }

    /// The criteria of these abbreviations, in this order.
    ///
    /// # Errors
    /// If one is unknown or there twice.
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

    /// A value as people read it: places count from above, whatever is larger inside.
    pub const fn shown(self, value: Value) -> Value {
        match self {
            Criterion::Seed | Criterion::DirectEncounter => value.absolute(),
            _ => value,
        }
    }
}

/// Why an order of criteria is none.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("tie_breaks")]
pub enum OrderError {
    /// No such criterion.
    Unknown {
        /// What was said.
        word: String,
        /// The words that there are.
        known: Vec<&'static str>,
    },
    /// A criterion that has told apart all it can.
    Twice {
        /// Its word.
        word: &'static str,
    },
}

//! Enums that are strings on the wire.

// A word is a `tt`: as a `literal` it would reach the derives in a wrapping that the one for schemas does not see through.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:tt,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        pub enum $name { $($(#[$variant_doc])* #[serde(rename = $text)] $variant,)+ }

        impl message::ToParam for $name {
            const TYPE: message::ParamType = message::ParamType::Named(stringify!($name));

            fn to_param(&self) -> message::Param {
                self.word().to_param()
            }
        }
        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];
            /// The word on the wire.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }
            /// The value of this word, if it is one.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($text => Some($name::$variant),)+ _ => None }
            }
        }
    )+};
}

words! {
    /// A seat at the board.
    Seat {
        /// Moves first.
        White = "white",
        /// Moves second.
        Black = "black",
    }

    /// How a game ended.
    GameResult {
        /// White won.
        White = "white",
        /// Black won.
        Black = "black",
        /// Neither side won.
        Draw = "draw",
        /// The game is void.
        Void = "void",
    }

    /// Where a match stands.
    Status {
        /// For both players to be ready.
        Waiting = "waiting",
        /// The game is on.
        Playing = "playing",
        /// It has ended.
        Over = "over",
    }

    /// Why a message about a game came to nothing.
    Rejection {
        /// The move is not a legal one; a strike was spent on it.
        Illegal = "illegal",
        /// The move is for another ply.
        StalePly = "stale_ply",
        /// It is the opponent's turn.
        NotYourTurn = "not_your_turn",
        /// Not both are ready.
        NotStarted = "not_started",
        /// The game has ended.
        GameOver = "game_over",
        /// There is no such game, or the bot does not play in it.
        NotYourGame = "not_your_game",
    }

    /// How a search for a solution ended.
    SolveVerdict {
        /// There is an answer, and the checker has passed it.
        Solved = "solved",
        /// Proven: there is none.
        Impossible = "impossible",
        /// A limit came first: nothing is known.
        LimitReached = "limit_reached",
    }

    /// How a game ends with best play of both sides, as the side to move sees it.
    Expected {
        /// It wins.
        Win = "win",
        /// Neither side wins.
        Draw = "draw",
        /// It loses.
        Loss = "loss",
    }

    /// Where a job stands.
    JobState {
        /// It waits for a thread.
        Queued = "queued",
        /// It is being worked on.
        Running = "running",
        /// It has its result.
        Done = "done",
        /// It has none, and `why` says why.
        Failed = "failed",
        /// A client cancelled it.
        Cancelled = "cancelled",
    }

    /// The way a tournament pairs.
    #[derive(Default)]
    TournamentFormat {
        /// Every pair of entrants meets.
        #[default]
        RoundRobin = "round_robin",
        /// A few meet all the rest.
        Gauntlet = "gauntlet",
        /// By score groups.
        Swiss = "swiss",
        /// The loser is out.
        Knockout = "knockout",
        /// Free entrants are paired, for a fixed time.
        Arena = "arena",
        /// Two play until the games have shown which of them is the stronger one.
        Sprt = "sprt",
        /// Connected entrants play opponents near in rating, for a whole term.
        Ladder = "ladder",
    }

    /// How the stronger half of a Swiss meet each other sooner.
    Accelerated {
        /// FIDE's Baku acceleration.
        Baku = "baku",
    }

    /// The value of a requested bye.
    RequestedBye {
        /// Half of all points of an encounter.
        HalfPoint = "half_point",
        /// No points.
        ZeroPoint = "zero_point",
    }

    /// The effect of games on ratings.
    Play {
        /// For the overall ratings; an illegal move loses.
        Rated = "rated",
        /// For practice alone: no limit on time, and illegal moves are forgiven and explained.
        Practice = "practice",
    }

    /// Who may enter a tournament.
    EntryRule {
        /// Every bot.
        Open = "open",
        /// Bots whose owner shows a token.
        Token = "token",
        /// The entrants of the plan, and those whom an organiser enters.
        List = "list",
    }

    /// Whether a bot is there.
    Attendance {
        /// It is connected.
        Connected = "connected",
        /// It is connected, and plays other games than this one.
        OtherGame = "other_game",
        /// It is not connected, but its name is known: it has a token, or has rehearsed, or has played here lately.
        Absent = "absent",
        /// The name is unknown.
        Unknown = "unknown",
    }

    /// Where a tournament stands.
    #[derive(Default)]
    TournamentStage {
        /// For entry.
        #[default]
        Open = "open",
        /// Games are played.
        Running = "running",
        /// No new game begins.
        Paused = "paused",
        /// All is played.
        Finished = "finished",
        /// Nothing changes any more.
        Archived = "archived",
    }

    /// An operator's decision about a game of a tournament.
    TournamentAction {
        /// It ended so, regardless of the game.
        Adjudicate = "adjudicate",
        /// It is void.
        Annul = "annul",
        /// It is played again.
        Replay = "replay",
    }

    /// Who shows a token.
    TokenRole {
        /// A bot, or its owner.
        Bot = "bot",
        /// An organiser, who may do everything.
        Operator = "operator",
    }

    /// Why a player advances in a knockout.
    Advance {
        /// By the points of the games.
        Points = "points",
        /// By further games, after the first were tied.
        TieBreak = "tie_break",
        /// By the higher seed, after all games were tied.
        Seed = "seed",
        /// The opponent did not come, or withdrew.
        Forfeit = "forfeit",
        /// There was no opponent.
        Bye = "bye",
    }

    /// The role of a node.
    NodeRole {
        /// It referees: it holds the lease.
        Referees = "referees",
        /// It passes connections on to the one that referees, and would take its place.
        StandsBy = "stands_by",
        /// It works on jobs.
        Works = "works",
        /// It has not been seen for a while.
        Gone = "gone",
    }

    /// Why a move is a good one.
    #[derive(Default)]
    HintReason {
        /// It wins immediately.
        #[default]
        Completes = "completes",
        /// After any other move the opponent wins immediately.
        Stops = "stops",
        /// It wins, and no other move does.
        OnlyWin = "only-win",
        /// It wins as soon as can be.
        Wins = "wins",
        /// It draws, and every other move loses.
        OnlyDraw = "only-draw",
        /// It draws, and nothing wins.
        Draws = "draws",
        /// Everything loses; this takes longest.
        Delays = "delays",
        /// It is the first turn of a shortest solution.
        Shortest = "shortest",
        /// It is the first turn of the shortest solution that is known.
        ShortestKnown = "shortest-known",
    }

    /// How bad a move was.
    Mark {
        /// It gave away 5 % of a win or more.
        Inaccuracy = "inaccuracy",
        /// 10 % or more.
        Mistake = "mistake",
        /// 15 % or more.
        Blunder = "blunder",
    }

    /// Some of the moves of a bot.
    MovePart {
        /// All of them.
        All = "all",
        /// Those with White.
        White = "white",
        /// Those with Black.
        Black = "black",
        /// Those of the first third of their game.
        Beginning = "beginning",
        /// Of the second.
        Middle = "middle",
        /// Of the last.
        End = "end",
        /// Those made when at least half of the time was left.
        Ample = "ample",
        /// When less was left, and at least a tenth.
        Scarce = "scarce",
        /// When less than a tenth was left.
        Pressed = "pressed",
    }

    /// The certainty of the value of a move.
    TreeBound {
        /// It is this.
        Exact = "exact",
        /// It is this or more, which was enough to know.
        AtLeast = "at_least",
        /// It is this or less, which was enough to know.
        AtMost = "at_most",
    }
}

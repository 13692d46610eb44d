//! The words on the wire: what bots, browsers and the referee say to each other. No logic.
//!
//! One JSON object a text frame; `t` names the message; unknown fields are ignored. All times are whole microseconds, in fields
//! that end in `_us`; a time that is `null` is no limit. A ply is counted by the plies played before it: the first is 0.
//!
//! ```
//! use protocol::{BotMessage, json};
//!
//! let message: BotMessage = json::from_bytes(br#"{"t": "ready", "game": 17}"#)?;
//! assert_eq!(message, BotMessage::Ready { game: 17 });
//! # Ok::<(), protocol::json::UnreadableJson>(())
//! ```

mod analysis;
mod answer;
mod arbiter;
mod batch;
mod bot;
mod bot_reviews;
mod exercise;
mod job;
pub mod json;
mod log;
mod problem;
mod question;
mod referee;
mod rest;
mod review;
mod roll_call;
mod schema;
mod site;
mod standing;
mod time;
mod tournament;
mod tournament_log;
mod trace;
mod tree;
mod word;

pub use analysis::{
    Analysis, AnalysisLine, AnalysisQuestion, ExplainQuestion, Explanation, IterationCost, MoveScore, QueuePlace, Score, SearchCost,
};
pub use answer::{
    ChessAnswer, ChessTerm, Comparison, ComparisonRow, CountAnswer, CubeAnswer, HintAnswer, HintReason, LightUpAnswer, MoveHint,
    ParameterInfo, PuzzleAnswer, PuzzleExample, PuzzleInfo, PuzzleList, RandomPuzzle, SolveCost, SolveReport, StreamEnd, SudokuAnswer,
    TaquinAnswer, TourAnswer,
};
pub use arbiter::{CheckedReport, CheckedRound, LadderDay, LadderDays, LadderRow, NewBye, ReportPair};
pub use batch::{BatchQuestion, BatchReport};
pub use bot::{About, BotMessage, Hello, Info, Move, Seek};
pub use bot_reviews::{BotReviews, InstructivePosition, MovePart, PartTally};
pub use exercise::{Exercise, ExerciseAttempt, ExerciseList, ExerciseSolution, ExerciseVerdict};
pub use job::{Job, JobList, JobProgress};
pub use log::{Entry, Line, Participants, Transport};
pub use problem::Problem;
pub use question::{
    BoardSize, BoardSquare, ChessQuestion, ComparisonQuestion, CubeQuestion, CubeStickers, Grid, LightUpQuestion, SolveLimits,
    SudokuQuestion, TaquinQuestion, Tile, TileBoard, TourQuestion, TraceQuestion,
};
pub use referee::{Accepted, GameOver, Limits, RefereeMessage, Rejected, State, Welcome, YourTurn};
pub use rest::{
    BotList, BotRecord, BotStatus, ConnectionDrop, ConnectionRecord, Decision, Frame, FrameList, MatchDetail, MatchList, MatchSummary,
    MoveRecord, NewMatch, NewToken, RecordedGame, SlowMove, Token, TokenInfo, TokenList, TokenRole,
};
pub use review::{Mark, PlayedGame, Review, ReviewQuestion, ReviewedMove, ReviewedSide};
pub use roll_call::{ForbiddenStranger, NewRehearsal, Rehearsal, RollCall, RollCallRow};
pub use schema::{json_schema, plan_fields};
pub use site::{
    Addresses, Advance, BotProfile, Bracket, BracketMatch, LineMove, LineOfPlay, LiveGame, LiveGames, Machine, Node, NodeStanding, Nodes,
    OpeningMoves, Pin, RatingPoint, ResultCount, Rights,
};
pub use standing::{
    CrosstableCell, CrosstableRow, CrosstableTable, DecisionRecord, LastingRating, LastingRatings, StandingRow, StandingTable,
};
pub use time::{Charge, Clocks, LagCompensation, TimeControl};
pub use tournament::{
    FormatInfo, FormatList, GameCounts, NewEntrant, NewTournament, NewTournamentDecision, TieBreaks, TournamentDetail, TournamentGame,
    TournamentGameList, TournamentList, TournamentSummary, USUAL_MOVES,
};
pub use tournament_log::{ArchiveLine, GameNumber, Pairing, TournamentEntry, TournamentLine};
pub use trace::{GameEnd, PuzzleBoard, SearchPoint, SeriesPoint, SolveTrace, TraceStep};
pub use tree::{SearchTree, SearchTreeNode, TreeBound, TreeQuestion};
pub use word::{
    Accelerated, Attendance, Expected, GameResult, JobState, Play, Rejection, RequestedBye, Seat, SolveVerdict, Status, TournamentAction,
    TournamentFormat, TournamentStage,
};

/// The version of the protocol. It changes only when a bot of the old version would fail.
pub const VERSION: u32 = 1;

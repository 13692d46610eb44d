//! The catalogue of puzzles and games, by name.

use crate::analysis_question::{self, ToAnalyse};
use crate::chess::Chess;
use crate::cube::CubeTask;
use crate::examples::ANALYSE;
use crate::filling::ToFill;
use crate::game::AnalysedGame;
use crate::hint_task::Advised;
use crate::knights_tour::KnightsTour;
use crate::parameters::{Choices, parameters, schema_of};
use crate::taquin::Taquin;
use crate::task::must_want_solution;
use crate::{Error, Example, OutputFormat, QuestionError, Task, examples, light_up, sudoku};
use protocol::{
    AnalysisQuestion, ChessQuestion, CubeQuestion, LightUpQuestion, PuzzleExample, PuzzleInfo, SudokuQuestion, TaquinQuestion,
    TourQuestion, json,
};
use puzzle::{cube, knights_tour, taquin};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use runtime::clipped;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

type Reader = fn(&Value) -> Result<Box<dyn Task>, Error>;

pub struct Kind {
    pub name: &'static str,
    /// Where it is posted.
    pub href: &'static str,
    pub about: &'static str,
    pub text: &'static str,
    pub forms: &'static [OutputFormat],
    methods: fn() -> Vec<String>,
    traced_methods: fn() -> Vec<String>,
    schema: fn() -> Value,
    choices: Choices,
    read: Reader,
    from_text: fn(&str) -> Map<String, Value>,
}

fn names<M: ToString>(methods: impl IntoIterator<Item = M>) -> Vec<String> {
    methods.into_iter().map(|method| method.to_string()).collect()
}

impl Kind {
    /// Its methods, the default first.
    pub fn methods(&self) -> Vec<String> {
        (self.methods)()
    }

    /// The same for people: with the sizes of a cube that each is for, and with the method that counts tours.
    pub fn listed_methods(&self) -> Vec<String> {
        let sized = |method: cube::CubeMethod| {
            let sizes = cube::Size::ALL.into_iter().filter(|size| method.is_for(*size));
            format!("{method} ({})", names(sizes).join(", "))
        };
        match self.name {
            "knights-tour" => [self.methods(), vec!["frontier (count)".into()]].concat(),
            "rubiks-cube" => cube::CubeMethod::ALL.map(sized).to_vec(),
            _ => self.methods(),
        }
    }

    /// A question whose answer is not streamed: only a count has a limit of solutions.
    pub fn read(&self, fields: &Value) -> Result<Box<dyn Task>, Error> {
        let task = self.read_streamed(fields)?;
        match task.info().limits.solutions {
            Some(_) if task.goal() != Some("count") => Err(QuestionError::NoSolutions.into()),
            _ => Ok(task),
        }
    }

    pub fn read_streamed(&self, fields: &Value) -> Result<Box<dyn Task>, Error> {
        (self.read)(fields)
    }

    /// The question with the first method that reports its steps, unless it names a method.
    pub fn read_traced(&self, fields: &Value) -> Result<Box<dyn Task>, Error> {
        let task = self.read(fields)?;
        must_want_solution(&*task)?;
        if task.is_traced() || fields.get("method").is_some_and(|method| !method.is_null()) {
            return Ok(task);
        }
        let traced = (self.traced_methods)().iter().find_map(|method| task.with_method(method).ok().filter(|task| task.is_traced()));
        Ok(traced.unwrap_or(task))
    }

    /// The JSON question that a text stands for.
    pub fn from_text(&self, text: &str) -> Map<String, Value> {
        (self.from_text)(text)
    }

    pub fn info(&self) -> PuzzleInfo {
        let example = |example: &Example| PuzzleExample { summary: example.summary.into(), status: example.status, body: example.json() };
        // The games share one path in the description, whose examples are of the first game.
        let analyses = (self.name == GAMES[0].name).then(|| examples(ANALYSE));
        PuzzleInfo {
            puzzle: self.name.into(),
            href: self.href.into(),
            about: self.about.into(),
            text: self.text.into(),
            methods: self.methods(),
            traced_methods: (self.traced_methods)(),
            parameters: parameters(&(self.schema)(), self.methods(), self.choices),
            forms: self.forms.iter().map(|form| form.media_type().into()).collect(),
            examples: examples(self.href).chain(analyses.into_iter().flatten()).map(example).collect(),
        }
    }
}

fn boxed<Q: DeserializeOwned, T: Task + 'static>(fields: &Value, read: fn(Q) -> Result<T, Error>) -> Result<Box<dyn Task>, Error> {
    Ok(Box::new(read(json::from_value(fields)?)?))
}

/// Reads a question that may ask for a hint.
macro_rules! advised {
    ($question:ty, $read:expr) => {
        |fields| {
            let question: $question = json::from_value(fields)?;
            match (question.hint, &question.method) {
                (false, _) => Ok(Box::new($read(question)?)),
                (true, None) => Ok(Box::new(Advised($read(question)?))),
                (true, Some(_)) => Err(QuestionError::Needless { field: "method", beside: "hint" }.into()),
            }
        }
    };
}

const STREAMED: &[OutputFormat] = &[OutputFormat::Json, OutputFormat::TEXT, OutputFormat::SVG, OutputFormat::Lines];
const DRAWN: &[OutputFormat] = &[OutputFormat::Json, OutputFormat::TEXT, OutputFormat::SVG];
const PLAIN: &[OutputFormat] = &[OutputFormat::Json, OutputFormat::TEXT];
const ANALYSED: &[OutputFormat] = &[OutputFormat::Json, OutputFormat::TEXT, OutputFormat::SVG, OutputFormat::Events];

static PUZZLES: [Kind; 8] = [
    Kind {
        name: "knights-tour",
        href: "/v1/solve/knights-tour",
        about: "A knight visits every square of a board once; open or closed, any start, a given end, squares left out.",
        text: "8x8, or 8x8 0,0, or 8x8 a1 closed, or 8x8 a1 to h8 without c3 d4",
        forms: STREAMED,
        methods: || names(knights_tour::TourMethod::ALL),
        traced_methods: || names(knights_tour::TourMethod::TRACED),
        schema: schema_of::<TourQuestion>,
        choices: &[("kind", &["open", "closed"]), ("count", &["from-start", "all"])],
        read: advised!(TourQuestion, KnightsTour::read),
        from_text: KnightsTour::from_text,
    },
    Kind {
        name: "taquin",
        href: "/v1/solve/taquin",
        about: "Slide tiles until the board is the goal; any size up to 100x100, any goal, any blank.",
        text: "1 2 3/4 5 6/7 _ 8, rows split by / or line breaks; after -> the goal",
        forms: DRAWN,
        methods: || names(taquin::TaquinMethod::ALL),
        traced_methods: || names(taquin::TaquinMethod::TRACED),
        schema: schema_of::<TaquinQuestion>,
        choices: &[("goal", &["blank-last", "blank-first", "spiral"])],
        read: advised!(TaquinQuestion, Taquin::read),
        from_text: Taquin::from_text,
    },
    Kind {
        name: "sudoku",
        href: "/v1/solve/sudoku",
        about: "Every row, column and box holds every digit once; 4x4 to 25x25. Says whether the solution is the only one.",
        text: "81 characters, 1 to 9 and . or 0; or rows on lines; or a game ID",
        forms: STREAMED,
        methods: || names(puzzle::sudoku::SudokuMethod::ALL.into_iter().rev()),
        traced_methods: || names(puzzle::sudoku::SudokuMethod::TRACED),
        schema: schema_of::<SudokuQuestion>,
        choices: &[("symbols", &["digits", "hexadecimal", "letters"])],
        read: |fields| boxed(fields, sudoku::read),
        from_text: ToFill::<puzzle::sudoku::SudokuPuzzle>::from_text,
    },
    Kind {
        name: "light-up",
        href: "/v1/solve/light-up",
        about: "Bulbs light every white cell and not each other; numbers say how many bulbs are beside. Up to 200x200.",
        text: "rows of . # 0 1 2 3 4, or a game ID such as 7x7:…",
        forms: STREAMED,
        methods: || names(puzzle::light_up::LightUpMethod::ALL.into_iter().rev()),
        traced_methods: || names(puzzle::light_up::LightUpMethod::TRACED),
        schema: schema_of::<LightUpQuestion>,
        choices: &[],
        read: |fields| boxed(fields, light_up::read),
        from_text: ToFill::<puzzle::light_up::LightUpPuzzle>::from_text,
    },
    Kind {
        href: "/v1/solve/connect-four",
        about: "The exact value of a Connect Four position, column by column; or what a classroom method makes of it.",
        forms: DRAWN,
        traced_methods: ToAnalyse::<ConnectFour>::traced_methods,
        read: advised!(AnalysisQuestion, ToAnalyse::<ConnectFour>::read),
        ..CONNECT_FOUR
    },
    Kind {
        href: "/v1/solve/tic-tac-toe",
        about: "The value of a tic-tac-toe position.",
        forms: DRAWN,
        traced_methods: ToAnalyse::<TicTacToe>::traced_methods,
        read: advised!(AnalysisQuestion, ToAnalyse::<TicTacToe>::read),
        ..TIC_TAC_TOE
    },
    Kind {
        name: "rubiks-cube",
        href: "/v1/solve/rubiks-cube",
        about: "The moves that solve a 3x3x3 or 2x2x2 cube, or why no moves do.",
        text: "54 or 24 stickers in the order U R F D L B, or the moves that scramble a solved 3x3x3",
        forms: DRAWN,
        methods: || names(cube::CubeMethod::ALL),
        traced_methods: || names(cube::CubeMethod::ALL.into_iter().filter(|method| method.is_traced())),
        schema: schema_of::<CubeQuestion>,
        choices: &[("metric", &["half-turn", "htm", "quarter-turn", "qtm"])],
        read: advised!(CubeQuestion, CubeTask::read),
        from_text: CubeTask::from_text,
    },
    Kind {
        name: "chess",
        href: "/v1/evaluate/chess",
        about: "Shannon's evaluation of a chess position, term by term.",
        text: "a FEN",
        forms: PLAIN,
        methods: || names(["shannon"]),
        traced_methods: || names(["shannon"]),
        schema: schema_of::<ChessQuestion>,
        choices: &[],
        read: |fields| boxed(fields, Chess::read),
        from_text: Chess::from_text,
    },
];

static GAMES: [Kind; 3] = [
    Kind {
        name: Knights::NAME,
        href: "/v1/games/knights/analyse",
        about: "The value of a position of Chinese knights, and the best lines of play.",
        text: "a position in the notation of the referee",
        choices: &[("evaluation", Knights::EVALUATIONS)],
        ..analysed_game::<Knights>()
    },
    CONNECT_FOUR,
    TIC_TAC_TOE,
];

const CONNECT_FOUR: Kind = Kind {
    name: ConnectFour::NAME,
    href: "/v1/games/connect-four/analyse",
    about: "The value of a Connect Four position, and the best lines of play.",
    text: "the columns played, such as 44455; or six rows from the top, the side to move and the plies",
    choices: &[("evaluation", ConnectFour::EVALUATIONS)],
    ..analysed_game::<ConnectFour>()
};

const TIC_TAC_TOE: Kind = Kind {
    name: TicTacToe::NAME,
    href: "/v1/games/tic-tac-toe/analyse",
    about: "The value of a tic-tac-toe position, and the best lines of play.",
    text: "nine cells X, O and ., in any number of lines",
    choices: &[("evaluation", TicTacToe::EVALUATIONS)],
    ..analysed_game::<TicTacToe>()
};

const fn analysed_game<P: AnalysedGame>() -> Kind {
    Kind {
        name: "",
        href: "",
        about: "",
        text: "",
        forms: ANALYSED,
        methods: ToAnalyse::<P>::methods,
        traced_methods: Vec::new,
        schema: schema_of::<AnalysisQuestion>,
        choices: &[],
        read: |fields| boxed(fields, analysis_question::read_without_hint::<P>),
        from_text: analysis_question::from_text,
    }
}

/// Everything that is solved or evaluated.
pub fn puzzles() -> &'static [Kind] {
    &PUZZLES
}

pub fn games() -> &'static [Kind] {
    &GAMES
}

fn find(kinds: &'static [Kind], name: &str, unknown: fn(String, Vec<String>) -> Error) -> Result<&'static Kind, Error> {
    let known = || kinds.iter().map(|kind| kind.name.into()).collect();
    kinds.iter().find(|kind| kind.name == name).ok_or_else(|| unknown(clipped(name, 40), known()))
}

pub fn puzzle(name: &str) -> Result<&'static Kind, Error> {
    find(&PUZZLES, name, |name, known| Error::NoSuchPuzzle { name, known })
}

pub fn game(name: &str) -> Result<&'static Kind, Error> {
    find(&GAMES, name, |name, known| Error::NoSuchGame { name, known })
}

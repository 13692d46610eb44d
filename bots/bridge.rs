//! The bridge: a program that speaks the classroom's line protocol plays on the referee's WebSocket.
//!
//! One process (or one local TCP connection) plays one game. Lines are text ended by a line feed:
//!
//! | who | line | meaning |
//! |---|---|---|
//! | program | its name | optional over stdin/stdout, the first line over TCP; shown in the log only |
//! | bridge | `Blanc` or `Noir` | the colour it was given |
//! | bridge | `COUPS 1 2 3` | of any game but knights: the legal moves of the turn that follows |
//! | bridge | `JOUEUR Blanc`, `JOUEUR Noir` | whose turn it is; only that player answers |
//! | program | `B9-A7` or `PASSE` | its move |
//! | bridge | `MOUVEMENT C1-D3` | the opponent's move |
//! | bridge | `FIN! Blanc`, `FIN! Noir`, `FIN! Egalité` | who won, or a draw; then the input is closed |
//!
//! Over TCP the colour, `JOUEUR` and `FIN!` carry a `\0` before the line feed, as the course's own referee sends them. What the program
//! writes in its turn is its move, right or wrong; what it writes at any other time goes to the log. A program that ends in the middle
//! of a game resigns it.

use crate::player::{Player, Replies, Reply, Turn};
use crate::program::{GameAtHand, Lines, Program, Word};
use protocol::{Accepted, GameOver, State, YourTurn};
use rules::{Catalogue, Game};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// No more programs than this wait for a game over TCP, nor more words for one program; what comes then is dropped.
const MOST_WAITING: usize = 64;
/// How long a program that has connected may take to say its name.
const NAME_WITHIN: Duration = Duration::from_secs(30);

enum Programs {
    Spawned(Vec<String>),
    Connecting(Arc<Mutex<Lobby>>),
}

/// Programs that wait for a game, and games that wait for a program; never both.
#[derive(Default)]
struct Lobby {
    programs: VecDeque<(TcpStream, Lines)>,
    games: VecDeque<GameAtHand>,
    tasks: TaskTracker,
    replies: Option<Replies>,
}

fn lock(lobby: &Mutex<Lobby>) -> MutexGuard<'_, Lobby> {
    lobby.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A player that asks another program. Lives in a tokio runtime.
pub struct Bridge {
    programs: Programs,
    game: Game,
    replies: Option<Replies>,
    games: BTreeMap<u64, Sender<Word>>,
    /// The programs at play.
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Bridge {
    /// A bridge that starts this program, with these arguments, anew for each match of this game and speaks over its standard input and
    /// output.
    pub fn spawning(command: Vec<String>, game: Game) -> Bridge {
        Bridge::new(Programs::Spawned(command), game)
    }

    /// A bridge to which programs connect by TCP, once for each match of this game.
    pub fn listening(listener: TcpListener, game: Game) -> Bridge {
        let lobby = Arc::<Mutex<Lobby>>::default();
        let bridge = Bridge::new(Programs::Connecting(lobby.clone()), game);
        lock(&lobby).tasks = bridge.tasks.clone();
        tokio::spawn(bridge.stop.clone().run_until_cancelled_owned(accept(listener, lobby)));
        bridge
    }

    fn new(programs: Programs, game: Game) -> Bridge {
        let stop = CancellationToken::new();
        Bridge { programs, game, replies: None, games: BTreeMap::new(), tasks: TaskTracker::new(), stop }
    }

    /// Waits until the programs have read how their games ended and have ended themselves: a few seconds at most.
    pub async fn finish(mut self) {
        self.games.clear();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn resign(&self, game: u64, why: &str) {
        tracing::error!(game, "{why}; the game is resigned");
        if let Some(replies) = &self.replies {
            drop(replies.try_send(Reply::Resign { game, why: why.into() }));
        }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Player for Bridge {
    fn can_play(&self) -> bool {
        match &self.programs {
            Programs::Spawned(_) => true,
            Programs::Connecting(lobby) => lock(lobby).has_programs(),
        }
    }

    fn begin(&mut self, replies: Replies) {
        if let Programs::Connecting(lobby) = &self.programs {
            lock(lobby).replies = Some(replies.clone());
        }
        self.replies = Some(replies);
    }

    fn prepare(&mut self, state: &State) {
        let Some(replies) = self.replies.clone() else { return };
        let game = state.game;
        if self.games.contains_key(&game) {
            // The connection was lost between the first `ready` and the start.
            drop(replies.try_send(Reply::Ready { game }));
            return;
        }
        if state.position != self.game.start().position() {
            // The referee has been told in the hello, and begins a tournament's game anew.
            return tracing::error!(game, "it starts from {}, which no program here can be told: it is not played", state.position);
        }
        let (words, inbox) = channel(MOST_WAITING);
        let table = GameAtHand { game, seat: state.you, words: inbox, replies };
        match &self.programs {
            Programs::Spawned(command) => match Program::spawn(command) {
                Ok(program) => drop(self.tasks.spawn(program.play(table))),
                Err(error) => return self.resign(game, &format!("`{}` does not start: {error}", command.join(" "))),
            },
            Programs::Connecting(lobby) => {
                let mut lobby = lock(lobby);
                lobby.games.push_back(table);
                lobby.pair();
            }
        }
        self.games.insert(game, words);
    }

    fn turn(&mut self, turn: Turn) {
        let game = turn.your_turn.game;
        match self.games.get(&game) {
            // A task that has ended has resigned.
            Some(words) => {
                let YourTurn { ply, last_move, legal_moves, .. } = turn.your_turn;
                // The classroom's programs know the rules of knights, and no such line.
                let legal_moves = if self.game.name() == Catalogue::USUAL { Vec::new() } else { legal_moves };
                drop(words.try_send(Word::Turn { ply, last_move, legal_moves }));
            }
            None => self.resign(game, "the game began before this bridge was started"),
        }
    }

    fn accepted(&mut self, accepted: &Accepted) {
        if let Some(words) = self.games.get(&accepted.game) {
            drop(words.try_send(Word::Accepted));
        }
    }

    fn over(&mut self, game: u64, over: Option<&GameOver>) {
        if let Some(words) = self.games.remove(&game) {
            drop(words.try_send(Word::Over(over.map(|over| over.result))));
        }
    }
}

impl Lobby {
    fn has_programs(&mut self) -> bool {
        // One that has hung up reads as ended; one that waits reads as not yet.
        self.programs.retain(|(stream, _)| stream.try_read(&mut [0]).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock));
        !self.programs.is_empty()
    }

    fn pair(&mut self) {
        self.games.retain(|table| !table.words.is_closed());
        while self.has_programs()
            && let Some(table) = self.games.pop_front()
            && let Some((stream, lines)) = self.programs.pop_front()
        {
            self.tasks.spawn(Program::connected(stream, lines).play(table));
        }
    }
}

async fn accept(listener: TcpListener, lobby: Arc<Mutex<Lobby>>) {
    loop {
        let Ok((mut stream, from)) = listener.accept().await else {
            // Too many open files, most likely: some will be closed.
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        let lobby = lobby.clone();
        tokio::spawn(async move {
            let mut lines = Lines::default();
            let Ok(Ok(Some(name))) = timeout(NAME_WITHIN, lines.next(&mut stream)).await else { return };
            tracing::info!(%from, name, "a program has connected");
            let mut lobby = lock(&lobby);
            if lobby.programs.len() >= MOST_WAITING {
                tracing::warn!(%from, "too many programs wait for a game; this one is sent away");
                return;
            }
            lobby.programs.push_back((stream, lines));
            lobby.pair();
            if let Some(replies) = &lobby.replies {
                drop(replies.try_send(Reply::Available));
            }
        });
    }
}

//! The exact value of any Connect Four position, by a search to the end of the game.
//!
//! Learnt from Allis 1988, Tromp's and Pons's published accounts: bitboards, moves that lose at once never looked at, many threats
//! first, a table of bounds, and the value found by asking narrower and narrower questions.

use rules::connect_four::{BOARD, CELLS, COLUMNS, DIRECTIONS, ROWS, STRIDE, column_cells};
use rules::{ConnectFour, Position};

/// Columns from the middle outwards: most lines cross there.
const FROM_THE_MIDDLE: [u8; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];
/// How many nodes between two questions to the caller.
const POLL: u64 = 1 << 14;
/// With fewer stones than this, a position and its mirror image share an entry.
const SYMMETRIC_PLIES: u32 = 14;
/// With fewer stones than this, the table is asked about all children before any is searched.
const LOOK_AHEAD_PLIES: u32 = 24;
const BOTTOM: u64 = BOARD & !(BOARD << 1);

/// A position as the side to move sees it.
#[derive(Clone, Copy)]
struct Stones {
    own: u64,
    all: u64,
    ply: u32,
}

impl Stones {
    const fn enemy(self) -> u64 {
        self.own ^ self.all
    }

    /// Where a stone may fall.
    const fn landings(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The position after a stone has fallen into `cell`.
    const fn after(self, cell: u64) -> Stones {
        Stones { own: self.enemy(), all: self.all | cell, ply: self.ply + 1 }
    }

    /// As [`ConnectFour::code`], for early positions as [`ConnectFour::symmetric_code`].
    #[inline]
    fn code(self) -> u64 {
        let code = self.own + self.all + BOTTOM;
        if self.ply < SYMMETRIC_PLIES { code.min(mirrored(code)) } else { code }
    }

    /// Landings that do not let the opponent win at once; none if every move does.
    #[inline]
    fn safe_landings(self) -> u64 {
        let threats = winning_cells(self.enemy(), self.all);
        let mut landings = self.landings();
        let forced = landings & threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0;
            }
            landings = forced;
        }
        // Never below a cell that wins for the opponent.
        landings & !(threats >> 1)
    }
}

/// The columns of a code in reverse order.
fn mirrored(code: u64) -> u64 {
    let column = (1 << STRIDE) - 1;
    (0..COLUMNS).fold(0, |mirror, index| mirror | (code >> (index * STRIDE) & column) << ((COLUMNS - 1 - index) * STRIDE))
}

/// The empty cells that complete four in line of `stones`.
#[inline(always)]
fn winning_cells(stones: u64, all: u64) -> u64 {
    let (up, across) = (DIRECTIONS[0], &DIRECTIONS[1..]);
    let mut cells = stones << up & stones << (2 * up) & stones << (3 * up);
    for &by in across {
        let pair = stones << by & stones << (2 * by);
        cells |= pair & stones << (3 * by) | pair & stones >> by;
        let pair = stones >> by & stones >> (2 * by);
        cells |= pair & stones >> (3 * by) | pair & stones << by;
    }
    cells & BOARD & !all
}

/// Bounds on values of positions: the code in 49 bits, the bounds in six each. Two places for a position; the second is always
/// overwritten.
struct Bounds {
    entries: Box<[[u64; 2]]>,
}

/// Added to a value so that it is not negative.
const OFFSET: i32 = 22;

impl Bounds {
    fn new(mebibytes: usize) -> Bounds {
        let places = (1_usize << mebibytes.max(1).ilog2() << 20) / size_of::<[u64; 2]>();
        Bounds { entries: vec![[0; 2]; places].into_boxed_slice() }
    }

    #[inline]
    fn place(&self, code: u64) -> usize {
        // Fibonacci hashing; the number of places is a power of two.
        (code.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.entries.len().ilog2())) as usize
    }

    /// The lower and the upper bound.
    #[inline]
    fn probe(&self, code: u64) -> Option<(i32, i32)> {
        let found = self.entries[self.place(code)].into_iter().find(|entry| entry >> 12 == code)?;
        Some(((found >> 6 & 63) as i32 - OFFSET, (found & 63) as i32 - OFFSET))
    }

    #[inline]
    fn store(&mut self, code: u64, (lower, upper): (i32, i32), ply: u32) {
        let entry = code << 12 | ((lower + OFFSET) as u64) << 6 | (upper + OFFSET) as u64;
        let place = self.place(code);
        let [first, second] = &mut self.entries[place];
        let stones = |entry: u64| {
            let code = entry >> 12;
            // Every column's height is its highest bit.
            (0..COLUMNS).map(|column| (code >> (column * STRIDE) & ((1 << STRIDE) - 1)).checked_ilog2().unwrap_or(0)).sum::<u32>()
        };
        // The first place is kept by the position with fewer stones, whose value costs more.
        if *first == 0 || *first >> 12 == code || stones(*first) >= ply {
            if *first >> 12 != code {
                *second = *first;
            }
            *first = entry;
        } else {
            *second = entry;
        }
    }
}

/// What is known once a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The value for the side to move: 0 for a draw; if the winning stone is ply `n` of 42, ⌊(44 − n) / 2⌋, negative if the opponent
    /// wins.
    pub score: i32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves positions; what it learns of one it keeps for the next.
pub struct Solver {
    bounds: Bounds,
    nodes: u64,
    next_poll: u64,
}

impl Solver {
    /// With a table of the largest power of two that is at most so many MiB. 64 are enough but for the first few plies.
    pub fn new(mebibytes: usize) -> Solver {
        Solver { bounds: Bounds::new(mebibytes), nodes: 0, next_poll: POLL }
    }

    /// The exact value of a position; none if it was stopped by `go_on`, which is asked every few thousand nodes.
    pub fn solve(&mut self, position: &ConnectFour, go_on: &mut dyn FnMut() -> bool) -> Option<Solved> {
        (self.nodes, self.next_poll) = (0, POLL);
        let score = self.value(position, go_on)?;
        Some(Solved { score, nodes: self.nodes })
    }

    /// The exact value of every column that can be played, for the side to move: of a finished game, of none.
    pub fn columns(&mut self, position: &ConnectFour, go_on: &mut dyn FnMut() -> bool) -> Option<[Option<i32>; COLUMNS as usize]> {
        let mut values = [None; COLUMNS as usize];
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            values[usize::from(mv.index())] = Some(-self.value(&child, go_on)?);
        }
        Some(values)
    }

    fn value(&mut self, position: &ConnectFour, go_on: &mut dyn FnMut() -> bool) -> Option<i32> {
        let side = position.side_to_move();
        let stones = Stones { own: position.set(side), all: position.occupied(), ply: position.ply() };
        if let Some(outcome) = position.outcome() {
            let is_lost = outcome != rules::Outcome::Draw;
            return Some(if is_lost { (stones.ply as i32 - 44) / 2 } else { 0 });
        }
        if winning_cells(stones.own, stones.all) & stones.landings() != 0 {
            return Some((43 - stones.ply as i32) / 2);
        }
        let (mut least, mut most) = (-((CELLS - stones.ply) as i32) / 2, (41 - stones.ply as i32) / 2);
        while least < most {
            let mut middle = least + (most - least) / 2;
            // Near 0 first: that a game is won at all is easier to see than when.
            if middle <= 0 && least / 2 < middle {
                middle = least / 2;
            } else if middle >= 0 && most / 2 > middle {
                middle = most / 2;
            }
            let value = self.search(stones, middle, middle + 1, go_on)?;
            if value <= middle {
                most = value;
            } else {
                least = value;
            }
        }
        Some(least)
    }

    /// The value, or a bound on it outside the window, of a position whose side to move cannot win at once.
    fn search(&mut self, stones: Stones, mut alpha: i32, mut beta: i32, go_on: &mut dyn FnMut() -> bool) -> Option<i32> {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL;
            if !go_on() {
                return None;
            }
        }
        let left = (CELLS - stones.ply) as i32;
        let landings = stones.safe_landings();
        if landings == 0 {
            return Some(-left / 2);
        }
        if left <= 2 {
            return Some(0);
        }
        // The opponent cannot win with its next stone, nor this side before that.
        let (mut least, mut most) = (-(left - 2) / 2, (left - 1) / 2);
        let code = stones.code();
        if let Some((lower, upper)) = self.bounds.probe(code) {
            (least, most) = (least.max(lower), most.min(upper));
        }
        (alpha, beta) = (alpha.max(least), beta.min(most));
        if alpha >= beta {
            return Some(alpha);
        }
        let mut order = [(0_i32, 0_u64); COLUMNS as usize];
        let mut count = 0;
        for column in FROM_THE_MIDDLE {
            let cell = landings & column_cells(column);
            if cell == 0 {
                continue;
            }
            if stones.ply < LOOK_AHEAD_PLIES
                && let Some((_, upper)) = self.bounds.probe(stones.after(cell).code())
                && -upper >= beta
            {
                return Some(-upper);
            }
            let threats = winning_cells(stones.own | cell, stones.all | cell).count_ones() as i32;
            // Inserted behind those that are as good: they are nearer to the middle.
            let mut place = count;
            while place > 0 && order[place - 1].0 < threats {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = (threats, cell);
            count += 1;
        }
        let lowest = alpha;
        let mut best = -left;
        for &(_, cell) in &order[..count] {
            let value = -self.search(stones.after(cell), -beta, -alpha, go_on)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let known = if best >= beta {
            (best.max(least), most)
        } else if best <= lowest {
            (least, best.min(most))
        } else {
            (best, best)
        };
        self.bounds.store(code, known, stones.ply);
        Some(best)
    }
}

const _: () = assert!(STRIDE == ROWS + 1, "the code of a column needs one bit more than it has cells");

//! Techniques that people solve with, each as a search for one step. The terms are those of the players' literature.

use core::fmt;

use super::{Cell, Notes, Unit, notes::Candidates};

/// A way to a next step, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// A digit has one place left in a unit.
    HiddenSingle,
    /// A cell has one digit left.
    NakedSingle,
    /// A digit of a box stands in one line only, or a digit of a line in one box only.
    LockedCandidates,
    /// Two cells of a unit share the same two digits.
    NakedPair,
    /// Two digits of a unit share the same two cells.
    HiddenPair,
    /// Three cells of a unit hold only three digits.
    NakedTriple,
    /// Three digits of a unit stand only in three cells.
    HiddenTriple,
    /// A digit stands in the same two columns of two rows (or the other way round).
    XWing,
    /// A digit stands in three columns only of three rows (or the other way round).
    Swordfish,
    /// A cell of two digits sees two others of two, which share a third digit: one of those must hold it.
    XyWing,
}

/// A step that follows from the notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Why it follows.
    pub technique: Technique,
    /// The digit that it places, if any.
    pub placement: Option<(Cell, u8)>,
    /// The candidates that it strikes out. A step places or strikes out, never neither.
    pub removals: Vec<(Cell, u8)>,
    /// The step in words.
    pub words: String,
}

impl Technique {
    /// Every technique, the easiest first.
    pub const ALL: [Technique; 10] = [
        Technique::HiddenSingle,
        Technique::NakedSingle,
        Technique::LockedCandidates,
        Technique::NakedPair,
        Technique::HiddenPair,
        Technique::NakedTriple,
        Technique::HiddenTriple,
        Technique::XWing,
        Technique::Swordfish,
        Technique::XyWing,
    ];
    pub(super) const SINGLES: [Technique; 2] = [Technique::HiddenSingle, Technique::NakedSingle];

    /// The first step of this kind in the notes, if there is one.
    #[must_use]
    pub fn find(self, notes: &Notes) -> Option<Step> {
        match self {
            Technique::HiddenSingle => hidden_single(notes),
            Technique::NakedSingle => naked_single(notes),
            Technique::LockedCandidates => locked_candidates(notes),
            Technique::NakedPair => naked(notes, 2, self),
            Technique::HiddenPair => hidden(notes, 2, self),
            Technique::NakedTriple => naked(notes, 3, self),
            Technique::HiddenTriple => hidden(notes, 3, self),
            Technique::XWing => fish(notes, 2, self),
            Technique::Swordfish => fish(notes, 3, self),
            Technique::XyWing => xy_wing(notes),
        }
    }

    fn strike(self, removals: Vec<(Cell, u8)>, words: impl FnOnce() -> String) -> Option<Step> {
        if removals.is_empty() {
            return None;
        }
        let words = format!("{self}: {}, so {}", words(), struck(&removals));
        Some(Step { technique: self, placement: None, removals, words })
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Technique::HiddenSingle => "hidden single",
            Technique::NakedSingle => "naked single",
            Technique::LockedCandidates => "locked candidates",
            Technique::NakedPair => "naked pair",
            Technique::HiddenPair => "hidden pair",
            Technique::NakedTriple => "naked triple",
            Technique::HiddenTriple => "hidden triple",
            Technique::XWing => "X-wing",
            Technique::Swordfish => "swordfish",
            Technique::XyWing => "XY-wing",
        })
    }
}

fn hidden_single(notes: &Notes) -> Option<Step> {
    let shape = notes.shape();
    // Boxes first: that is where people look.
    let mut units: Vec<Unit> = shape.units().collect();
    units.rotate_right(usize::from(shape.side()));
    units.into_iter().find_map(|unit| {
        (1..=shape.side()).find_map(|digit| {
            let cell = only(places(notes, unit, digit))?;
            let technique = Technique::HiddenSingle;
            let words = format!("{technique}: in {unit} the digit {digit} has no other place than {cell}");
            Some(Step { technique, placement: Some((cell, digit)), removals: Vec::new(), words })
        })
    })
}

fn naked_single(notes: &Notes) -> Option<Step> {
    open_cells(notes).find_map(|cell| {
        let digit = only(notes.candidates(cell).iter())?;
        let technique = Technique::NakedSingle;
        let words = format!("{technique}: {cell} can hold no other digit than {digit}");
        Some(Step { technique, placement: Some((cell, digit)), removals: Vec::new(), words })
    })
}

fn locked_candidates(notes: &Notes) -> Option<Step> {
    let shape = notes.shape();
    shape.units().find_map(|unit| {
        (1..=shape.side()).find_map(|digit| {
            let places: Vec<Cell> = places(notes, unit, digit).collect();
            let first = *places.first()?;
            let other = shape.units_of(first).into_iter().find(|&other| {
                let crosses = matches!(unit, Unit::Box(_)) != matches!(other, Unit::Box(_));
                crosses && places.iter().all(|&cell| shape.units_of(cell).contains(&other))
            })?;
            let removals = removals(notes, shape.cells_of(other).filter(|cell| !places.contains(cell)), &[digit]);
            Technique::LockedCandidates.strike(removals, || format!("in {unit} the digit {digit} stands only in {other}"))
        })
    })
}

fn naked(notes: &Notes, size: usize, technique: Technique) -> Option<Step> {
    let shape = notes.shape();
    shape.units().find_map(|unit| {
        let cells: Vec<Cell> = shape.cells_of(unit).filter(|&cell| (2..=size as u32).contains(&notes.candidates(cell).len())).collect();
        combinations(&cells, size).into_iter().find_map(|chosen| {
            let digits = chosen.iter().fold(Candidates::default(), |set, &cell| set.union(notes.candidates(cell)));
            if digits.len() as usize != size {
                return None;
            }
            let digits: Vec<u8> = digits.iter().collect();
            let removals = removals(notes, shape.cells_of(unit).filter(|cell| !chosen.contains(cell)), &digits);
            technique.strike(removals, || format!("in {unit} the cells {} hold the digits {}", list(&chosen), list(&digits)))
        })
    })
}

fn hidden(notes: &Notes, size: usize, technique: Technique) -> Option<Step> {
    let shape = notes.shape();
    shape.units().find_map(|unit| {
        let digits: Vec<u8> = (1..=shape.side()).filter(|&digit| (2..=size).contains(&places(notes, unit, digit).count())).collect();
        combinations(&digits, size).into_iter().find_map(|chosen| {
            let holds = |cell: &Cell| chosen.iter().any(|&digit| notes.candidates(*cell).contains(digit));
            let cells: Vec<Cell> = shape.cells_of(unit).filter(holds).collect();
            if cells.len() != size {
                return None;
            }
            let others: Vec<u8> = (1..=shape.side()).filter(|digit| !chosen.contains(digit)).collect();
            let removals = removals(notes, cells.iter().copied(), &others);
            technique.strike(removals, || format!("in {unit} the digits {} stand only in {}", list(&chosen), list(&cells)))
        })
    })
}

fn fish(notes: &Notes, size: usize, technique: Technique) -> Option<Step> {
    let side = notes.shape().side();
    let kinds = [(Unit::Row as fn(u8) -> Unit, Unit::Column as fn(u8) -> Unit), (Unit::Column, Unit::Row)];
    kinds.into_iter().find_map(|(line, cover)| {
        (1..=side).find_map(|digit| {
            let across = |unit: u8| -> Vec<Unit> {
                let index = |cell: Cell| {
                    if line(0) == Unit::Row(0) { cell.column } else { cell.row }
                };
                places(notes, line(unit), digit).map(|cell| cover(index(cell))).collect()
            };
            let lines: Vec<u8> = (0..side).filter(|&unit| (2..=size).contains(&across(unit).len())).collect();
            combinations(&lines, size).into_iter().find_map(|chosen| {
                let mut covers: Vec<Unit> = Vec::new();
                for unit in chosen.iter().flat_map(|&unit| across(unit)) {
                    if !covers.contains(&unit) {
                        covers.push(unit);
                    }
                }
                if covers.len() != size {
                    return None;
                }
                let chosen: Vec<Unit> = chosen.into_iter().map(line).collect();
                let shape = notes.shape();
                let outside = |cell: &Cell| !chosen.iter().any(|unit| shape.units_of(*cell).contains(unit));
                let cells = covers.iter().flat_map(|&unit| shape.cells_of(unit)).filter(outside);
                let removals = removals(notes, cells, &[digit]);
                technique.strike(removals, || format!("in {} the digit {digit} stands only in {}", list(&chosen), list(&covers)))
            })
        })
    })
}

fn xy_wing(notes: &Notes) -> Option<Step> {
    let shape = notes.shape();
    let pairs: Vec<Cell> = open_cells(notes).filter(|&cell| notes.candidates(cell).len() == 2).collect();
    pairs.iter().find_map(|&pivot| {
        let wings: Vec<Cell> = pairs.iter().copied().filter(|&wing| shape.see(pivot, wing)).collect();
        combinations(&wings, 2).into_iter().find_map(|chosen| {
            let [a, b] = [notes.candidates(chosen[0]), notes.candidates(chosen[1])];
            let centre = notes.candidates(pivot);
            let shared = only(a.iter().filter(|&digit| b.contains(digit)))?;
            let all = a.union(b).union(centre);
            if centre.contains(shared) || all.len() != 3 {
                return None;
            }
            let cells = open_cells(notes).filter(|&cell| chosen.iter().all(|&wing| shape.see(cell, wing)));
            Technique::XyWing.strike(removals(notes, cells, &[shared]), || {
                format!("whichever digit {pivot} holds, {} or {} holds {shared}", chosen[0], chosen[1])
            })
        })
    })
}

fn open_cells(notes: &Notes) -> impl Iterator<Item = Cell> {
    let shape = notes.shape();
    (0..shape.cells()).map(move |index| shape.cell(index)).filter(|&cell| !notes.is_filled(cell))
}

/// The empty cells of a unit that may hold a digit.
fn places(notes: &Notes, unit: Unit, digit: u8) -> impl Iterator<Item = Cell> {
    notes.shape().cells_of(unit).filter(move |&cell| notes.candidates(cell).contains(digit))
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

fn removals(notes: &Notes, cells: impl Iterator<Item = Cell>, digits: &[u8]) -> Vec<(Cell, u8)> {
    let pairs = cells.flat_map(|cell| digits.iter().map(move |&digit| (cell, digit)));
    pairs.filter(|&(cell, digit)| notes.candidates(cell).contains(digit)).collect()
}

/// The sets of two or three items.
fn combinations<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in items.iter().enumerate() {
        for mut rest in combinations(&items[at + 1..], size - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.to_string(),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(T::to_string).collect();
            format!("{} and {last}", rest.join(", "))
        }
    }
}

/// 'r1c2 and r1c3 lose 5; r4c4 loses 7' from the removals, in order of the digits.
fn struck(removals: &[(Cell, u8)]) -> String {
    let mut digits: Vec<u8> = removals.iter().map(|&(_, digit)| digit).collect();
    digits.sort_unstable();
    digits.dedup();
    let parts = digits.into_iter().map(|digit| {
        let cells: Vec<Cell> = removals.iter().filter(|(_, d)| *d == digit).map(|(cell, _)| *cell).collect();
        format!("{} {} {digit}", list(&cells), if cells.len() == 1 { "loses" } else { "lose" })
    });
    parts.collect::<Vec<_>>().join("; ")
}

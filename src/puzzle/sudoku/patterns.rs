//! Human techniques on the candidates, one function each, which returns the first step of that kind.

use crate::learning::combinations;

use super::{Candidates, Notes, SudokuCell, SudokuReason, SudokuStep, Technique, Unit};

pub(super) fn hidden_single(notes: &Notes) -> Option<SudokuStep> {
    let shape = notes.shape();
    // Boxes first, as people look.
    let mut units: Vec<Unit> = shape.units().collect();
    units.rotate_right(usize::from(shape.side()));
    let single = |unit| (1..=shape.side()).find_map(|digit| hidden_single_of(notes, unit, digit));
    units.into_iter().find_map(single)
}

fn hidden_single_of(notes: &Notes, unit: Unit, digit: u8) -> Option<SudokuStep> {
    let cell = only(places(notes, unit, digit))?;
    Some(Technique::HiddenSingle.place((cell, digit), SudokuReason::Hidden { unit, digit, cell }))
}

pub(super) fn naked_single(notes: &Notes) -> Option<SudokuStep> {
    open_cells(notes).find_map(|cell| naked_single_of(notes, cell))
}

fn naked_single_of(notes: &Notes, cell: SudokuCell) -> Option<SudokuStep> {
    let digit = only(notes.candidates(cell).iter())?;
    Some(Technique::NakedSingle.place((cell, digit), SudokuReason::Naked { cell, digit }))
}

pub(super) fn is_single(notes: &Notes, step: &SudokuStep) -> bool {
    step.placement.is_some_and(|(cell, digit)| {
        let hidden = notes.shape().units_of(cell).map(|unit| hidden_single_of(notes, unit, digit));
        hidden.into_iter().chain([naked_single_of(notes, cell)]).flatten().any(|single| single == *step)
    })
}

pub(super) fn locked_candidates(notes: &Notes, technique: Technique) -> Option<SudokuStep> {
    let shape = notes.shape();
    let from_box = technique == Technique::Pointing;
    shape.units().filter(|unit| matches!(unit, Unit::Box(_)) == from_box).find_map(|unit| {
        (1..=shape.side()).find_map(|digit| {
            let places: Vec<SudokuCell> = places(notes, unit, digit).collect();
            let first = *places.first()?;
            let other = shape.units_of(first).into_iter().find(|&other| {
                let crosses = matches!(unit, Unit::Box(_)) != matches!(other, Unit::Box(_));
                crosses && places.iter().all(|&cell| shape.units_of(cell).contains(&other))
            })?;
            let removals = removals(notes, shape.cells_of(other).filter(|cell| !places.contains(cell)), &[digit]);
            technique.remove(removals, || SudokuReason::Locked { units: vec![unit], digit, others: vec![other] })
        })
    })
}

pub(super) fn naked(notes: &Notes, size: usize, technique: Technique) -> Option<SudokuStep> {
    let shape = notes.shape();
    shape.units().find_map(|unit| {
        let cells: Vec<SudokuCell> =
            shape.cells_of(unit).filter(|&cell| (2..=size as u32).contains(&notes.candidates(cell).len())).collect();
        combinations(&cells, size).into_iter().find_map(|chosen| {
            let digits = chosen.iter().fold(Candidates::default(), |set, &cell| set.union(notes.candidates(cell)));
            if digits.len() as usize != size {
                return None;
            }
            let digits: Vec<u8> = digits.iter().collect();
            let removals = removals(notes, shape.cells_of(unit).filter(|cell| !chosen.contains(cell)), &digits);
            technique.remove(removals, || SudokuReason::Cells { unit, cells: chosen, digits })
        })
    })
}

pub(super) fn hidden(notes: &Notes, size: usize, technique: Technique) -> Option<SudokuStep> {
    let shape = notes.shape();
    shape.units().find_map(|unit| {
        let digits: Vec<u8> = (1..=shape.side()).filter(|&digit| (2..=size).contains(&places(notes, unit, digit).count())).collect();
        combinations(&digits, size).into_iter().find_map(|chosen| {
            let holds = |cell: &SudokuCell| chosen.iter().any(|&digit| notes.candidates(*cell).contains(digit));
            let cells: Vec<SudokuCell> = shape.cells_of(unit).filter(holds).collect();
            if cells.len() != size {
                return None;
            }
            let others: Vec<u8> = (1..=shape.side()).filter(|digit| !chosen.contains(digit)).collect();
            let removals = removals(notes, cells.iter().copied(), &others);
            technique.remove(removals, || SudokuReason::Digits { unit, digits: chosen, cells })
        })
    })
}

pub(super) fn fish(notes: &Notes, size: usize, technique: Technique) -> Option<SudokuStep> {
    let side = notes.shape().side();
    let kinds = [(Unit::Row as fn(u8) -> Unit, Unit::Column as fn(u8) -> Unit), (Unit::Column, Unit::Row)];
    kinds.into_iter().find_map(|(line, cover)| {
        (1..=side).find_map(|digit| {
            let across = |unit: u8| -> Vec<Unit> {
                let index = |cell: SudokuCell| {
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
                let outside = |cell: &SudokuCell| !chosen.iter().any(|unit| shape.units_of(*cell).contains(unit));
                let cells = covers.iter().flat_map(|&unit| shape.cells_of(unit)).filter(outside);
                let removals = removals(notes, cells, &[digit]);
                technique.remove(removals, || SudokuReason::Locked { units: chosen, digit, others: covers })
            })
        })
    })
}

/// An XY-wing, with two candidates in the pivot, or an XYZ-wing, with three.
pub(super) fn wing(notes: &Notes, in_pivot: u32, technique: Technique) -> Option<SudokuStep> {
    let shape = notes.shape();
    let with = |count: u32| open_cells(notes).filter(move |&cell| notes.candidates(cell).len() == count);
    let is_xyz = in_pivot == 3;
    let pairs: Vec<SudokuCell> = with(2).collect();
    with(in_pivot).find_map(|pivot| {
        let wings: Vec<SudokuCell> = pairs.iter().copied().filter(|&wing| shape.see(pivot, wing)).collect();
        combinations(&wings, 2).into_iter().find_map(|chosen| {
            let [a, b, centre] = [chosen[0], chosen[1], pivot].map(|cell| notes.candidates(cell));
            let digit = only(a.iter().filter(|&digit| b.contains(digit)))?;
            if centre.contains(digit) != is_xyz || a.union(b).union(centre).len() != 3 {
                return None;
            }
            let (cell, other) = (chosen[0], chosen[1]);
            let sees_all = |&one: &SudokuCell| shape.see(one, cell) && shape.see(one, other) && (!is_xyz || shape.see(one, pivot));
            technique.remove(removals(notes, open_cells(notes).filter(sees_all), &[digit]), || match is_xyz {
                true => SudokuReason::XyzWing { pivot, cell, other, digit },
                false => SudokuReason::XyWing { pivot, cell, other, digit },
            })
        })
    })
}

pub(super) fn open_cells(notes: &Notes) -> impl Iterator<Item = SudokuCell> {
    let shape = notes.shape();
    (0..shape.cells()).map(move |index| shape.cell(index)).filter(|&cell| !notes.is_filled(cell))
}

pub(super) fn places(notes: &Notes, unit: Unit, digit: u8) -> impl Iterator<Item = SudokuCell> {
    notes.shape().cells_of(unit).filter(move |&cell| notes.candidates(cell).contains(digit))
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

fn removals(notes: &Notes, cells: impl Iterator<Item = SudokuCell>, digits: &[u8]) -> Vec<(SudokuCell, u8)> {
    let pairs = cells.flat_map(|cell| digits.iter().map(move |&digit| (cell, digit)));
    pairs.filter(|&(cell, digit)| notes.candidates(cell).contains(digit)).collect()
}

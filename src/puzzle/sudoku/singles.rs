//! Singles alone, all that there are: the easy steps, by sets of digits and without their words.

use super::Notes;

/// Places every digit that hidden and naked singles give, one after the other.
pub(super) fn fill(notes: &mut Notes) {
    let shape = notes.shape();
    let units: Vec<Vec<usize>> = shape.units().map(|unit| shape.cells_of(unit).map(|cell| shape.index(cell)).collect()).collect();
    loop {
        let mut placed = false;
        for at in 0..shape.cells() {
            if notes.bits(at).is_power_of_two() {
                notes.place(shape.cell(at), notes.bits(at).trailing_zeros() as u8);
                placed = true;
            }
        }
        for unit in &units {
            let (once, twice) = unit.iter().fold((0, 0), |(once, twice), &at| (once | notes.bits(at), twice | once & notes.bits(at)));
            for digit in (1..=shape.side()).filter(|digit| (once & !twice) >> digit & 1 == 1) {
                // A digit placed before may have taken the place of this one, in a grid that has no solution.
                if let Some(&at) = unit.iter().find(|&&at| notes.bits(at) >> digit & 1 == 1) {
                    notes.place(shape.cell(at), digit);
                    placed = true;
                }
            }
        }
        if !placed {
            return;
        }
    }
}

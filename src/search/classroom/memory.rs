//! The memory of a classroom search: none, a transposition table, or the table of the course's player.

use crate::table::{TableEntry, TranspositionTable};
use rules::Position;
use std::cell::Cell;
use std::sync::Arc;

/// Places of the course's table, one position each.
const PLACES: usize = 1 << 20;

pub(super) enum Memory {
    None,
    /// Accepts values of exactly the wanted depth, so that they are minimax's.
    Table(Arc<TranspositionTable>),
    /// A key and a packed entry a place. Accepts values of the wanted depth or more; the last entry overwrites.
    Course(Box<[Cell<[u64; 2]>]>),
}

impl Memory {
    pub(super) fn of_the_course() -> Memory {
        Memory::Course(vec![Cell::new([0, 0]); PLACES].into_boxed_slice())
    }

    pub(super) fn clear(&mut self) {
        match self {
            Memory::None => {}
            Memory::Table(table) => table.clear(),
            Memory::Course(places) => places.fill(Cell::new([0, 0])),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Memory::None => 0,
            Memory::Table(table) => table.bytes(),
            Memory::Course(places) => size_of_val(&**places) as u64,
        }
    }

    pub(super) fn begin_search(&self) {
        if let Memory::Table(table) = self {
            table.grow_older();
        }
    }

    pub(super) fn probe(&self, position: &impl Position) -> Option<TableEntry> {
        match self {
            Memory::None => None,
            Memory::Table(table) => table.probe(position.key()),
            Memory::Course(places) => {
                let [key, data] = places[position.key() as usize % PLACES].get();
                if key == position.key() { TableEntry::unpack(data) } else { None }
            }
        }
    }

    pub(super) fn is_deep_enough(&self, entry: &TableEntry, depth: u32) -> bool {
        match self {
            Memory::Course(_) => u32::from(entry.depth) >= depth,
            _ => u32::from(entry.depth) == depth || entry.is_final && u32::from(entry.depth) < depth,
        }
    }

    pub(super) fn has_final_entries(&self) -> bool {
        matches!(self, Memory::Table(_))
    }

    pub(super) fn store(&self, position: &impl Position, entry: TableEntry) {
        match self {
            Memory::None => {}
            Memory::Table(table) => table.store(position.key(), entry),
            Memory::Course(places) => {
                let entry = TableEntry { is_final: false, ..entry };
                places[position.key() as usize % PLACES].set([position.key(), entry.pack(0)]);
            }
        }
    }
}

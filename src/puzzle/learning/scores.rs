//! Decision heuristic: variable state independent decaying sum (VSIDS), in a binary heap (Eén and Sörensson, MiniSat, 2005).

/// Growth of the weight from one conflict to the next.
const GROWTH: f64 = 1.0 / 0.95;
const END: u16 = u16::MAX;

/// The scores, and a binary heap of all variables that may be unknown.
pub(super) struct Scores {
    scores: Vec<f64>,
    heap: Vec<u16>,
    /// The place in the heap of each variable.
    places: Vec<u16>,
    gain: f64,
}

impl Scores {
    pub(super) fn new(variables: u16) -> Scores {
        Scores { scores: vec![0.0; variables.into()], heap: (0..variables).collect(), places: (0..variables).collect(), gain: 1.0 }
    }

    /// The unknown variable with the highest score.
    pub(super) fn next(&mut self, unknown: impl Fn(u16) -> bool) -> Option<u16> {
        loop {
            let first = *self.heap.first()?;
            if unknown(first) {
                return Some(first);
            }
            self.places[usize::from(first)] = END;
            let last = self.heap.pop().expect("there is a first");
            if last != first {
                self.put(0, last);
                self.sink(0);
            }
        }
    }

    /// Reinserts a variable that has become unknown.
    #[inline]
    pub(super) fn insert(&mut self, variable: u16) {
        if self.places[usize::from(variable)] == END {
            self.heap.push(variable);
            self.put(self.heap.len() - 1, variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Raises the score of a variable that took part in the current conflict.
    pub(super) fn bump(&mut self, variable: u16) {
        let score = &mut self.scores[usize::from(variable)];
        *score += self.gain;
        if *score > 1e100 {
            self.scores.iter_mut().for_each(|score| *score *= 1e-100);
            self.gain *= 1e-100;
        }
        let place = self.places[usize::from(variable)];
        if place != END {
            self.rise(place.into());
        }
    }

    pub(super) fn grow(&mut self) {
        self.gain *= GROWTH;
    }

    fn put(&mut self, place: usize, variable: u16) {
        self.heap[place] = variable;
        self.places[usize::from(variable)] = place as u16;
    }

    fn score(&self, place: usize) -> f64 {
        self.scores[usize::from(self.heap[place])]
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[usize::from(variable)];
        while place > 0 && self.score((place - 1) / 2) < score {
            let above = (place - 1) / 2;
            self.put(place, self.heap[above]);
            place = above;
        }
        self.put(place, variable);
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[usize::from(variable)];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            if below + 1 < self.heap.len() && self.score(below + 1) > self.score(below) {
                below += 1;
            }
            if self.score(below) <= score {
                break;
            }
            self.put(place, self.heap[below]);
            place = below;
        }
        self.put(place, variable);
    }
}

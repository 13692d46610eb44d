//! The evaluation of the strong engine: a small neural network.
//!
//! The weights were trained by `examples/train` of commit ebd7dbaa on games of the engine against itself, 800 to 1,000 nodes a move:
//! - with the linear evaluation before (80a4c6c): 20,000 games each of the seeds 11, 12 and 13, 10,900 of seed 14;
//! - with a first network of 32 hidden units (ab8b95c): 74,700 games of seed 2;
//! - with a second of 64 (c7d3f6f): 46,800 games of seed 3.
//!
//! `train learn 30 SEED-3 46800 SEED-2 74700 SEED-11 20000 SEED-12 20000 SEED-13 20000 SEED-14 10900` used 2,421,254 positions: loss
//! 0.3734, validation loss 0.3842 (the linear evaluation's: 0.4564).
//!
//! At equal time it won 352 games, lost 46 and drew 2 against the linear evaluation (+350 ± 51 Elo; 0.3 s and 5 ms a move).
//!
//! Rejected: 32 hidden units (-38 ± 21 Elo at equal nodes), a second layer of 16 units, squared units, outputs by material or by the race,
//! and inputs without states: no lower loss. More weight on the search (0.75) and a smaller weight decay (0.03) lose, too.

use super::inputs::{INPUTS, Inputs};
use super::race::Race;
use crate::{Evaluate, score};
use rules::Knights;
use rules::knights::Move;

const HIDDEN: usize = 64;
/// The fixed-point 1 of the hidden units, which are clipped to 0 and 1.
const ONE: i16 = 512;
/// The fixed-point logit of the output weights.
const LOGIT: i16 = 4096;

/// The numbers in the file: the columns of the inputs, the bias of the hidden units, the output weights of both views, the output bias.
const NUMBERS: usize = INPUTS * HIDDEN + HIDDEN + 2 * HIDDEN + 1;
/// The weights, 16-bit little-endian numbers: 184 kB.
static FILE: &[u8; 2 * NUMBERS] = include_bytes!("network.bin");
static WEIGHTS: Weights = Weights::read(FILE);

#[repr(align(64))]
struct Weights {
    columns: [[i16; HIDDEN]; INPUTS],
    bias: [i16; HIDDEN],
    output: [[i16; HIDDEN]; 2],
    output_bias: i16,
}

const fn number(file: &[u8; 2 * NUMBERS], place: usize) -> i16 {
    i16::from_le_bytes([file[2 * place], file[2 * place + 1]])
}

const fn column(file: &[u8; 2 * NUMBERS], row: usize) -> [i16; HIDDEN] {
    let mut column = [0; HIDDEN];
    let mut unit = 0;
    while unit < HIDDEN {
        column[unit] = number(file, row * HIDDEN + unit);
        unit += 1;
    }
    column
}

impl Weights {
    const fn read(file: &[u8; 2 * NUMBERS]) -> Weights {
        let mut columns = [[0; HIDDEN]; INPUTS];
        let mut input = 0;
        while input < INPUTS {
            columns[input] = column(file, input);
            input += 1;
        }
        Weights {
            columns,
            bias: column(file, INPUTS),
            output: [column(file, INPUTS + 1), column(file, INPUTS + 2)],
            output_bias: number(file, NUMBERS - 1),
        }
    }

    /// The value for the side to move, in hundredths of a logit.
    #[inline]
    fn evaluate(&self, inputs: &Inputs) -> i32 {
        let mut sum = i32::from(self.output_bias) * i32::from(ONE);
        for (view, output) in inputs.views().into_iter().zip(&self.output) {
            let mut units = self.bias;
            for &input in view {
                let column = &self.columns[usize::from(input)];
                // A test proves that no sum overflows.
                units.iter_mut().zip(column).for_each(|(unit, weight)| *unit = unit.wrapping_add(*weight));
            }
            sum += units.iter().zip(output).map(|(&unit, &weight)| i32::from(unit.clamp(0, ONE)) * i32::from(weight)).sum::<i32>();
        }
        (i64::from(sum) * 100 / (i64::from(ONE) * i64::from(LOGIT))) as i32
    }
}

/// A network of one hidden layer. Each side has a view of the board in which it moves up: 64 hidden units that sum a column of weights for
/// each knight (its square, and whether it is stuck, attacked, guarded, chased) and for the race. The clipped units of both views give the
/// value, in hundredths of a logit: 110 wins three games of four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Network;

impl Evaluate<Knights> for Network {
    #[inline]
    fn evaluate(&self, position: &Knights) -> i32 {
        WEIGHTS.evaluate(&Inputs::of(position))
    }

    fn ordering_score(&self, position: &Knights, mv: Move) -> i32 {
        super::Exponential.ordering_score(position, mv)
    }

    fn is_noisy(&self, position: &Knights, mv: Move) -> bool {
        super::Exponential.is_noisy(position, mv)
    }

    fn proved(&self, position: &Knights) -> Option<i32> {
        let plies = Race::of(position).decided(position)?;
        Some(plies.signum() * (score::WIN - plies.abs()))
    }

    fn unit(&self) -> f64 {
        110.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rules::{Position, Side};

    fn random_games() -> impl Strategy<Value = Knights> {
        prop::collection::vec(0..24_usize, 0..80).prop_map(|choices| {
            let mut position = Knights::start();
            for choice in choices {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
                position.play(mv);
            }
            position
        })
    }

    /// The definition, in floating point, from the file.
    fn slowly(position: &Knights) -> f64 {
        let at = |place: usize, one: i16| f64::from(number(FILE, place)) / f64::from(one);
        let inputs = Inputs::of(position);
        let views = inputs.views();
        let of_unit = |view: usize, unit: usize| {
            let sum =
                at(INPUTS * HIDDEN + unit, ONE) + views[view].iter().map(|&input| at(usize::from(input) * HIDDEN + unit, ONE)).sum::<f64>();
            sum.clamp(0.0, 1.0) * at((INPUTS + 1 + view) * HIDDEN + unit, LOGIT)
        };
        let sum = [0, 1].map(|view| (0..HIDDEN).map(|unit| of_unit(view, unit)).sum::<f64>());
        100.0 * (sum[0] + sum[1] + at(NUMBERS - 1, LOGIT))
    }

    fn turned(position: &Knights) -> Knights {
        let text = position.to_string();
        let (board, _) = text.split_once(' ').expect("a position has three fields");
        let turned: String = board
            .chars()
            .rev()
            .map(|letter| match letter {
                'N' => 'n',
                'n' => 'N',
                other => other,
            })
            .collect();
        let (side, ply) = if position.side_to_move() == Side::White { ('b', 1) } else { ('w', 2) };
        format!("{turned} {side} {ply}").parse().expect("a turned position is a position")
    }

    proptest! {
        #[test]
        fn the_value_is_that_of_the_definition(position in random_games()) {
            prop_assert!((f64::from(Network.evaluate(&position)) - slowly(&position)).abs() < 1.001, "{}", position);
        }

        #[test]
        fn both_sides_have_the_same_view(position in random_games()) {
            if position.outcome().is_none() {
                prop_assert_eq!(Network.evaluate(&position), Network.evaluate(&turned(&position)), "{}", position);
            }
        }
    }

    #[test]
    fn no_sum_overflows() {
        // An upper bound of a unit: six knights of each side, and their race.
        let place = 8 * 81;
        for unit in 0..HIDDEN {
            for sign in [1, -1] {
                let most = |from: usize, count: usize| {
                    (from..from + count).map(|input| sign * i32::from(WEIGHTS.columns[input][unit])).max().expect("it is not empty").max(0)
                };
                let of_side = |whose: usize| {
                    let rest = 2 * place;
                    6 * most(whose * place, place)
                        + 6 * most(rest + 36 * whose, 36)
                        + most(rest + 72 + 14 * whose, 14)
                        + most(rest + 100 + 14 * whose, 14)
                        + most(rest + 128 + 7 * whose, 7)
                };
                let sum = sign * i32::from(WEIGHTS.bias[unit]) + of_side(0) + of_side(1);
                assert!(sum <= i32::from(i16::MAX), "unit {unit}: {sum}");
            }
        }
    }
}

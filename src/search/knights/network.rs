//! The evaluation of the strong engine: a small neural network.
//!
//! Its file is learnt by the example `train` from games of three engines. Each plays them with `train play` as it stands at its commit:
//! - with the linear evaluation that was before (80a4c6c, with `selfplay.rs` of ab8b95c, `Fitted` for `Network`): 800 nodes a move, 20,000
//!   games each of the seeds 11, 12 and 13, 10,900 of seed 14;
//! - with a first network of 32 hidden units, made of two thirds of those games (ab8b95c): 1,000 nodes, 74,700 games of seed 2;
//! - with a second of 64, made of the games of both (c7d3f6f): 1,000 nodes, 46,800 games of seed 3.
//!
//! `train learn 30 SEED-3 46800 SEED-2 74700 SEED-11 20000 SEED-12 20000 SEED-13 20000 SEED-14 10900` makes the file, in five minutes, from
//! 2,421,254 positions: loss 0.3734, of games held out 0.3842, of their results alone 0.3893. The linear evaluation's, of the same games
//! held out, is 0.4564, of their results 0.4623.
//!
//! At equal time it won 352 games, lost 46 and drew 2 against the linear evaluation (+350 ± 51 Elo; 0.3 s and 5 ms a move; 1.72 and 1.66
//! million nodes a second).
//!
//! Tried and refused: 32 hidden units (-38 ± 21 Elo with as many nodes), a second layer of 16 units, the square of the units, outputs by
//! material or by the race, the linear evaluation's features besides, squares without states: no less loss. More weight on the search
//! (0.75) and a smaller pull to zero (0.03) lose, too.

use super::inputs::{FACTORS, INPUTS, Inputs, factors};
use super::race::Race;
use crate::{Evaluate, score};
use rules::Knights;
use rules::knights::Move;

/// Hidden units of a view.
const HIDDEN: usize = 64;
/// What a hidden unit's 1 is in whole numbers. Units are at least 0 and at most 1.
const ONE: i16 = 512;
/// What an output weight of a logit is in whole numbers.
const LOGIT: i16 = 4096;

/// How many numbers the file holds: the columns of the inputs, the bias of the hidden units, the output weights of both views, the output's
/// bias.
const NUMBERS: usize = INPUTS * HIDDEN + HIDDEN + 2 * HIDDEN + 1;
/// The weights that the example `train` learnt, 16-bit numbers, the lower byte first: 184 kB.
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

    /// In hundredths of a logit, for the side to move.
    #[inline]
    fn evaluate(&self, inputs: &Inputs) -> i32 {
        let mut sum = i32::from(self.output_bias) * i32::from(ONE);
        for (view, output) in inputs.views().into_iter().zip(&self.output) {
            let mut units = self.bias;
            for &input in view {
                let column = &self.columns[usize::from(input)];
                // No sum overflows, as a test holds of these weights.
                units.iter_mut().zip(column).for_each(|(unit, weight)| *unit = unit.wrapping_add(*weight));
            }
            sum += units.iter().zip(output).map(|(&unit, &weight)| i32::from(unit.clamp(0, ONE)) * i32::from(weight)).sum::<i32>();
        }
        (i64::from(sum) * 100 / (i64::from(ONE) * i64::from(LOGIT))) as i32
    }
}

/// A network of one hidden layer that was trained on the engine's games against itself. Either side looks at the board as if it went up:
/// its 64 hidden units add up a column of weights for each knight (where it stands, and whether it is stuck, attacked, guarded, chased) and
/// for the race; both sides' units, kept between 0 and 1, give the value. A hundredth of a logit is the unit: 110 wins three games of four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Network;

/// For the program that trains it.
impl Network {
    /// How many inputs a view has to choose from.
    pub const INPUTS: usize = INPUTS;
    /// How many numbers of [`factors`](Network::factors) follow those of the inputs.
    pub const FACTORS: usize = FACTORS;
    /// Hidden units of a view.
    pub const HIDDEN: usize = HIDDEN;
    /// What a hidden unit's 1 is in the file.
    pub const ONE: i16 = ONE;
    /// What an output weight of a logit is in the file.
    pub const LOGIT: i16 = LOGIT;

    /// The inputs of a position, as the side to move sees it and as its opponent does.
    pub fn inputs(position: &Knights) -> [Vec<u16>; 2] {
        Inputs::of(position).views().map(<[u16]>::to_vec)
    }

    /// What an input shares with others: one more number each, to which what all of them have in common is learnt.
    pub fn factors(input: u16) -> impl Iterator<Item = u16> {
        factors(usize::from(input)).map(|factor| factor as u16)
    }
}

impl Evaluate<Knights> for Network {
    #[inline]
    fn evaluate(&self, position: &Knights) -> i32 {
        WEIGHTS.evaluate(&Inputs::of(position))
    }

    fn promise(&self, position: &Knights, mv: Move) -> i32 {
        super::Exponential.promise(position, mv)
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

    fn after(choices: &[usize]) -> Knights {
        let mut position = Knights::start();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[choice % moves.len()]);
        }
        position
    }

    /// The definition, in fractions, from the file.
    fn slowly(position: &Knights) -> f64 {
        let at = |place: usize, one: i16| f64::from(number(FILE, place)) / f64::from(one);
        let views = Network::inputs(position);
        let of_unit = |view: usize, unit: usize| {
            let sum =
                at(INPUTS * HIDDEN + unit, ONE) + views[view].iter().map(|&input| at(usize::from(input) * HIDDEN + unit, ONE)).sum::<f64>();
            sum.clamp(0.0, 1.0) * at((INPUTS + 1 + view) * HIDDEN + unit, LOGIT)
        };
        let sum = [0, 1].map(|view| (0..HIDDEN).map(|unit| of_unit(view, unit)).sum::<f64>());
        100.0 * (sum[0] + sum[1] + at(NUMBERS - 1, LOGIT))
    }

    /// The same for the other side: colours changed, the board turned.
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
        fn it_is_the_definition(choices in prop::collection::vec(0..24_usize, 0..80)) {
            let position = after(&choices);
            // Only the fraction of a hundredth is left out.
            prop_assert!((f64::from(Network.evaluate(&position)) - slowly(&position)).abs() < 1.001, "{}", position);
        }

        #[test]
        fn both_sides_see_the_same(choices in prop::collection::vec(0..24_usize, 0..80)) {
            let position = after(&choices);
            if position.outcome().is_none() {
                prop_assert_eq!(Network.evaluate(&position), Network.evaluate(&turned(&position)), "{}", position);
            }
        }
    }

    #[test]
    fn no_sum_overflows() {
        // The most that six knights of each side and their race can add to a unit, whatever the position.
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

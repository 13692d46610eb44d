//! A network learns from games: logistic regression through one hidden layer, by Adam on small batches.

use crate::selfplay::Sample;
use rules::{Knights, Position, Rng};
use search::knights::Network;
use search::{Evaluate, score};
use std::f32::consts::PI;
use std::ops::Range;

/// Of what the network is to foresee so much is what the search said, the rest how the game ended.
const TRUST: f32 = 0.5;
const BATCH: usize = 1024;
/// The first learning rate; along half a cosine it falls to nothing.
const RATE: f32 = 0.002;
/// So much all weights but the biases are pulled to zero.
const DECAY: f32 = 0.1;
const HIDDEN: usize = Network::HIDDEN;
/// No weight grows larger, so that the sums of the network in whole numbers do not overflow.
const LARGEST: f32 = 2.0;

/// The chance to win that so many logits are.
fn chance(logits: f32) -> f32 {
    1.0 / (1.0 + (-logits).exp())
}

/// The negative logarithm of what a result was expected with (0 is foresight, 0.693 a coin).
fn loss(expected: f32, target: f32) -> f32 {
    let expected = expected.clamp(1e-6, 1.0 - 1e-6);
    -target * expected.ln() - (1.0 - target) * (1.0 - expected).ln()
}

/// What the network is to say: the chance to win; what a search has proved is certain.
fn target(sample: &Sample) -> f32 {
    match score::is_decided(sample.score) {
        true => f32::from(u8::from(sample.score > 0)),
        false => TRUST * chance(sample.score as f32 / 100.0) + (1.0 - TRUST) * sample.result,
    }
}

/// Weights, their slopes over a batch, and Adam's two means (Kingma & Ba 2015).
struct Layer {
    weights: Vec<f32>,
    slopes: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
}

impl Layer {
    /// Drawn by lot around `middle`.
    fn new(size: usize, middle: f32, spread: f32, rng: &mut Rng) -> Layer {
        let mut draw = || middle + spread * ((rng.draw() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let weights = (0..size).map(|_| draw()).collect();
        Layer { weights, slopes: vec![0.0; size], first: vec![0.0; size], second: vec![0.0; size] }
    }

    /// One step down, each weight pulled to zero by `decay` (Loshchilov & Hutter 2019).
    fn step(&mut self, rate: f32, decay: f32, steps: i32) {
        let (mean, square) = (1.0 / (1.0 - 0.9_f32.powi(steps)), 1.0 / (1.0 - 0.999_f32.powi(steps)));
        let means = self.first.iter_mut().zip(&mut self.second);
        for ((weight, slope), (first, second)) in self.weights.iter_mut().zip(&mut self.slopes).zip(means) {
            *first = 0.9 * *first + 0.1 * *slope;
            *second = 0.999 * *second + 0.001 * *slope * *slope;
            *weight -= rate * (*first * mean / ((*second * square).sqrt() + 1e-8) + decay * *weight);
            *weight = weight.clamp(-LARGEST, LARGEST);
            *slope = 0.0;
        }
    }
}

/// A network in the making.
pub struct Pupil {
    /// One after the other, then those of the factors, which are added to the columns that share them.
    columns: Layer,
    bias: Layer,
    output: Layer,
    output_bias: Layer,
}

/// What a position makes of a network.
struct Seen {
    inputs: [Vec<u16>; 2],
    units: [[f32; HIDDEN]; 2],
    logits: f32,
}

fn column(number: u16) -> Range<usize> {
    usize::from(number) * HIDDEN..(usize::from(number) + 1) * HIDDEN
}

impl Pupil {
    fn new() -> Pupil {
        let mut rng = Rng::new(1);
        Pupil {
            columns: Layer::new((Network::INPUTS + Network::FACTORS) * HIDDEN, 0.0, 0.25, &mut rng),
            bias: Layer::new(HIDDEN, 0.3, 0.1, &mut rng),
            output: Layer::new(2 * HIDDEN, 0.0, 0.2, &mut rng),
            output_bias: Layer::new(1, 0.0, 0.0, &mut rng),
        }
    }

    fn see(&self, position: &Knights) -> Seen {
        let mut inputs = Network::inputs(position);
        let mut units = [[0.0; HIDDEN]; 2];
        let mut logits = self.output_bias.weights[0];
        for (view, inputs) in inputs.iter_mut().enumerate() {
            let factors: Vec<u16> = inputs.iter().flat_map(|&number| Network::factors(number)).collect();
            inputs.extend(factors);
            units[view].copy_from_slice(&self.bias.weights);
            for &number in inputs.iter() {
                units[view].iter_mut().zip(&self.columns.weights[column(number)]).for_each(|(unit, weight)| *unit += weight);
            }
            let output = &self.output.weights[view * HIDDEN..(view + 1) * HIDDEN];
            logits += units[view].iter().zip(output).map(|(unit, weight)| unit.clamp(0.0, 1.0) * weight).sum::<f32>();
        }
        Seen { inputs, units, logits }
    }

    /// Adds to the slopes; `error` is what the loss changes by with the logits.
    fn learn(&mut self, seen: &Seen, error: f32) {
        self.output_bias.slopes[0] += error;
        for (view, inputs) in seen.inputs.iter().enumerate() {
            let mut errors = [0.0; HIDDEN];
            for (place, unit) in seen.units[view].iter().enumerate() {
                let weight = view * HIDDEN + place;
                self.output.slopes[weight] += error * unit.clamp(0.0, 1.0);
                errors[place] = if 0.0 < *unit && *unit < 1.0 { error * self.output.weights[weight] } else { 0.0 };
            }
            let add = |slopes: &mut [f32]| slopes.iter_mut().zip(&errors).for_each(|(slope, error)| *slope += error);
            add(&mut self.bias.slopes);
            inputs.iter().for_each(|&number| add(&mut self.columns.slopes[column(number)]));
        }
    }

    /// The same network as the engine has it: what columns share is added to each, and all weights are rounded.
    fn rounded(mut self) -> Pupil {
        let (columns, shared) = self.columns.weights.split_at_mut(Network::INPUTS * HIDDEN);
        for input in 0..Network::INPUTS as u16 {
            for factor in Network::factors(input) {
                let factor = column(factor - Network::INPUTS as u16);
                columns[column(input)].iter_mut().zip(&shared[factor]).for_each(|(weight, shared)| *weight += shared);
            }
        }
        shared.fill(0.0);
        for (layer, one) in [
            (&mut self.columns, Network::ONE),
            (&mut self.bias, Network::ONE),
            (&mut self.output, Network::LOGIT),
            (&mut self.output_bias, Network::LOGIT),
        ] {
            layer.weights.iter_mut().for_each(|weight| *weight = (*weight * f32::from(one)).round() / f32::from(one));
        }
        self
    }

    /// The file of a network that is rounded.
    pub fn bytes(&self) -> Vec<u8> {
        let hidden = self.columns.weights[..Network::INPUTS * HIDDEN].iter().chain(&self.bias.weights);
        let output = self.output.weights.iter().chain(&self.output_bias.weights);
        let numbers = hidden.map(|weight| weight * f32::from(Network::ONE)).chain(output.map(|weight| weight * f32::from(Network::LOGIT)));
        numbers.flat_map(|number| (number as i16).to_le_bytes()).collect()
    }
}

/// The mean losses: of what a network is to say, and of the results.
fn losses(samples: &[Sample], logits: impl Fn(&Knights) -> f32) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for sample in samples {
        let expected = chance(logits(&sample.position));
        sums[0] += f64::from(loss(expected, target(sample)));
        sums[1] += f64::from(loss(expected, sample.result));
    }
    sums.map(|sum| sum / samples.len().max(1) as f64)
}

fn tell(who: &str, [targets, results]: [f64; 2]) {
    eprintln!("{who}: of games held out, loss {targets:.4}, of their results alone {results:.4}");
}

/// Learns from the games but every tenth, which are held out whole, since positions of one game are alike.
pub fn learn(samples: Vec<Sample>, epochs: usize) -> Pupil {
    let (held_out, train): (Vec<Sample>, Vec<Sample>) = samples.into_iter().partition(|sample| sample.game.is_multiple_of(10));
    eprintln!("{} positions, {} held out", train.len(), held_out.len());
    let mut pupil = Pupil::new();
    let mut order: Vec<usize> = (0..train.len()).collect();
    let (mut rng, mut steps) = (Rng::new(2), 0);
    let all_steps = (epochs * (train.len() / BATCH)) as f32;
    for epoch in 1..=epochs {
        for place in (1..order.len()).rev() {
            order.swap(place, rng.draw() as usize % (place + 1));
        }
        let mut sum = 0.0;
        for batch in order.chunks_exact(BATCH) {
            for &place in batch {
                let sample = &train[place];
                // Left and right are the same to the game: each time, one of the two is learnt.
                let mirrored = rng.draw() % 2 == 1;
                let seen = if mirrored { pupil.see(&sample.position.mirrored()) } else { pupil.see(&sample.position) };
                let (expected, target) = (chance(seen.logits), target(sample));
                sum += f64::from(loss(expected, target));
                pupil.learn(&seen, (expected - target) / BATCH as f32);
            }
            steps += 1;
            let rate = RATE * 0.5 * (1.0 + (PI * steps as f32 / all_steps).cos());
            for (layer, decay) in
                [(&mut pupil.columns, DECAY), (&mut pupil.bias, 0.0), (&mut pupil.output, DECAY), (&mut pupil.output_bias, 0.0)]
            {
                layer.step(rate, decay, steps);
            }
        }
        eprintln!("epoch {epoch}: loss {:.4}", sum / train.len() as f64);
        if epoch % 5 == 0 {
            tell("the network", losses(&held_out, |position| pupil.see(position).logits));
        }
    }
    tell("the evaluation as it stands", losses(&held_out, |position| Network.evaluate(position) as f32 / 100.0));
    let exactly: Vec<f32> = held_out.iter().map(|sample| pupil.see(&sample.position).logits).collect();
    let pupil = pupil.rounded();
    let away = held_out.iter().zip(exactly).map(|(sample, exactly)| (pupil.see(&sample.position).logits - exactly).abs());
    eprintln!("rounding changes a value by {:.2} logits at most", away.fold(0.0, f32::max));
    pupil
}

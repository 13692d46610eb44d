//! Random Swiss tournaments as report files for another program: `cargo bench -p arbitre-referee --bench reports DIRECTORY COUNT [LEAST
//! PLAYERS] [MOST PLAYERS] [FIRST SEED]`.
#![allow(clippy::unwrap_used)]

#[path = "../tests/swiss/field.rs"]
mod field;

use field::{Field, is_lawful};
use referee::standings::Standings;
use referee::trf::TrfReport;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let Some(directory) = arguments.next() else { return println!("nothing is written without a directory") };
    let numbers: Vec<usize> = arguments.map(|number| number.parse().unwrap()).collect();
    let number = |at: usize, otherwise: usize| numbers.get(at).copied().unwrap_or(otherwise);
    let (count, first) = (number(0, 100), number(3, 1));
    let (mut rounds, mut unlawful, mut worst, start) = (0, 0, 0.0f64, Instant::now());
    for seed in first..first + count {
        let mut last = Instant::now();
        let (history, regulations) =
            Field::random(seed as u64, number(1, 2), number(2, 40)).play(&mut |history, regulations, encounters| {
                worst = worst.max(last.elapsed().as_secs_f64());
                rounds += 1;
                last = Instant::now();
                let lawful = is_lawful(history, regulations, encounters);
                unlawful += usize::from(!lawful);
                lawful
            });
        let name = |player: referee::pairing::Player| format!("Player {}", player.0 + 1);
        let standings = Standings { lines: Vec::new() };
        let mut report =
            TrfReport::of(&history, &regulations, history.round(), &standings, &format!("Random tournament {seed}"), name).unwrap();
        // Absences from an unpaired round are not checked.
        report.competitors.iter_mut().for_each(|competitor| competitor.results.truncate(history.round() as usize));
        std::fs::write(format!("{directory}/{seed}.trf"), report.to_string()).unwrap();
    }
    let (seconds, worst) = (start.elapsed().as_secs_f64(), worst * 1e3);
    println!(
        "{count} tournaments, {rounds} rounds paired in {seconds:.1} s, the slowest in {worst:.1} ms; {unlawful} without a lawful pairing"
    );
}

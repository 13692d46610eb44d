//! `tournament pair`: the pairings of a report file, without a referee.

use referee::pairing::Seats;
use referee::trf::{Report, TrfError};
use server::Error;
use std::path::Path;

/// Says of each round whether it is paired as FIDE's Dutch system does, and prints the pairing of the next.
///
/// # Errors
/// When the file does not read.
pub fn pair(file: &Path) -> Result<(), Error> {
    let wrong = |why: String| Error::BadRequest(format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let report: Report = text.parse().map_err(|error: TrfError| wrong(error.to_string()))?;
    let paired = report.paired_rounds();
    for round in 1..=paired {
        if report.is_dutch(round) {
            println!("round {round}: as the Dutch system of 2025 pairs it");
        } else {
            println!("round {round}: NOT as the Dutch system of 2025 pairs it, which is");
            print(&report, round);
        }
    }
    if paired < report.rounds as usize {
        println!("round {}:", paired + 1);
        print(&report, paired + 1);
    }
    Ok(())
}

fn print(report: &Report, round: usize) {
    let name = |rank: u32| report.competitors.get(rank as usize).map_or("", |competitor| &competitor.name);
    for seats in report.pair(round) {
        match seats {
            Seats::Game(seats) => {
                println!("{:5} {} - {} {}", seats.white.0 + 1, name(seats.white.0), seats.black.0 + 1, name(seats.black.0));
            }
            Seats::Bye(player) => println!("{:5} {} has a bye", player.0 + 1, name(player.0)),
        }
    }
}

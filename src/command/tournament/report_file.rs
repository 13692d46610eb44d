//! `tournament pair`: the pairings and the table of a report file, without a referee.

use super::table;
use super::told::Told;
use crate::error::{Error, Failure};
use crate::language::said;
use crate::text_file::text_of;
use referee::format::{Format, Swiss};
use referee::pairing::Seats;
use referee::standings::{Criterion, Standings};
use referee::trf::{Report, TrfError};
use std::path::Path;

/// Reads a report file; `-` is standard input.
///
/// # Errors
/// When it does not read: where, and what would be right; or when nobody is in it.
pub fn read(file: &Path) -> Result<Report, Error> {
    let report: Report = text_of(file)?.parse().map_err(|error: TrfError| Error::in_file(file, &error))?;
    if report.competitors.is_empty() {
        return Err(Error::in_file(file, &Failure::NoPlayer));
    }
    Ok(report)
}

/// Says of each round whether it is paired as FIDE's Dutch system does, and prints the pairing of the next; or that it is no Swiss.
pub fn pair(report: &Report) {
    if report.is_no_swiss() {
        println!("{}", said(&Told::NotDutch { system: report.system.clone() }));
        return;
    }
    let paired = report.paired_rounds();
    for round in 1..=paired {
        if report.is_dutch(round, &|| true) {
            println!("{}", said(&Told::AsDutch { round }));
        } else {
            println!("{}", said(&Told::NotAsDutch { round }));
            print(report, round);
        }
    }
    if paired < report.rounds as usize {
        println!("{}", said(&Told::NextRound { round: paired + 1 }));
        print(report, paired + 1);
    }
}

fn print(report: &Report, round: usize) {
    for seats in report.pair(round, &|| true) {
        match seats {
            Seats::Game(seats) => {
                let [white, black] = [seats.white.0, seats.black.0];
                println!("{:5} {} - {} {}", white + 1, name(report, white), black + 1, name(report, black));
            }
            Seats::Bye(player) => println!("{:5} {}", player.0 + 1, said(&Told::HasBye { name: name(report, player.0).into() })),
        }
    }
}

fn name(report: &Report, rank: u32) -> &str {
    report.competitors.get(rank as usize).map_or("", |competitor| &competitor.name)
}

/// The table after the rounds that were paired, by these criteria after points, or, if there are none, by those of a Swiss.
///
/// # Errors
/// If a criterion is unknown or there twice.
pub fn table(report: &Report, tie_breaks: &[String]) -> Result<String, Error> {
    let swiss = Swiss { rounds: Some(report.rounds), games: 1, accelerated: None, seed: 0 };
    let mut rules = swiss.rules(report.competitors.len() as u32);
    if !tie_breaks.is_empty() {
        let chosen = Criterion::read_order(tie_breaks).map_err(|error| Error::at("--tie-breaks", &error))?;
        rules.order = [Criterion::Points].into_iter().chain(chosen).collect();
    }
    let standings = Standings::new(&report.history().0, &rules);
    let names: Vec<&str> = rules.order.iter().map(|criterion| criterion.name()).collect();
    let rows = standings.lines.iter().map(|line| {
        let values = rules.order.iter().zip(&line.values).map(|(criterion, value)| criterion.shown(*value).to_string());
        (line.rank, line.player.0 + 1, name(report, line.player.0), values.collect())
    });
    Ok(table::report(&names, &rows.collect::<Vec<_>>(), table::terminal_width()))
}

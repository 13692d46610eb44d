//! `tournament pair`: the pairings and the table of a report file, without a referee.

use super::output::TournamentOutput as Output;
use super::table;
use crate::error::{Error, text_of};
use crate::language::localized;
use referee::format::{Format, Swiss};
use referee::pairing::Seats;
use referee::standings::{Criterion, Standings};
use referee::trf::{TrfError, TrfReport};
use std::path::Path;

pub fn read(file: &Path) -> Result<TrfReport, Error> {
    text_of(file)?.parse().map_err(|error: TrfError| Error::in_file(file, &error))
}

/// Prints whether each round is paired as by FIDE's Dutch system, and the pairing of the next round.
pub fn pair(report: &TrfReport) {
    if report.is_no_swiss() {
        println!("{}", localized(&Output::NotDutch { system: report.system.clone() }));
        return;
    }
    let paired = report.paired_rounds();
    for round in 1..=paired {
        if report.is_dutch(round, &|| true) {
            println!("{}", localized(&Output::AsDutch { round }));
        } else {
            println!("{}", localized(&Output::NotAsDutch { round }));
            print(report, round);
        }
    }
    if paired < report.rounds as usize {
        println!("{}", localized(&Output::NextRound { round: paired + 1 }));
        print(report, paired + 1);
    }
}

fn print(report: &TrfReport, round: usize) {
    for seats in report.pair(round, &|| true) {
        match seats {
            Seats::Game(seats) => {
                let [white, black] = [seats.white.0, seats.black.0];
                println!("{:5} {} - {} {}", white + 1, name(report, white), black + 1, name(report, black));
            }
            Seats::Bye(player) => println!("{:5} {}", player.0 + 1, localized(&Output::HasBye { name: name(report, player.0).into() })),
        }
    }
}

fn name(report: &TrfReport, rank: u32) -> &str {
    report.competitors.get(rank as usize).map_or("", |competitor| &competitor.name)
}

/// The table after the paired rounds, by these criteria after points; by those of a Swiss if there are none.
pub fn table(report: &TrfReport, tie_breaks: &[String]) -> Result<String, Error> {
    let swiss = Swiss { rounds: Some(report.rounds), games: 1, accelerated: false, seed: 0 };
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

//! The whole house from outside. Most of it runs over in-memory pipes on paused time: the real router, the real upgrade, no ports, no
//! sleeps.

mod house {
    mod abandoned;
    mod analyse;
    mod arbiter;
    mod clocks;
    mod comeback;
    mod command;
    mod docker;
    mod examples;
    mod exercises;
    mod faulty;
    mod game_puzzles;
    mod house_bots;
    mod jobs;
    mod kill;
    mod kits;
    mod limits;
    mod line;
    mod line_tournament;
    mod morning;
    mod openings;
    mod plain_words;
    mod play;
    mod protocol_page;
    mod random_puzzles;
    mod rest;
    mod reviews;
    mod rights;
    mod schema;
    mod simulation;
    mod site;
    mod solve;
    mod solve_pool;
    mod solve_refusals;
    mod storage;
    mod strangers;
    mod suspended;
    mod three_games;
    mod tournament;
    mod tournament_archive;
    mod tournament_kill;
    mod toy;
    mod watched;
    mod wire;
}

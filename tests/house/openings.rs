//! The openings of a tournament's games: sent move by move, and not used against clients that know only the start position.

use super::simulation::{Bot, Simulation, items};
use super::tournament::{bots, bots_of, finished, played, running};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn a_bot_without_openings_plays_both_colours_from_the_usual_start() {
    let usual = "1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0";
    for late in [false, true] {
        let referee = Simulation::start(&[]).await;
        let mut playing = bots(&referee, &["ann", "bob"]).await;
        let come = || referee.bot_that(json!({"name": "cyd", "openings": false}));
        if !late {
            playing.spawn(play_from(come().await, usual));
        }
        let plan = json!({"name": "Cup", "format": "round_robin", "games": 2, "ready_timeout": "30s", "entrants": ["ann", "bob", "cyd"]});
        let path = running(&referee, &plan).await;
        if late {
            tokio::time::sleep(Duration::from_secs(5)).await;
            playing.spawn(play_from(come().await, usual));
        }
        finished(&referee, &path).await;
        let games = referee.get(&format!("{path}/games")).await.json();
        for game in items(&games["games"]) {
            let played = items(&game["matches"]).last().expect("one");
            let detail = referee.get(&format!("/v1/matches/{played}")).await.json();
            let of_cyd = game.to_string().contains("cyd");
            assert_eq!(first_position(&referee, played).await == usual, of_cyd, "{detail}");
            assert_eq!(detail["reason"], "rules", "{detail}");
        }
    }
}

/// Plays, and seeks games from this position alone.
async fn play_from(mut bot: Bot, start: &'static str) {
    loop {
        let Ok(message) = bot.receive().await else { return };
        let game = &message["game"];
        match message["t"].as_str().expect("a name") {
            "state" if message["status"] == "waiting" && message["position"] == start => {
                bot.send(json!({"t": "ready", "game": game})).await
            }
            "your_turn" => {
                bot.send(json!({"t": "move", "game": game, "ply": message["ply"], "move": message["legal_moves"][0]})).await;
            }
            _ => {}
        }
    }
}

/// The position before the first move of a match.
async fn first_position(referee: &Simulation, game: &Value) -> String {
    let log = referee.get(&format!("/v1/matches/{game}/log")).await.body;
    let first = log.lines().find_map(|line| line.strip_prefix("data:")).expect("a line");
    let line: Value = serde_json::from_str(first.trim()).expect("JSON");
    line["position"].as_str().expect("a position").into()
}

/// The page shows how a game came to where it begins: the lots draw the same moves again.
#[tokio::test(start_paused = true)]
async fn the_opening_of_a_game_is_listed_move_by_move() {
    for game in ["knights", "connect-four", "tic-tac-toe"] {
        let referee = Simulation::start(&[]).await;
        let _bots = bots_of(&referee, game, &["ann", "bob", "cyd"]).await;
        let plan = json!({"name": "cup", "format": "round_robin", "game": game, "time": "60s", "entrants": ["ann", "bob", "cyd"]});
        let path = played(&referee, &plan).await;
        for number in 1..=6 {
            let opening = referee.get(&format!("/v1/matches/{number}/opening")).await.json();
            let moves = items(&opening["moves"]);
            assert_eq!(moves.len(), if game == "tic-tac-toe" { 0 } else { 4 }, "{opening}");
            let begins = referee.get(&format!("/v1/matches/{number}")).await.json()["start"].clone();
            assert_eq!(moves.last().map_or(&opening["start"], |last| &last["position"]), &begins, "{game}, match {number}");
        }
        assert_eq!(referee.get("/v1/matches/99/opening").await.status, 404);
        // At the knights a search has drawn them: the log keeps them, and so does an archive, whose import draws no others.
        let archive = referee.get(&format!("{path}/export")).await.body;
        assert_eq!(archive.matches("\"opening\":[").count(), if game == "knights" { 6 } else { 0 });
        let other = Simulation::start(&[]).await;
        assert_eq!(other.import(&archive).await.status, 201);
        for number in 1..=6 {
            let path = format!("/v1/matches/{number}/opening");
            assert_eq!(other.get(&path).await.json()["moves"], referee.get(&path).await.json()["moves"]);
        }
    }
}

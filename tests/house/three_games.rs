//! All three games: listed, refused, stored and reported under their names.

use super::simulation::{Simulation, each, items};
use super::tournament::{act, bots_of, create, enter, finished, running};
use super::tournament_archive::with_footer;
use serde_json::{Value, json};

/// Requests for another game are refused with a message.
#[tokio::test(start_paused = true)]
async fn a_bot_plays_the_games_that_its_hello_names() {
    let referee = Simulation::start(&[]).await;
    let mut four = referee.bot_of("four", &["connect-four"]).await;
    let mut ann = referee.bot("ann").await;
    let mut all = referee.bot_of("all", &["tic-tac-toe", "connect-four", "knights"]).await;
    for (is_four, wish, says) in [
        (true, json!({}), "four says in its hello that it plays connect-four, not knights"),
        (true, json!({"game": "connect-four", "opponent": "ann"}), "ann says in its hello that it plays knights, not connect-four"),
        (false, json!({"opponent": "four"}), "four says in its hello that it plays connect-four, not knights"),
        (false, json!({"game": "tic-tac-toe"}), "say which `game` is meant, or name tic-tac-toe, too, in `bot.games`"),
        (false, json!({"game": "chess"}), "`game`: there is no game `chess`; there are knights, connect-four and tic-tac-toe"),
    ] {
        let (bot, mut seek) = (if is_four { &mut four } else { &mut ann }, wish);
        seek["t"] = json!("seek");
        bot.send(seek).await;
        let error = bot.expect_refusal("error", says).await;
        assert_eq!((&error["code"], &error["fatal"]), (&json!("seek_failed"), &json!(false)), "{says}");
    }
    for (new, status, says) in [
        (json!({"white": "four", "black": "ann"}), 409, "four says in its hello"),
        (json!({"white": "all", "black": "ann", "game": "tic-tac-toe"}), 409, "ann says in its hello that it plays knights"),
        (json!({"white": "all", "black": "four", "game": "go"}), 400, "there is no game `go`"),
        (json!({"white": "all", "black": "four", "game": "connect-four", "position": "3/3/3 w 0"}), 400, "a board has 6 rows"),
        (json!({"white": "all", "black": "four", "game": "connect-four", "position": "7/7/7/7/OOO4/XXXX3 b 7"}), 400, "the game is over"),
    ] {
        referee.post("/v1/matches", &new).await.says(status, says);
    }
    for (games, says) in [
        (json!([]), "`bot.games` names 1 to 32 games, and yours 0"),
        (json!(["ludo"]), "`bot.games`: there is no game `ludo`; there are knights"),
        (json!("knights"), "`bot.games`: expected a list, found"),
    ] {
        let mut bot = referee.hello(json!({"bot": {"name": "eve", "games": games}})).await;
        bot.expect_refusal("error", says).await;
    }

    // A seek matches only seeks for the same game.
    all.send(json!({"t": "seek", "game": "connect-four"})).await;
    all.expect("notice").await;
    ann.send(json!({"t": "seek"})).await;
    ann.expect("notice").await;
    four.send(json!({"t": "seek", "game": "connect-four"})).await;
    let state = four.expect("state").await;
    assert_eq!((&state["game_name"], &state["position"]), (&json!("connect-four"), &json!("7/7/7/7/7/7 w 0")));
    assert_eq!(all.expect("state").await["game_name"], "connect-four");
    let listed = referee.get("/v1/bots").await.json();
    assert_eq!(listed["bots"][0]["plays"], json!(["tic-tac-toe", "connect-four", "knights"]));
    assert_eq!(listed["bots"][1]["plays"], json!(["knights"]));
}

/// A move of another game, and one into a full column, are illegal, and the sentence says what would be right.
#[tokio::test(start_paused = true)]
async fn a_move_is_judged_by_the_game_that_is_played() {
    let referee = Simulation::start(&[]).await;
    for (game, position, wrong) in [
        ("knights", "1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0", vec![("4", "B9-A7"), ("B2", "B9-A7")]),
        (
            "connect-four",
            "3O3/3X3/3O3/3X3/3O3/3X3 w 6",
            vec![("B9-A7", "a move is a column, one digit from 1 (left) to 7 (right)"), ("4", "column 4 is full"), ("8", "one digit")],
        ),
        ("tic-tac-toe", "3/1X1/2O w 2", vec![("B2", "B2 is White's already"), ("5", "a cell is a capital letter A to C")]),
    ] {
        let (number, mut ann, _bob) = referee.begun(json!({"game": game, "position": position, "strikes": wrong.len()})).await;
        let ply: u32 = position.rsplit(' ').next().and_then(|plies| plies.parse().ok()).expect("a number of plies");
        for (mv, says) in wrong {
            ann.send(json!({"t": "move", "game": number, "ply": ply, "move": mv})).await;
            ann.expect_refusal("rejected", says).await;
        }
        let log = referee.get(&format!("/v1/matches/{number}")).await.json();
        assert_eq!((&log["game_name"], &log["moves"], &log["start"]), (&json!(game), &json!([]), &json!(position)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_tournament_of_each_game_is_played_stored_and_rated_separately() {
    let referee = Simulation::start(&[]).await;
    let names = ["ann", "bob", "cyd", "dan"];
    let mut archives = Vec::new();
    for (number, game) in (1..).zip(["knights", "connect-four", "tic-tac-toe"]) {
        let playing = bots_of(&referee, game, &names).await;
        let plan = json!({"name": game, "game": game, "format": "swiss", "rounds": 2, "entrants": names, "seed": 5});
        let path = running(&referee, &plan).await;
        let detail = finished(&referee, &path).await;
        assert_eq!((&detail["game"], &detail["plan"]["game"]), (&json!(game), &json!(game)));
        assert_eq!(detail["plan"]["openings"], if game == "tic-tac-toe" { 0 } else { 4 });
        assert_eq!(items(&referee.get(&format!("/v1/bots?game={game}")).await.json()["bots"]).len(), 4);
        drop(playing);
        let games = referee.get(&format!("{path}/games?format=jsonl")).await.body;
        assert!(games.lines().count() == 8 && games.lines().all(|line| line.contains(&format!("\"game_name\":\"{game}\""))), "{games}");
        assert_eq!(items(&referee.get(&format!("/v1/ratings?game={game}")).await.json()["ratings"]).len(), 4);
        assert_eq!(items(&referee.get("/v1/tournaments").await.json()["tournaments"]).len(), number);
        archives.push(referee.get(&format!("{path}/export")).await.body);
    }
    let text = referee.get("/v1/tournaments/2/games?format=text").await.body;
    assert!(text.contains("% Game: connect-four") && text.contains("1234567") && text.contains("has four in line"), "{text}");
    assert_eq!(referee.get("/v1/bots/ann/record").await.json()["games"][0]["game_name"], "tic-tac-toe");
    // Lists, a bot's results and what is counted are listed by game.
    let found = async |query: &str| referee.get(&format!("/v1/matches?{query}")).await.json()["matches"].clone();
    for game in ["knights", "connect-four", "tic-tac-toe"] {
        assert_eq!(each(&found(&format!("game={game}&limit=100")).await, "game_name"), [game; 8]);
        assert_eq!(found(&format!("game={game}&status=playing")).await, json!([]));
        let profile = referee.get(&format!("/v1/bots/ann?game={game}")).await.json();
        let results = items(&profile["results"]).iter().filter(|row| row["game"] == game);
        assert_eq!(results.map(|row| row["games"].as_u64()).sum::<Option<u64>>(), Some(4), "{profile}");
        let metrics = referee.get("/metrics").await.body;
        let ended = metrics.lines().filter(|line| line.contains("matches_ended") && line.contains(&format!("game=\"{game}\"")));
        assert_eq!(ended.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum::<u64>(), 8, "{metrics}");
    }
    for path in ["/v1/ratings?game=chess", "/v1/matches?game=chess", "/v1/bots?game=chess", "/v1/bots/ann?game=chess"] {
        referee.get(path).await.says(400, "there is no game `chess`");
    }

    let other = Simulation::start(&[]).await;
    for (number, archive) in (1..).zip(&archives) {
        assert_eq!(other.import(archive).await.status, 201);
        let path = format!("/v1/tournaments/{number}/standings?format=csv");
        assert_eq!(referee.get(&path).await.body, other.get(&path).await.body);
    }
    // One that mixes games; one whose games are not what its plan says.
    for (field, game, says) in [
        ("game_name", "tic-tac-toe", "as a position of tic-tac-toe: "),
        ("game_name", "chess", "there is no game `chess`"),
        ("game", "knights", "is connect-four, in a tournament of knights"),
        ("game", "halma", "there is no game `halma`"),
    ] {
        let [from, to] = ["connect-four", game].map(|game| format!("\"{field}\":\"{game}\""));
        other.import(&with_footer(&archives[1].replacen(&from, &to, 1))).await.says(400, says);
    }

    // All of it is there after a restart.
    let listed = referee.restarted(&[]).await.get("/v1/tournaments").await.json();
    assert_eq!(each(&listed["tournaments"], "game"), ["tic-tac-toe", "connect-four", "knights"]);
}

#[tokio::test(start_paused = true)]
async fn a_tournament_refuses_those_who_play_another_game() {
    let referee = Simulation::start(&[]).await;
    let _ann = referee.bot("ann").await;
    let plan = |fields: Value| {
        let mut plan = json!({"name": "Cup", "game": "connect-four", "format": "round_robin", "games": 1, "ready_timeout": "10s"});
        plan.as_object_mut().expect("an object").extend(fields.as_object().expect("an object").clone());
        plan
    };
    for (fields, says) in [
        (json!({"entrants": ["ann"]}), "`entrants`: ann says in its hello that it plays knights, not connect-four"),
        (json!({"game": "chess"}), "`game`: there is no game `chess`; there are knights, connect-four and tic-tac-toe"),
        (json!({"game": "tic-tac-toe", "openings": 4}), "`openings`: there are none at tic-tac-toe"),
        (json!({"game": 4}), "expected a text in quotation marks, found 4"),
    ] {
        referee.post("/v1/tournaments", &plan(fields)).await.says(400, says);
    }
    let path = create(&referee, &plan(json!({"entrants": ["bob", "cyd"]}))).await;
    enter(&referee, &path, "ann").await.says(409, "plays knights, not connect-four");
    // A later client of another game counts as absent, and is notified.
    act(&referee, &path, "start").await;
    let _bob = bots_of(&referee, "connect-four", &["bob"]).await;
    let mut cyd = referee.bot("cyd").await;
    let error = cyd.expect_refusal("error", "is connect-four, and your hello says that you play knights").await;
    assert_eq!((&error["code"], &error["fatal"]), (&json!("other_game"), &json!(false)));
    let roll = referee.get(&format!("{path}/check")).await.json();
    assert_eq!(each(&roll["entrants"], "attendance"), ["connected", "other_game"]);
    finished(&referee, &path).await;
    let table = referee.get(&format!("{path}/standings")).await.json();
    assert_eq!((&table["rows"][0]["bot"], &table["rows"][0]["wins"]), (&json!("bob"), &json!(1)));
}

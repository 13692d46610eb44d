//! All three games: listed, refused, stored and reported under their names.

use super::simulation::{Bot, Simulation};
use super::tournament::{act, bots_of, create, finished};
use serde_json::{Value, json};

/// Requests for another game are refused with a message.
#[tokio::test(start_paused = true)]
async fn a_bot_plays_the_games_that_its_hello_names() {
    let referee = Simulation::start(&[]).await;
    let mut four = referee.bot_of("four", &["connect-four"]).await;
    let mut ann = referee.bot("ann").await;
    let mut all = referee.bot_of("all", &["tic-tac-toe", "connect-four", "knights"]).await;
    let refused = async |bot: &mut Bot, seek: Value| {
        bot.send(seek.clone()).await;
        let error = bot.expect("error").await;
        assert_eq!((&error["code"], &error["fatal"]), (&json!("seek_failed"), &json!(false)), "{seek}");
        error["message"].as_str().expect("a sentence").to_string()
    };
    for (is_four, seek, says) in [
        (true, json!({"t": "seek"}), "four says in its hello that it plays connect-four, not knights"),
        (
            true,
            json!({"t": "seek", "game": "connect-four", "opponent": "ann"}),
            "ann says in its hello that it plays knights, not connect-four",
        ),
        (false, json!({"t": "seek", "opponent": "four"}), "four says in its hello that it plays connect-four, not knights"),
        (false, json!({"t": "seek", "game": "tic-tac-toe"}), "say which `game` is meant, or name tic-tac-toe, too, in `bot.games`"),
        (false, json!({"t": "seek", "game": "chess"}), "`game`: there is no game `chess`; there are knights, connect-four and tic-tac-toe"),
    ] {
        let message = refused(if is_four { &mut four } else { &mut ann }, seek).await;
        assert!(message.contains(says), "wanted `{says}`: {message}");
    }
    for (new, status, says) in [
        (json!({"white": "four", "black": "ann"}), 409, "four says in its hello"),
        (json!({"white": "all", "black": "ann", "game": "tic-tac-toe"}), 409, "ann says in its hello that it plays knights"),
        (json!({"white": "all", "black": "four", "game": "go"}), 400, "there is no game `go`"),
        (json!({"white": "all", "black": "four", "game": "connect-four", "position": "3/3/3 w 0"}), 400, "a board has 6 rows"),
        (json!({"white": "all", "black": "four", "game": "connect-four", "position": "7/7/7/7/OOO4/XXXX3 b 7"}), 400, "the game is over"),
    ] {
        let answer = referee.post("/v1/matches", &new).await;
        assert!(
            answer.status == status && answer.json()["detail"].as_str().is_some_and(|text| text.contains(says)),
            "{new}: {}",
            answer.body
        );
    }
    for (games, says) in [
        (json!([]), "`bot.games` names 1 to 32 games, and yours 0"),
        (json!(["ludo"]), "`bot.games`: there is no game `ludo`; there are knights"),
        (json!("knights"), "`bot.games`: expected a list, found"),
    ] {
        let mut bot = referee.socket("/ws").await;
        bot.send(json!({"t": "hello", "proto": [1], "bot": {"name": "eve", "games": games}})).await;
        let error = bot.expect("error").await;
        assert!(error["message"].as_str().is_some_and(|text| text.contains(says)), "{error}");
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
        let (mut ann, mut bob) = (referee.bot_of("ann", &[game]).await, referee.bot_of("bob", &[game]).await);
        let strikes = wrong.len();
        let new = json!({"white": "ann", "black": "bob", "game": game, "position": position, "strikes": strikes});
        let number = referee.new_match(&new).await;
        for bot in [&mut ann, &mut bob] {
            assert_eq!(bot.wait_for("state").await["game_name"], game);
            bot.send(json!({"t": "ready", "game": number})).await;
        }
        ann.wait_for("your_turn").await;
        for (mv, says) in wrong {
            ann.send(json!({"t": "move", "game": number, "ply": ann_ply(position), "move": mv})).await;
            let rejected = ann.expect("rejected").await;
            assert!(rejected["message"].as_str().is_some_and(|why| why.contains(says)), "{mv} at {game}: {rejected}");
        }
        let log = referee.get(&format!("/v1/matches/{number}")).await.json();
        assert_eq!((&log["game_name"], &log["moves"], &log["start"]), (&json!(game), &json!([]), &json!(position)));
    }
}

fn ann_ply(position: &str) -> u32 {
    position.rsplit(' ').next().and_then(|plies| plies.parse().ok()).expect("a number of plies")
}

#[tokio::test(start_paused = true)]
async fn a_tournament_of_each_game_is_played_stored_and_rated_separately() {
    let storage = storage::in_memory();
    let referee = Simulation::resume(storage.clone(), &[]).await;
    let names = ["ann", "bob", "cyd", "dan"];
    let mut archives = Vec::new();
    for (number, game) in (1..).zip(["knights", "connect-four", "tic-tac-toe"]) {
        let playing = bots_of(&referee, game, &names).await;
        let path =
            create(&referee, &json!({"name": game, "game": game, "format": "swiss", "rounds": 2, "entrants": names, "seed": 5})).await;
        act(&referee, &path, "start").await;
        let detail = finished(&referee, &path).await;
        assert_eq!((&detail["game"], &detail["plan"]["game"]), (&json!(game), &json!(game)));
        assert_eq!(detail["plan"]["openings"], if game == "tic-tac-toe" { 0 } else { 4 });
        let here = referee.get(&format!("/v1/bots?game={game}")).await.json();
        assert_eq!(here["bots"].as_array().map(Vec::len), Some(4), "{here}");
        drop(playing);
        let games = referee.get(&format!("{path}/games?format=jsonl")).await.body;
        assert!(games.lines().count() == 8 && games.lines().all(|line| line.contains(&format!("\"game_name\":\"{game}\""))), "{games}");
        assert_eq!(referee.get(&format!("/v1/ratings?game={game}")).await.json()["ratings"].as_array().map(Vec::len), Some(4));
        assert_eq!(referee.get("/v1/tournaments").await.json()["tournaments"].as_array().map(Vec::len), Some(number));
        archives.push(referee.get(&format!("{path}/export")).await.body);
    }
    let text = referee.get("/v1/tournaments/2/games?format=text").await.body;
    assert!(text.contains("% Game: connect-four") && text.contains("1234567") && text.contains("has four in line"), "{text}");
    assert_eq!(referee.get("/v1/bots/ann/record").await.json()["games"][0]["game_name"], "tic-tac-toe");
    // Lists, a bot's results and what is counted are listed by game.
    let found = async |query: &str| referee.get(&format!("/v1/matches?{query}")).await.json()["matches"].as_array().cloned();
    for game in ["knights", "connect-four", "tic-tac-toe"] {
        let matches = found(&format!("game={game}&limit=100")).await.expect("matches");
        assert!(matches.len() == 8 && matches.iter().all(|listed| listed["game_name"] == game), "{game}: {matches:?}");
        assert_eq!(found(&format!("game={game}&status=playing")).await, Some(vec![]));
        let profile = referee.get(&format!("/v1/bots/ann?game={game}")).await.json();
        let results = profile["results"].as_array().expect("results").iter().filter(|row| row["game"] == game);
        assert_eq!(results.map(|row| row["games"].as_u64()).sum::<Option<u64>>(), Some(4), "{profile}");
        let metrics = referee.get("/metrics").await.body;
        let ended = metrics.lines().filter(|line| line.contains("matches_ended") && line.contains(&format!("game=\"{game}\"")));
        assert_eq!(ended.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum::<u64>(), 8, "{metrics}");
    }
    for path in ["/v1/ratings?game=chess", "/v1/matches?game=chess", "/v1/bots?game=chess", "/v1/bots/ann?game=chess"] {
        let unknown = referee.get(path).await;
        assert!(unknown.status == 400 && unknown.body.contains("there is no game `chess`"), "{path}: {}", unknown.body);
    }

    let other = Simulation::start(&[]).await;
    let import = async |archive: &str| other.http("POST", "/v1/tournaments/import", "", archive).await;
    for (number, archive) in (1..).zip(&archives) {
        assert_eq!(import(archive).await.status, 201);
        let path = format!("/v1/tournaments/{number}/standings?format=csv");
        let (ours, theirs) = (referee.get(&path).await.body, other.get(&path).await.body);
        assert_eq!(ours, theirs);
    }
    // One that mixes games; one whose games are not what its plan says.
    let changed = |archive: &str, from: &str, to: &str, times: usize| {
        use sha2::Digest;
        let text = archive.replacen(from, to, times);
        let lines = text.lines().count() - 1;
        let body: String = text.split_inclusive('\n').take(lines).collect();
        let digest: String = sha2::Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{body}{{\"archive\":\"footer\",\"lines\":{lines},\"sha256\":\"{digest}\"}}\n")
    };
    let name = |game: &str| format!("\"game_name\":\"{game}\"");
    let plan = |game: &str| format!("\"game\":\"{game}\"");
    for (archive, says) in [
        (changed(&archives[1], &name("connect-four"), &name("tic-tac-toe"), 1), "as a position of tic-tac-toe: "),
        (changed(&archives[1], &name("connect-four"), &name("chess"), 1), "there is no game `chess`"),
        (changed(&archives[1], &plan("connect-four"), &plan("knights"), 1), "is connect-four, in a tournament of knights"),
        (changed(&archives[1], &plan("connect-four"), &plan("halma"), 1), "there is no game `halma`"),
    ] {
        let refused = import(&archive).await;
        assert!(refused.status == 400 && refused.body.contains(says), "wanted `{says}`: {}", refused.body);
    }

    // All of it is there after a restart.
    referee.stopped().await;
    let referee = Simulation::resume(storage, &[]).await;
    let listed = referee.get("/v1/tournaments").await.json();
    let games: Vec<&Value> = listed["tournaments"].as_array().expect("tournaments").iter().map(|row| &row["game"]).collect();
    assert_eq!(games, ["tic-tac-toe", "connect-four", "knights"]);
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
        let refused = referee.post("/v1/tournaments", &plan(fields)).await;
        assert!(
            refused.status == 400 && refused.json()["detail"].as_str().is_some_and(|why| why.contains(says)),
            "wanted `{says}`: {}",
            refused.body
        );
    }
    let path = create(&referee, &plan(json!({"entrants": ["bob", "cyd"]}))).await;
    let refused = referee.post(&format!("{path}/entrants"), &json!({"bot": "ann"})).await;
    assert!(refused.status == 409 && refused.body.contains("plays knights, not connect-four"), "{}", refused.body);
    // A later client of another game counts as absent, and is notified.
    act(&referee, &path, "start").await;
    let _bob = bots_of(&referee, "connect-four", &["bob"]).await;
    let mut cyd = referee.bot("cyd").await;
    let error = cyd.expect("error").await;
    assert_eq!((&error["code"], &error["fatal"]), (&json!("other_game"), &json!(false)));
    assert!(
        error["message"].as_str().is_some_and(|why| why.contains("is connect-four, and your hello says that you play knights")),
        "{error}"
    );
    let roll = referee.get(&format!("{path}/check")).await.json();
    let attendance: Vec<&Value> = roll["entrants"].as_array().expect("entrants").iter().map(|row| &row["attendance"]).collect();
    assert_eq!(attendance, ["connected", "other_game"]);
    finished(&referee, &path).await;
    let table = referee.get(&format!("{path}/standings")).await.json();
    assert_eq!((&table["rows"][0]["bot"], &table["rows"][0]["wins"]), (&json!("bob"), &json!(1)));
}

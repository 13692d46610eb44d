//! REST for the web page, beyond single matches and tournaments.

use super::simulation::{JSON, Simulation, each, items, play};
use serde_json::{Value, json};

/// A referee that has seen this many games of ann and bob played, with colours changed after each.
pub async fn played(games: usize) -> Simulation {
    let referee = Simulation::start(&[]).await;
    for game in 0..games {
        let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
        let (white, black) = if game % 2 == 0 { ("ann", "bob") } else { ("bob", "ann") };
        referee.new_match(&json!({"white": white, "black": black, "time": "60s"})).await;
        play(&mut ann, &mut bob).await;
    }
    referee
}

fn numbers(list: &Value, field: &str) -> Vec<u64> {
    each(list, field).iter().map(|value| value.as_u64().expect("a number")).collect()
}

#[tokio::test(start_paused = true)]
async fn games_are_found_by_what_one_looks_for() {
    let referee = played(4).await;
    let list = async |query: &str| referee.get(&format!("/v1/matches?{query}")).await;
    let found = async |query: &str| numbers(&list(query).await.json()["matches"], "game");
    let plies = numbers(&list("limit=10").await.json()["matches"], "plies");
    let detail = referee.get("/v1/matches/4").await.json();
    assert_eq!(plies[0], items(&detail["moves"]).len() as u64, "the length is that of the moves");
    assert_eq!(found("bot=ann&opponent=bob").await, [4, 3, 2, 1]);
    assert!(found("bot=ann&opponent=cyd").await.is_empty());
    let (won, lost) = (found("bot=ann&result=won").await, found("bot=ann&result=lost").await);
    assert_eq!((&won, &lost), (&found("bot=bob&result=lost").await, &found("bot=bob&result=won").await));
    let [white, black, drawn] = [found("result=white").await, found("result=black").await, found("result=draw").await];
    assert_eq!([white.len() + black.len() + drawn.len(), won.len() + lost.len() + drawn.len()], [4; 2]);
    assert_eq!(found("reason=rules").await.len(), 4);
    assert_eq!(found("after=1&limit=2").await, [2, 3], "the nearest first");
    assert_eq!(found("before=3&limit=1").await, [2]);
    let longest = plies.iter().max().expect("games");
    assert_eq!(found(&format!("least_plies={longest}")).await.len(), plies.iter().filter(|n| *n == longest).count());
    assert!(found("most_plies=1").await.is_empty() && found("until=2001-01-01T00:00:00Z").await.is_empty());
    assert_eq!(found("since=2001-01-01T00:00:00Z").await.len(), 4);
    for (query, said) in
        [("result=won", "together with `bot`"), ("result=maybe", "not `maybe`"), ("since=yesterday", "`since` is a moment such as")]
    {
        list(query).await.says(400, said);
    }
}

#[tokio::test(start_paused = true)]
async fn a_bot_has_a_page() {
    let referee = played(3).await;
    let _here = referee.bot("ann").await;
    let profile = referee.get("/v1/bots/ann").await.json();
    assert_eq!(profile["connected"]["name"], "ann");
    assert_eq!(profile["rating"], Value::Null, "nothing was rated");
    assert_eq!(numbers(&profile["results"], "games").iter().sum::<u64>(), 3);
    assert!(each(&profile["results"], "opponent").iter().all(|opponent| *opponent == "bob"));
    referee.get("/v1/bots/nobody").await.says(404, "no bot named nobody");
}

#[tokio::test(start_paused = true)]
async fn what_is_live_comes_by_interest() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (referee.bot("ann").await, referee.bot("bob").await);
    let waiting = referee.new_match(&json!({"white": "cyd", "black": "dan"})).await;
    let there = referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    let order = async || {
        let live = referee.get("/v1/live").await.json();
        (numbers(&live["games"], "game"), live["running"].clone(), live["pinned"].clone())
    };
    assert_eq!(order().await, (vec![there, waiting], json!(2), Value::Null), "both there goes first");
    assert_eq!(referee.http("PUT", "/v1/live/pinned", JSON, r#"{"game": 1}"#).await.status, 401);
    let bearer = referee.as_operator(JSON).await;
    let pin = async |body: &str| referee.http("PUT", "/v1/live/pinned", &bearer, body).await.status;
    assert_eq!((pin(r#"{"game": 77}"#).await, pin(&json!({"game": waiting}).to_string()).await), (404, 200));
    assert_eq!(order().await, (vec![waiting, there], json!(2), json!(waiting)));
    assert_eq!(pin(r#"{"game": null}"#).await, 200);
    assert_eq!(order().await.0, [there, waiting]);
    ann.expect("state").await;
    bob.expect("state").await;
    assert_eq!(referee.get("/v1/live?limit=0").await.status, 400);
}

#[tokio::test(start_paused = true)]
async fn the_referee_says_that_it_is_alive() {
    let referee = Simulation::start(&[]).await;
    let mut page = referee.socket("/v1/heartbeat").await;
    let began = tokio::time::Instant::now();
    for _ in 0..4 {
        page.expect("beat").await;
    }
    assert!(began.elapsed() <= std::time::Duration::from_secs(7), "every two seconds");
    assert_eq!(referee.get("/v1/heartbeat").await.status, 400);
}

#[tokio::test(start_paused = true)]
async fn a_match_as_pictures_and_lines() {
    let referee = played(1).await;
    let picture = referee.get("/v1/matches/1/position.svg?ply=3").await;
    assert!(picture.status == 200 && picture.head.contains("image/svg+xml") && picture.body.contains("ann – bob"), "{}", picture.body);
    assert_eq!(picture.body.matches("<g transform=\"translate(").count(), 12, "a piece each");
    referee.get("/v1/matches/1/game.svg").await.says(200, "<animateTransform");
    referee.get("/v1/matches/1/position.svg?ply=9999").await.says(400, "no 9999");
    let line = referee.get("/v1/matches/1/line?ply=0").await.json();
    assert_eq!((&line["ply"], &line["moves"]), (&json!(0), &json!([])), "these bots sent no line");
    assert_eq!(referee.get("/v1/matches/1/line?ply=9999").await.status, 400);
    assert_eq!(referee.get("/v1/matches/9/game.svg").await.status, 404);
}

#[tokio::test(start_paused = true)]
async fn a_link_to_a_game_names_its_players_and_the_result() {
    let referee = played(1).await;
    for accept in ["", "accept: */*\r\n", "accept: text/html\r\n"] {
        let page = referee.http("GET", "/game/1/3", accept, "").await;
        assert!(page.status == 200 && page.head.contains("text/html"), "{accept}: {}", page.head);
        assert!(page.body.contains("<meta property=\"og:title\" content=\"ann – bob\">"), "{accept}: {}", page.body);
        assert!(
            ["0-1", "1-0"].iter().any(|result| page.body.contains(&format!("\"og:description\" content=\"{result} · "))),
            "{}",
            page.body
        );
    }
    assert_eq!(referee.http("GET", "/game/1", "accept: application/json\r\n", "").await.status, 404, "a program asks /v1");
    assert_eq!(referee.http("GET", "/game/2", "", "").await.status, 404);
    let sheet = referee.get("/style/all.css").await;
    assert!(sheet.head.contains("text/css") && sheet.body.contains("--accent") && sheet.body.contains("@media print"), "{}", sheet.head);
    assert!(!sheet.body.contains("/*") && !sheet.body.contains("*/"), "comments delay the first view");
}

#[tokio::test(start_paused = true)]
async fn the_page_is_at_every_address_and_nothing_else_is() {
    let referee = Simulation::start(&[]).await;
    let as_browser = async |path: &str| referee.http("GET", path, "accept: text/html\r\n", "").await;
    for (path, root) in [("/", "./"), ("/games", "./"), ("/game/17", "../"), ("/bot/x/against/y", "../../../")] {
        let page = as_browser(path).await.is(if path == "/game/17" { 404 } else { 200 });
        assert!(page.body.contains(&format!("src=\"{root}bundle/")) && !page.body.contains(['{', '}']), "{path}: {}", page.body);
        assert!(page.head.contains("frame-ancestors 'none'"), "{path}: {}", page.head);
    }
    assert!(!as_browser("/embed/1").await.head.contains("frame-ancestors"), "a board may be framed");
    assert_eq!(as_browser("/v1/nothing").await.status, 404);
    assert_eq!(referee.get("/nothing").await.status, 404, "a program gets 404");
    assert_eq!(referee.get("/docs/api").await.status, 200, "the types of problems lead there");
    let mut pages: Vec<&str> =
        include_str!("../../docs/SUMMARY.md").split("](").skip(1).filter_map(|link| link.split(".md)").next()).collect();
    pages.push("../protocol");
    for page in pages.into_iter().map(|page| format!("/docs/{page}").replace("/docs/../", "/")).chain(["/docs".into(), "/docs/".into()]) {
        let markdown = referee.get(&page).await.says(200, "# ");
        assert!(markdown.head.contains("text/markdown"), "{page}: {}", markdown.head);
        assert!(as_browser(&page).await.head.contains("text/html"), "{page}");
    }
    let packed = referee.http("HEAD", "/style/base.css", "accept-encoding: gzip\r\n", "").await;
    assert!(packed.head.contains("content-encoding: gzip"), "{}", packed.head);
    let tag = packed.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_string();
    assert_eq!(referee.http("GET", "/style/base.css", &format!("if-none-match: {tag}\r\n"), "").await.status, 304);
    let start = as_browser("/").await.body;
    let main = start.split("src=\".").nth(1).and_then(|rest| rest.split('"').next()).expect("a module").to_string();
    let bundle = referee.http("GET", &main, "accept-encoding: gzip\r\n", "").await;
    assert!(bundle.head.contains("text/javascript") && bundle.head.contains("content-encoding: gzip"), "{main}: {}", bundle.head);
    let lifetime = if cfg!(debug_assertions) { "no-cache" } else { "immutable" };
    assert!(bundle.head.contains(lifetime), "{}", bundle.head);
    let old = referee.get("/bundle/0123456789abcdef/main.js").await;
    assert!(old.body.contains("$modules['api.js']") && old.head.contains("no-cache"), "a page of an earlier version: {}", old.head);
    assert_eq!(referee.get("/bundle/0123456789abcdef/none.js").await.status, 404);
    let plan = referee.get("/plan.json").await.json();
    assert_eq!(plan["components"]["schemas"]["NewTournament"]["properties"]["name"]["type"], "string", "{plan}");
    assert!(referee.get("/operations.json").await.json()["paths"]["/v1/matches"]["get"]["summary"].is_string());
    let log = referee.get("/messages/fr.js").await;
    assert!(log.head.contains("text/javascript") && log.body.starts_with("export default \"") && log.body.contains("\\nending ="));
    assert!(!log.body.contains("\\n#") && log.body.contains("Arbitre de tournois") && !log.body.contains("sudoku_technique"));
    assert!(start.contains("fr Français"));
    assert!(referee.get("/messages/fr/puzzles.js").await.body.contains("Tour du cavalier"));
    assert_eq!(referee.get("/messages/fr/nothing.js").await.status, 404);
    assert!(referee.get("/messages/fr.ftl").await.body.contains("\nsudoku_technique ="));
    assert!(referee.get("/manifest.webmanifest").await.head.contains("application/manifest+json"));
    assert!(referee.get("/fonts/bricolage-grotesque.woff2").await.head.contains("font/woff2"));
}

#[tokio::test(start_paused = true)]
async fn the_desk_knows_whose_token_it_is_and_how_the_machine_is() {
    let referee = Simulation::start(&["--public-name", "arbitre.example:9000"]).await;
    let rights = async |headers: &str| referee.http("GET", "/v1/rights", headers, "").await.json();
    assert_eq!(rights("").await["operator"], false);
    let bearer = referee.as_operator("").await;
    assert_eq!(rights(&bearer).await["operator"], true);
    assert_eq!(referee.get("/v1/admin/machine").await.status, 401);
    let machine = referee.http("GET", "/v1/admin/machine", &bearer, "").await.json();
    assert!(machine["processors"].as_u64() >= Some(1) && machine["storage_trouble"].is_null(), "{machine}");
    // A referee without a cluster lists itself.
    let nodes = referee.get("/v1/nodes").await.json();
    assert_eq!((&nodes["nodes"][0]["role"], nodes["nodes"].as_array().map(Vec::len)), (&json!("referees"), Some(1)), "{nodes}");
    assert!(referee.get("/metrics").await.body.contains(r#"role="referees""#));
    assert_eq!(referee.get("/v1/addresses").await.json()["pages"], json!(["http://arbitre.example:9000/"]));
    referee.get("/v1/addresses/qr.svg").await.says(200, "<svg");
    assert_eq!(referee.get("/v1/addresses/qr.svg?at=9").await.status, 404);
}

#[tokio::test(start_paused = true)]
async fn an_unreachable_referee_has_no_address() {
    let referee = Simulation::start(&[]).await;
    assert_eq!(referee.get("/v1/addresses").await.json()["pages"], json!([]));
    assert_eq!(referee.get("/v1/addresses/qr.svg").await.status, 404);
}

//! The plans of `examples/` are accepted and played: to the end, or for some games if the plan takes hours or weeks.

use super::simulation::Simulation;
use super::tournament::{act, bots_of, finished};
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;

/// Games after which a plan without an end counts as valid.
const ENOUGH: u64 = 20;

#[tokio::test(start_paused = true)]
async fn the_example_plans_are_played() {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).expect("the folder of examples");
    let mut plans: Vec<_> = folder.map(|file| file.expect("a file").path()).collect();
    plans.sort();
    assert!(plans.len() >= 5 && plans.iter().all(|path| path.extension().is_some_and(|ending| ending == "toml")));
    let referee = Simulation::start(&[]).await;
    for plan in plans {
        let text = fs::read_to_string(&plan).expect("a plan");
        assert!(text.starts_with("# "), "{plan:?} begins with what it is for");
        let made = referee.http("POST", "/v1/tournaments", "content-type: application/toml\r\n", &text).await.is(201);
        let detail = made.json();
        let path = format!("/v1/tournaments/{}", detail["tournament"]);
        let entrants = detail["plan"]["entrants"].as_array().cloned().unwrap_or_default();
        let named: Vec<&str> = entrants.iter().filter_map(|entrant| entrant["bot"].as_str()).collect();
        let names = if named.is_empty() { vec!["ann", "bob", "cyd", "dan"] } else { named.clone() };
        let bots = bots_of(&referee, detail["game"].as_str().expect("a game"), &names).await;
        for name in names.iter().filter(|_| named.is_empty()) {
            let entered = referee.post(&format!("{path}/entrants"), &json!({"bot": name})).await;
            assert!(entered.status < 300, "{plan:?}: {}", entered.body);
        }
        act(&referee, &path, "start").await;
        if detail["plan"]["duration"].is_null() {
            finished(&referee, &path).await;
        } else {
            let over = async || referee.get(&path).await.json()["games"]["over"].as_u64();
            while over().await.expect("a count") < ENOUGH {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            act(&referee, &path, "finish").await;
        }
        drop(bots);
        let table: Value = referee.get(&format!("{path}/standings")).await.json();
        assert_eq!(table["rows"].as_array().map(Vec::len), Some(names.len()), "{plan:?}: {table}");
    }
}

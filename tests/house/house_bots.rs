//! `--house-bots`: the named house bots connect.

use super::kill::RefereeProcess;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

#[tokio::test]
async fn those_who_are_named_come_instead_of_the_usual_ones() {
    let server = RefereeProcess::start(Path::new("memory"), &["--house-bots", "alphabeta:2,course"]);
    let named = ["alphabeta-2", "course"];
    let of_other_games = ["connect-four-greedy", "connect-four-perfect", "tic-tac-toe-greedy", "tic-tac-toe-perfect"];
    let expected: BTreeSet<String> = named.into_iter().chain(of_other_games).map(str::to_owned).collect();
    let all_have_come = async {
        loop {
            let list = server.get("/v1/bots").await;
            let bots: &[Value] = list["bots"].as_array().map_or(&[], Vec::as_slice);
            let names: BTreeSet<String> = bots.iter().filter_map(|bot| Some(bot["name"].as_str()?.to_owned())).collect();
            if names.len() >= expected.len() {
                break names;
            }
        }
    };
    let names = tokio::time::timeout(Duration::from_secs(60), all_have_come).await.expect("they connect");
    assert_eq!(names, expected);
    server.kill();
}

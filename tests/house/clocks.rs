//! Clocks over real WebSockets, on a clock that the test advances.

use super::simulation::Simulation;
use serde_json::json;
use std::time::Duration;
use tokio::time::sleep;

#[tokio::test(start_paused = true)]
async fn thinking_is_charged_and_the_way_is_not() {
    let referee = Simulation::start(&["--lag-compensation-per-move", "50ms"]).await;
    let (_, mut ann, mut bob) = referee.begun(json!({"time": "10s+1s"})).await;
    sleep(Duration::from_millis(2_050)).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    let accepted = ann.expect_charge(2_000_000..2_010_000).await;
    let [lag, charged] = ["lag_compensation_us", "charged_us"].map(|field| accepted["charge"][field].as_u64().expect("a number"));
    assert_eq!((lag, accepted["clocks"]["white_us"].as_u64()), (50_000, Some(11_000_000 - charged)));
    bob.wait_for("your_turn").await;
    bob.send(json!({"t": "move", "game": 1, "ply": 1, "move": "B1-A3"})).await;
    bob.expect_charge(0..1).await;
}

#[tokio::test(start_paused = true)]
async fn whose_time_runs_out_loses_and_sees_why() {
    let referee = Simulation::start(&[]).await;
    let (_, mut ann, mut bob) = referee.begun(json!({"time": "5s"})).await;
    let over = ann.wait_for("game_over").await;
    assert_eq!((&over["reason"], &over["winner"]), (&json!("time"), &json!("bob")));
    assert_eq!(bob.wait_for("game_over").await, over);
    let detail = over["detail"].as_str().expect("a sentence");
    assert!(detail.starts_with("White ran out of time at ply 0: 5.0"), "{detail}");
}

#[tokio::test(start_paused = true)]
async fn an_absent_player_loses_and_two_void_the_game() {
    let referee = Simulation::start(&[]).await;
    let mut ann = referee.bot("ann").await;
    referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    referee.new_match(&json!({"white": "cyd", "black": "bob"})).await;
    ann.wait_for("state").await;
    ann.send(json!({"t": "ready", "game": 1})).await;
    assert_eq!(ann.wait_for("game_over").await["reason"], "no_show");
    sleep(Duration::from_secs(61)).await;
    assert_eq!(referee.get("/v1/matches/2").await.json()["reason"], "both_no_show");
}

#[tokio::test(start_paused = true)]
async fn a_stall_of_the_referee_is_not_charged() {
    let referee = Simulation::start(&[]).await;
    let (_, mut ann, _bob) = referee.begun(json!({"time": "10s"})).await;
    sleep(Duration::from_secs(1)).await;
    // The clock jumps without the referee's pulse: as if its process had been stopped for an hour.
    tokio::time::advance(Duration::from_secs(3_600)).await;
    ann.send(json!({"t": "move", "game": 1, "ply": 0, "move": "B9-A7"})).await;
    let accepted = ann.expect_charge(0..1_200_000).await;
    assert!(accepted["charge"]["stall_us"].as_u64() > Some(3_599_000_000), "{accepted}");
}

#[tokio::test(start_paused = true)]
async fn away_for_too_long_loses_where_the_match_says_so() {
    let referee = Simulation::start(&[]).await;
    let (_, mut ann, bob) = referee.begun(json!({"forfeit_after_s": 30})).await;
    drop(bob);
    assert_eq!(ann.wait_for("opponent").await["online"], false);
    assert_eq!(ann.wait_for("game_over").await["reason"], "absent");
}

//! Random puzzles over REST.

use super::simulation::Simulation;
use serde_json::json;

#[tokio::test]
async fn a_seed_makes_a_puzzle_that_is_what_it_says() {
    let referee = Simulation::start(&[]).await;
    for (puzzle, query) in [
        ("sudoku", "difficulty=easy"),
        ("light-up", "difficulty=easy"),
        ("taquin", "difficulty=medium"),
        ("rubiks-cube", "difficulty=hard&size=2"),
        ("knights-tour", "difficulty=hard&size=7x6"),
        ("connect-four", "difficulty=medium"),
    ] {
        // A fixed seed: the time that a random one needs varies.
        let made = referee.get(&format!("/v1/puzzles/{puzzle}/random?{query}&seed=3")).await.json();
        assert_eq!((&made["puzzle"], &made["seed"]), (&json!(puzzle), &json!(3)), "{made}");
        let again = referee.get(&format!("/v1/puzzles/{puzzle}/random?{query}&seed=3")).await.json();
        assert_eq!(made, again, "with its seed");
        let solved = referee.post(&format!("/v1/solve/{puzzle}"), &made["question"]).await.json();
        assert_eq!(solved["verdict"], "solved", "{made} {solved}");
        if ["sudoku", "light-up"].contains(&puzzle) {
            assert_eq!(solved["answer"]["unique"], true, "{made} {solved}");
        }
        // The text is what people would write.
        let as_text = referee
            .http("POST", &format!("/v1/solve/{puzzle}"), "content-type: text/plain\r\n", made["text"].as_str().expect("a text"))
            .await;
        assert_eq!(as_text.json()["verdict"], "solved", "{made}");
    }
}

#[tokio::test]
async fn a_seed_is_drawn_where_none_is_given() {
    let referee = Simulation::start(&[]).await;
    let made = referee.get("/v1/puzzles/sudoku/random?difficulty=easy").await.json();
    let again = referee.get(&format!("/v1/puzzles/sudoku/random?difficulty=easy&seed={}", made["seed"])).await.json();
    assert_eq!(made, again);
}

#[tokio::test(start_paused = true)]
async fn wrong_wishes_are_refused() {
    let referee = Simulation::start(&[]).await;
    for (path, status, says) in [
        ("sudoku/random?size=9x8", 400, "size"),
        ("sudoku/random?difficulty=impossible", 400, "easy, medium, hard or extreme"),
        ("light-up/random?size=99x99", 400, "2x2 to 25x25"),
        ("light-up/random?size=5x5&difficulty=extreme", 400, "expected 5×6, 6×5 or larger"),
        ("taquin/random?size=9x9", 400, "size"),
        ("knights-tour/random?size=30x30", 400, "at most 400 squares"),
        ("connect-four/random?size=8x8", 400, "7x6"),
        ("tic-tac-toe/random", 400, "cannot be generated"),
        ("chess/random", 400, "cannot be generated"),
        ("chequers/random", 404, "chequers"),
        ("sudoku/random?seed=-1", 400, "seed"),
    ] {
        referee.get(&format!("/v1/puzzles/{path}")).await.says(status, says);
    }
}

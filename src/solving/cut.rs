//! Jobs in parts, which several workers share.

use crate::{Error, InternalError, OutputFormat, Tools};
use protocol::json;
use runtime::work::CancellationBudget;
use serde::de::DeserializeOwned;

pub trait Cut: Send + Sync {
    fn parts(&self) -> u32;
    /// The result of a part, counted from 0, as text.
    fn work(&self, part: u32, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Vec<u8>, Error>;
    /// Joins the results of all parts, in their order, to the body of the answer. Those of another version are an error.
    fn join(&self, results: &[String], form: OutputFormat) -> Result<Vec<u8>, Error>;
}

pub(super) fn read_parts<T: DeserializeOwned>(results: &[String]) -> Result<Vec<T>, Error> {
    let read = |result: &String| json::from_bytes(result.as_bytes()).map_err(|why| InternalError::UnreadPart { why }.into());
    results.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Assignment, JobAct, JobQuestion};
    use runtime::work::{Budget, Stop};
    use serde_json::{Value, json};
    use std::collections::BTreeMap;
    use std::time::Duration;

    fn read(act: JobAct, puzzle: &str, fields: Value, form: OutputFormat) -> Assignment {
        JobQuestion { act, puzzle: puzzle.into(), fields, form, game: None, from: None }.assignment().expect("a question")
    }

    /// The result without its cost.
    fn without_cost_of(body: &[u8]) -> Value {
        fn without_cost(value: &mut Value) {
            match value {
                Value::Object(fields) => {
                    fields.remove("cost");
                    fields.values_mut().for_each(without_cost);
                }
                Value::Array(items) => items.iter_mut().for_each(without_cost),
                _ => {}
            }
        }
        let mut value = serde_json::from_slice(body).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(body).into()));
        without_cost(&mut value);
        value
    }

    /// The combined result of the parts, and of the whole.
    fn both_ways(assignment: &Assignment, form: OutputFormat) -> (Value, Value) {
        let (cut, tools) = (assignment.cut.as_ref().expect("it can be cut"), Tools::new(None));
        let budget = Budget { time: Duration::from_secs(600), nodes: u64::MAX, bytes: 1 << 30 };
        let part = |part| cut.work(part, &tools, &mut CancellationBudget::new(budget, Stop::default(), &mut |_| {})).expect("a part");
        let parts: Vec<String> = (0..cut.parts()).map(|number| String::from_utf8(part(number)).expect("text")).collect();
        let joined = cut.join(&parts, form).expect("a whole");
        let whole = (assignment.work)(&tools, &mut CancellationBudget::new(budget, Stop::default(), &mut |_| {}), form).expect("a whole");
        (without_cost_of(&joined), without_cost_of(&whole))
    }

    #[test]
    fn the_parts_put_together_are_the_whole() {
        let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        // The last cell of the first row has no digit left.
        let impossible = format!("12345678.........9{}", ".".repeat(63));
        let sudokus = |number: usize| {
            let grid = |place: usize| json!({"grid": if place % 7 == 3 { &*impossible } else { grid }, "limits": {"seconds": 5}});
            json!({"questions": (0..number).map(grid).collect::<Vec<_>>()})
        };
        for (number, form) in [(1, OutputFormat::Json), (64, OutputFormat::Json), (131, OutputFormat::Json), (20, OutputFormat::TEXT)] {
            let (joined, whole) = both_ways(&read(JobAct::Batch, "sudoku", sudokus(number), form), form);
            assert_eq!(joined, whole, "{number} sudokus");
        }
    }

    /// The values of the moves are the same; of several equally good moves, any may come first.
    #[test]
    fn a_proof_in_parts_is_the_proof() {
        // Won after a while, a draw, lost soon, the last columns but one.
        let games =
            ["5554224333234511764415115", "52677675164321472411331752454", "271713432331713132", "23163416124767223154467471272416755633"];
        for moves in games {
            for act in [JobAct::Analyse, JobAct::Solve] {
                let (joined, whole) =
                    both_ways(&read(act, "connect-four", json!({"position": moves}), OutputFormat::Json), OutputFormat::Json);
                let analysis = |value: &Value| value.get("answer").unwrap_or(value).clone();
                let (joined, whole) = (analysis(&joined), analysis(&whole));
                let by_move = |analysis: &Value| -> BTreeMap<String, Value> {
                    let moves = analysis["moves"].as_array().expect("values of moves");
                    moves.iter().map(|of_move| (of_move["move"].to_string(), of_move["score"].clone())).collect()
                };
                assert_eq!(by_move(&joined), by_move(&whole), "{moves}");
                for field in ["score", "depth", "position", "to_move", "why"] {
                    assert_eq!(joined[field], whole[field], "{field} of {moves}");
                }
                assert_eq!(joined["lines"][0]["score"], joined["score"], "{moves}");
            }
        }
    }

    #[test]
    fn a_part_that_is_cut_short_cuts_the_whole_short() {
        let assignment = read(JobAct::Solve, "connect-four", json!({"position": "5554224333234511764415"}), OutputFormat::Json);
        let cut = assignment.cut.expect("it can be cut");
        let budget = |nodes| Budget { time: Duration::from_secs(600), nodes, bytes: 1 << 30 };
        let part = |part: u32| {
            let mut ignored = |_: &_| {};
            let nodes = if part == 3 { 1 } else { u64::MAX };
            cut.work(part, &Tools::new(None), &mut CancellationBudget::new(budget(nodes), Stop::default(), &mut ignored)).expect("a part")
        };
        let parts: Vec<String> = (0..cut.parts()).map(|number| String::from_utf8(part(number)).expect("text")).collect();
        let whole = without_cost_of(&cut.join(&parts, OutputFormat::Json).expect("a whole"));
        assert_eq!((&whole["verdict"], &whole["why"]["code"]), (&json!("limit_reached"), &json!("limit.nodes")), "{whole}");
    }

    #[test]
    fn a_batch_that_makes_no_sense_is_refused() {
        let refused = |fields: Value| {
            let question =
                JobQuestion { act: JobAct::Batch, puzzle: "sudoku".into(), fields, form: OutputFormat::Json, game: None, from: None };
            question.assignment().err().expect("it is refused").to_string()
        };
        assert!(refused(json!({"questions": []})).contains("a number from 1 to 1000; not 0"));
        assert!(refused(json!({"questions": vec![json!({"grid": "."}); 1_001]})).contains("not 1001"));
        assert!(refused(json!({"questions": [{"grid": "................"}, {"grid": "12"}]})).contains("`questions[1]`"));
    }
}

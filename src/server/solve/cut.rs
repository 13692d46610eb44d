//! Work in parts.

use super::{Form, Tools};
use crate::core::Error;
use crate::core::work::Leash;

/// Work that is cut into parts, so that several workers share it. How it is cut depends on the question alone.
pub trait Cut: Send + Sync {
    /// Into how many parts.
    fn parts(&self) -> u32;
    /// Works on one of them, counted from 0; what comes of it is text.
    ///
    /// # Errors
    /// The question's own, by which the whole has failed.
    fn work(&self, part: u32, tools: &Tools, leash: &mut Leash) -> Result<Vec<u8>, Error>;
    /// Puts together what came of all parts, in their order: the body of the answer.
    ///
    /// # Errors
    /// When it was made by another version.
    fn join(&self, results: &[String], form: Form) -> Result<Vec<u8>, Error>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::work::{Budget, Stop};
    use crate::solve::{Assignment, JobAct, JobQuestion};
    use serde_json::{Value, json};
    use std::time::Duration;

    fn read(act: JobAct, puzzle: &str, fields: Value, form: Form) -> Assignment {
        JobQuestion { act, puzzle: puzzle.into(), fields, form, game: None, from: None }.assignment().expect("a question")
    }

    /// What came of it, without what it cost.
    fn told(body: &[u8]) -> Value {
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

    #[test]
    fn the_parts_put_together_are_the_whole() {
        let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        // The last cell of the first row has no digit left.
        let impossible = format!("12345678.........9{}", ".".repeat(63));
        let sudokus = |number: usize| {
            let grid = |place: usize| json!({"grid": if place % 7 == 3 { &*impossible } else { grid }, "limits": {"seconds": 5}});
            json!({"questions": (0..number).map(grid).collect::<Vec<_>>()})
        };
        let tours = |board: &str, kind: &str| json!({"board": board, "kind": kind, "count": "all"});
        let tools = Tools::new(None);
        for (act, puzzle, fields, form) in [
            (JobAct::Batch, "sudoku", sudokus(1), Form::Json),
            (JobAct::Batch, "sudoku", sudokus(64), Form::Json),
            (JobAct::Batch, "sudoku", sudokus(131), Form::Json),
            (JobAct::Batch, "sudoku", sudokus(20), Form::Text),
            (JobAct::Solve, "knights-tour", tours("5x6", "closed"), Form::Json),
            (JobAct::Solve, "knights-tour", tours("5x5", "open"), Form::Json),
            (JobAct::Solve, "knights-tour", tours("4x4", "closed"), Form::Json),
        ] {
            let assignment = read(act, puzzle, fields, form);
            let cut = assignment.cut.as_ref().expect("it can be cut");
            let budget = Budget { time: Duration::from_secs(600), nodes: u64::MAX, bytes: 1 << 30 };
            let mut nobody = |_: &_| {};
            let part = |part| cut.work(part, &tools, &mut Leash::new(budget, Stop::default(), &mut |_| {})).expect("a part");
            let parts: Vec<String> = (0..cut.parts()).map(|number| String::from_utf8(part(number)).expect("text")).collect();
            let joined = cut.join(&parts, form).expect("a whole");
            let whole = (assignment.work)(&tools, &mut Leash::new(budget, Stop::default(), &mut nobody), form).expect("a whole");
            assert_eq!(told(&joined), told(&whole), "{}", assignment.label);
        }
    }

    #[test]
    fn a_part_that_is_cut_short_cuts_the_whole_short() {
        let assignment = read(JobAct::Solve, "knights-tour", json!({"board": "6x6", "kind": "closed", "count": "all"}), Form::Json);
        let cut = assignment.cut.expect("it can be cut");
        let budget = |nodes| Budget { time: Duration::from_secs(600), nodes, bytes: 1 << 30 };
        let part = |part: u32| {
            let mut nobody = |_: &_| {};
            let nodes = if part == 3 { 1 } else { u64::MAX };
            cut.work(part, &Tools::new(None), &mut Leash::new(budget(nodes), Stop::default(), &mut nobody)).expect("a part")
        };
        let parts: Vec<String> = (0..cut.parts()).map(|number| String::from_utf8(part(number)).expect("text")).collect();
        let told = told(&cut.join(&parts, Form::Json).expect("a whole"));
        assert_eq!((&told["verdict"], &told["why"]), (&json!("gave_up"), &json!("the limit of 1 nodes came first")), "{told}");
    }

    #[test]
    fn a_batch_that_makes_no_sense_is_refused() {
        let refused = |fields: Value| {
            let question = JobQuestion { act: JobAct::Batch, puzzle: "sudoku".into(), fields, form: Form::Json, game: None, from: None };
            question.assignment().err().expect("it is refused").to_string()
        };
        assert!(refused(json!({"questions": []})).contains("1 to 1000 of them, not 0"));
        assert!(refused(json!({"questions": vec![json!({"grid": "."}); 1_001]})).contains("not 1001"));
        assert!(refused(json!({"questions": [{"grid": "................"}, {"grid": "12"}]})).contains("`questions[1]`"));
    }
}

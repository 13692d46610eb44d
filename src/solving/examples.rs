//! Questions to try, with the status of their answers: in the description of the interface, in `GET /v1/solve`, and posted by a test.
//! `examples.tsv` has one a line: path, name, status, summary, body.

use serde_json::Value;
use std::sync::LazyLock;

pub struct Example {
    pub path: &'static str,
    pub name: &'static str,
    pub summary: &'static str,
    pub status: u16,
    body: &'static str,
}

impl Example {
    pub fn json(&self) -> Value {
        serde_json::from_str(self.body).expect("the examples are JSON, which a test holds them to")
    }
}

/// The path to which a position is posted to be analysed.
pub(super) const ANALYSE: &str = "/v1/games/{game}/analyse";

static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let [path, name, status, summary, body] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("five fields: {line}") };
        Example { path, name, summary, status: status.parse().expect("a status"), body }
    };
    include_str!("examples.tsv").lines().map(read).collect()
});

pub fn examples(path: &str) -> impl Iterator<Item = &'static Example> {
    EXAMPLES.iter().filter(move |example| example.path == path)
}

//! Sentences of REST answers in the language of the reader.

use super::simulation::{Answer, JSON, Simulation, items};
use message::{Language, Message};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The texts of an answer, and the messages in it with their sentences, those in parameters without.
#[derive(Default)]
struct Read {
    texts: BTreeSet<String>,
    messages: Vec<(Message, Option<String>)>,
}

impl Read {
    fn value(&mut self, value: &Value, is_param: bool) {
        match value {
            Value::String(text) => _ = self.texts.insert(text.clone()),
            Value::Array(list) => list.iter().for_each(|value| self.value(value, is_param)),
            Value::Object(fields)
                if fields.get("code").is_some_and(Value::is_string) && fields.get("params").is_some_and(Value::is_object) =>
            {
                let message = serde_json::from_value(value.clone()).expect("a message");
                let sentence = fields.get("sentence").map(|text| text.as_str().expect("a text").into());
                assert!(sentence.is_some() != (is_param || fields.contains_key("detail")), "{value}");
                self.messages.push((message, sentence));
                let rest = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "sentence" | "params"));
                rest.for_each(|(_, value)| self.value(value, is_param));
                self.value(&fields["params"], true);
            }
            Value::Object(fields) => fields.values().for_each(|value| self.value(value, is_param)),
            _ => {}
        }
    }
}

/// The number of sentences of an answer that was asked for in French, and none of which is English.
fn french(asked: &str, answer: &Answer) -> usize {
    let mut read = Read::default();
    read.value(&answer.json(), false);
    for (message, sentence) in &read.messages {
        if let Some(sentence) = sentence {
            assert_eq!(*sentence, message.sentence(Language::French), "{asked}");
        }
        let english = message.to_string();
        let is_sentence = sentence.is_some() && english.contains(' ') && english != message.sentence(Language::French);
        assert!(!is_sentence || !read.texts.contains(&english), "{asked}: “{english}” in {}", answer.body);
    }
    assert!(answer.head.contains("content-language: fr") && answer.head.contains("accept-language"), "{asked}: {}", answer.head);
    read.messages.iter().filter(|(_, sentence)| sentence.is_some()).count()
}

#[tokio::test]
async fn every_example_is_answered_in_the_language_of_the_reader() {
    let referee = Simulation::start(&["--data", "memory", "--solve-threads", "2"]).await;
    let post = async |path: &str, body: &Value| {
        referee.http("POST", path, &format!("{JSON}accept-language: fr-CH, en;q=0.5\r\n"), &body.to_string()).await
    };
    let kinds = referee.get("/v1/solve").await.json();
    let mut sentences = 0;
    for kind in items(&kinds["puzzles"]) {
        let (name, href) = (kind["puzzle"].as_str().expect("a name"), kind["href"].as_str().expect("a path"));
        for example in items(&kind["examples"]) {
            let mut question = example["body"].clone();
            if href.starts_with("/v1/solve/") {
                question["limits"]["seconds"] = json!(0.02);
            }
            let few = json!({"question": question, "methods": kind["methods"].as_array().map(|all| &all[..1])});
            for (path, body) in [
                (href.to_string(), question.clone()),
                (format!("/v1/compare/{name}"), few),
                (format!("/v1/batch/{name}"), json!({"questions": [question]})),
                (format!("/v1/solve/{name}/trace"), json!({"question": question, "steps": 40})),
            ] {
                sentences += french(&format!("{path} {body}"), &post(&path, &body).await);
            }
        }
    }
    assert!(sentences > 100, "{sentences}");
    let stuck = json!({"board": "8x8", "limits": {"solutions": 2, "seconds": 1}, "kind": "closed", "method": "depth-first"});
    let headers = format!("{JSON}accept: application/x-ndjson\r\naccept-language: fr\r\n");
    referee.http("POST", "/v1/solve/knights-tour", &headers, &stuck.to_string()).await.is(200);
}

#[tokio::test]
async fn explanations_matches_jobs_and_reviews_speak_the_language_of_the_reader() {
    let referee = Simulation::start(&["--data", "memory", "--solve-threads", "2"]).await;
    let fr = "accept-language: fr\r\n";
    let (mut ann, _bob) = (referee.bot("ann").await, referee.bot("bob").await);
    let game = referee.new_match(&json!({"white": "ann", "black": "bob"})).await;
    ann.send(json!({"t": "resign", "game": game})).await;
    assert_eq!(ann.wait_for("game_over").await["why"].get("sentence"), None);
    let post =
        async |path: &str, headers: &str, body: Value| referee.http("POST", path, &format!("{JSON}{fr}{headers}"), &body.to_string()).await;
    let illegal = post("/v1/games/knights/check", "", json!({"move": "B9-B8"})).await;
    let over = post("/v1/games/tic-tac-toe/check", "", json!({"position": "XXX/OO1/3 b 5"})).await;
    let review = post("/v1/games/tic-tac-toe/review", "", json!({"moves": ["A1", "B2", "C3"]})).await;
    let job = post("/v1/solve/knights-tour", "prefer: respond-async\r\n", json!({"board": "3x6"})).await;
    let path = format!("/v1/jobs/{}", job.json()["id"].as_str().expect("a name"));
    while referee.get(&path).await.json()["ended"].is_null() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let get = async |path: &str| referee.http("GET", path, fr, "").await;
    let shown = [("explain", illegal, 1), ("over", over, 1), ("review", review, 2), ("job", job, 1), ("its end", get(&path).await, 2)];
    for (asked, answer, least) in shown {
        assert!(french(asked, &answer) >= least, "{asked}: {}", answer.body);
    }
    for (path, least) in
        [(format!("/v1/matches/{game}"), 1), ("/v1/matches".into(), 1), ("/v1/bots/ann/record".into(), 1), (format!("{path}x"), 0)]
    {
        let answer = get(&path).await;
        assert!(french(&path, &answer) >= least, "{path}: {}", answer.body);
    }
}

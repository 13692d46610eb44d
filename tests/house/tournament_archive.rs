//! Archives of tournaments: an import gives the same table, and a wrong archive is refused.

use super::simulation::Simulation;
use super::tournament::{act, bots, create, finished};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// This archive with the footer of its lines.
pub fn with_footer(archive: &str) -> String {
    let lines = archive.lines().count() - 1;
    let body: String = archive.split_inclusive('\n').take(lines).collect();
    let digest: String = Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}{{\"archive\":\"footer\",\"lines\":{lines},\"sha256\":\"{digest}\"}}\n")
}

#[tokio::test(start_paused = true)]
async fn an_archive_is_taken_in_to_the_same_table() {
    let referee = Simulation::start(&[]).await;
    let names = ["ann", "bob", "cyd", "dan"];
    let playing = bots(&referee, &names).await;
    let path = create(&referee, &json!({"name": "Cup", "format": "swiss", "rounds": 2, "entrants": names, "seed": 5})).await;
    assert_eq!(referee.get(&format!("{path}/export")).await.status, 409);
    act(&referee, &path, "start").await;
    finished(&referee, &path).await;
    drop(playing);
    let archive = referee.get(&format!("{path}/export")).await.body;

    let other = Simulation::start(&[]).await;
    other.new_match(&json!({"white": "x", "black": "y"})).await;
    other.import(&archive).await.is(201);
    for what in ["standings", "crosstable", "standings?format=csv", "games?format=text"] {
        let strip = |text: String| text.lines().filter(|line| !line.starts_with("% Match: ")).map(String::from).collect::<Vec<_>>();
        let theirs = other.get(&format!("/v1/tournaments/1/{what}")).await.body;
        assert_eq!(strip(referee.get(&format!("{path}/{what}")).await.body), strip(theirs), "{what}");
    }

    other.import(&archive).await.says(409, "this tournament is here already: it is tournament 1");
    referee.import(&archive).await.is(409);
    assert_eq!(other.http("DELETE", "/v1/tournaments/1", "", "").await.status, 409);

    let lines: Vec<&str> = archive.split_inclusive('\n').collect();
    let moved = lines.iter().position(|line| line.contains(r#""t":"moved""#)).expect("a move");
    let with = |index: usize, text: &str| -> String {
        lines.iter().enumerate().map(|(k, line)| if k == index { format!("{text}\n") } else { line.to_string() }).collect()
    };
    let mut illegal: Value = serde_json::from_str(lines[moved]).expect("JSON");
    illegal["line"]["move"] = json!("A1-A2");
    for (text, says) in [
        ("".to_string(), "truncated"),
        ("hello".into(), "this is not an archive"),
        (r#"{"archive":"header","kind":"zip","version":2,"name":"x","created_ms":0}"#.to_string() + "\n", "but of `zip`"),
        (lines[..lines.len() - 1].concat(), "there is no footer: the archive is truncated"),
        (archive[..archive.len() / 2].into(), "truncated"),
        (with(moved, &illegal.to_string()), "the checksum is another"),
        (with_footer(&with(moved, &illegal.to_string())), "is illegal"),
        (with_footer(&archive.replacen(r#""t":"ended","encounter":0"#, r#""t":"ended","encounter":99"#, 1)), "cannot end here"),
        (with_footer(&archive.replacen(r#""reason":"rules""#, r#""reason":"luck""#, 1)), "`luck` is not a reason for the end of a game"),
        (with_footer(&archive.replace(r#""reason":"rules","why""#, r#""reason":"luck","why""#)), "in match 1, `luck` is not a reason"),
        (with_footer(&archive.replacen(r#""opening":[""#, r#""opening":["A1-B3",""#, 1)), "does not lead to where it begins"),
        (with_footer(&archive.replacen("\"version\":2", "\"version\":9", 1)), "of version 9, which this program"),
        (with_footer(&archive.replacen("\"version\":2", "\"version\":1", 1)), "of version 1, from before 0.1.0"),
        (with_footer(&archive.replacen("\"rules_version\":1", "\"rules_version\":9", 1)), "version 9 of the rules"),
        (with_footer(&archive.replacen("\"name\":\"Cup\"", "\"name\":\"Cap\"", 1)), "the tournament that the header names"),
        (with_footer(&archive.replace("\"name\":\"Cup\"", "\"name\":\"C\u{ad}up\"")), "the invisible character U+00AD"),
    ] {
        other.import(&text).await.says(400, says);
    }
}

/// Tournaments of this version of the rules: archives, and their tables as they were read out. The first has no-shows, a bye by request, an entrant who left
/// and came back, two kept apart, and games decided after three more rounds; a round of the second is one that all sit out. A change of
/// such a table is a new version of the rules.
#[tokio::test(start_paused = true)]
async fn the_table_of_a_stored_tournament_stays_as_it_was() {
    for name in ["", "-sat-out"] {
        let golden = |what: &str| {
            let path = format!("{}/tests/golden/tournament-rules-1{name}{what}", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(path).expect("a golden file")
        };
        let referee = Simulation::start(&[]).await;
        referee.import(&golden(".jsonl")).await.is(201);
        let listed = referee.get("/v1/tournaments").await.json()["tournaments"][0].clone();
        let detail = referee.get("/v1/tournaments/1").await.json();
        assert_eq!((&listed["format"], &listed["entrants"]), (&detail["plan"]["format"], &detail["entrants"]));
        for (what, then) in [("standings", ".standings.json"), ("crosstable", ".crosstable.json"), ("trf", ".trf")] {
            assert_eq!(referee.get(&format!("/v1/tournaments/1/{what}")).await.body.trim(), golden(then).trim());
        }
    }
}

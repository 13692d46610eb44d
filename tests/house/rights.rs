//! Who may do what, and that every refusal is counted.

use super::simulation::{Answer, Simulation};
use serde_json::json;
use server::tokens;

#[tokio::test(start_paused = true)]
async fn an_owner_acts_for_own_bots_only() {
    let referee = Simulation::start(&["--registration", "closed"]).await;
    let (_, operator) = tokens::mint(&referee.storage, None).await.expect("a token");
    let json_type = "content-type: application/json\r\n";
    let as_operator = format!("authorization: Bearer {operator}\r\n");
    let class = "name,team\nann,reds\nbob,blues\n cyd , reds\n";
    assert_eq!(referee.http("POST", "/v1/admin/class", "content-type: text/csv\r\n", class).await.status, 401);
    let handed_out = referee.http("POST", "/v1/admin/class", &as_operator, class).await;
    assert_eq!(handed_out.status, 201, "{}", handed_out.body);
    let token = |name: &str| {
        let line = handed_out.body.lines().find(|line| line.starts_with(&format!("{name},"))).expect("a line");
        format!("authorization: Bearer {}\r\n{json_type}", line.rsplit(',').next().expect("a token"))
    };
    let lists = [
        ("", "the list is empty"),
        ("nom,team\n", "line 1 of the class list: the first line is `name,team`"),
        ("name,team\nann,a,b\n", "line 2"),
        ("name,team\nann,a\nann,b\n", "line 3 of the class list: ann is on the list already"),
        ("name,team\n/,a\n", "line 2 of the class list: `/` is no bot's name"),
    ];
    for (list, says) in lists {
        let refused = referee.http("POST", "/v1/admin/class", &as_operator, list).await;
        assert!(refused.status == 400 && refused.body.contains(says), "{}", refused.body);
    }

    let plan = json!({"name": "Cup", "format": "round_robin", "grace": "1h"}).to_string();
    assert_eq!(referee.http("POST", "/v1/tournaments", json_type, &plan).await.status, 401);
    assert_eq!(referee.http("POST", "/v1/tournaments", &token("ann"), &plan).await.status, 403);
    let as_operator = format!("{as_operator}{json_type}");
    assert_eq!(referee.http("POST", "/v1/tournaments", &as_operator, &plan).await.status, 201);
    let enter = async |headers: &str, bot: &str| -> Answer {
        referee.http("POST", "/v1/tournaments/1/entrants", headers, &json!({"bot": bot}).to_string()).await
    };
    assert_eq!(enter(json_type, "ann").await.status, 401);
    assert_eq!(enter(&token("ann"), "bob").await.status, 403);
    assert_eq!(enter(&token("ann"), "cyd").await.status, 200, "of the same team");
    assert_eq!(enter(&token("ann"), "ann").await.status, 200);
    assert_eq!(enter(&token("ann"), "ann").await.status, 409);
    assert_eq!(enter(&as_operator, "bob").await.status, 200);
    let seeded = json!({"bot": "bob", "rating": 3000}).to_string();
    assert_eq!(referee.http("POST", "/v1/tournaments/1/entrants", &token("bob"), &seeded).await.status, 403);
    let withdraw = async |headers: &str, bot: &str| referee.http("DELETE", &format!("/v1/tournaments/1/entrants/{bot}"), headers, "").await;
    assert_eq!(withdraw(&token("ann"), "bob").await.status, 403);
    assert_eq!(withdraw(&token("bob"), "bob").await.status, 200);
    assert_eq!(referee.http("POST", "/v1/tournaments/1/start", &token("ann"), "{}").await.status, 403);

    // A token that was rotated is valid no longer.
    let list = referee.http("GET", "/v1/admin/tokens", &as_operator, "").await.json();
    let row = list["tokens"].as_array().expect("a list").iter().find(|row| row["bot"] == "ann").expect("ann's").clone();
    assert_eq!(row["team"], "reds");
    let rotated = referee.http("POST", &format!("/v1/admin/tokens/{}/rotate", row["id"]), &as_operator, "").await;
    assert_eq!((rotated.status, &rotated.json()["team"]), (201, &json!("reds")));
    assert_eq!(withdraw(&token("ann"), "ann").await.status, 401);
    let anew = format!("authorization: Bearer {}\r\n", rotated.json()["token"].as_str().expect("a token"));
    assert_eq!(withdraw(&anew, "ann").await.status, 200);

    let metrics = referee.get("/metrics").await.body;
    let counted = |code: &str| metrics.lines().any(|line| line.starts_with(&format!("arbitre_refusals_total{{code=\"{code}\"}}")));
    assert!(counted("unauthorized") && counted("forbidden"), "{metrics}");
}

#[tokio::test(start_paused = true)]
async fn requests_are_limited_by_token() {
    let referee = Simulation::start(&["--requests-per-token", "1"]).await;
    let as_somebody = "authorization: Bearer x\r\n";
    let mut refused = None;
    for _ in 0..100 {
        let answer = referee.http("GET", "/v1/bots", as_somebody, "").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a limit");
    assert!(refused.head.contains("retry-after: 1") && refused.body.contains("too many requests from this token"), "{}", refused.body);
    assert_eq!(referee.get("/v1/bots").await.status, 200);
}

//! The statements of all reads that pages and logins wait for, whose plans the tests of each database check.

use crate::sql::{Dialect, Row, Statement};
use crate::{Change, IdAllocator, MatchFilter, Storage, StorageFuture, TournamentFilter};
use protocol::GameResult;
use std::future::ready;
use std::sync::{Arc, Mutex};

/// Records statements, and finds nothing.
struct Recorder {
    dialect: Dialect,
    ids: IdAllocator,
    statements: Arc<Mutex<Vec<Statement>>>,
}

impl Storage for Recorder {
    fn write(&self, _: Vec<Change>) -> StorageFuture<'_, ()> {
        Box::pin(ready(Ok(())))
    }

    fn select(&self, query: Statement) -> StorageFuture<'_, Vec<Row>> {
        self.statements.lock().expect("no panic").push(query);
        Box::pin(ready(Ok(Vec::new())))
    }

    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn ids(&self) -> &IdAllocator {
        &self.ids
    }
}

/// A page of matches for each filter that the site and REST know, alone and together.
fn filters() -> Vec<MatchFilter> {
    let page = || MatchFilter { limit: 101, most_examined: Some(5_000), ..MatchFilter::default() };
    let of = || MatchFilter { bot: Some("bot 1".into()), ..page() };
    let one = [
        MatchFilter { before: Some(900), ..page() },
        MatchFilter { after: Some(900), ..page() },
        MatchFilter { ended: Some(true), before: Some(900), ..page() },
        MatchFilter { ended: Some(false), ..page() },
        MatchFilter { tournament: Some(3), ..page() },
        MatchFilter { tournament: Some(3), result: Some(GameResult::Draw), least_plies: Some(9), ..page() },
        MatchFilter { reason: Some("time".into()), game_name: Some("knights".into()), ..page() },
        MatchFilter { result: Some(GameResult::Draw), since_ms: Some(5), ..page() },
        MatchFilter { game_name: Some("knights".into()), most_plies: Some(5), ..page() },
        MatchFilter { since_ms: Some(5), until_ms: Some(9), ..page() },
        MatchFilter { opponent: Some("bot 2".into()), ..page() },
        of(),
        MatchFilter { opponent: Some("bot 2".into()), ..of() },
        MatchFilter { bot_won: Some(false), reason: Some("time".into()), game_name: Some("knights".into()), ..of() },
        MatchFilter { ended: Some(true), since_ms: Some(5), limit: 1, most_examined: None, ..of() },
    ];
    let pages =
        one.iter().flat_map(|filter| [None, Some(900)].map(|before| MatchFilter { before: before.or(filter.before), ..filter.clone() }));
    pages.collect()
}

/// The statements in a dialect.
pub async fn statements(dialect: Dialect) -> Vec<Statement> {
    let statements = Arc::<Mutex<Vec<Statement>>>::default();
    let recorder = Recorder { dialect, ids: IdAllocator::default(), statements: statements.clone() };
    let nothing = "nothing is refused";
    for filter in filters() {
        recorder.list_matches(filter.clone()).await.expect(nothing);
        recorder.list_reviewed(filter.clone()).await.expect(nothing);
        recorder.last_examined(filter).await.expect(nothing);
    }
    recorder.find_match(5).await.expect(nothing);
    recorder.tally("bot 1").await.expect(nothing);
    recorder.read_log(5, 0, 1_000).await.expect(nothing);
    recorder.unfinished_logs(1..=900).await.expect(nothing);
    recorder.unseen("bot 1", 5).await.expect(nothing);
    recorder.unpacked(8).await.expect(nothing);
    recorder.old_friendly(5, 20).await.expect(nothing);
    recorder.unreviewed(5, 100).await.expect(nothing);
    recorder.review_of(5).await.expect(nothing);
    recorder.broken_imports().await.expect(nothing);
    recorder.find_tournament(5).await.expect(nothing);
    recorder.read_tournament(5, 0, 1_000).await.expect(nothing);
    recorder.list_rated(5, 100).await.expect(nothing);
    recorder.list_unrated().await.expect(nothing);
    recorder.list_tournaments(TournamentFilter { before: Some(5), limit: 100, ..TournamentFilter::default() }).await.expect(nothing);
    let found = statements.lock().expect("no panic");
    found.clone()
}

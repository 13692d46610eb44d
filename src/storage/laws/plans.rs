//! The statements of all reads that pages and logins wait for, whose plans the tests of each database check.

use crate::sql::{Dialect, Row, Statement};
use crate::{Change, IdAllocator, MatchFilter, Storage, StorageFuture, TournamentFilter, in_memory};
use protocol::{GameResult, TournamentStage};
use std::future::ready;
use std::sync::{Arc, Mutex};

/// A storage in memory that records the statements of its reads. Those of another dialect find nothing.
pub struct StatementRecorder {
    dialect: Dialect,
    inner: Arc<dyn Storage>,
    statements: Mutex<Vec<Statement>>,
}

impl StatementRecorder {
    pub fn new(dialect: Dialect) -> StatementRecorder {
        StatementRecorder { dialect, inner: in_memory(), statements: Mutex::default() }
    }

    pub fn statements(&self) -> Vec<Statement> {
        self.statements.lock().expect("no panic").clone()
    }
}

impl Storage for StatementRecorder {
    fn write(&self, changes: Vec<Change>) -> StorageFuture<'_, ()> {
        self.inner.write(changes)
    }

    fn select(&self, query: Statement) -> StorageFuture<'_, Vec<Row>> {
        self.statements.lock().expect("no panic").push(query.clone());
        if self.dialect == self.inner.dialect() { self.inner.select(query) } else { Box::pin(ready(Ok(Vec::new()))) }
    }

    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn ids(&self) -> &IdAllocator {
        self.inner.ids()
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
        MatchFilter { ended: Some(false), tournament: Some(3), ..page() },
        MatchFilter { ended: Some(false), limit: 500, most_examined: None, ..of() },
        MatchFilter { ended: Some(false), opponent: Some("bot 2".into()), ..of() },
        MatchFilter { tournament: Some(3), ..page() },
        MatchFilter { tournament: Some(3), result: Some(GameResult::Draw), least_plies: Some(9), ..page() },
        MatchFilter { reason: Some("time".into()), game_name: Some("knights".into()), ..page() },
        MatchFilter { result: Some(GameResult::Draw), since_ms: Some(5), ..page() },
        MatchFilter { game_name: Some("knights".into()), most_plies: Some(5), ..page() },
        MatchFilter { since_ms: Some(5), until_ms: Some(9), ..page() },
        MatchFilter { least_plies: Some(300), ..page() },
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

/// Rows of a small year.
pub const ROWS: &str = "
    INSERT INTO matches (game, game_name, white, black, created_ms, tournament, increment_us, result, reason, why, ended_ms, plies, evidence, packed)
        SELECT n, CASE n % 3 WHEN 0 THEN 'knights' ELSE 'tic-tac-toe' END, 'bot ' || n % 90, 'bot ' || n % 70, n,
            CASE WHEN n % 4 = 0 THEN n / 400 END, 0, CASE n % 5 WHEN 0 THEN 'draw' ELSE 'white' END,
            CASE n % 9 WHEN 0 THEN 'time' ELSE 'rules' END, '{}', n, n % 60, '{}', true
        FROM generate_series(1, 40000) AS n;
    INSERT INTO packed_logs SELECT game, '' FROM matches;
    INSERT INTO records SELECT 'bot ' || n % 90, 'bot ' || n, 'knights', 0, 'white', 'rules', '', 0, 1 FROM generate_series(1, 40000) AS n;
    INSERT INTO tournaments (id, name, game, format, entrants, stage, created_ms)
        SELECT n, 'Cup', 'knights', 'swiss', 9, CASE WHEN n % 99 = 0 THEN 'running' ELSE 'finished' END, n
        FROM generate_series(1, 40000) AS n";

pub async fn statements(dialect: Dialect) -> Vec<Statement> {
    let recorder = StatementRecorder::new(dialect);
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
    for stages in [vec![], vec![TournamentStage::Running, TournamentStage::Paused]] {
        recorder.list_tournaments(TournamentFilter { stages, before: Some(5_000), limit: 100 }).await.expect(nothing);
    }
    recorder.statements()
}

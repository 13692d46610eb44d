//! Replicas of the database, as far as it tells: what fails over to an asynchronous one may lack moves that were accepted.

use super::server::Server;

/// Warns of replicas that a commit does not wait for. What the user may not see is not known: without `pg_monitor`, only that no replica at all
/// is waited for.
pub async fn warn_of_asynchronous(server: &Server) {
    let sql = "SELECT string_agg(application_name, ', ') FROM pg_stat_replication
        WHERE coalesce(state, '') <> 'backup'
            AND coalesce(sync_state, CASE current_setting('synchronous_standby_names') WHEN '' THEN 'async' END) = 'async'";
    let found = server.ask(async |client| client.query_one(sql, &[]).await?.try_get::<_, Option<String>>(0)).await;
    match found {
        Ok(Some(replicas)) => tracing::warn!(
            replicas,
            "the database has an asynchronous replica: after a fail-over to it, moves that were accepted may be gone. Set \
             synchronous_standby_names, with synchronous_commit = remote_apply (docs/scaling.md)"
        ),
        Ok(None) => {}
        Err(error) => tracing::debug!(%error, "which replicas the database has is not known"),
    }
}

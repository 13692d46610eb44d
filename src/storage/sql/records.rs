//! The table `records` counts each bot's finished matches by opponent, game, colour, result, reason and version. It is updated in the
//! transaction that ends a match or makes it visible. When matches are deleted, the counts of their pairs of bots are recomputed.

use super::{VISIBLE, Value, Write, write};

/// Counts the finished matches for which a condition holds.
pub fn count(condition: &str) -> String {
    let half = |seat: &str, other: &str, had_white: u8| {
        format!(
            "SELECT {seat} AS bot, {other} AS opponent, game_name, {had_white} AS had_white, result, reason,
                 coalesce({seat}_version, '') AS version, created_ms
             FROM matches WHERE result IS NOT NULL AND {condition} AND {VISIBLE}"
        )
    };
    format!(
        "INSERT INTO records (bot, opponent, game_name, had_white, result, reason, version, since_ms, games)
         SELECT bot, opponent, game_name, had_white, result, reason, version, min(created_ms), count(*)
         FROM ({} UNION ALL {}) AS ended WHERE true GROUP BY bot, opponent, game_name, had_white, result, reason, version
         ON CONFLICT (bot, opponent, game_name, had_white, result, reason, version) DO UPDATE SET games = records.games + excluded.games,
             since_ms = CASE WHEN excluded.since_ms < records.since_ms THEN excluded.since_ms ELSE records.since_ms END",
        half("white", "black", 1),
        half("black", "white", 0)
    )
}

/// Recomputes the counts without the matches of a query, which are about to be deleted or hidden.
pub fn recount_without(games: &str, values: &[Value]) -> [Write; 2] {
    let pairs =
        format!("SELECT white, black FROM matches WHERE game IN ({games}) UNION SELECT black, white FROM matches WHERE game IN ({games})");
    let counted = count(&format!("(white, black) IN ({pairs}) AND game NOT IN ({games})"));
    [format!("DELETE FROM records WHERE (bot, opponent) IN ({pairs})"), counted].map(|sql| write(sql, values))
}

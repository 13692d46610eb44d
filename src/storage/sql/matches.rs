//! Builds the SELECT statement of a filtered list of matches. The first condition that has an index selects the rows in list order; the
//! other conditions are checked row by row, for at most `most_examined` rows.

use super::{Dialect, MATCH, Statement, VISIBLE, Value, number, text};
use crate::MatchFilter;

/// The result of the latest review of a match, if that is done.
const REVIEW: &str = "(SELECT CASE state WHEN 'done' THEN jobs.result END FROM jobs WHERE jobs.game = found.game
    ORDER BY jobs.created_ms DESC, jobs.id DESC LIMIT 1)";

pub struct MatchSelection<'f> {
    dialect: Dialect,
    filter: &'f MatchFilter,
    values: Vec<Value>,
    /// Conditions that an index answers.
    indexed: String,
    /// Conditions of each row, with their values.
    checked: Vec<(String, Option<Value>)>,
    /// The column whose range an index looks up, and by which the list is ordered first.
    range: Option<&'static str>,
    /// The bot whose matches are listed, as a parameter, and its opponent.
    bot: Option<(String, Option<String>)>,
}

impl<'f> MatchSelection<'f> {
    pub fn new(dialect: Dialect, filter: &'f MatchFilter) -> MatchSelection<'f> {
        let mut selection =
            MatchSelection { dialect, filter, values: Vec::new(), indexed: String::new(), checked: Vec::new(), range: None, bot: None };
        let (bot, opponent) = match (&filter.bot, &filter.opponent) {
            (None, opponent) => (opponent, &None),
            both => both,
        };
        if let Some(bot) = bot {
            let bot = selection.value(text(bot));
            let opponent = opponent.as_deref().map(|opponent| selection.value(text(opponent)));
            selection.bot = Some((bot, opponent));
        }
        let conditions = [
            ("tournament", "=", filter.tournament.map(number)),
            ("reason", "=", filter.reason.as_deref().map(text)),
            ("result", "=", filter.result.map(|result| text(result.word()))),
            ("game_name", "=", filter.game_name.as_deref().map(text)),
            ("created_ms", ">=", filter.since_ms.map(Value::Integer)),
            ("created_ms", "<", filter.until_ms.map(Value::Integer)),
            ("plies", ">=", filter.least_plies.map(Value::from)),
            ("plies", "<=", filter.most_plies.map(Value::from)),
        ];
        let first = conditions.iter().find(|(.., value)| value.is_some()).map(|(column, ..)| *column).filter(|_| selection.bot.is_none());
        let first = first.filter(|column| filter.ended != Some(false) || ["created_ms", "plies"].contains(column));
        let unindexed = dialect.unindexed();
        for (column, comparison, value) in conditions {
            let Some(value) = value else { continue };
            if Some(column) == first {
                let value = selection.value(value);
                selection.indexed += &format!(" AND {column} {comparison} {value}");
            } else {
                selection.checked.push((format!(" AND {unindexed}{column} {comparison} "), Some(value)));
            }
        }
        match filter.ended {
            None => {}
            Some(true) => selection.checked.push((format!(" AND {unindexed}result IS NOT NULL"), None)),
            Some(false) => selection.indexed += " AND result IS NULL",
        }
        selection.range = first.filter(|column| ["created_ms", "plies"].contains(column));
        for (comparison, beyond, bound) in [("<", i64::MAX, filter.before), (">", -1, filter.after)] {
            let Some(bound) = bound else { continue };
            let bound = selection.value(number(bound));
            selection.indexed += &match selection.range {
                Some(column) => {
                    let place = format!("coalesce((SELECT {column} FROM matches WHERE game = {bound}), {beyond})");
                    format!(" AND ({column}, game) {comparison} ({place}, {bound})")
                }
                None => format!(" AND {}game {comparison} {bound}", selection.unindexed_of_running()),
            };
        }
        selection
    }

    /// Adds a value; returns its parameter.
    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("?{}", self.values.len())
    }

    /// The prefix of columns that no index looks up in a list of unfinished matches: these are few, and their own index finds them.
    fn unindexed_of_running(&self) -> &'static str {
        if self.filter.ended == Some(false) { self.dialect.unindexed() } else { "" }
    }

    /// The columns of the order, with its direction.
    fn order(&self) -> String {
        let direction = if self.filter.after.is_some() { "ASC" } else { "DESC" };
        let range = self.range.map_or_else(String::new, |column| format!("{column} {direction}, "));
        format!("{range}game {direction}")
    }

    /// The indexed conditions: one for each colour of a given bot, with the condition that the bot won.
    fn halves(&self) -> Vec<(String, String)> {
        let Some((bot, opponent)) = &self.bot else { return vec![(self.indexed.clone(), String::new())] };
        let unindexed = self.unindexed_of_running();
        let half = |(seat, other): (&str, &str)| {
            let opponent = opponent.as_ref().map_or_else(String::new, |opponent| format!(" AND {unindexed}{other} = {opponent}"));
            let winner = self.filter.bot_won.map(|won| if won { seat } else { other });
            let won = winner.map_or_else(String::new, |winner| format!(" AND {}result = '{winner}'", self.dialect.unindexed()));
            (format!(" AND {unindexed}{seat} = {bot}{opponent}{}", self.indexed), won)
        };
        [("white", "black"), ("black", "white")].map(half).into()
    }

    /// The matches; with the results of their reviews in a last column.
    pub fn rows(mut self, with_reviews: bool) -> Statement {
        let (order, limit) = (self.order(), self.value(number(self.filter.limit as u64)));
        let last = self.filter.most_examined.map(|most| self.value(number(most as u64 - 1)));
        let mut checked = String::new();
        for (condition, value) in std::mem::take(&mut self.checked) {
            let value = value.map(|value| self.value(value));
            checked += &(condition + &value.unwrap_or_default());
        }
        let halves = self.halves();
        // The list ends where either half reaches its limit of examined rows.
        let examined = |last: &String| halves.iter().map(|(indexed, _)| self.examined(indexed, &order, last)).collect();
        let examined: String = last.as_ref().map(examined).unwrap_or_default();
        let half = |(place, (indexed, won)): (usize, &(String, String))| {
            let rows = format!("SELECT * FROM matches WHERE {VISIBLE}{indexed}{won}{checked}{examined} ORDER BY {order} LIMIT {limit}");
            format!("SELECT * FROM ({rows}) AS half_{place}")
        };
        let halves: Vec<String> = halves.iter().enumerate().map(half).collect();
        let review = if with_reviews { format!(", {REVIEW}") } else { String::new() };
        let sql = format!("SELECT {MATCH}{review} FROM ({}) AS found ORDER BY {order} LIMIT {limit}", halves.join(" UNION ALL "));
        Statement::new(sql, self.values)
    }

    /// The condition that a row is within the examined range.
    fn examined(&self, indexed: &str, order: &str, last: &str) -> String {
        let (not_beyond, beyond, end) = if self.filter.after.is_some() { ("<=", ">", i64::MAX) } else { (">=", "<", 0) };
        let bound = |columns: &str| format!("(SELECT {columns} FROM matches WHERE true{indexed} ORDER BY {order} LIMIT 1 OFFSET {last})");
        match self.range {
            None => format!(" AND {}game {not_beyond} coalesce({}, {end})", self.unindexed_of_running(), bound("game")),
            Some(column) => format!(
                " AND {column} {not_beyond} coalesce({}, {end}) AND (({column}, game) {beyond} {}) IS NOT TRUE",
                bound(column),
                bound(&format!("{column}, game"))
            ),
        }
    }

    /// The number of the last examined match, of the nearer half, if more may follow.
    pub fn last_examined(mut self, most: usize) -> Statement {
        let (order, last) = (self.order(), self.value(number(most as u64 - 1)));
        let half = |(place, (indexed, _)): (usize, (String, String))| {
            let rows = format!("SELECT game, created_ms, plies FROM matches WHERE true{indexed} ORDER BY {order} LIMIT 1 OFFSET {last}");
            format!("SELECT * FROM ({rows}) AS half_{place}")
        };
        let halves: Vec<String> = self.halves().into_iter().enumerate().map(half).collect();
        Statement::new(format!("SELECT game FROM ({}) AS last ORDER BY {order} LIMIT 1", halves.join(" UNION ALL ")), self.values)
    }
}

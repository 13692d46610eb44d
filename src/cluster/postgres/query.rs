//! Statements in the SQL that PostgreSQL and SQLite share.

use super::connection::Client;
use storage::sql::{Row, Statement, Value};
use tokio_postgres::Error;
use tokio_postgres::types::{ToSql, Type};

type Parameter = Box<dyn ToSql + Sync + Send>;

pub async fn select(client: &Client, query: &Statement) -> Result<Vec<Row>, Error> {
    let (prepared, parameters) = prepare(client, query).await?;
    let rows = client.query(&prepared, &references(&parameters)).await?;
    rows.iter().map(|row| (0..row.len()).map(|column| value(row, column)).collect()).collect()
}

/// Executes a statement; the number of rows that it changes.
pub async fn execute(client: &Client, statement: &Statement) -> Result<u64, Error> {
    let (prepared, parameters) = prepare(client, statement).await?;
    client.execute(&prepared, &references(&parameters)).await
}

async fn prepare(client: &Client, statement: &Statement) -> Result<(tokio_postgres::Statement, Vec<Parameter>), Error> {
    let prepared = client.prepare_cached(&statement.sql.replace('?', "$")).await?;
    let parameters = statement.values.iter().zip(prepared.params()).map(parameter).collect();
    Ok((prepared, parameters))
}

fn references(parameters: &[Parameter]) -> Vec<&(dyn ToSql + Sync)> {
    parameters.iter().map(|parameter| &**parameter as _).collect()
}

fn parameter((value, ty): (&Value, &Type)) -> Parameter {
    match value.clone() {
        Value::Null if *ty == Type::INT8 => Box::new(None::<i64>),
        Value::Null => Box::new(None::<String>),
        Value::Integer(number) if *ty == Type::INT4 => Box::new(number as i32),
        Value::Integer(number) => Box::new(number),
        Value::Real(number) => Box::new(number),
        Value::Text(text) => Box::new(text),
        Value::Blob(bytes) => Box::new(bytes),
    }
}

fn value(row: &tokio_postgres::Row, column: usize) -> Result<Value, Error> {
    Ok(match *row.columns()[column].type_() {
        Type::BOOL => row.try_get::<_, Option<bool>>(column)?.into(),
        Type::INT4 => row.try_get::<_, Option<i32>>(column)?.into(),
        Type::INT8 => row.try_get::<_, Option<i64>>(column)?.into(),
        Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(column)?.into(),
        _ => row.try_get::<_, Option<String>>(column)?.into(),
    })
}

/// The highest numbers of matches and tournaments so far, deleted ones included; 0 if there is none.
pub async fn last_numbers(client: &Client) -> Result<(u64, u64), Error> {
    let sql = "SELECT greatest((SELECT max(game) FROM matches), last_match),
            greatest((SELECT max(id) FROM tournaments), last_tournament, (SELECT max(tournament) FROM matches)) FROM forgotten";
    let row = client.query_one(sql, &[]).await?;
    Ok((row.try_get::<_, i64>(0)? as u64, row.try_get::<_, i64>(1)? as u64))
}

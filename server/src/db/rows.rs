//! Inserts several rows in one statement.

use std::fmt::Write as _;

use sqlx::AssertSqlSafe;

use super::conn::Conn;
use super::value::Value;
use crate::error::Result;

/// Inserts rows: `insert` names the table and its columns, of which each row has a value; `end` follows the rows, for
/// `ON CONFLICT`. Without rows nothing happens.
pub async fn insert_rows(
    conn: &mut Conn,
    insert: &'static str,
    rows: &[Vec<Value>],
    end: &'static str,
) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let statement = conn.statement(AssertSqlSafe(text(insert, rows, end)));
    let statement = rows.iter().flatten().fold(statement, |statement, value| value.bind(statement));
    conn.execute(statement).await.map(|_| ())
}

/// `INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4) ON CONFLICT …`.
fn text(insert: &str, rows: &[Vec<Value>], end: &str) -> String {
    let mut text = format!("{insert} VALUES ");
    let mut number = 0;
    for (row, values) in rows.iter().enumerate() {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..values.len() {
            number += 1;
            // Writing to a string cannot fail.
            let _ = write!(text, "{}${number}", if column == 0 { "" } else { ", " });
        }
        text.push(')');
    }
    text + " " + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_placeholder() {
        let row = || vec![Value::from(1_i64), Value::from("a")];
        let sql = text("INSERT INTO t (a, b)", &[row(), row()], "ON CONFLICT DO NOTHING");
        assert_eq!(sql, "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING");
    }
}

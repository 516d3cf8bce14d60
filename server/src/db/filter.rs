//! What a list is filtered by: conditions with their values, of which only those that are set become SQL.
//!
//! Text of SQL is `&'static str` throughout, so no value can ever stand in it. sqlx's `QueryBuilder` is made for one
//! engine, binds a value once for each time it is named, and takes any text.

use std::fmt::Write as _;

use sqlx::AssertSqlSafe;

use super::Conn;
use super::statement::{Record, Statement};
use super::value::{List, Value, Values};
use crate::error::Result;

/// The order of a list: columns, all in one direction, so that it can be read from its end.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    columns: &'static [&'static str],
    descending: bool,
}

impl Order {
    /// As the database pleases.
    pub const NONE: Self = Self::ascending(&[]);

    /// The smallest first.
    #[must_use]
    pub const fn ascending(columns: &'static [&'static str]) -> Self {
        Self { columns, descending: false }
    }

    /// The largest first.
    #[must_use]
    pub const fn descending(columns: &'static [&'static str]) -> Self {
        Self { columns, descending: true }
    }

    /// From the other end.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { descending: !self.descending, ..self }
    }
}

#[derive(Clone, Copy)]
enum Engine {
    Sqlite,
    Postgres,
}

#[derive(Clone, Debug)]
enum Clause {
    /// A condition on its own `$1`, `$2` …
    Condition(&'static str, Vec<Value>),
    /// A column that has one of these values.
    Among(&'static str, List),
}

/// Conditions that the rows of a list meet, all of them. Each numbers its own values from `$1`.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Filter {
    clauses: Vec<Clause>,
}

impl Filter {
    /// Lets every row through.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets those rows through that meet this condition too.
    pub fn with(mut self, condition: &'static str, values: impl Values) -> Self {
        self.clauses.push(Clause::Condition(condition, values.into_values()));
        self
    }

    /// Lets those rows through of which this column has one of the values too.
    pub fn among(mut self, column: &'static str, values: impl Into<List>) -> Self {
        self.clauses.push(Clause::Among(column, values.into()));
        self
    }

    /// [`with`](Self::with) when there are values; otherwise the condition is left out.
    pub fn when(self, condition: &'static str, values: Option<impl Values>) -> Self {
        match values {
            Some(values) => self.with(condition, values),
            None => self,
        }
    }

    /// The rows that `select` gives of those that pass, all of them.
    pub async fn fetch_all<T: Record>(
        &self,
        conn: &mut Conn,
        select: &'static str,
        order: Order,
    ) -> Result<Vec<T>> {
        let statement = self.statement(conn, select, order, None);
        conn.fetch_all(statement).await
    }

    /// The row that passes.
    pub async fn fetch_optional<T: Record>(
        &self,
        conn: &mut Conn,
        select: &'static str,
    ) -> Result<Option<T>> {
        let statement = self.statement(conn, select, Order::NONE, None);
        conn.fetch_optional(statement).await
    }

    /// At most `limit` of them, after the first `offset`.
    pub async fn fetch_page<T: Record>(
        &self,
        conn: &mut Conn,
        select: &'static str,
        order: Order,
        (limit, offset): (i64, i64),
    ) -> Result<Vec<T>> {
        let statement = self.statement(conn, select, order, Some((limit, offset)));
        conn.fetch_all(statement).await
    }

    /// How many rows pass; `select` is `SELECT COUNT(*) FROM …`.
    pub async fn count(&self, conn: &mut Conn, select: &'static str) -> Result<i64> {
        let statement = self.statement(conn, select, Order::NONE, None);
        let (count,) = conn.fetch_one(statement).await?;
        Ok(count)
    }

    fn statement(
        &self,
        conn: &mut Conn,
        select: &'static str,
        order: Order,
        page: Option<(i64, i64)>,
    ) -> Statement {
        let engine = match conn {
            Conn::SqliteRead(_) | Conn::SqliteWrite(_) => Engine::Sqlite,
            Conn::PostgresRead(_) | Conn::PostgresWrite(_) => Engine::Postgres,
        };
        // Safe: made of static texts and numbers of placeholders.
        let statement = conn.statement(AssertSqlSafe(self.sql(engine, select, order, page.is_some())));
        let statement = self.clauses.iter().fold(statement, |statement, clause| match clause {
            Clause::Condition(_, values) => values.iter().fold(statement, |bound, value| value.bind(bound)),
            Clause::Among(_, list) => list.bind(statement),
        });
        match page {
            Some((limit, offset)) => statement.bind(limit).bind(offset),
            None => statement,
        }
    }

    fn sql(&self, engine: Engine, select: &'static str, order: Order, is_page: bool) -> String {
        let mut sql = select.to_owned();
        let mut bound = 0;
        for (place, clause) in self.clauses.iter().enumerate() {
            sql.push_str(if place == 0 { " WHERE (" } else { " AND (" });
            bound += clause.push(&mut sql, bound, engine);
            sql.push(')');
        }
        for (place, column) in order.columns.iter().enumerate() {
            sql.push_str(if place == 0 { " ORDER BY " } else { ", " });
            sql.push_str(column);
            sql.push_str(if order.descending { " DESC" } else { " ASC" });
        }
        if is_page {
            let _ = write!(sql, " LIMIT ${} OFFSET ${}", bound + 1, bound + 2);
        }
        sql
    }
}

impl Clause {
    /// Writes it with its values numbered after those `bound` before; answers how many it has.
    fn push(&self, sql: &mut String, bound: usize, engine: Engine) -> usize {
        let (condition, values) = match self {
            Self::Condition(condition, values) => (condition, values),
            Self::Among(column, _) => {
                let number = bound + 1;
                let _ = match engine {
                    Engine::Sqlite => write!(sql, "{column} IN (SELECT value FROM json_each(${number}))"),
                    Engine::Postgres => write!(sql, "{column} = ANY(${number})"),
                };
                return 1;
            }
        };
        let mut parts = condition.split('$');
        sql.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
            let (number, rest) = part.split_at(digits);
            let number = number.parse::<usize>().unwrap_or_default();
            debug_assert!((1..=values.len()).contains(&number), "no value for ${number} in {condition}");
            let _ = write!(sql, "${}{rest}", bound + number);
        }
        values.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SELECT: &str = "SELECT id FROM rows";

    fn both(filter: &Filter, order: Order, is_page: bool) -> [String; 2] {
        [Engine::Sqlite, Engine::Postgres].map(|engine| filter.sql(engine, SELECT, order, is_page))
    }

    #[test]
    fn conditions_that_are_not_set_leave_nothing_behind() {
        let filter = Filter::new().when("a = $1", None::<i64>).when("b = $1", None::<&str>);
        assert_eq!(both(&filter, Order::NONE, false), [SELECT; 2]);
        let filter = filter.when("c = $1", Some(true)).when("d = $1", None::<i64>).with("e IS NULL", ());
        assert_eq!(
            both(&filter, Order::NONE, false),
            ["SELECT id FROM rows WHERE (c = $1) AND (e IS NULL)"; 2]
        );
    }

    #[test]
    fn each_condition_numbers_its_own_values() {
        let filter = Filter::new()
            .with("a = $1 OR b = $1", 7_i64)
            .with("c LIKE $2 OR d = $1 OR e LIKE $2", (None::<i64>, "%x%"))
            .with("f = $1", true);
        let wanted = "SELECT id FROM rows WHERE (a = $1 OR b = $1) AND (c LIKE $3 OR d = $2 OR e LIKE $3) AND (f = $4) \
            LIMIT $5 OFFSET $6";
        assert_eq!(both(&filter, Order::NONE, true), [wanted; 2]);
    }

    #[test]
    fn lists_stand_as_each_engine_reads_them() {
        let filter = Filter::new().with("a = $1", 1_i64).among("b", &[1_i64, 2][..]).with("c = $1", true);
        let [sqlite, postgres] = both(&filter, Order::NONE, false);
        assert!(
            sqlite.ends_with("WHERE (a = $1) AND (b IN (SELECT value FROM json_each($2))) AND (c = $3)"),
            "{sqlite}"
        );
        assert!(postgres.ends_with("WHERE (a = $1) AND (b = ANY($2)) AND (c = $3)"), "{postgres}");
    }

    #[test]
    fn an_order_is_turned_round_in_all_its_columns() {
        let order = Order::descending(&["at", "id"]);
        let filter = Filter::new();
        assert_eq!(both(&filter, order, false), ["SELECT id FROM rows ORDER BY at DESC, id DESC"; 2]);
        let turned = both(&filter, order.reversed(), true);
        assert_eq!(turned, ["SELECT id FROM rows ORDER BY at ASC, id ASC LIMIT $1 OFFSET $2"; 2]);
    }

    #[test]
    fn values_never_stand_in_the_text() {
        let evil = "'; DROP TABLE rows; --";
        let filter = Filter::new().with("a = $1", evil).among("b", &[evil][..]);
        for sql in both(&filter, Order::ascending(&["id"]), true) {
            assert!(!sql.contains("DROP"), "{sql}");
        }
    }
}

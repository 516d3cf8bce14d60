//! Values of a filter, bound on either engine.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value as Json;

use super::statement::Statement;

/// A value that a condition compares with.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text, or NULL.
    Text(Option<String>),
    /// A whole number, or NULL, which nothing is equal to.
    Integer(Option<i64>),
    /// True or false.
    Bool(bool),
    /// A point in time.
    Timestamp(DateTime<Utc>),
    /// A day, or NULL.
    Date(Option<NaiveDate>),
}

/// `impl From<…> for Value`, a line for each type.
macro_rules! values_from {
    ($($from:ty: |$value:ident| $into:expr;)*) => {
        $(impl From<$from> for Value {
            fn from($value: $from) -> Self {
                $into
            }
        })*
    };
}
values_from! {
    &str: |text| Self::Text(Some(text.to_owned()));
    String: |text| Self::Text(Some(text));
    Option<String>: |text| Self::Text(text);
    i64: |number| Self::Integer(Some(number));
    Option<i64>: |number| Self::Integer(number);
    bool: |truth| Self::Bool(truth);
    DateTime<Utc>: |instant| Self::Timestamp(instant);
    NaiveDate: |day| Self::Date(Some(day));
    Option<NaiveDate>: |day| Self::Date(day);
}

impl Value {
    pub(super) fn bind(&self, statement: Statement) -> Statement {
        match self {
            Self::Text(text) => statement.bind(text.clone()),
            Self::Integer(number) => statement.bind(*number),
            Self::Bool(truth) => statement.bind(*truth),
            Self::Timestamp(instant) => statement.bind(*instant),
            Self::Date(day) => statement.bind(*day),
        }
    }
}

/// Values of which a column is to have one.
#[derive(Clone, Debug)]
pub enum List {
    /// Mostly ids.
    Integers(Vec<i64>),
    /// Mostly keywords.
    Texts(Vec<String>),
}

impl From<&[i64]> for List {
    fn from(numbers: &[i64]) -> Self {
        Self::Integers(numbers.to_owned())
    }
}

impl From<&[&str]> for List {
    fn from(texts: &[&str]) -> Self {
        Self::Texts(texts.iter().map(|text| (*text).to_owned()).collect())
    }
}

impl List {
    /// SQLite has no arrays: it reads them from JSON.
    pub(super) fn bind(&self, statement: Statement) -> Statement {
        match (self.clone(), statement) {
            (Self::Integers(numbers), Statement::Sqlite(query)) => {
                Statement::Sqlite(query.bind(Json::from(numbers).to_string()))
            }
            (Self::Texts(texts), Statement::Sqlite(query)) => {
                Statement::Sqlite(query.bind(Json::from(texts).to_string()))
            }
            (Self::Integers(numbers), Statement::Postgres(query)) => Statement::Postgres(query.bind(numbers)),
            (Self::Texts(texts), Statement::Postgres(query)) => Statement::Postgres(query.bind(texts)),
        }
    }
}

/// What `$1`, `$2` … of one condition are: nothing, a value, or a tuple of them.
pub trait Values {
    /// In the order of their numbers.
    fn into_values(self) -> Vec<Value>;
}

impl Values for () {
    fn into_values(self) -> Vec<Value> {
        Vec::new()
    }
}

impl<T: Into<Value>> Values for T {
    fn into_values(self) -> Vec<Value> {
        vec![self.into()]
    }
}

impl<A: Into<Value>, B: Into<Value>> Values for (A, B) {
    fn into_values(self) -> Vec<Value> {
        vec![self.0.into(), self.1.into()]
    }
}

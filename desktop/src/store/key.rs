//! The key of a row: its id, or the code of a row without one.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

/// The key of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Key {
    /// The school's id; negative until the school has assigned one.
    Id(i64),
    /// The code of a category of the FAQ.
    Code(String),
}

impl Key {
    /// The id, when it is one.
    #[must_use]
    pub const fn id(&self) -> Option<i64> {
        match self {
            Self::Id(id) => Some(*id),
            Self::Code(_) => None,
        }
    }
}

impl From<i64> for Key {
    fn from(id: i64) -> Self {
        Self::Id(id)
    }
}

impl ToSql for Key {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Id(id) => id.to_sql(),
            Self::Code(code) => code.to_sql(),
        }
    }
}

impl FromSql for Key {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value {
            ValueRef::Integer(id) => Ok(Self::Id(id)),
            ValueRef::Text(code) => Ok(Self::Code(String::from_utf8_lossy(code).into_owned())),
            ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => Err(FromSqlError::InvalidType),
        }
    }
}

//! The rows of one page of changes: each kind of content adds those of its own that changed.

use std::collections::{BTreeSet, HashMap};
use std::future::Future;

use chrono::NaiveDate;
use preau_core::content::ContentKind;
use serde_json::Value;

use super::Key;
use crate::db::Conn;
use crate::editing::Versioned;
use crate::error::{Error, Result};

/// Content as it is copied.
pub(crate) trait Copied: Versioned {
    /// The rows of this kind whose last change is on the page.
    fn changed(conn: &mut Conn, page: &Page) -> impl Future<Output = Result<Vec<Self>>> + Send;

    /// What names it, and what it stands under.
    fn placed(&self) -> Placed;
}

/// What names a row, and what it stands under.
#[derive(Debug)]
pub(crate) struct Placed {
    id: Key,
    parent: Option<Key>,
}

impl Placed {
    /// Under nothing.
    pub(crate) const fn alone(id: i64) -> Self {
        Self { id: Key::Id(id), parent: None }
    }

    /// Under the row of this id.
    pub(crate) const fn under(parent: i64, id: i64) -> Self {
        Self { id: Key::Id(id), parent: Some(Key::Id(parent)) }
    }

    /// Under what has this code.
    pub(crate) const fn under_code(parent: String, id: i64) -> Self {
        Self { id: Key::Id(id), parent: Some(Key::Code(parent)) }
    }

    /// Under nothing, and named by its code.
    pub(crate) const fn coded(code: String) -> Self {
        Self { id: Key::Code(code), parent: None }
    }
}

/// The ids of the rows of a kind whose last change is on a page, bound as `$1` and `$2`.
macro_rules! changed {
    ($entity:literal) => {
        $crate::changes::changed!($entity, "entity_id")
    };
    ($entity:literal, $key:literal) => {
        concat!(
            "(SELECT ",
            $key,
            " FROM changes WHERE entity = '",
            $entity,
            "' AND seq > $1 AND seq <= $2 AND NOT deleted)"
        )
    };
}
pub(crate) use changed;

/// A row as it is copied.
#[derive(Debug)]
pub(super) struct CopiedRow {
    pub(super) version: i64,
    pub(super) parent: Option<Key>,
    pub(super) row: Value,
}

/// The rows of the changes after one number, up to another.
#[derive(Debug)]
pub(crate) struct Page {
    /// The number before the first.
    pub(crate) after: i64,
    /// The number of the last.
    pub(crate) until: i64,
    /// What courses are read by.
    pub(crate) today: NaiveDate,
    kinds: BTreeSet<ContentKind>,
    rows: HashMap<(ContentKind, Key), CopiedRow>,
}

impl Page {
    /// An empty page for rows of these kinds.
    pub(super) fn new(
        after: i64,
        until: i64,
        today: NaiveDate,
        kinds: impl Iterator<Item = ContentKind>,
    ) -> Self {
        Self { after, until, today, kinds: kinds.collect(), rows: HashMap::new() }
    }

    /// Adds the rows of a kind, when there are any.
    pub(crate) async fn add<C: Copied>(&mut self, conn: &mut Conn) -> Result<()> {
        let kind: ContentKind =
            C::ENTITY.parse().map_err(|_| Error::internal(format!("{} is no content", C::ENTITY)))?;
        if !self.kinds.contains(&kind) {
            return Ok(());
        }
        for row in C::changed(conn, self).await? {
            let Placed { id, parent } = row.placed();
            let json = serde_json::to_value(&row).map_err(|error| Error::internal(error.to_string()))?;
            self.rows.insert((kind, id), CopiedRow { version: row.version(), parent, row: json });
        }
        Ok(())
    }

    /// Takes a row out.
    pub(super) fn take(&mut self, kind: ContentKind, id: &Key) -> Option<CopiedRow> {
        self.rows.remove(&(kind, id.clone()))
    }
}

//! The rows of one page of changes, filled kind by kind.

use std::collections::{BTreeSet, HashMap};
use std::future::Future;

use chrono::NaiveDate;
use futures_util::future::BoxFuture;
use preau_core::content::ContentKind;
use serde_json::Value;

use super::Key;
use crate::db::Conn;
use crate::editing::Versioned;
use crate::error::{Error, Result};

/// Content that is part of copies elsewhere.
pub(crate) trait Replicated: Versioned {
    /// The rows of this kind whose last change is on the page.
    fn changed(conn: &mut Conn, page: &Page) -> impl Future<Output = Result<Vec<Self>>> + Send;

    /// Its key and its parent's.
    fn row_key(&self) -> RowKey;
}

/// Reads the rows of one kind of content into a page.
#[derive(Clone, Copy)]
pub struct Kind(for<'a> fn(&'a mut Conn, &'a mut Page) -> BoxFuture<'a, Result<()>>);

impl Kind {
    /// The kind whose rows are of this type.
    pub(crate) const fn of<R: Replicated + 'static>() -> Self {
        Self(|conn, page| Box::pin(page.add::<R>(conn)))
    }
}

/// Every kind of content, each registered by its module.
pub struct Kinds(Vec<Kind>);

impl Kinds {
    /// The kinds of these modules.
    #[must_use]
    pub fn new(modules: &[&[Kind]]) -> Self {
        Self(modules.concat())
    }

    /// Reads the rows of a page.
    pub(super) async fn fill(&self, conn: &mut Conn, page: &mut Page) -> Result<()> {
        for Kind(read) in &self.0 {
            read(conn, page).await?;
        }
        Ok(())
    }
}

/// The key of a row, and of its parent.
#[derive(Debug)]
pub(crate) struct RowKey {
    id: Key,
    parent: Option<Key>,
}

impl RowKey {
    /// Without a parent.
    pub(crate) const fn alone(id: i64) -> Self {
        Self { id: Key::Id(id), parent: None }
    }

    /// With this parent.
    pub(crate) const fn under(parent: i64, id: i64) -> Self {
        Self { id: Key::Id(id), parent: Some(Key::Id(parent)) }
    }

    /// With the parent of this code.
    pub(crate) const fn under_code(parent: String, id: i64) -> Self {
        Self { id: Key::Id(id), parent: Some(Key::Code(parent)) }
    }

    /// Without a parent, with a code as its key.
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

/// A row in the form in which it is copied.
#[derive(Debug)]
pub(super) struct ReplicatedRow {
    pub(super) version: i64,
    pub(super) parent: Option<Key>,
    pub(super) row: Value,
}

/// The rows of the changes between two sequence numbers.
#[derive(Debug)]
pub struct Page {
    /// Exclusive lower bound.
    pub(crate) after: i64,
    /// Inclusive upper bound.
    pub(crate) until: i64,
    /// The date for reading courses.
    pub(crate) today: NaiveDate,
    kinds: BTreeSet<ContentKind>,
    rows: HashMap<(ContentKind, Key), ReplicatedRow>,
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
    async fn add<R: Replicated>(&mut self, conn: &mut Conn) -> Result<()> {
        let kind: ContentKind =
            R::ENTITY.parse().map_err(|_| Error::internal(format!("{} is no content", R::ENTITY)))?;
        if !self.kinds.contains(&kind) {
            return Ok(());
        }
        for row in R::changed(conn, self).await? {
            let RowKey { id, parent } = row.row_key();
            let json = serde_json::to_value(&row).map_err(|error| Error::internal(error.to_string()))?;
            self.rows.insert((kind, id), ReplicatedRow { version: row.version(), parent, row: json });
        }
        Ok(())
    }

    /// Removes a row from the page and returns it.
    pub(super) fn take(&mut self, kind: ContentKind, id: &Key) -> Option<ReplicatedRow> {
        self.rows.remove(&(kind, id.clone()))
    }
}

//! The content with pending operations applied: rows of the copy, overlaid by the operations in the order of
//! the queue.
//!
//! Internally rows refer to each other as the queue does: by the school's id, or by the client id while there
//! is none. `rows` turns that into what the page reads. Parts of courses, which are saved with them, are in
//! `parts`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use chrono::{DateTime, Utc};
use preau_core::content::ContentKind;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Operation, State, Target};
use preau_core::draft::queue::Queue;
use preau_core::draft::shape::overlay;
use serde_json::{Value, json};

use super::forms::{apply_form, defaults};
use super::lists::EditedRows;
use crate::error::{Error, Result};
use crate::store::{Key, Row, Store};

/// A row with pending operations applied.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ViewRow {
    pub(super) target: Target,
    pub(super) row: Value,
}

/// A snapshot of the content.
pub(super) struct View<'s> {
    pub(super) store: &'s Store,
    pub(super) queue: Queue,
    pub(super) now: DateTime<Utc>,
    /// Ids of rows that the school has created although its response was lost.
    created: BTreeMap<String, i64>,
    /// New language codes, by the current code.
    pub(super) renamed: BTreeMap<String, String>,
    /// Cached rows with pending edits, by kind.
    pub(super) edited: RefCell<BTreeMap<Kind, Rc<EditedRows>>>,
}

impl<'s> View<'s> {
    pub(super) fn new(store: &'s Store) -> Result<Self> {
        let queue = store.queue()?;
        let mut created = BTreeMap::new();
        for operation in queue.operations().iter().filter(|o| o.maybe_received || o.state == State::Sending) {
            for (kind, client_id) in created_rows(operation) {
                if let Some(Row { id: Key::Id(id), .. }) =
                    store.row_by_client_id(content_kind(kind)?, client_id)?
                {
                    created.insert(client_id.to_owned(), id);
                }
            }
        }
        let renamed = super::languages::renamed_codes(&queue);
        Ok(Self { store, queue, now: store.clock().now(), created, renamed, edited: RefCell::default() })
    }

    /// The same target by the school's id, where that is known.
    pub(super) fn resolve(&self, target: &Target) -> Target {
        let id = target.client_id().and_then(|client_id| {
            self.queue.id_of(client_id).or_else(|| self.created.get(client_id).copied())
        });
        id.map_or_else(|| target.clone(), Target::Id)
    }

    /// The target of an id that the page uses; nothing for a local id that was never assigned.
    pub(super) fn target_of(&self, kind: Kind, id: i64) -> Result<Option<Target>> {
        if id >= 0 {
            return Ok(Some(Target::Id(id)));
        }
        let Some(client_id) = self.store.client_id(id)? else { return Ok(None) };
        let target = self.resolve(&Target::ClientId(client_id.clone()));
        if target.client_id().is_some()
            && let Some(Row { id: Key::Id(id), .. }) =
                self.store.row_by_client_id(content_kind(kind)?, &client_id)?
        {
            return Ok(Some(Target::Id(id)));
        }
        Ok(Some(target))
    }

    /// The target that a field refers to.
    pub(super) fn reference(&self, value: &Value) -> Option<Target> {
        match value {
            Value::Number(id) => id.as_i64().map(Target::Id),
            Value::String(client_id) => Some(self.resolve(&Target::ClientId(client_id.clone()))),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// The list of a row: its parent, or the language of its test.
    pub(super) fn list_of(&self, kind: Kind, row: &Value) -> Option<Target> {
        let named =
            |field: &str| row.get(field).and_then(Value::as_str).map(|code| Target::Name(code.to_owned()));
        match kind {
            Kind::Faq => named("category"),
            Kind::TestQuestion => named("language"),
            _ => kind.references().iter().find_map(|(name, of)| {
                if kind.parent() == Some(*of) { self.reference(row.get(*name)?) } else { None }
            }),
        }
    }

    /// The parent of a row as operations have it; a test's language is not a parent.
    pub(super) fn operation_parent(&self, kind: Kind, row: &Value) -> Option<Target> {
        self.list_of(kind, row).filter(|_| kind != Kind::TestQuestion)
    }

    /// The operations on rows of a kind, without orders.
    pub(super) fn writes(&self, kind: Kind) -> impl Iterator<Item = (Target, &Operation)> {
        let all = self.queue.operations().iter();
        let writes = all.filter(move |o| o.kind == kind && o.action != Action::Reorder);
        writes.map(|operation| (self.resolve(&operation.target), operation))
    }

    /// A row with its pending operations applied, regardless of its list; nothing when it does not exist or
    /// is to be deleted.
    pub(super) fn row(&self, kind: Kind, target: &Target) -> Result<Option<ViewRow>> {
        let copied = match target {
            Target::Id(id) => self.store.row(content_kind(kind)?, &Key::Id(*id))?.map(|row| row.row),
            Target::ClientId(_) | Target::Name(_) => None,
        };
        let row = self.apply_writes(kind, target, copied);
        Ok(row.map(|row| ViewRow {
            target: target.clone(),
            row: super::languages::apply_renames(self, kind, row),
        }))
    }

    fn apply_writes(&self, kind: Kind, target: &Target, copied: Option<Value>) -> Option<Value> {
        let mut row = copied;
        for (_, operation) in self.writes(kind).filter(|(of, _)| of == target) {
            row = match operation.action {
                Action::Delete => None,
                Action::Cancel => newer(row, &operation.base).map(|row| cancelled(&row, &operation.payload)),
                Action::Create => {
                    Some(self.overlay(kind, row.as_ref().unwrap_or(&defaults(kind)), &operation.payload))
                }
                Action::Update | Action::Reorder => {
                    let base = newer(row, &operation.base).unwrap_or_else(|| defaults(kind));
                    Some(self.overlay(kind, &base, &operation.payload))
                }
            };
        }
        row
    }

    /// A form applied to a row. A row that changes its parent loses its position.
    fn overlay(&self, kind: Kind, row: &Value, form: &Value) -> Value {
        let mut row_after = apply_form(kind, row, form);
        if kind == Kind::TestQuestion
            && let Some(code) =
                row_after.get("language").and_then(Value::as_str).map(super::languages::language_code)
        {
            row_after["language"] = code.into();
        }
        let moved =
            self.list_of(kind, row).is_some() && self.list_of(kind, row) != self.list_of(kind, &row_after);
        if moved && form.get("orderIndex").is_none_or(Value::is_null) {
            row_after.as_object_mut().map(|fields| fields.remove("orderIndex"));
        }
        row_after
    }

    /// A row in its list; nothing when it, or its parent, does not exist.
    pub(super) fn find(&self, kind: Kind, target: &Target) -> Result<Option<ViewRow>> {
        let target = &self.resolve(target);
        if has_no_list(kind) {
            return self.row(kind, target);
        }
        match self.parent_of(kind, target)? {
            Some(parent) if self.parent_exists(kind, &parent)? => {
                Ok(self.children(kind, &parent)?.into_iter().find(|item| item.target == *target))
            }
            Some(_) | None => Ok(None),
        }
    }

    /// The parent of a row.
    pub(super) fn parent_of(&self, kind: Kind, target: &Target) -> Result<Option<Target>> {
        if kind.parent() == Some(Kind::Course) {
            return self.course_of(kind, target);
        }
        Ok(self.row(kind, target)?.and_then(|item| self.list_of(kind, &item.row)))
    }

    /// Whether a row of this kind can have this parent.
    pub(super) fn parent_exists(&self, kind: Kind, parent: &Target) -> Result<bool> {
        match (kind.parent(), parent) {
            (Some(above), parent) => Ok(self.find(above, parent)?.is_some()),
            (None, Target::Name(code)) if kind == Kind::Faq => {
                Ok(self.store.row(ContentKind::FaqCategory, &Key::Code(code.clone()))?.is_some())
            }
            // A language cannot be deleted while it has questions.
            (None, _) => Ok(true),
        }
    }

    /// The id by which the page knows a row.
    pub(super) fn page_id(&self, target: &Target) -> Result<i64> {
        match self.resolve(target) {
            Target::Id(id) => Ok(id),
            Target::ClientId(client_id) => self.store.local_id(&client_id),
            Target::Name(_) => Err(Error::internal("a category has no number")),
        }
    }
}

/// Whether rows of this kind belong to no list.
const fn has_no_list(kind: Kind) -> bool {
    kind.parent().is_none() && !matches!(kind, Kind::Faq | Kind::TestQuestion)
}

/// The client ids of the rows that an operation creates.
fn created_rows(operation: &Operation) -> Vec<(Kind, &str)> {
    let row = operation.target.client_id().filter(|_| operation.action == Action::Create);
    let lists = operation.kind.lists().iter().flat_map(|(name, kind)| {
        let rows = operation.payload.get(name).and_then(Value::as_array).into_iter().flatten();
        rows.filter_map(|row| Some((*kind, row.get("clientId")?.as_str()?)))
    });
    row.map(|client_id| (operation.kind, client_id)).into_iter().chain(lists).collect()
}

/// A session that is to be cancelled.
fn cancelled(session: &Value, cancellation: &Value) -> Value {
    overlay(session, &json!({"status": "CANCELLED", "reason": cancellation["reason"]}))
}

/// The kind as the copy names it.
pub(super) fn content_kind(kind: Kind) -> Result<ContentKind> {
    kind.as_str().parse().map_err(|_| Error::internal(format!("{kind} is not copied")))
}

/// The newer of a row and of what its writer saw.
pub(super) fn newer(row: Option<Value>, base: &Value) -> Option<Value> {
    let version = |row: &Value| row.get("version").and_then(Value::as_i64);
    let base = Some(base).filter(|base| base.is_object());
    match (row, base) {
        (Some(row), Some(base)) if version(base) > version(&row) => Some(base.clone()),
        (Some(row), _) => Some(row),
        (None, base) => base.cloned(),
    }
}

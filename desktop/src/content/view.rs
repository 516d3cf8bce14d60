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
use serde_json::Value;

use super::forms::{blank, written};
use super::lists::Touched;
use crate::error::{Error, Result};
use crate::store::{Key, Row, Store};

/// A row with pending operations applied.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seen {
    pub(super) target: Target,
    pub(super) row: Value,
}

/// A snapshot of the content.
pub(super) struct View<'s> {
    pub(super) store: &'s Store,
    pub(super) queue: Queue,
    pub(super) now: DateTime<Utc>,
    /// Ids of rows that the school has created although its response was lost.
    made: BTreeMap<String, i64>,
    /// New language codes, by the current code.
    pub(super) renamed: BTreeMap<String, String>,
    /// Cached rows with pending edits, by kind.
    pub(super) touched: RefCell<BTreeMap<Kind, Rc<Touched>>>,
}

impl<'s> View<'s> {
    pub(super) fn new(store: &'s Store) -> Result<Self> {
        let queue = store.queue()?;
        let mut made = BTreeMap::new();
        for operation in queue.operations().iter().filter(|o| o.maybe_received || o.state == State::Sending) {
            for (kind, own) in makes(operation) {
                if let Some(Row { id: Key::Id(id), .. }) = store.row_by_client_id(content(kind)?, own)? {
                    made.insert(own.to_owned(), id);
                }
            }
        }
        let renamed = super::languages::renamed(&queue);
        Ok(Self { store, queue, now: store.clock().now(), made, renamed, touched: RefCell::default() })
    }

    /// The same target by the school's id, where that is known.
    pub(super) fn real(&self, target: &Target) -> Target {
        let id =
            target.client_id().and_then(|own| self.queue.id_of(own).or_else(|| self.made.get(own).copied()));
        id.map_or_else(|| target.clone(), Target::Id)
    }

    /// The target of an id that the page uses; nothing for a local id that was never assigned.
    pub(super) fn named(&self, kind: Kind, id: i64) -> Result<Option<Target>> {
        if id >= 0 {
            return Ok(Some(Target::Id(id)));
        }
        let Some(own) = self.store.client_id(id)? else { return Ok(None) };
        let target = self.real(&Target::ClientId(own.clone()));
        if target.client_id().is_some()
            && let Some(Row { id: Key::Id(id), .. }) = self.store.row_by_client_id(content(kind)?, &own)?
        {
            return Ok(Some(Target::Id(id)));
        }
        Ok(Some(target))
    }

    /// The target that a field refers to.
    pub(super) fn reference(&self, value: &Value) -> Option<Target> {
        match value {
            Value::Number(id) => id.as_i64().map(Target::Id),
            Value::String(own) => Some(self.real(&Target::ClientId(own.clone()))),
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
    pub(super) fn parent_in(&self, kind: Kind, row: &Value) -> Option<Target> {
        self.list_of(kind, row).filter(|_| kind != Kind::TestQuestion)
    }

    /// The operations on rows of a kind, without orders.
    pub(super) fn writes(&self, kind: Kind) -> impl Iterator<Item = (Target, &Operation)> {
        let all = self.queue.operations().iter();
        let writes = all.filter(move |o| o.kind == kind && o.action != Action::Reorder);
        writes.map(|operation| (self.real(&operation.target), operation))
    }

    /// A row with its pending operations applied, regardless of its list; nothing when it does not exist or
    /// is to be deleted.
    pub(super) fn alone(&self, kind: Kind, target: &Target) -> Result<Option<Seen>> {
        let copied = match target {
            Target::Id(id) => self.store.row(content(kind)?, &Key::Id(*id))?.map(|row| row.row),
            Target::ClientId(_) | Target::Name(_) => None,
        };
        let row = self.folded(kind, target, copied);
        Ok(row.map(|row| Seen { target: target.clone(), row: super::languages::follow(self, kind, row) }))
    }

    fn folded(&self, kind: Kind, target: &Target, copied: Option<Value>) -> Option<Value> {
        let mut row = copied;
        for (_, operation) in self.writes(kind).filter(|(of, _)| of == target) {
            row = match operation.action {
                Action::Delete => None,
                Action::Create => {
                    Some(self.laid(kind, row.as_ref().unwrap_or(&blank(kind)), &operation.payload))
                }
                Action::Update | Action::Reorder => {
                    let stood = newer(row, &operation.base).unwrap_or_else(|| blank(kind));
                    Some(self.laid(kind, &stood, &operation.payload))
                }
            };
        }
        row
    }

    /// A form over a row. A row that changes its parent loses its position.
    fn laid(&self, kind: Kind, row: &Value, form: &Value) -> Value {
        let mut laid = written(kind, row, form);
        if kind == Kind::TestQuestion
            && let Some(code) = laid.get("language").and_then(Value::as_str).map(super::languages::code)
        {
            laid["language"] = code.into();
        }
        let moved = self.list_of(kind, row).is_some() && self.list_of(kind, row) != self.list_of(kind, &laid);
        if moved && form.get("orderIndex").is_none_or(Value::is_null) {
            laid.as_object_mut().map(|fields| fields.remove("orderIndex"));
        }
        laid
    }

    /// A row in its list; nothing when it, or its parent, does not exist.
    pub(super) fn find(&self, kind: Kind, target: &Target) -> Result<Option<Seen>> {
        let target = &self.real(target);
        if is_alone(kind) {
            return self.alone(kind, target);
        }
        match self.parent_of(kind, target)? {
            Some(parent) if self.stands(kind, &parent)? => {
                Ok(self.under(kind, &parent)?.into_iter().find(|seen| seen.target == *target))
            }
            Some(_) | None => Ok(None),
        }
    }

    /// The parent of a row.
    pub(super) fn parent_of(&self, kind: Kind, target: &Target) -> Result<Option<Target>> {
        if kind.parent() == Some(Kind::Course) {
            return self.course_of(kind, target);
        }
        Ok(self.alone(kind, target)?.and_then(|seen| self.list_of(kind, &seen.row)))
    }

    /// Whether a row of this kind can have this parent.
    pub(super) fn stands(&self, kind: Kind, parent: &Target) -> Result<bool> {
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
    pub(super) fn number(&self, target: &Target) -> Result<i64> {
        match self.real(target) {
            Target::Id(id) => Ok(id),
            Target::ClientId(own) => self.store.local_id(&own),
            Target::Name(_) => Err(Error::internal("a category has no number")),
        }
    }
}

/// Whether rows of this kind belong to no list.
const fn is_alone(kind: Kind) -> bool {
    kind.parent().is_none() && !matches!(kind, Kind::Faq | Kind::TestQuestion)
}

/// The client ids of the rows that an operation creates.
fn makes(operation: &Operation) -> Vec<(Kind, &str)> {
    let row = operation.target.client_id().filter(|_| operation.action == Action::Create);
    let lists = operation.kind.lists().iter().flat_map(|(name, kind)| {
        let rows = operation.payload.get(name).and_then(Value::as_array).into_iter().flatten();
        rows.filter_map(|row| Some((*kind, row.get("clientId")?.as_str()?)))
    });
    row.map(|own| (operation.kind, own)).into_iter().chain(lists).collect()
}

/// The kind as the copy names it.
pub(super) fn content(kind: Kind) -> Result<ContentKind> {
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

//! Generic editing of content by the staff: creating, changing, deleting and ordering rows.
//!
//! A kind defines its rows and their SQL ([`Content`], [`Ordered`]); validation is in core ([`Form`]). The
//! rest is the same for all: client ids, versions, batches that are all or nothing, audit. A handler names
//! its kind and calls one of the functions.

use std::future::Future;

use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::editing::{self, Form, New};
use preau_core::problem::Fields;
use serde::Serialize;
use serde_json::{Value, json};

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::write::{Call, Tx, check_version, json_response, store_empty_response, store_response};
use crate::{answer, change, execute, fetch_optional, fetch_scalar};

/// A row with a key and a version that each write raises.
pub(crate) trait Versioned: Serialize + Sized + Send + Sync {
    /// Its name in the audit log and among the changes.
    const ENTITY: &'static str;

    /// Usually its id.
    type Key: Serialize + Send + Sync;

    /// Raised by each write.
    fn version(&self) -> i64;

    /// The row; `not_found` when there is none.
    fn find(tx: &mut Tx, key: &Self::Key) -> impl Future<Output = Result<Self>> + Send;
}

/// The validated content of a kind.
type Checked<C> = <<C as Content>::Form as Form>::Content;

/// A kind of content.
pub(crate) trait Content: Versioned<Key = i64> {
    /// The statements that are the same for all kinds: [`content_table!`].
    const TABLE: Table;

    /// The form as the staff sends it.
    type Form: Form<Content: Send + Sync> + Send + Sync;

    /// Sanitises the form's rich text.
    fn clean(form: Self::Form) -> Self::Form {
        form
    }

    /// The content that core validates.
    fn checked(&self) -> Result<Checked<Self>>;

    /// Refuses references to rows that do not exist.
    fn check(tx: &mut Tx, content: &Checked<Self>) -> impl Future<Output = Result<()>> + Send;

    /// Inserts the row; returns its id.
    fn insert(tx: &mut Tx, new: &New<Checked<Self>>) -> impl Future<Output = Result<i64>> + Send;

    /// Updates the row and raises its version.
    fn update(tx: &mut Tx, id: i64, content: &Checked<Self>) -> impl Future<Output = Result<()>> + Send;

    /// The part of the row that is recorded in the audit log: no personal data.
    fn audit_values(&self) -> Value {
        json!(self)
    }

    /// Called before the row is deleted: may refuse that.
    fn before_delete(&self, _: &mut Tx) -> impl Future<Output = Result<()>> + Send {
        async { Ok(()) }
    }

    /// Called after the row was created, changed or deleted individually: updates its parent.
    fn after_write(&self, _: &mut Tx) -> impl Future<Output = Result<()>> + Send {
        async { Ok(()) }
    }
}

/// Content with an order under a parent, whose version is that of the order.
pub(crate) trait Ordered: Content {
    /// The row under which rows of this kind are.
    type Parent: Versioned;

    /// The rows under it, in order.
    fn list(
        tx: &mut Tx,
        parent: &<Self::Parent as Versioned>::Key,
    ) -> impl Future<Output = Result<Vec<Self>>> + Send;

    /// A row's id.
    fn id(&self) -> i64;

    /// Raises the parent's version.
    fn raise_parent_version(
        tx: &mut Tx,
        parent: &<Self::Parent as Versioned>::Key,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// The statements that are the same for every table of content.
pub(crate) struct Table {
    pub by_client_id: &'static str,
    pub delete: &'static str,
    pub place: &'static str,
}

/// The [`Table`] of this name.
macro_rules! content_table {
    ($name:literal) => {
        $crate::editing::Table {
            by_client_id: concat!("SELECT id FROM ", $name, " WHERE client_id = $1"),
            delete: concat!("DELETE FROM ", $name, " WHERE id = $1"),
            place: concat!(
                "UPDATE ",
                $name,
                " SET order_index = $2, version = version + 1, updated_at = $3
                WHERE id = $1 AND order_index <> $2"
            ),
        }
    };
}
pub(crate) use content_table;

/// Creates a row. A repeat with the same `clientId` returns the existing row, with 200.
pub(crate) async fn create<C: Content>(app: &AppContext, call: &Call, form: C::Form) -> Result<Response> {
    let new = C::clean(form).create()?;
    let (status, text) = change!(app, Some(call), |tx| {
        let (status, made) = create_row::<C>(tx, &new).await?;
        Ok((status, store_response(tx, call, status, &made).await?))
    })?;
    Ok(json_response(status, text))
}

/// Creates many rows or none; returns them in order, with 200 when none is new. Problems are under `[n]`.
pub(crate) async fn create_batch<C: Content>(
    app: &AppContext,
    call: &Call,
    forms: Vec<C::Form>,
) -> Result<Response> {
    let forms: Vec<C::Form> = forms.into_iter().map(C::clean).collect();
    let all = editing::create_all(&forms)?;
    let (status, text) = change!(app, Some(call), |tx| {
        let mut fields = Fields::default();
        let (mut status, mut rows) = (StatusCode::OK, Vec::new());
        for (n, new) in all.iter().enumerate() {
            match create_row::<C>(tx, new).await {
                Ok((made, row)) => {
                    status = status.max(made);
                    rows.push(row);
                }
                Err(Error::Rule(problem)) => {
                    fields.nest::<()>(&format!("[{n}]"), Err(problem));
                }
                Err(error) => return Err(error),
            }
        }
        fields.finish()?;
        Ok((status, store_response(tx, call, status, &rows).await?))
    })?;
    Ok(json_response(status, text))
}

const DELETED: &str = "SELECT COUNT(*) FROM changes WHERE entity = $1 AND client_id = $2 AND deleted";

/// Creates a row in a transaction, or finds the one with its `clientId`; returns the status, and the row.
pub(crate) async fn create_row<C: Content>(tx: &mut Tx, new: &New<Checked<C>>) -> Result<(StatusCode, C)> {
    if let Some(client_id) = &new.client_id {
        if let Some((id,)) = fetch_optional!(tx, (i64,), C::TABLE.by_client_id, client_id)? {
            return Ok((StatusCode::OK, C::find(tx, &id).await?));
        }
        // A late repeat does not recreate a row that was deleted in the meantime.
        if fetch_scalar!(tx, i64, DELETED, C::ENTITY, client_id)? > 0 {
            return Err(Code::Gone.into());
        }
    }
    C::check(tx, &new.content).await?;
    tx.public_content_changed();
    let id = C::insert(tx, new).await?;
    let row = C::find(tx, &id).await?;
    row.after_write(tx).await?;
    tx.audit(&action::<C>("created"), C::ENTITY, id, None, Some(row.audit_values())).await?;
    Ok((StatusCode::CREATED, row))
}

/// Changes a row: absent fields stay.
pub(crate) async fn update<C: Content>(
    app: &AppContext,
    call: &Call,
    id: i64,
    form: C::Form,
) -> Result<Response> {
    let form = C::clean(form);
    answer!(app, call, StatusCode::OK, |tx| {
        let before = C::find(tx, &id).await?;
        check_version(call, before.version(), || json!(before))?;
        let content = form.change(&before.checked()?)?;
        update_row(tx, id, &before, &content).await
    })
}

/// Updates a row in a transaction, and returns it.
pub(crate) async fn update_row<C: Content>(
    tx: &mut Tx,
    id: i64,
    before: &C,
    content: &Checked<C>,
) -> Result<C> {
    C::check(tx, content).await?;
    tx.public_content_changed();
    C::update(tx, id, content).await?;
    let after = C::find(tx, &id).await?;
    after.after_write(tx).await?;
    tx.audit(&action::<C>("updated"), C::ENTITY, id, Some(before.audit_values()), Some(after.audit_values()))
        .await?;
    Ok(after)
}

/// Deletes a row with its descendants; its id and its `clientId` are never reused.
pub(crate) async fn delete<C: Content>(app: &AppContext, call: &Call, id: i64) -> Result<StatusCode> {
    change!(app, Some(call), |tx| {
        let before = C::find(tx, &id).await?;
        check_version(call, before.version(), || json!(before))?;
        delete_row(tx, &before, id).await?;
        before.after_write(tx).await?;
        tx.audit(&action::<C>("deleted"), C::ENTITY, id, Some(before.audit_values()), None).await?;
        store_empty_response(tx, call, StatusCode::NO_CONTENT).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete_row<C: Content>(tx: &mut Tx, row: &C, id: i64) -> Result<()> {
    row.before_delete(tx).await?;
    tx.public_content_changed();
    execute!(tx, C::TABLE.delete, id)?;
    Ok(())
}

/// Deletes all rows under a parent. `If-Match` is the parent's version.
pub(crate) async fn clear<C: Ordered>(
    app: &AppContext,
    call: &Call,
    parent: &<C::Parent as Versioned>::Key,
) -> Result<StatusCode> {
    change!(app, Some(call), |tx| {
        let under = C::Parent::find(tx, parent).await?;
        check_version(call, under.version(), || json!(under))?;
        let rows = C::list(tx, parent).await?;
        for row in &rows {
            delete_row(tx, row, row.id()).await?;
        }
        tx.public_content_changed();
        C::raise_parent_version(tx, parent).await?;
        let id = json!(parent).as_i64().unwrap_or_default();
        let noted: Vec<_> = rows.iter().map(C::audit_values).collect();
        tx.audit(&action::<C>("cleared"), C::Parent::ENTITY, id, Some(json!(noted)), None).await?;
        store_empty_response(tx, call, StatusCode::NO_CONTENT).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the rows under a parent by a list of ids (nothing: a new row) and contents. Rows that the list
/// does not name are deleted. Problems are under `name[n]`; the caller raises the parent's version and writes
/// the audit log.
pub(crate) async fn replace<C: Ordered>(
    tx: &mut Tx,
    parent: &<C::Parent as Versioned>::Key,
    name: &str,
    mut wanted: Vec<(Option<i64>, New<Checked<C>>)>,
) -> Result<()>
where
    Checked<C>: PartialEq,
{
    let before = C::list(tx, parent).await?;
    match_by_client_id::<C>(tx, &before, name, &mut wanted).await?;
    for gone in before.iter().filter(|row| wanted.iter().all(|(id, _)| *id != Some(row.id()))) {
        delete_row(tx, gone, gone.id()).await?;
    }
    tx.public_content_changed();
    for (id, new) in &wanted {
        match before.iter().find(|row| Some(row.id()) == *id) {
            Some(row) if row.checked()? == new.content => {}
            Some(row) => C::update(tx, row.id(), &new.content).await?,
            None => {
                C::insert(tx, new).await?;
            }
        }
    }
    Ok(())
}

/// New rows with a known client id are existing rows of the list, sent again.
async fn match_by_client_id<C: Ordered>(
    tx: &mut Tx,
    before: &[C],
    name: &str,
    wanted: &mut [(Option<i64>, New<Checked<C>>)],
) -> Result<()> {
    let mut fields = Fields::default();
    for n in 0..wanted.len() {
        let (None, Some(client_id)) = (wanted[n].0, wanted[n].1.client_id.clone()) else { continue };
        let known = fetch_optional!(tx, (i64,), C::TABLE.by_client_id, &client_id)?.map(|(id,)| id);
        match known {
            Some(id) => {
                let ours = before.iter().any(|row| row.id() == id);
                if ours && wanted.iter().all(|(other, _)| *other != Some(id)) {
                    wanted[n].0 = Some(id);
                } else {
                    fields.refuse(format!("{name}[{n}].clientId"), Code::InvalidValue);
                }
            }
            None if fetch_scalar!(tx, i64, DELETED, C::ENTITY, &client_id)? > 0 => {
                fields.refuse(format!("{name}[{n}].clientId"), Code::Gone);
            }
            None => {}
        }
    }
    Ok(fields.finish()?)
}

/// Puts the rows under a parent into this order; those that are not named follow in their previous order.
/// `If-Match` is the parent's version.
pub(crate) async fn arrange<C: Ordered>(
    app: &AppContext,
    call: &Call,
    parent: &<C::Parent as Versioned>::Key,
    wanted: &[i64],
) -> Result<Response> {
    answer!(app, call, StatusCode::OK, |tx| {
        let under = C::Parent::find(tx, parent).await?;
        check_version(call, under.version(), || json!(under))?;
        let before: Vec<i64> = C::list(tx, parent).await?.iter().map(C::id).collect();
        let after = editing::arrange(&before, wanted)?;
        for (place, id) in (1_i64..).zip(&after) {
            execute!(tx, C::TABLE.place, *id, place, tx.now)?;
        }
        tx.public_content_changed();
        C::raise_parent_version(tx, parent).await?;
        let order = |ids: &[i64]| Some(json!({ "of": parent, "order": ids }));
        // A parent without an id is identified by its key in the details.
        let id = json!(parent).as_i64().unwrap_or_default();
        tx.audit(&action::<C>("ordered"), C::Parent::ENTITY, id, order(&before), order(&after)).await?;
        C::list(tx, parent).await
    })
}

/// Refuses a field that refers to a row that does not exist.
pub(crate) async fn check_exists<R: Versioned>(tx: &mut Tx, field: &str, key: &R::Key) -> Result<()> {
    match R::find(tx, key).await {
        Ok(_) => Ok(()),
        Err(error) if error.code() == Code::NotFound => Err(Error::field(field, Code::UnknownReference)),
        Err(error) => Err(error),
    }
}

fn action<C: Content>(done: &str) -> String {
    format!("{}.{done}", C::ENTITY)
}

//! Reorders the rows under a parent; the parent's version is that of the order.

use preau_core::code::Code;
use preau_core::content::ContentKind;
use preau_core::draft::operation::{Action, Edit, Target};
use preau_core::problem::{Fields, Problem};
use serde_json::{Value, json};

use super::early_exit::StepResult;
use super::edits::Write;
use super::forms::reference_value;
use super::own_versions::parent_kind_name;
use super::reads::{not_found, parent};
use super::rows::version;
use super::view::View;
use super::write_response::full_row;
use crate::error::Result;
use crate::store::Key;

pub(super) fn reorder(write: &Write<'_>) -> StepResult<Edit> {
    let (view, kind) = (&write.view, write.call.kind);
    let parent = parent(view, write.call)?;
    let under = current(view, write, &parent)?;
    let version =
        write.seen_version(parent_kind_name(kind), &parent, version(&under), || Ok(under.clone()))?;
    let base_version = parent.client_id().is_none().then_some(version);
    let payload = parse_order(write, &parent)?;
    let (id, action, base) = (write.id()?, Action::Reorder, Value::Null);
    let (target, parent) = (parent.clone(), Some(parent));
    Ok(Edit { id, kind, action, target, parent, payload, base, base_version })
}

/// The parent's current row.
fn current(view: &View<'_>, write: &Write<'_>, parent: &Target) -> Result<Value> {
    match (write.call.kind.parent(), parent) {
        (Some(above), parent) => full_row(view, above, &view.find(above, parent)?.ok_or_else(not_found)?),
        (None, Target::Name(code)) => {
            let category = view.store.row(ContentKind::FaqCategory, &Key::Code(code.clone()))?;
            Ok(category.ok_or_else(not_found)?.row)
        }
        (None, Target::Id(_) | Target::ClientId(_)) => Err(not_found()),
    }
}

/// The order, its rows named as in the queue. Each belongs to the parent and occurs once.
fn parse_order(write: &Write<'_>, parent: &Target) -> StepResult<Value> {
    let (view, kind) = (&write.view, write.call.kind);
    let Some(ids) = write.body.as_array() else { return Err(Problem::new(Code::InvalidType).into()) };
    let rows = view.children(kind, parent)?;
    let (mut fields, mut order) = (Fields::default(), Vec::new());
    for (n, id) in ids.iter().enumerate() {
        let Some(id) = id.as_i64() else {
            fields.refuse(format!("[{n}]"), Code::InvalidType);
            continue;
        };
        let named = view.target_of(kind, id)?.filter(|target| rows.iter().any(|row| row.target == *target));
        match named.map(|target| reference_value(&target)) {
            None => fields.refuse(format!("[{n}]"), Code::UnknownReference),
            Some(named) if order.contains(&named) => fields.refuse(format!("[{n}]"), Code::InvalidValue),
            Some(named) => order.push(named),
        }
    }
    fields.finish()?;
    Ok(json!(order))
}

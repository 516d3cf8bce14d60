//! Pending operations, and the calls to retry, correct or discard them.

use chrono::{DateTime, Utc};
use http::{HeaderValue, StatusCode, header};
use preau_core::draft::check::check;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Edit, Operation, State, Target};
use preau_core::draft::queue::Queue;
use preau_core::draft::shape::{form, overlay};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{self, Response, nothing};
use crate::clock::{instant_text, new_id};
use crate::content;
use crate::context::{AppContext, Event};
use crate::error::{Error, Problem, Result};
use crate::profile::OpenProfile;
use crate::store::{Key, title_of_operation};

/// An operation for the panel.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct OperationView {
    pub(super) id: String,
    /// `course`, `lesson`…
    pub(super) kind: String,
    #[cfg_attr(test, ts(type = r#""create" | "update" | "delete" | "cancel" | "reorder""#))]
    pub(super) action: Action,
    pub(super) title: String,
    /// What it stands under.
    pub(super) under: Option<String>,
    #[cfg_attr(test, ts(type = r#""waiting" | "sending" | "failed" | "conflict""#))]
    pub(super) state: &'static str,
    /// Why it was refused.
    #[cfg_attr(test, ts(type = "LocalProblem | null"))]
    pub(super) problem: Option<Value>,
    /// Tries since it last changed.
    pub(super) attempts: u32,
    /// The name of the file that is sent first.
    pub(super) file: Option<String>,
    /// Not sent before.
    pub(super) not_before: Option<String>,
    /// Whether it may have arrived and can be given up all the same.
    pub(super) abandonable: bool,
    /// How many others go with it when it is given up.
    pub(super) dependents: usize,
    pub(super) written_at: String,
    /// What is sent; a form, of a change perhaps in part.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub(super) payload: Value,
    /// The row as its writer saw it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub(super) base: Value,
    /// Where in the dashboard it is edited.
    pub(super) place: String,
}

/// The corrected form of a refused operation.
#[derive(Debug, Deserialize)]
pub(super) struct Correction {
    payload: Value,
}

pub(super) fn list(open: &OpenProfile) -> Result<Response> {
    answer::json(StatusCode::OK, &operation_views(open)?)
}

fn operation_views(open: &OpenProfile) -> Result<Vec<OperationView>> {
    let queue = open.store.queue()?;
    queue.operations().iter().map(|operation| operation_view(open, &queue, operation)).collect()
}

fn operation_view(open: &OpenProfile, queue: &Queue, operation: &Operation) -> Result<OperationView> {
    let (state, problem) = match &operation.state {
        State::Waiting => ("waiting", None),
        State::Sending => ("sending", None),
        State::Failed(problem) => ("failed", Some(problem.clone())),
        State::Conflict(_) => ("conflict", None),
    };
    let store = &open.store;
    let parent_kind = operation.kind.parent().zip(parent(operation));
    let under = match parent_kind {
        Some((kind, target)) => title_of_row(open, queue, kind, &target)?,
        None => None,
    };
    let view = queue.view(operation.kind, &operation.target).filter(|view| !view.is_null());
    let view = view.filter(|_| operation.action != Action::Reorder);
    let title = view.map(|view| content::title(operation.kind, &view)).filter(|title| !title.is_empty());
    let written_at = store.written_at(&operation.id)?;
    Ok(OperationView {
        id: operation.id.clone(),
        kind: operation.kind.to_string(),
        action: operation.action,
        title: title.or_else(|| under.clone()).unwrap_or_else(|| title_of_operation(operation)),
        under,
        state,
        problem,
        attempts: operation.attempts,
        file: queue.pending_files(operation).find_map(|address| Some(queue.file(address)?.name.clone())),
        not_before: operation.not_before.map(instant_text),
        abandonable: queue.may_abandon(&operation.id),
        dependents: queue.dependents(&operation.id),
        written_at: written_at.unwrap_or_else(|| instant_text(store.clock().now())),
        payload: operation.payload.clone(),
        base: operation.base.clone(),
        place: content::editor_path(store, operation.kind, &operation.target, operation.parent.as_ref())?,
    })
}

fn parent(operation: &Operation) -> Option<Target> {
    if operation.action == Action::Reorder {
        return Some(operation.target.clone());
    }
    operation.parent.clone()
}

/// The title of a row, with pending operations applied.
fn title_of_row(open: &OpenProfile, queue: &Queue, kind: Kind, target: &Target) -> Result<Option<String>> {
    let view = queue.view(kind, target).filter(|view| !view.is_null());
    let row = match (view, target, kind.as_str().parse()) {
        (Some(view), _, _) => Some(view),
        (None, Target::Id(id), Ok(of)) => open.store.row(of, &Key::Id(*id))?.map(|row| row.row),
        (None, ..) => None,
    };
    Ok(row.map(|row| content::title(kind, &row)).filter(|title| !title.is_empty()))
}

/// All operations as a file.
pub(super) fn export(context: &AppContext, open: &OpenProfile) -> Result<Response> {
    let now: DateTime<Utc> = context.clock.now();
    let file = json!({
        "school": open.profile.school,
        "email": open.profile.email(),
        "writtenAt": instant_text(now),
        "operations": operation_views(open)?,
    });
    let mut response = answer::json(StatusCode::OK, &file)?;
    let name = format!("attachment; filename=\"preau-{}.json\"", now.format("%Y-%m-%d"));
    response
        .headers_mut()
        .extend(HeaderValue::from_str(&name).map(|name| (header::CONTENT_DISPOSITION, name)));
    Ok(response)
}

/// Sends a refused operation again, and a pending one without further delay.
pub(super) fn retry(context: &AppContext, open: &OpenProfile, id: &str) -> Result<Response> {
    open.store.try_change_queue(|queue| {
        queue.operation(id).ok_or_else(Error::not_found)?;
        queue.retry(id);
        queue.resume();
        Ok(())
    })?;
    Ok(changed(context))
}

/// Sends all operations again: refused ones, and those that were denied for lack of permission.
pub(super) fn retry_all(context: &AppContext, open: &OpenProfile) -> Result<Response> {
    open.store.change_queue(Queue::retry_all)?;
    Ok(changed(context))
}

/// Replaces the form of a refused operation.
pub(super) fn correct(
    context: &AppContext,
    open: &OpenProfile,
    id: &str,
    sent: Correction,
) -> Result<Response> {
    open.store.try_change_queue(|queue| {
        let operation = queue.operation(id).ok_or_else(Error::not_found)?;
        let (kind, target) = (operation.kind, operation.target.clone());
        let action = match operation.action {
            Action::Create | Action::Update => Action::Update,
            other => other,
        };
        let (parent, base_version) = (operation.parent.clone(), operation.base_version);
        let base = queue.view(kind, &target).unwrap_or_else(|| operation.base.clone());
        if action == Action::Update {
            check(kind, &form(kind.fields(), &overlay(&base, &sent.payload)))?;
        }
        let edit =
            Edit { id: new_id(), kind, action, target, parent, payload: sent.payload, base, base_version };
        queue.add(edit).map_err(|_| Problem::new(StatusCode::CONFLICT, "already_sent"))?;
        Ok(())
    })?;
    Ok(changed(context))
}

/// Discards it with all dependent operations; their texts go into the history. One that may have been
/// acknowledged only with `force`.
pub(super) fn discard(context: &AppContext, open: &OpenProfile, id: &str, force: bool) -> Result<Response> {
    open.store.queue()?.operation(id).ok_or_else(Error::not_found)?;
    if !(open.store.discard(id)? || force && open.store.abandon(id)?) {
        return Err(Problem::new(StatusCode::CONFLICT, "already_sent").into());
    }
    // If the school did receive it, the copy has to show that.
    open.connection_state.status().pull_requested = true;
    let mut kinds = open.store.apply_held_back()?;
    kinds.extend(preau_core::draft::kind::Kind::ALL.iter().map(ToString::to_string));
    context.emit(&Event::Changed(kinds.into_iter().collect()));
    Ok(changed(context))
}

pub(super) fn changed(context: &AppContext) -> Response {
    context.emit(&Event::State);
    context.wake.notify_one();
    nothing(StatusCode::NO_CONTENT)
}

//! Writes of content: always through the queue. While the school can be reached and no other operation is
//! pending, the page gets the school's own response; a write that the school refuses leaves the queue,
//! because the form still holds it.

use std::sync::Arc;

use http::StatusCode;
use preau_core::draft::operation::{Edit, Operation, State};
use preau_core::draft::queue::{Answer, Next, NotAdded, Outcome, Queue};
use serde_json::Value;

use super::relay;
use crate::answer::{Request, Response};
use crate::content::{self, Call, Edits};
use crate::context::{AppContext, Event};
use crate::error::{Error, Problem, Result};
use crate::profile::OpenProfile;
use crate::school::ApiResponse;
use crate::{copy, sync};

pub(super) async fn write(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    call: &Call,
    request: &Request,
) -> Result<Response> {
    let mut edits = edits(open, call, request).await?;
    // The refusal may come from a copy that is out of date.
    if matches!(&edits, Err(refusal) if refusal.status().is_client_error())
        && open.connection_state.is_reachable()
        && copy::pull(context, open).await.is_ok()
    {
        edits = self::edits(open, call, request).await?;
    }
    let edits = match edits {
        Ok(edits) => edits,
        Err(answer) => return Ok(answer),
    };
    let lock = if open.connection_state.is_reachable() { context.sending.try_lock().ok() } else { None };
    let before = open.store.queue()?;
    add(open, edits.edits())?;
    context.emit(&Event::State);
    let response = match lock.filter(|_| is_idle(&before)) {
        Some(_lock) => send_now(context, open, &edits, &before).await?,
        None => None,
    };
    context.wake.notify_one();
    let response = match response {
        Some(response) => response,
        None => content::after(&open.store, &edits)?,
    };
    store_response(open, request, &response)?;
    Ok(response)
}

async fn edits(open: &Arc<OpenProfile>, call: &Call, request: &Request) -> Result<Result<Edits, Response>> {
    let (open, call, request) = (Arc::clone(open), call.clone(), request.clone());
    let edits = tokio::task::spawn_blocking(move || content::edit(&open.store, &call, &request));
    edits.await.map_err(|error| Error::internal(error.to_string()))?
}

/// Whether no other operation can be sent.
fn is_idle(queue: &Queue) -> bool {
    queue.operations().iter().all(|operation| {
        matches!(operation.state, State::Failed(_) | State::Conflict(_))
            || queue.pending_files(operation).next().is_some()
    })
}

fn add(open: &OpenProfile, edits: &[Edit]) -> Result<()> {
    open.store.try_change_queue(|queue| {
        for edit in edits {
            queue.add(edit.clone()).map_err(|refusal| match refusal {
                NotAdded::ToBeDeleted => Error::not_found(),
                NotAdded::Conflict(_) => conflict(queue, edit),
            })?;
        }
        Ok(())
    })
}

/// The form is older than a pending operation: the page merges both, as with somebody else's change.
fn conflict(queue: &Queue, edit: &Edit) -> Error {
    let current = queue.view(edit.kind, &edit.target).unwrap_or_default();
    Problem::new(StatusCode::PRECONDITION_FAILED, "stale").with_current(current).into()
}

/// Sends the edits while the page waits. Nothing when there was no response, or not to all of them.
async fn send_now(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    edits: &Edits,
    before: &Queue,
) -> Result<Option<Response>> {
    let mut last = None;
    loop {
        let now = context.clock.now();
        let Next::Send(request) = open.store.change_queue(|queue| queue.take(now))? else { break };
        let answered = sync::send(context, open, &request).await;
        match answered {
            Ok(answer) if is_refusal(&answer) => {
                let was_pending = before.operation(&request.operation).is_some();
                withdraw(open, &request.operation, &answer, edits, was_pending)?;
                context.emit(&Event::State);
                return Ok(Some(relay::to_page(answer)));
            }
            answered => {
                let relay = answered.as_ref().ok().cloned();
                match sync::apply_response(context, open, &request, answered).await {
                    Ok(()) => {}
                    // It stays pending.
                    Err(error) if error.is_temporary() => return Ok(None),
                    Err(error) => return Err(error.into_error()),
                }
                match relay.filter(|answer| answer.status.is_success()) {
                    Some(answer) => last = Some(relay::to_page(answer)),
                    None => return Ok(None),
                }
            }
        }
    }
    open.connection_state.status().pull_requested = true;
    Ok(if edits.edits().len() == 1 && !edits.is_list() { last } else { None })
}

/// Whether the school itself refuses the request.
fn is_refusal(answer: &ApiResponse) -> bool {
    answer.status.is_client_error()
        && answer.is_definite()
        && answer.status != StatusCode::UNAUTHORIZED
        && answer.json()["code"] != "idempotency_in_flight"
}

/// Removes an operation that the school refused from the queue: its form is open and reports it. One that was
/// pending before stays in the queue as refused.
pub(super) fn withdraw(
    open: &OpenProfile,
    id: &str,
    answer: &ApiResponse,
    edits: &Edits,
    was_pending: bool,
) -> Result<()> {
    let now = now(open);
    let mut problem = answer.json();
    if let Some(problem) = problem.as_object_mut() {
        problem.remove("current");
    }
    // An operation that was pending before is not at fault when the account may no longer write.
    let denied = was_pending && answer.status == StatusCode::FORBIDDEN;
    let answer = if denied { Answer::Denied(problem) } else { Answer::Refused(problem) };
    open.store.change_queue(|queue| {
        let outcome = queue.answered(id, answer, now, 0);
        // Edits that were saved later have been merged into it, and the app has promised to store them.
        if was_pending || outcome != Some(Outcome::Failed) {
            return;
        }
        let own_ids = edits.edits().iter().map(|edit| edit.id.as_str());
        for id in std::iter::once(id).chain(own_ids) {
            queue.discard(id);
        }
        // The form still holds its text, so it does not go into the history.
        drop::<Vec<Operation>>(queue.take_superseded());
    })
}

fn now(open: &OpenProfile) -> chrono::DateTime<chrono::Utc> {
    open.store.clock().now()
}

/// Stores the response, so that a repeat of the same request gets the same one.
fn store_response(open: &OpenProfile, request: &Request, response: &Response) -> Result<()> {
    let key = request.headers().get("idempotency-key").and_then(|key| key.to_str().ok());
    let (Some(key), true) = (key, response.status().is_success()) else { return Ok(()) };
    open.store.store_answer(key, response.status().as_u16(), &String::from_utf8_lossy(response.body()))
}

impl Problem {
    /// Adds the current row, as the school does in its response to an edit of an older version.
    fn with_current(mut self, current: Value) -> Self {
        self.current = Some(current);
        self
    }
}

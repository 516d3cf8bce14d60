//! Content that is written: always through the queue. While the school is there and nothing else waits, the page gets
//! the school's own answer, and what it refuses is in nobody's way: the form still holds it.

use std::sync::Arc;

use http::StatusCode;
use preau_core::draft::operation::{Edit, Operation, State};
use preau_core::draft::queue::{Answer, Next, NotAdded, Outcome, Queue};
use serde_json::Value;

use super::passing;
use crate::answer::{Request, Response};
use crate::content::{self, Call, Edits};
use crate::context::{AppContext, Event};
use crate::error::{Error, Problem, Result};
use crate::profile::Open;
use crate::school::Answered;
use crate::{copy, sync};

pub(super) async fn write(
    context: &Arc<AppContext>,
    open: &Arc<Open>,
    call: &Call,
    request: &Request,
) -> Result<Response> {
    let mut edits = edits(open, call, request).await?;
    // The copy may be too old to say so.
    if matches!(&edits, Err(refusal) if refusal.status().is_client_error())
        && open.standing.is_live()
        && copy::pull(context, open).await.is_ok()
    {
        edits = self::edits(open, call, request).await?;
    }
    let edits = match edits {
        Ok(edits) => edits,
        Err(answer) => return Ok(answer),
    };
    let turn = if open.standing.is_live() { context.sending.try_lock().ok() } else { None };
    let before = open.store.queue()?;
    add(open, edits.edits())?;
    context.tell(&Event::State);
    let response = match turn.filter(|_| is_quiet(&before)) {
        Some(_turn) => sent_at_once(context, open, &edits, &before).await?,
        None => None,
    };
    context.wake.notify_one();
    let response = match response {
        Some(response) => response,
        None => content::after(&open.store, &edits)?,
    };
    keep(open, request, &response)?;
    Ok(response)
}

async fn edits(open: &Arc<Open>, call: &Call, request: &Request) -> Result<Result<Edits, Response>> {
    let (open, call, request) = (Arc::clone(open), call.clone(), request.clone());
    let edits = tokio::task::spawn_blocking(move || content::edit(&open.store, &call, &request));
    edits.await.map_err(|error| Error::internal(error.to_string()))?
}

/// Whether nothing else can be sent.
fn is_quiet(queue: &Queue) -> bool {
    queue.operations().iter().all(|operation| {
        matches!(operation.state, State::Failed(_) | State::Conflict(_))
            || queue.awaited(operation).next().is_some()
    })
}

fn add(open: &Open, edits: &[Edit]) -> Result<()> {
    open.store.try_change_queue(|queue| {
        for edit in edits {
            queue.add(edit.clone()).map_err(|refusal| match refusal {
                NotAdded::ToBeDeleted => Error::not_found(),
                NotAdded::Met(_) => met(queue, edit),
            })?;
        }
        Ok(())
    })
}

/// The page's form is older than what waits: it brings both together as it does with what others wrote.
fn met(queue: &Queue, edit: &Edit) -> Error {
    let current = queue.view(edit.kind, &edit.target).unwrap_or_default();
    Problem::new(StatusCode::PRECONDITION_FAILED, "stale").with_current(current).into()
}

/// Sends it while the page waits. Nothing when no answer came, or not to all of it.
async fn sent_at_once(
    context: &Arc<AppContext>,
    open: &Arc<Open>,
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
                let was_there = before.operation(&request.operation).is_some();
                take_back(open, &request.operation, &answer, edits, was_there)?;
                context.tell(&Event::State);
                return Ok(Some(passing::relayed(answer)));
            }
            answered => {
                let relay = answered.as_ref().ok().cloned();
                match sync::settle(context, open, &request, answered).await {
                    Ok(()) => {}
                    // It waits.
                    Err(nobody) if nobody.may_pass() => return Ok(None),
                    Err(nobody) => return Err(nobody.into_error()),
                }
                match relay.filter(|answer| answer.status.is_success()) {
                    Some(answer) => last = Some(passing::relayed(answer)),
                    None => return Ok(None),
                }
            }
        }
    }
    open.standing.facts().pull_wanted = true;
    Ok(if edits.edits().len() == 1 && !edits.is_list() { last } else { None })
}

/// Whether the school itself says no.
fn is_refusal(answer: &Answered) -> bool {
    answer.status.is_client_error()
        && answer.is_definite()
        && answer.status != StatusCode::UNAUTHORIZED
        && answer.json()["code"] != "idempotency_in_flight"
}

/// What the school refused is not kept: its form is open, and says so. What had waited before stays, refused.
pub(super) fn take_back(
    open: &Open,
    id: &str,
    answer: &Answered,
    edits: &Edits,
    was_there: bool,
) -> Result<()> {
    let now = time(open);
    let mut problem = answer.json();
    if let Some(problem) = problem.as_object_mut() {
        problem.remove("current");
    }
    // What had waited is not at fault when whoever is signed in may not write any more.
    let denied = was_there && answer.status == StatusCode::FORBIDDEN;
    let answer = if denied { Answer::Denied(problem) } else { Answer::Refused(problem) };
    open.store.change_queue(|queue| {
        let outcome = queue.answered(id, answer, now, 0);
        // What was saved after it has come into it meanwhile, and was promised to be kept.
        if was_there || outcome != Some(Outcome::Failed) {
            return;
        }
        let mine = edits.edits().iter().map(|edit| edit.id.as_str());
        for id in std::iter::once(id).chain(mine) {
            queue.discard(id);
        }
        // Its text is not lost: the form holds it.
        drop::<Vec<Operation>>(queue.take_superseded());
    })
}

fn time(open: &Open) -> chrono::DateTime<chrono::Utc> {
    open.store.clock().now()
}

/// A repeat of the same request is answered the same.
fn keep(open: &Open, request: &Request, response: &Response) -> Result<()> {
    let key = request.headers().get("idempotency-key").and_then(|key| key.to_str().ok());
    let (Some(key), true) = (key, response.status().is_success()) else { return Ok(()) };
    open.store.keep_answer(key, response.status().as_u16(), &String::from_utf8_lossy(response.body()))
}

impl Problem {
    /// With the row as it stands, as the school answers a change of an older one.
    fn with_current(mut self, current: Value) -> Self {
        self.current = Some(current);
        self
    }
}

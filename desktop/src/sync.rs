//! The background task: checks for the school while it cannot be reached, sends pending operations one by
//! one, and keeps the copy up to date.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use http::header;
use preau_core::content::ContentKind;
use preau_core::draft::operation::{Action, Target};
use preau_core::draft::queue::{Answer, Next, Outcome, Request};
use serde_json::Value;

use crate::clock::random_number;
use crate::connection_state::Connection;
use crate::context::{AppContext, Event};
use crate::error::{Error, Result};
use crate::profile::OpenProfile;
use crate::school::tokens::AuthError;
use crate::school::{ApiRequest, ApiResponse, Compatibility};
use crate::store::{Key, Row, title_of_operation};
use crate::{content, copy, last_change, uploads};

/// Pause when there is nothing to do until the copy is out of date.
const IDLE_INTERVAL: Duration = Duration::from_mins(1);
/// Between two checks for a school that cannot be reached: first and maximum.
const CHECK_INTERVALS: [Duration; 2] = [Duration::from_secs(15), Duration::from_mins(1)];
/// Pause when there is nothing to do until the user acts.
const LONG_INTERVAL: Duration = Duration::from_hours(1);

/// Runs until it is aborted.
pub(crate) async fn run_background(context: Arc<AppContext>) {
    let mut unreachable_since: Option<Instant> = None;
    context.delete_scheduled_tokens().await;
    loop {
        context.recheck_disk().await;
        let pause = match context.open() {
            Some(open) => match step(&context, &open).await {
                Ok(pause) => {
                    unreachable_since = None;
                    pause
                }
                Err(AuthError::Failed(Error::Unreached(_))) => {
                    let [first, max] = CHECK_INTERVALS;
                    unreachable_since.get_or_insert_with(Instant::now).elapsed().clamp(first, max)
                }
                Err(AuthError::SignedOut) => LONG_INTERVAL,
                Err(AuthError::Failed(error)) => {
                    tracing::error!(%error, "not synchronised");
                    context.record_error(&error);
                    Duration::from_mins(1)
                }
            },
            None if context.status().disk.is_some() => Duration::from_mins(1),
            None => LONG_INTERVAL,
        };
        // A notification in the meantime is not missed: `Notify` stores it.
        let _ = tokio::time::timeout(pause, context.wake.notified()).await;
    }
}

/// Does all work that is due; returns the time until more may be.
async fn step(context: &Arc<AppContext>, open: &Arc<OpenProfile>) -> Result<Duration, AuthError> {
    if !check_school(context, open).await? {
        return Ok(Duration::from_mins(1));
    }
    if needs_user(open.connection_state.connection()) {
        return Ok(LONG_INTERVAL);
    }
    uploads::send_next(context, open).map_err(AuthError::Failed)?;
    let next = send_all(context, open).await?;
    let now = context.clock.now();
    // An account that may not write may not read either; from time to time it is checked whether it may
    // again.
    let denied = open.store.queue()?.denied().is_some();
    let due = {
        let state = open.connection_state.status();
        state.pull_requested && !denied || state.is_stale(now)
    };
    if due {
        copy::pull(context, open).await?;
    }
    let later = |at: DateTime<Utc>| (at - context.clock.now()).to_std().unwrap_or_default();
    Ok(next.map_or(IDLE_INTERVAL, |at| later(at).clamp(Duration::from_millis(50), IDLE_INTERVAL)))
}

/// Whether requests are impossible until the user signs in, or unlocks the keychain.
const fn needs_user(connection: Connection) -> bool {
    matches!(connection, Connection::SignedOut | Connection::KeychainLocked)
}

/// Whether the school can be reached, with a supported version. Checked after the connection was lost, and
/// from time to time.
async fn check_school(context: &Arc<AppContext>, open: &Arc<OpenProfile>) -> Result<bool, AuthError> {
    let now = context.clock.now();
    let (was, due) = {
        let state = open.connection_state.status();
        let due = !state.checked || state.is_stale(now);
        (state.connection, due)
    };
    if !due {
        return Ok(true);
    }
    match context.client.compatibility(&open.profile.school.address).await {
        Ok(Compatibility { supported: true, accepts_gzip }) => {
            open.connection_state.status().accepts_gzip = accepts_gzip;
            let was_unreachable = matches!(was, Connection::Offline | Connection::TooNew);
            if was_unreachable {
                open.store.change_queue(preau_core::draft::queue::Queue::reached)?;
                open.connection_state.status().pull_requested = true;
            }
            if !needs_user(was) {
                context.set_connection(open, Connection::Online);
            }
            let unknown = was_unreachable || open.connection_state.status().copied_at.is_none();
            if unknown && !needs_user(was) {
                renew_user(context, open).await;
            }
            Ok(true)
        }
        Ok(_) => {
            context.set_connection(open, Connection::TooNew);
            Ok(false)
        }
        Err(error) => {
            if !needs_user(was) {
                context.set_connection(open, Connection::Offline);
            }
            Err(error.into())
        }
    }
}

/// Sends all operations that can be sent; returns when more can be.
async fn send_all(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
) -> Result<Option<DateTime<Utc>>, AuthError> {
    loop {
        let delayed_until = open.connection_state.status().send_delayed_until(context.clock.now());
        if delayed_until.is_some() {
            return Ok(delayed_until);
        }
        let _lock = context.sending.lock().await;
        if open.connection_state.is_closed() {
            return Ok(None);
        }
        let now = context.clock.now();
        let next = open.store.change_queue(|queue| queue.take(now))?;
        let Next::Send(request) = next else {
            set_syncing(context, open, false);
            return match next {
                Next::Later(at) => Ok(Some(at)),
                Next::SignIn => {
                    context.set_connection(open, Connection::SignedOut);
                    Err(AuthError::SignedOut)
                }
                Next::Send(_) | Next::Idle | Next::Denied => Ok(None),
            };
        };
        set_syncing(context, open, true);
        let answered = send(context, open, &request).await;
        let applied = apply_response(context, open, &request, answered).await;
        if applied.is_err() {
            set_syncing(context, open, false);
        }
        applied?;
    }
}

fn set_syncing(context: &AppContext, open: &OpenProfile, syncing: bool) {
    if open.connection_state.status().syncing != syncing {
        context.update_connection(open, |status| status.syncing = syncing);
    }
}

/// Sends one operation, which the queue has recorded as being sent.
pub(crate) async fn send(
    context: &AppContext,
    open: &OpenProfile,
    request: &Request,
) -> Result<ApiResponse, AuthError> {
    let Some((method, path)) = content::request_target(request) else {
        return Err(Error::internal(format!("no address for {:?} {:?}", request.kind, request.action)).into());
    };
    let mut api_request =
        ApiRequest::json(method, format!("/api{path}"), &request.body).with("idempotency-key", &request.key);
    if let Some(version) = request.version {
        api_request = api_request.with("if-match", &format!("\"{version}\""));
    }
    let api_request =
        if open.connection_state.status().accepts_gzip { api_request.compressed() } else { api_request };
    context.send(open, &api_request).await
}

/// Applies a response to queue and copy, and notifies listeners.
pub(crate) async fn apply_response(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    request: &Request,
    answered: Result<ApiResponse, AuthError>,
) -> Result<(), AuthError> {
    let answer = match &answered {
        Ok(answer) => Answer::read(answer.status.as_u16(), answer.json(), retry_after(answer)),
        Err(AuthError::SignedOut) => Answer::SignedOut,
        Err(AuthError::Failed(_)) => Answer::Lost,
    };
    if let Answer::Done { row, .. } = &answer {
        content::acknowledged(&open.store, request, row)?;
    }
    let (now, id) = (context.clock.now(), &request.operation);
    let outcome = open.store.change_queue(|queue| queue.answered(id, answer, now, random_number()))?;
    match outcome {
        Some(Outcome::Done(row)) => apply_to_copy(context, open, request, &row)?,
        Some(Outcome::Failed) => context.emit(&Event::SyncFailed),
        Some(Outcome::Conflict) => {
            // The writer can be looked up now; later the school may not be reachable.
            last_change::cache(context, open, id).await?;
            context.emit(&Event::Conflict { title: title_of_pending(open, id)? });
        }
        Some(Outcome::SignIn) => context.set_connection(open, Connection::SignedOut),
        // The state reports a denied account.
        Some(Outcome::Retry | Outcome::Waits | Outcome::Denied) | None => {}
    }
    context.emit(&Event::State);
    answered.map(drop)
}

fn title_of_pending(open: &OpenProfile, id: &str) -> Result<String> {
    let queue = open.store.queue()?;
    Ok(queue.operation(id).map(title_of_operation).unwrap_or_default())
}

fn retry_after(answer: &ApiResponse) -> Option<TimeDelta> {
    let seconds = answer.headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse::<i64>().ok()?;
    TimeDelta::try_seconds(seconds.clamp(0, 3600))
}

/// Applies the row to the copy immediately; what else changed comes with the next pull.
fn apply_to_copy(context: &AppContext, open: &OpenProfile, request: &Request, row: &Value) -> Result<()> {
    let kind: ContentKind =
        request.kind.as_str().parse().map_err(|_| Error::internal("a kind that is no content"))?;
    match (request.action, &request.target) {
        (Action::Create | Action::Update | Action::Cancel, _) => {
            if let Some(row) = copy_row(request, row) {
                open.store.put(kind, &row)?;
            }
        }
        (Action::Delete, Target::Id(id)) => open.store.remove(kind, &Key::Id(*id))?,
        (Action::Delete | Action::Reorder, _) => {}
    }
    let mut kinds = open.store.apply_held_back()?;
    kinds.insert(request.kind.to_string());
    open.connection_state.status().pull_requested = true;
    context.emit(&Event::Changed(kinds.into_iter().collect()));
    Ok(())
}

/// A row of a response as the copy stores it; its parent is in its own fields.
fn copy_row(request: &Request, row: &Value) -> Option<Row> {
    let (id, version) = (row["id"].as_i64()?, row["version"].as_i64()?);
    let above = request.kind.parent();
    let named = request.kind.references().iter().filter(|(_, of)| Some(*of) == above);
    let named = named.filter_map(|(name, _)| row.get(name)?.as_i64()).map(Key::Id).next();
    let parent = named.or_else(|| match request.parent.as_ref()? {
        Target::Id(id) => Some(Key::Id(*id)),
        Target::Name(code) => Some(Key::Code(code.clone())),
        Target::ClientId(_) => None,
    });
    let client_id = request.target.client_id().map(ToOwned::to_owned);
    Some(Row { id: Key::Id(id), parent, version, client_id, row: row.clone() })
}

/// Updates the account's details: its name, language or role may have changed.
pub(crate) async fn renew_user(context: &Arc<AppContext>, open: &Arc<OpenProfile>) {
    let Ok(answer) = context.send(open, &ApiRequest::get("/api/users/me")).await else { return };
    let user = answer.json();
    if !answer.status.is_success() || user["id"] != open.profile.user["id"] || user == open.profile.user {
        return;
    }
    if let Err(error) = context.update_user(open, user) {
        tracing::error!(%error, "the profile is not kept");
    }
}

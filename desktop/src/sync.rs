//! What works beside the page: looks for the school while it is away, sends what waits, one operation after the other,
//! and keeps the copy fresh.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use http::header;
use preau_core::content::ContentKind;
use preau_core::draft::operation::{Action, Target};
use preau_core::draft::queue::{Answer, Next, Outcome, Request};
use serde_json::Value;

use crate::app::{Connection, Event, Shared};
use crate::clock::any_number;
use crate::error::{Error, Result};
use crate::profile::Open;
use crate::school::tokens::Nobody;
use crate::school::{Answered, Ask, Looked};
use crate::store::{Key, Row};
use crate::{content, copy, uploads};

/// How long to wait when nothing is to be done before the copy is old.
const FRESH: Duration = Duration::from_mins(1);
/// Between two looks for a school that is away: at first, and at most.
const LOOKS: [Duration; 2] = [Duration::from_secs(15), Duration::from_mins(1)];
/// When nothing is to be done before somebody does something.
const LONG: Duration = Duration::from_hours(1);

/// Works until it is aborted.
pub(crate) async fn beside(shared: Arc<Shared>) {
    let mut lost: Option<Instant> = None;
    shared.forget_left().await;
    loop {
        shared.try_disk().await;
        let pause = match shared.open() {
            Some(open) => match step(&shared, &open).await {
                Ok(pause) => {
                    lost = None;
                    pause
                }
                Err(Nobody::Failed(Error::Unreached(_))) => {
                    let [first, most] = LOOKS;
                    lost.get_or_insert_with(Instant::now).elapsed().clamp(first, most)
                }
                Err(Nobody::SignedOut) => LONG,
                Err(Nobody::Failed(error)) => {
                    tracing::error!(%error, "not synchronised");
                    shared.note(&error);
                    Duration::from_mins(1)
                }
            },
            None if shared.now().disk.is_some() => Duration::from_mins(1),
            None => LONG,
        };
        // A call in the meantime is not missed: the notice waits.
        let _ = tokio::time::timeout(pause, shared.wake.notified()).await;
    }
}

/// Does what is to be done now; answers when there may be more.
async fn step(shared: &Arc<Shared>, open: &Arc<Open>) -> Result<Duration, Nobody> {
    if !is_there(shared, open).await? {
        return Ok(Duration::from_mins(1));
    }
    if needs_somebody(open.standing.connection()) {
        return Ok(LONG);
    }
    uploads::send_next(shared, open).map_err(Nobody::Failed)?;
    let next = send_all(shared, open).await?;
    let now = shared.clock.now();
    // Who may not write may not read it either; now and then it is looked whether they may again.
    let denied = open.store.queue()?.denied().is_some();
    let due = {
        let state = open.standing.now();
        state.pull_wanted && !denied || state.is_old(now)
    };
    if due {
        copy::pull(shared, open).await?;
    }
    let later = |at: DateTime<Utc>| (at - shared.clock.now()).to_std().unwrap_or_default();
    Ok(next.map_or(FRESH, |at| later(at).clamp(Duration::from_millis(50), FRESH)))
}

/// Whether the school cannot be asked before somebody signs in, or unlocks the keychain.
const fn needs_somebody(connection: Connection) -> bool {
    matches!(connection, Connection::SignedOut | Connection::KeychainLocked)
}

/// Whether the school is there, and of a version that is known. Looked at when the line was lost, and now and then.
async fn is_there(shared: &Arc<Shared>, open: &Arc<Open>) -> Result<bool, Nobody> {
    let now = shared.clock.now();
    let (was, due) = {
        let state = open.standing.now();
        let due = !state.checked || state.is_old(now);
        (state.connection, due)
    };
    if !due {
        return Ok(true);
    }
    match shared.line.look(&open.profile.school.address).await {
        Ok(Looked { known: true, takes_gzip }) => {
            open.standing.now().takes_gzip = takes_gzip;
            let back = matches!(was, Connection::Offline | Connection::TooNew);
            if back {
                open.store.change_queue(preau_core::draft::queue::Queue::tried_again)?;
                open.standing.now().pull_wanted = true;
            }
            if !needs_somebody(was) {
                shared.is(open, Connection::Online);
            }
            let unknown = back || open.standing.now().pulled_at.is_none();
            if unknown && !needs_somebody(was) {
                renew_user(shared, open).await;
            }
            Ok(true)
        }
        Ok(_) => {
            shared.is(open, Connection::TooNew);
            Ok(false)
        }
        Err(error) => {
            if !needs_somebody(was) {
                shared.is(open, Connection::Offline);
            }
            Err(error.into())
        }
    }
}

/// Sends what can go; answers when more may.
async fn send_all(shared: &Arc<Shared>, open: &Arc<Open>) -> Result<Option<DateTime<Utc>>, Nobody> {
    loop {
        let held = open.standing.now().held(shared.clock.now());
        if held.is_some() {
            return Ok(held);
        }
        let _turn = shared.sending.lock().await;
        if open.standing.has_left() {
            return Ok(None);
        }
        let now = shared.clock.now();
        let next = open.store.change_queue(|queue| queue.take(now))?;
        let Next::Send(request) = next else {
            set_syncing(shared, open, false);
            return match next {
                Next::Later(at) => Ok(Some(at)),
                Next::SignIn => {
                    shared.is(open, Connection::SignedOut);
                    Err(Nobody::SignedOut)
                }
                Next::Send(_) | Next::Idle | Next::Denied => Ok(None),
            };
        };
        set_syncing(shared, open, true);
        let answered = asked(shared, open, &request).await;
        let settled = settle(shared, open, &request, answered).await;
        if settled.is_err() {
            set_syncing(shared, open, false);
        }
        settled?;
    }
}

fn set_syncing(shared: &Shared, open: &Open, syncing: bool) {
    if open.standing.now().syncing != syncing {
        shared.stand(open, |now| now.syncing = syncing);
    }
}

/// Sends one operation, which is kept as on its way already.
pub(crate) async fn asked(shared: &Shared, open: &Open, request: &Request) -> Result<Answered, Nobody> {
    let Some((method, path)) = content::address(request) else {
        return Err(Error::internal(format!("no address for {:?} {:?}", request.kind, request.action)).into());
    };
    let mut ask =
        Ask::json(method, format!("/api{path}"), &request.body).with("idempotency-key", &request.key);
    if let Some(version) = request.version {
        ask = ask.with("if-match", &format!("\"{version}\""));
    }
    let ask = if open.standing.now().takes_gzip { ask.compressed() } else { ask };
    shared.ask(open, &ask).await
}

/// Takes an answer into queue and copy, and tells of it.
pub(crate) async fn settle(
    shared: &Arc<Shared>,
    open: &Arc<Open>,
    request: &Request,
    answered: Result<Answered, Nobody>,
) -> Result<(), Nobody> {
    let answer = match &answered {
        Ok(answer) => Answer::read(answer.status.as_u16(), answer.json(), retry_after(answer)),
        Err(Nobody::SignedOut) => Answer::SignedOut,
        Err(Nobody::Failed(_)) => Answer::Lost,
    };
    if let Answer::Done { row, .. } = &answer {
        content::landed(&open.store, request, row)?;
    }
    let (now, id) = (shared.clock.now(), &request.operation);
    let outcome = open.store.change_queue(|queue| queue.answered(id, answer, now, any_number()))?;
    match outcome {
        Some(Outcome::Done(row)) => done(shared, open, request, &row)?,
        Some(Outcome::Failed) => shared.tell(&Event::SyncFailed),
        Some(Outcome::Conflict) => {
            // Who wrote is known now; later the school may be away.
            crate::local::note_writer(shared, open, id).await?;
            shared.tell(&Event::Conflict { title: title(open, id)? });
        }
        Some(Outcome::SignIn) => shared.is(open, Connection::SignedOut),
        // The state tells of who may not write.
        Some(Outcome::Again | Outcome::Waits | Outcome::Denied) | None => {}
    }
    shared.tell(&Event::State);
    answered.map(drop)
}

fn title(open: &Open, id: &str) -> Result<String> {
    let queue = open.store.queue()?;
    Ok(queue.operation(id).map(crate::local::title_of_operation).unwrap_or_default())
}

fn retry_after(answer: &Answered) -> Option<TimeDelta> {
    let seconds = answer.headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse::<i64>().ok()?;
    TimeDelta::try_seconds(seconds.clamp(0, 3600))
}

/// The copy has it at once; what else it changed comes with the next pull.
fn done(shared: &Shared, open: &Open, request: &Request, row: &Value) -> Result<()> {
    let kind: ContentKind =
        request.kind.as_str().parse().map_err(|_| Error::internal("a kind that is no content"))?;
    match (request.action, &request.target) {
        (Action::Create | Action::Update, _) => {
            if let Some(row) = copied(request, row) {
                open.store.put(kind, &row)?;
            }
        }
        (Action::Delete, Target::Id(id)) => open.store.remove(kind, &Key::Id(*id))?,
        (Action::Delete | Action::Reorder, _) => {}
    }
    let mut kinds = open.store.take_held_back()?;
    kinds.insert(request.kind.to_string());
    open.standing.now().pull_wanted = true;
    shared.tell(&Event::Changed(kinds.into_iter().collect()));
    Ok(())
}

/// A row that was answered, as the copy has rows; its parent is what it names itself.
fn copied(request: &Request, row: &Value) -> Option<Row> {
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

/// Who is signed in may have another name, language or role by now.
pub(crate) async fn renew_user(shared: &Arc<Shared>, open: &Arc<Open>) {
    let Ok(answer) = shared.ask(open, &Ask::get("/api/users/me")).await else { return };
    let user = answer.json();
    if !answer.status.is_success() || user["id"] != open.profile.user["id"] || user == open.profile.user {
        return;
    }
    if let Err(error) = shared.renew(open, user) {
        tracing::error!(%error, "the profile is not kept");
    }
}

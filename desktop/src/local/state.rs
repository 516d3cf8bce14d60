//! The state of the app: account, connection, pending operations.

use http::StatusCode;
use preau_core::draft::operation::State as OperationState;
use serde::Serialize;
use serde_json::Value;

use super::profiles::Profile;
use crate::answer::{self, Response, nothing};
use crate::connection_state::Connection;
use crate::context::{AppContext, Event};
use crate::error::{Disk, Problem, Result};
use crate::profile::OpenProfile;
use crate::school::School;
use crate::store::Damage;
use crate::{secrets, system};

/// The state of the app.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct State {
    pub(super) school: Option<School>,
    #[cfg_attr(test, ts(type = "User | null"))]
    pub(super) user: Option<Value>,
    pub(super) connection: Connection,
    /// Operations that go as soon as they can.
    pub(super) waiting: usize,
    /// Operations that somebody has to correct.
    pub(super) failed: usize,
    /// Operations about which somebody has to choose.
    pub(super) conflicts: usize,
    /// Why nothing is sent though the school is there: whoever is signed in may not write.
    #[cfg_attr(test, ts(type = "LocalProblem | null"))]
    pub(super) denied: Option<Value>,
    /// Something is being sent.
    pub(super) syncing: bool,
    /// When the copy was as the school.
    pub(super) last_sync: Option<String>,
    /// Whether a first copy is there.
    pub(super) copied: bool,
    /// How far the first copy has come.
    pub(super) copying: Option<Copying>,
    /// A profile that was chosen and is signed out: it opens when its account has signed in.
    pub(super) locked: Option<Profile>,
    /// What hinders writing on this computer, until a write succeeds.
    pub(super) disk: Option<Disk>,
    /// Databases that were damaged, until that is dismissed; the oldest first.
    #[cfg_attr(test, ts(type = "Damage[]"))]
    pub(super) damage: Vec<Damage>,
    /// Where the session's secret lies; null when nobody is signed in.
    pub(super) secret: Option<secrets::SecretStorage>,
    /// Whether the app waits for somebody to sign in in the browser.
    pub(super) signing_in: bool,
    /// Why signing in in the browser came to nothing.
    #[cfg_attr(test, ts(type = "LocalProblem | null"))]
    pub(super) sign_in_problem: Option<Problem>,
    /// Of this app.
    pub(super) version: &'static str,
    pub(super) language: String,
}

/// How far the first copy has come.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Copying {
    /// Rows.
    pub(super) done: u64,
}

pub(super) fn read(context: &AppContext) -> Result<Response> {
    answer::json(StatusCode::OK, &State::of(context)?)
}

/// Dismisses the report of damage.
pub(super) fn dismiss_damage(context: &AppContext, open: &OpenProfile) -> Result<Response> {
    open.store.dismiss_damage()?;
    context.emit(&Event::State);
    Ok(nothing(StatusCode::NO_CONTENT))
}

impl State {
    pub(super) fn of(context: &AppContext) -> Result<Self> {
        let open = context.open();
        let (mut waiting, mut failed, mut conflicts) = (0, 0, 0);
        let (mut last_sync, mut copied, mut denied, mut damage) = (None, false, None, Vec::new());
        if let Some(open) = &open {
            let queue = open.store.queue()?;
            denied = queue.denied().cloned();
            for operation in queue.operations() {
                match operation.state {
                    OperationState::Waiting | OperationState::Sending => waiting += 1,
                    OperationState::Failed(_) => failed += 1,
                    OperationState::Conflict(_) => conflicts += 1,
                }
            }
            last_sync = open.store.setting("lastSync")?;
            copied = open.store.setting("copied")?.unwrap_or(false);
            damage = open.store.damage()?;
        }
        let language = open.as_ref().and_then(|open| open.profile.language().map(ToOwned::to_owned));
        let school = context.school();
        let (connection, syncing, copying) = match &open {
            Some(open) => {
                let status = open.connection_state.status();
                (status.connection, status.syncing, status.copying)
            }
            None if context.status().opening_error().is_some() => (Connection::Offline, false, None),
            None => (Connection::SignedOut, false, None),
        };
        let status = context.status();
        Ok(Self {
            school,
            connection,
            secret: open.as_ref().and_then(|open| open.profile.session.storage()),
            locked: status.locked.clone().map(|profile| Profile::of(profile, false)),
            disk: status.disk,
            damage,
            user: open.map(|open| open.profile.user.clone()),
            waiting,
            failed,
            conflicts,
            denied,
            syncing,
            last_sync,
            copied,
            copying: copying.map(|done| Copying { done }),
            signing_in: status.sign_in.as_ref().is_some_and(|waiting| !waiting.is_finished()),
            sign_in_problem: status.sign_in_problem.clone(),
            version: env!("CARGO_PKG_VERSION"),
            language: language.unwrap_or_else(|| system::language().to_string()),
        })
    }
}

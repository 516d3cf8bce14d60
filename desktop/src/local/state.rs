//! How things stand: who is signed in where, how the line is, what waits.

use http::StatusCode;
use preau_core::draft::operation::State as Of;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{self, Response};
use crate::app::{Connection, Shared};
use crate::error::{Problem, Result};
use crate::school::School;
use crate::secrets;

/// How things stand.
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
    /// Something is being sent.
    pub(super) syncing: bool,
    /// When the copy was as the school.
    pub(super) last_sync: Option<String>,
    /// Whether a first copy is there.
    pub(super) copied: bool,
    /// How far the first copy has come.
    pub(super) copying: Option<Copying>,
    /// Where the session's secret lies; null before it was used.
    pub(super) secret: Option<secrets::Place>,
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

pub(super) fn read(shared: &Shared) -> Result<Response> {
    answer::json(StatusCode::OK, &State::of(shared)?)
}

impl State {
    pub(super) fn of(shared: &Shared) -> Result<Self> {
        let open = shared.open();
        let (mut waiting, mut failed, mut conflicts) = (0, 0, 0);
        let (mut last_sync, mut copied) = (None, false);
        if let Some(open) = &open {
            for operation in open.store.queue()?.operations() {
                match operation.state {
                    Of::Waiting | Of::Sending => waiting += 1,
                    Of::Failed(_) => failed += 1,
                    Of::Conflict(_) => conflicts += 1,
                }
            }
            last_sync = open.store.setting("lastSync")?;
            copied = open.store.setting("copied")?.unwrap_or(false);
        }
        let language = open.as_ref().and_then(|open| open.profile.language().map(ToOwned::to_owned));
        let school = shared.school();
        let now = shared.now();
        Ok(Self {
            school,
            connection: if open.is_some() { now.connection } else { Connection::SignedOut },
            user: open.map(|open| open.profile.user.clone()),
            waiting,
            failed,
            conflicts,
            syncing: now.syncing,
            last_sync,
            copied,
            copying: now.copying.map(|done| Copying { done }),
            secret: shared.secrets.place(),
            signing_in: now.sign_in.as_ref().is_some_and(|waiting| !waiting.is_finished()),
            sign_in_problem: now.sign_in_problem.clone(),
            version: env!("CARGO_PKG_VERSION"),
            language: language.unwrap_or_else(language_of_system),
        })
    }
}

/// French where the system says nothing that the app speaks.
fn language_of_system() -> String {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok());
    let known = ["fr", "en", "it", "zh"].into_iter();
    let language =
        known.into_iter().find(|known| named.as_deref().is_some_and(|name| name.starts_with(known)));
    language.unwrap_or("fr").to_owned()
}

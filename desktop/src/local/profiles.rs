//! Profiles: the accounts that were signed in to on this computer.

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use serde::Serialize;

use super::operations_waiting;
use super::state::State;
use crate::answer::{self, Response, nothing};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::profile::{self, OpenProfile};
use crate::store::Store;

/// An account of a school.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Profile {
    pub(super) id: String,
    /// The school's name.
    pub(super) school: String,
    /// The school's address.
    pub(super) address: String,
    pub(super) email: String,
    pub(super) name: String,
    /// Whether it is open.
    pub(super) current: bool,
}

impl Profile {
    pub(super) fn of(profile: profile::Profile, current: bool) -> Self {
        Self {
            current,
            email: profile.email(),
            name: profile.name(),
            school: profile.school.name,
            address: profile.school.address,
            id: profile.id,
        }
    }
}

pub(super) fn list(context: &AppContext) -> Result<Response> {
    let current = context.open().map(|open| open.profile.id.clone());
    let profiles = context.data.profiles().into_iter().map(|profile| {
        let is_current = current.as_ref() == Some(&profile.id);
        Profile::of(profile, is_current)
    });
    answer::json(StatusCode::OK, &profiles.collect::<Vec<_>>())
}

/// Opens a profile, or reports in the state that it is locked.
pub(super) async fn open(context: &Arc<AppContext>, id: &str) -> Result<Response> {
    let profile = context.data.profile(id).ok_or_else(Error::not_found)?;
    context.open_profile(profile, None).await?;
    answer::json(StatusCode::OK, &State::of(context)?)
}

/// Deletes a profile with all its data; unless forced, only when the school has all of it too.
pub(super) async fn remove(context: &Arc<AppContext>, id: &str, force: bool) -> Result<Response> {
    let profile = context.data.profile(id).ok_or_else(Error::not_found)?;
    let open = context.open().filter(|open| open.profile.id == id);
    if !force {
        let (count, drafts) = match &open {
            Some(open) => unsent(&open.store)?,
            None => unsent_in(context, id).await?,
        };
        if count + drafts > 0 {
            return Err(operations_waiting(count).with("drafts", drafts).into());
        }
    }
    let is_locked = context.status().locked.as_ref().is_some_and(|locked| locked.id == id);
    if open.is_some() || is_locked {
        context.close_profile()?;
    }
    if let Some(open) = open {
        wait_until_closed(open).await;
    }
    if !context.secrets.delete(&profile.id).await? {
        context.schedule_token_deletion(&profile.id)?;
    }
    let (data, id) = (context.data.clone(), id.to_owned());
    let removed = tokio::task::spawn_blocking(move || data.remove(&id)).await;
    removed.map_err(|error| Error::internal(error.to_string()))??;
    Ok(nothing(StatusCode::NO_CONTENT))
}

/// How long a running task may still use a database, and how often that is checked.
const TIMEOUT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until the database is no longer in use: Windows cannot delete an open file.
async fn wait_until_closed(open: Arc<OpenProfile>) {
    let is_used = open.store.is_used();
    drop(open);
    let freed = async {
        while is_used() {
            tokio::time::sleep(PAUSE).await;
        }
    };
    if tokio::time::timeout(TIMEOUT, freed).await.is_err() {
        tracing::warn!("the database of a profile that goes is still in use");
    }
}

/// Number of pending changes and of drafts, which exist on this computer only.
fn unsent(store: &Store) -> Result<(usize, usize)> {
    Ok((store.queue()?.operations().len(), store.drafts()?.len()))
}

async fn unsent_in(context: &AppContext, id: &str) -> Result<(usize, usize)> {
    let folder = context.data.profile_folder(id).ok_or_else(Error::not_found)?;
    let count = tokio::task::spawn_blocking(move || unsent(&Store::open(&folder)?.0));
    count.await.map_err(|error| Error::internal(error.to_string()))?
}

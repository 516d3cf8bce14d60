//! The accounts of schools that were signed in to on this computer.

use std::sync::Arc;

use http::StatusCode;
use serde::Serialize;

use super::state::State;
use super::waiting;
use crate::answer::{self, Response, nothing};
use crate::app::Shared;
use crate::error::{Error, Result};
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

pub(super) fn list(shared: &Shared) -> Result<Response> {
    let current = shared.open().map(|open| open.profile.id.clone());
    let profiles = shared.home.profiles().into_iter().map(|profile| Profile {
        current: current.as_ref() == Some(&profile.id),
        email: profile.email(),
        name: profile.name(),
        school: profile.school.name,
        address: profile.school.address,
        id: profile.id,
    });
    answer::json(StatusCode::OK, &profiles.collect::<Vec<_>>())
}

/// Opens one; where its session is over, the state says so.
pub(super) async fn open(shared: &Arc<Shared>, id: &str) -> Result<Response> {
    let profile = shared.home.profile(id).ok_or_else(Error::not_found)?;
    shared.enter(profile, None).await?;
    answer::json(StatusCode::OK, &State::of(shared)?)
}

pub(super) async fn remove(shared: &Arc<Shared>, id: &str, force: bool) -> Result<Response> {
    let profile = shared.home.profile(id).ok_or_else(Error::not_found)?;
    let open = shared.open().filter(|open| open.profile.id == id);
    if !force {
        let count = match &open {
            Some(open) => open.store.queue()?.operations().len(),
            None => waiting_in(shared, id).await?,
        };
        if count > 0 {
            return Err(waiting(count).into());
        }
    }
    if open.is_some() {
        shared.leave()?;
    }
    shared.secrets.forget(&profile.id).await?;
    shared.home.remove(id)?;
    Ok(nothing(StatusCode::NO_CONTENT))
}

async fn waiting_in(shared: &Shared, id: &str) -> Result<usize> {
    let folder = shared.home.of(id).ok_or_else(Error::not_found)?;
    let count = tokio::task::spawn_blocking(move || {
        let (store, _) = Store::open(&folder)?;
        Ok(store.queue()?.operations().len())
    });
    count.await.map_err(|error| Error::internal(error.to_string()))?
}

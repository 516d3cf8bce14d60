//! Drafts of open forms, and the history of discarded texts.
//!
//! Forms and their addresses contain ids of rows. A draft that was saved under a local id is found under the
//! school's id later.

use http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use url::form_urlencoded;

use crate::answer::{self, Request, Response, nothing};
use crate::content::with_school_ids;
use crate::error::{Error, Result};
use crate::profile::OpenProfile;
use crate::store::Draft;

/// The state of a form.
#[derive(Debug, Deserialize)]
pub(super) struct DraftInput {
    #[serde(default)]
    place: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    value: Value,
}

pub(super) fn list(open: &OpenProfile) -> Result<Response> {
    rename(open)?;
    answer::json(StatusCode::OK, &open.store.drafts()?)
}

pub(super) fn find(open: &OpenProfile, key: &str) -> Result<Response> {
    rename(open)?;
    let key = with_school_ids(&open.store, key)?;
    answer::json(StatusCode::OK, &open.store.draft(&key)?.ok_or_else(Error::not_found)?)
}

/// Renames drafts of rows to which the school has assigned an id.
fn rename(open: &OpenProfile) -> Result<()> {
    for Draft { key, place, .. } in open.store.drafts()? {
        let (new_key, new_place) =
            (with_school_ids(&open.store, &key)?, with_school_ids(&open.store, &place)?);
        if (&new_key, &new_place) != (&key, &place) {
            open.store.rename_draft(&key, &new_key, &new_place)?;
        }
    }
    Ok(())
}

/// The current address of a page that was opened with local ids.
pub(super) fn current_path(open: &OpenProfile, request: &Request) -> Result<Response> {
    let query = request.uri().query().unwrap_or_default();
    let of = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "of");
    let (_, of) = of.ok_or_else(Error::not_found)?;
    answer::json(StatusCode::OK, &with_school_ids(&open.store, &of)?)
}

/// The draft is on the disk when this responds.
pub(super) fn store(open: &OpenProfile, key: &str, saved: &DraftInput) -> Result<Response> {
    let key = &with_school_ids(&open.store, key)?;
    answer::json(StatusCode::OK, &open.store.store_draft(key, &saved.place, &saved.title, &saved.value)?)
}

pub(super) fn delete(open: &OpenProfile, key: &str) -> Result<Response> {
    rename(open)?;
    open.store.delete_draft(&with_school_ids(&open.store, key)?)?;
    Ok(nothing(StatusCode::NO_CONTENT))
}

pub(super) fn history(open: &OpenProfile) -> Result<Response> {
    answer::json(StatusCode::OK, &open.store.history()?)
}

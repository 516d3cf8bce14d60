//! What stands in open forms, and texts that lost.

use http::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::{self, Response, nothing};
use crate::error::{Error, Result};
use crate::profile::Open;

/// What a form saves of itself.
#[derive(Debug, Deserialize)]
pub(super) struct Saved {
    #[serde(default)]
    place: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    value: Value,
}

pub(super) fn list(open: &Open) -> Result<Response> {
    answer::json(StatusCode::OK, &open.store.drafts()?)
}

pub(super) fn find(open: &Open, key: &str) -> Result<Response> {
    answer::json(StatusCode::OK, &open.store.draft(key)?.ok_or_else(Error::not_found)?)
}

/// On the disk when this is answered.
pub(super) fn keep(open: &Open, key: &str, saved: &Saved) -> Result<Response> {
    answer::json(StatusCode::OK, &open.store.keep_draft(key, &saved.place, &saved.title, &saved.value)?)
}

pub(super) fn forget(open: &Open, key: &str) -> Result<Response> {
    open.store.forget_draft(key)?;
    Ok(nothing(StatusCode::NO_CONTENT))
}

pub(super) fn history(open: &Open) -> Result<Response> {
    answer::json(StatusCode::OK, &open.store.history()?)
}

//! Files that the page has chosen and sent by the app.

use std::sync::Arc;

use http::StatusCode;
use serde::Deserialize;

use crate::answer::{self, Response, nothing};
use crate::app::Shared;
use crate::error::Result;
use crate::profile::Open;
use crate::uploads::{self, Rule};

/// What may be chosen.
#[derive(Deserialize)]
pub(super) struct Wanted {
    rules: Vec<Rule>,
    /// Whether the file may be kept here while the school is away.
    #[serde(default)]
    keeps: bool,
}

pub(super) async fn choose(shared: &Arc<Shared>, open: &Arc<Open>, wanted: Wanted) -> Result<Response> {
    match uploads::choose(shared, open, wanted.rules, wanted.keeps).await? {
        Some(upload) => answer::json(StatusCode::OK, &upload),
        None => Ok(nothing(StatusCode::NO_CONTENT)),
    }
}

pub(super) fn read(shared: &Shared, id: &str) -> Result<Response> {
    answer::json(StatusCode::OK, &uploads::read(shared, id)?)
}

pub(super) fn pause(shared: &Shared, id: &str) -> Response {
    uploads::pause(shared, id);
    nothing(StatusCode::NO_CONTENT)
}

pub(super) fn cancel(shared: &Arc<Shared>, open: &Arc<Open>, id: &str) -> Result<Response> {
    uploads::cancel(shared, open, id)?;
    Ok(nothing(StatusCode::NO_CONTENT))
}

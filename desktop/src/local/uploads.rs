//! Calls to choose files and to upload them through the app.

use std::sync::Arc;

use http::StatusCode;
use serde::Deserialize;

use crate::answer::{self, Response, nothing};
use crate::context::AppContext;
use crate::error::Result;
use crate::profile::OpenProfile;
use crate::upload_registry::FileRule;
use crate::uploads;

/// The allowed files.
#[derive(Deserialize)]
pub(super) struct UploadInput {
    rules: Vec<FileRule>,
    /// Whether the file may be stored here while the school cannot be reached.
    #[serde(default)]
    keeps: bool,
}

pub(super) async fn choose(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    input: UploadInput,
) -> Result<Response> {
    match uploads::choose(context, open, input.rules, input.keeps).await? {
        Some(upload) => answer::json(StatusCode::OK, &upload),
        None => Ok(nothing(StatusCode::NO_CONTENT)),
    }
}

pub(super) fn read(context: &AppContext, id: &str) -> Result<Response> {
    answer::json(StatusCode::OK, &uploads::read(context, id)?)
}

pub(super) fn pause(context: &AppContext, id: &str) -> Response {
    uploads::pause(context, id);
    nothing(StatusCode::NO_CONTENT)
}

pub(super) fn cancel(context: &Arc<AppContext>, open: &Arc<OpenProfile>, id: &str) -> Result<Response> {
    uploads::cancel(context, open, id)?;
    Ok(nothing(StatusCode::NO_CONTENT))
}

//! Joining.
use axum::response::Response;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::write::Call;
pub(super) async fn join(_: &AppContext, _: &Call, _: super::NewEntry) -> Result<Response> { Err(Error::not_found()) }
pub(super) async fn confirm(_: &AppContext, _: &Call, _: Option<String>) -> Result<Response> { Err(Error::not_found()) }

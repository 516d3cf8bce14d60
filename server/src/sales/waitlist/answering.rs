//! Answering.
use axum::response::Response;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::write::Call;
pub(super) async fn leave(_: &AppContext, _: &Call, _: i64, _: Option<String>) -> Result<Response> { Err(Error::not_found()) }
pub(super) async fn accept(_: &AppContext, _: &Call, _: i64, _: Option<String>) -> Result<Response> { Err(Error::not_found()) }
pub(super) async fn decline(_: &AppContext, _: &Call, _: i64, _: Option<String>) -> Result<Response> { Err(Error::not_found()) }

//! Ordering.
use axum::response::Response;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::write::Call;
pub(super) async fn put_before(_: &AppContext, _: &Call, _: i64, _: super::NewPlace) -> Result<Response> { Err(Error::not_found()) }
pub(super) async fn offer_now(_: &AppContext, _: &Call, _: i64) -> Result<Response> { Err(Error::not_found()) }

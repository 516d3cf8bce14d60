//! Reads of content: from the school while no operation is pending, else from the copy.

use std::sync::Arc;

use http::Uri;

use super::relay;
use crate::answer::{Request, Response};
use crate::content::{self, Call};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::profile::OpenProfile;
use crate::school::{ApiRequest, ApiResponse, LONG_TIMEOUT, TIMEOUT};
use crate::store::Key;

pub(super) async fn read(
    context: &Arc<AppContext>,
    open: &Arc<OpenProfile>,
    call: &Call,
    request: &Request,
) -> Result<Response> {
    // The page knows a row that was created here by its negative id for as long as it displays it.
    let local = has_local_id(request.uri());
    if open.connection_state.is_reachable() && !local && open.store.queue()?.operations().is_empty() {
        let api_request = ApiRequest::of_page(request);
        // For the whole response, however much data flows: the copy is better than a long wait.
        let timeout = if is_copied(open)? { TIMEOUT } else { LONG_TIMEOUT };
        let answered = tokio::time::timeout(timeout, context.send(open, &api_request)).await;
        let late = || Err(Error::Unreached("the school is slow".to_owned()).into());
        match answered.unwrap_or_else(|_| late()) {
            Ok(answer) if answer.status.as_u16() < 500 => {
                // What the page displays now may be edited when the school cannot be reached.
                if differs_from_copy(open, call, &answer)? {
                    open.connection_state.status().pull_requested = true;
                    context.wake.notify_one();
                }
                return Ok(relay::to_page(answer));
            }
            Ok(_) => {}
            Err(error) if error.is_temporary() => {}
            Err(error) => return Err(error.into_error()),
        }
    }
    if !is_copied(open)? {
        return relay::forward(context, open, request).await;
    }
    from_copy(open, call, request.uri()).await
}

/// Whether the copy has other versions of these rows.
fn differs_from_copy(open: &OpenProfile, call: &Call, answer: &ApiResponse) -> Result<bool> {
    let Some(kind) = call.kind() else { return Ok(false) };
    let body = answer.json();
    let rows = body.as_array().or_else(|| body["items"].as_array());
    for row in rows.map_or(std::slice::from_ref(&body), Vec::as_slice) {
        if let (Some(id), Some(version)) = (row["id"].as_i64(), row["version"].as_i64())
            && open.store.version_of(kind, &Key::Id(id))? != Some(version)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The response from the copy.
async fn from_copy(open: &Arc<OpenProfile>, call: &Call, uri: &Uri) -> Result<Response> {
    let (open, call, query) = (Arc::clone(open), call.clone(), uri.query().map(ToOwned::to_owned));
    let read = tokio::task::spawn_blocking(move || content::read(&open.store, &call, query.as_deref()));
    read.await.map_err(|error| Error::internal(error.to_string()))?
}

/// Whether there is a complete first copy.
pub(super) fn is_copied(open: &OpenProfile) -> Result<bool> {
    Ok(open.store.setting::<bool>("copied")?.unwrap_or(false))
}

pub(super) fn has_local_id(uri: &Uri) -> bool {
    let query = uri.query().unwrap_or_default();
    let pieces = uri.path().split('/').chain(query.split(['=', '&', ',']));
    pieces.into_iter().any(|piece| piece.starts_with('-') && piece.parse::<i64>().is_ok())
}

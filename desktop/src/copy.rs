//! Updates the copy of the content with pages of changes since the last, in the order in which they were
//! made.

use std::collections::BTreeSet;
use std::sync::Arc;

use http::StatusCode;
use preau_core::draft::queue::Queue;
use serde::Deserialize;
use url::form_urlencoded;

use crate::clock::instant_text;
use crate::context::{AppContext, Event};
use crate::error::{Error, Result};
use crate::profile::OpenProfile;
use crate::school::tokens::AuthError;
use crate::school::{ApiRequest, ApiResponse, COPY_TIMEOUT};
use crate::store::Change;

/// Changes of a page on a fast connection; the school's maximum.
const MAX_PAGE: u64 = 500;

#[derive(Debug, Deserialize)]
struct Page {
    items: Vec<Change>,
    cursor: String,
    more: bool,
}

/// Fetches changes and takes them into the copy. A concurrent call waits and then checks once more. It ends
/// when the profile is closed: another one may have to be copied.
pub(crate) async fn pull(context: &Arc<AppContext>, open: &Arc<OpenProfile>) -> Result<(), AuthError> {
    tokio::select! {
        pulled = pull_locked(context, open) => pulled,
        () = open.connection_state.closed() => Ok(()),
    }
}

async fn pull_locked(context: &Arc<AppContext>, open: &Arc<OpenProfile>) -> Result<(), AuthError> {
    let _lock = context.pulling.lock().await;
    let mut kinds = BTreeSet::new();
    let first = !open.store.setting::<bool>("copied")?.unwrap_or(false);
    let pulled = pages(context, open, first, &mut kinds).await;
    if first {
        context.update_connection(open, |status| status.copying = None);
    }
    kinds.extend(open.store.apply_held_back()?);
    let at = context.clock.now();
    if matches!(pulled, Ok(true)) {
        open.store.store_setting("lastSync", &instant_text(at))?;
        open.store.store_setting("copied", &true)?;
        resume_denied(context, open)?;
    }
    if pulled.is_ok() {
        context
            .update_connection(open, |status| (status.copied_at, status.pull_requested) = (Some(at), false));
    }
    if !kinds.is_empty() {
        context.emit(&Event::Changed(kinds.into_iter().collect()));
    }
    pulled.map(drop)
}

/// An account that may read the content may write it: operations that were denied are pending again.
fn resume_denied(context: &AppContext, open: &OpenProfile) -> Result<()> {
    if open.store.queue()?.denied().is_some() {
        open.store.change_queue(Queue::resume)?;
        context.wake.notify_one();
    }
    Ok(())
}

/// Whether the copy is complete; false when the account may not read the content.
async fn pages(
    context: &AppContext,
    open: &Arc<OpenProfile>,
    first: bool,
    kinds: &mut BTreeSet<String>,
) -> Result<bool, AuthError> {
    let mut done = 0;
    let mut restarted = false;
    loop {
        if first {
            context.update_connection(open, |status| status.copying = Some(done));
        }
        let answer = request_page(context, open).await?;
        if answer.status == StatusCode::GONE && !restarted {
            start_over(open, first)?;
            restarted = true;
            continue;
        }
        if answer.status == StatusCode::FORBIDDEN && answer.is_definite() {
            // Then pending operations may not be sent with this account either.
            open.store.change_queue(|queue| queue.deny(answer.json()))?;
            context.emit(&Event::State);
            return Ok(false);
        }
        if answer.status != StatusCode::OK {
            return Err(Error::internal(format!("changes: {} {}", answer.status, answer.problem())).into());
        }
        let (more, count, changed) = apply_page(open, answer).await?;
        kinds.extend(changed);
        done += count;
        if !more {
            return Ok(true);
        }
    }
}

/// The copy is of another school. It stays readable until the new copy is complete.
fn start_over(open: &OpenProfile, first: bool) -> Result<()> {
    tracing::warn!("the school is another than it was: the copy is made anew");
    if first { open.store.clear_copy() } else { open.store.begin_fresh_copy() }
}

/// Requests the next page. One that the connection cannot carry is requested again with half as many changes,
/// for as long as the school can be reached.
async fn request_page(context: &AppContext, open: &OpenProfile) -> Result<ApiResponse, AuthError> {
    let cursor = match open.store.fresh_copy_cursor()? {
        Some(cursor) => cursor,
        None => open.store.setting("cursor")?.unwrap_or_default(),
    };
    let cursor: String = form_urlencoded::byte_serialize(cursor.as_bytes()).collect();
    loop {
        let limit = open.connection_state.status().page_size.clamp(1, MAX_PAGE);
        let api_request = ApiRequest::get(format!("/api/changes?limit={limit}&cursor={cursor}"));
        let answered =
            open.session.send(&context.client, &ApiRequest { timeout: COPY_TIMEOUT, ..api_request }).await;
        let failed = matches!(answered, Err(AuthError::Failed(Error::Unreached(_))));
        open.connection_state.status().page_size =
            if failed { limit / 2 } else { (limit + limit / 4 + 1).min(MAX_PAGE) };
        if !failed || limit == 1 || context.client.compatibility(&open.profile.school.address).await.is_err()
        {
            return context.record_outcome(open, answered);
        }
        tracing::info!(limit, "a page of the copy did not come through");
    }
}

async fn apply_page(open: &Arc<OpenProfile>, answer: ApiResponse) -> Result<(bool, u64, BTreeSet<String>)> {
    let open = Arc::clone(open);
    let taken = tokio::task::spawn_blocking(move || {
        let page: Page = serde_json::from_slice(&answer.body)?;
        let changed = if open.store.fresh_copy_cursor()?.is_some() {
            open.store.apply_fresh_page(&page.items, &page.cursor)?;
            if page.more { BTreeSet::new() } else { open.store.replace_copy()? }
        } else {
            open.store.apply_page(&page.items, &page.cursor)?
        };
        Ok((page.more, u64::try_from(page.items.len()).unwrap_or_default(), changed))
    });
    taken.await.map_err(|error| Error::internal(error.to_string()))?
}

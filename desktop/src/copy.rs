//! The copy of the content: pages of what changed since the last, as the school tells them in the order in which they
//! happened.

use std::collections::BTreeSet;
use std::sync::Arc;

use http::StatusCode;
use serde::Deserialize;
use url::form_urlencoded;

use crate::app::{Event, Shared};
use crate::clock::instant_text;
use crate::error::{Error, Result};
use crate::profile::Open;
use crate::school::tokens::Nobody;
use crate::school::{Answered, Ask, LONG_PATIENCE};
use crate::store::Change;

/// Changes of a page; the most that the school gives.
const PAGE: u64 = 500;

#[derive(Debug, Deserialize)]
struct Page {
    items: Vec<Change>,
    cursor: String,
    more: bool,
}

/// Fetches what changed and takes it in. Whoever comes while that is done waits for it and looks once more.
///
/// # Errors
/// When the school does not answer, does not know who asks, or the database fails.
pub(crate) async fn pull(shared: &Arc<Shared>, open: &Arc<Open>) -> Result<(), Nobody> {
    let _one = shared.pulling.lock().await;
    let mut kinds = BTreeSet::new();
    let first = !open.store.setting::<bool>("copied")?.unwrap_or(false);
    let pulled = pages(shared, open, first, &mut kinds).await;
    if first {
        shared.change(|now| now.copying = None);
    }
    kinds.extend(open.store.take_held_back()?);
    if pulled.is_ok() {
        let at = shared.clock.now();
        open.store.keep_setting("lastSync", &instant_text(at))?;
        open.store.keep_setting("copied", &true)?;
        shared.change(|now| (now.pulled_at, now.pull_wanted) = (Some(at), false));
    }
    if !kinds.is_empty() {
        shared.tell(&Event::Changed(kinds.into_iter().collect()));
    }
    pulled
}

async fn pages(
    shared: &Shared,
    open: &Arc<Open>,
    first: bool,
    kinds: &mut BTreeSet<String>,
) -> Result<(), Nobody> {
    let mut done = 0;
    let mut anew = false;
    loop {
        if first {
            shared.change(|now| now.copying = Some(done));
        }
        let answer = ask(shared, open).await?;
        if answer.status == StatusCode::GONE && !anew {
            tracing::warn!("the school is another than it was: the copy is made anew");
            open.store.empty_copy()?;
            anew = true;
            continue;
        }
        if answer.status != StatusCode::OK {
            return Err(Error::internal(format!("changes: {} {}", answer.status, answer.problem())).into());
        }
        let (more, count, changed) = take(open, answer).await?;
        kinds.extend(changed);
        done += count;
        if !more {
            return Ok(());
        }
    }
}

async fn ask(shared: &Shared, open: &Open) -> Result<Answered, Nobody> {
    let cursor: String = open.store.setting("cursor")?.unwrap_or_default();
    let cursor: String = form_urlencoded::byte_serialize(cursor.as_bytes()).collect();
    let ask = Ask::get(format!("/api/changes?limit={PAGE}&cursor={cursor}"));
    shared.ask(open, &Ask { patience: LONG_PATIENCE, ..ask }).await
}

async fn take(open: &Arc<Open>, answer: Answered) -> Result<(bool, u64, BTreeSet<String>)> {
    let open = Arc::clone(open);
    let taken = tokio::task::spawn_blocking(move || {
        let page: Page = serde_json::from_slice(&answer.body)?;
        let changed = open.store.take_page(&page.items, &page.cursor)?;
        Ok((page.more, u64::try_from(page.items.len()).unwrap_or_default(), changed))
    });
    taken.await.map_err(|error| Error::internal(error.to_string()))?
}

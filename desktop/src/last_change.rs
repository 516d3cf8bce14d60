//! Who last changed a row at the school, from the school's audit log.

use preau_core::draft::operation::{Operation, Target};
use serde::{Deserialize, Serialize};

use crate::context::AppContext;
use crate::error::Result;
use crate::profile::OpenProfile;
use crate::school::ApiRequest;

/// Who changed a row, and when.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "By"))]
pub(crate) struct LastChange {
    pub(crate) name: String,
    pub(crate) at: String,
}

/// Looks up whose change an operation conflicts with.
pub(crate) async fn cache(context: &AppContext, open: &OpenProfile, id: &str) -> Result<()> {
    let queue = open.store.queue()?;
    if let Some(operation) = queue.operation(id) {
        find(context, open, operation).await?;
    }
    Ok(())
}

/// The last entry of the school's audit log about a row; cached for when the school cannot be reached.
pub(crate) async fn find(
    context: &AppContext,
    open: &OpenProfile,
    operation: &Operation,
) -> Result<Option<LastChange>> {
    let name = format!("by {}", operation.key());
    if let Some(cached) = open.store.setting(&name)? {
        return Ok(Some(cached));
    }
    let Target::Id(id) = operation.target else { return Ok(None) };
    if !open.connection_state.is_reachable() {
        return Ok(None);
    }
    let api_request = ApiRequest::get(format!("/api/audit?entity={}&entityId={id}&size=1", operation.kind));
    let Ok(answer) = context.send(open, &api_request).await else { return Ok(None) };
    let entry = &answer.json()["items"][0];
    let change = entry["userName"].as_str().zip(entry["at"].as_str());
    let change = change.map(|(name, at)| LastChange { name: name.to_owned(), at: at.to_owned() });
    if let Some(change) = &change {
        open.store.store_setting(&name, change)?;
    }
    Ok(change)
}

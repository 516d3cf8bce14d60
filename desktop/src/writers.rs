//! Who last changed a row at the school, from the school's audit log.

use preau_core::draft::operation::{Operation, Target};
use serde::{Deserialize, Serialize};

use crate::context::AppContext;
use crate::error::Result;
use crate::profile::Open;
use crate::school::Ask;

/// Who changed a row, and when.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "By"))]
pub(crate) struct Writer {
    pub(crate) name: String,
    pub(crate) at: String,
}

/// Looks up whose change an operation conflicts with.
pub(crate) async fn note(context: &AppContext, open: &Open, id: &str) -> Result<()> {
    let queue = open.store.queue()?;
    if let Some(operation) = queue.operation(id) {
        of(context, open, operation).await?;
    }
    Ok(())
}

/// The last entry of the school's audit log about a row; cached for when the school cannot be reached.
pub(crate) async fn of(context: &AppContext, open: &Open, operation: &Operation) -> Result<Option<Writer>> {
    let name = format!("by {}", operation.key());
    if let Some(kept) = open.store.setting(&name)? {
        return Ok(Some(kept));
    }
    let Target::Id(id) = operation.target else { return Ok(None) };
    if !open.standing.is_live() {
        return Ok(None);
    }
    let ask = Ask::get(format!("/api/audit?entity={}&entityId={id}&size=1", operation.kind));
    let Ok(answer) = context.ask(open, &ask).await else { return Ok(None) };
    let entry = &answer.json()["items"][0];
    let by = entry["userName"].as_str().zip(entry["at"].as_str());
    let by = by.map(|(name, at)| Writer { name: name.to_owned(), at: at.to_owned() });
    if let Some(by) = &by {
        open.store.keep_setting(&name, by)?;
    }
    Ok(by)
}

//! Records versions between which only the writer wrote.
//!
//! An operation may be sent while its form is still open; the school then has a newer version than the form
//! has seen, which is not somebody else's change.

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Target};
use preau_core::draft::queue;
use serde_json::Value;

use super::view::content_kind;
use crate::error::Result;
use crate::store::{Key, Store};

/// Number of version steps that are stored for a row.
const MAX_STEPS: usize = 20;

/// Records the version step of an acknowledged operation: `request` was sent, `answer` is the school's
/// response. To be called before the copy takes the response in. Without it an open form would conflict with
/// its own change.
pub fn acknowledged(store: &Store, request: &queue::Request, answer: &Value) -> Result<()> {
    match request.action {
        Action::Update | Action::Cancel => {
            if let (Some(before), Some(after)) = (request.version, version(answer)) {
                record_step(store, request.kind.as_str(), &request.target, before, after)?;
            }
            Ok(())
        }
        Action::Reorder => record_order(store, request, answer),
        Action::Create | Action::Delete => Ok(()),
    }
}

/// An order raises the parent's version by one, and that of each row that moved.
fn record_order(store: &Store, request: &queue::Request, answer: &Value) -> Result<()> {
    if let Some(before) = request.version {
        record_step(store, parent_kind_name(request.kind), &request.target, before, before + 1)?;
    }
    for row in answer.as_array().into_iter().flatten() {
        let (Some(id), Some(after)) = (row.get("id").and_then(Value::as_i64), version(row)) else { continue };
        let copied = store.row(content_kind(request.kind)?, &Key::Id(id))?;
        if copied.is_some_and(|copied| copied.version + 1 == after) {
            record_step(store, request.kind.as_str(), &Target::Id(id), after - 1, after)?;
        }
    }
    Ok(())
}

/// The name of the parent's kind.
pub(super) fn parent_kind_name(kind: Kind) -> &'static str {
    kind.parent().map_or("faq-category", Kind::as_str)
}

fn version(row: &Value) -> Option<i64> {
    row.get("version").and_then(Value::as_i64)
}

fn setting_name(kind: &str, target: &Target) -> Option<String> {
    match target {
        Target::Id(id) => Some(format!("own/{kind}/{id}")),
        Target::Name(code) => Some(format!("own/{kind}/{code}")),
        Target::ClientId(_) => None,
    }
}

fn record_step(store: &Store, kind: &str, target: &Target, before: i64, after: i64) -> Result<()> {
    let Some(name) = setting_name(kind, target) else { return Ok(()) };
    let mut steps: Vec<(i64, i64)> = store.setting(&name)?.unwrap_or_default();
    if after > before && !steps.contains(&(before, after)) {
        steps.push((before, after));
        steps.drain(..steps.len().saturating_sub(MAX_STEPS));
        store.store_setting(&name, &steps)?;
    }
    Ok(())
}

/// Whether only the writer's own operations lie between two versions.
pub(super) fn are_own_writes(
    store: &Store,
    kind: &str,
    target: &Target,
    seen: i64,
    now: i64,
) -> Result<bool> {
    let Some(name) = setting_name(kind, target) else { return Ok(false) };
    let steps: Vec<(i64, i64)> = store.setting(&name)?.unwrap_or_default();
    let mut at = seen;
    while at < now {
        let Some((_, after)) = steps.iter().find(|(before, after)| *before == at && *after > at) else {
            return Ok(false);
        };
        at = *after;
    }
    Ok(at == now)
}

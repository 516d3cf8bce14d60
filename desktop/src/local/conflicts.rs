//! Conflicts between an operation and somebody else's change: both are displayed with the common base, one is
//! chosen for each part, and the choice can be undone until it is sent.

use std::collections::BTreeMap;
use std::sync::Arc;

use http::StatusCode;
use preau_core::draft::merge::{Choice, Choices, Conflict};
use preau_core::draft::operation::{Action, State};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::operations::changed;
use crate::answer::{self, Response};
use crate::clock::new_id;
use crate::context::AppContext;
use crate::error::{Error, Problem, Result};
use crate::last_change::{self, LastChange};
use crate::profile::OpenProfile;
use crate::store::{DiscardReason, DiscardedTexts, title_of_operation};

/// Two conflicting changes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Conflict"))]
pub(super) struct ConflictView {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) title: String,
    /// Whose change it meets; null where that is not known here.
    pub(super) by: Option<LastChange>,
    /// Who deleted the whole thing, if anybody did.
    #[cfg_attr(test, ts(type = r#""mine" | "theirs" | null"#))]
    pub(super) deleted: Option<&'static str>,
    pub(super) parts: Vec<ConflictPart>,
    /// Both together; where they meet, mine stands.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub(super) merged: Value,
}

/// A part in which they conflict.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct ConflictPart {
    /// A field `title`, one of a row `modules/12/title`, a part of a text `content~0`; empty: the whole.
    pub(super) path: String,
    #[cfg_attr(test, ts(type = r#""value" | "text" | "lines" | "removed""#))]
    pub(super) shape: Value,
    #[cfg_attr(test, ts(type = "unknown"))]
    pub(super) base: Value,
    #[cfg_attr(test, ts(type = "unknown"))]
    pub(super) mine: Value,
    #[cfg_attr(test, ts(type = "unknown"))]
    pub(super) theirs: Value,
}

/// The chosen side for each path.
#[derive(Debug, Deserialize)]
pub(super) struct Resolution {
    choices: BTreeMap<String, Value>,
}

pub(super) async fn read(context: &AppContext, open: &Arc<OpenProfile>, id: &str) -> Result<Response> {
    let queue = open.store.queue()?;
    let operation = queue.operation(id).ok_or_else(Error::not_found)?;
    let (State::Conflict(theirs), Some(merged)) = (&operation.state, operation.merged()) else {
        return Err(Error::not_found());
    };
    let deleted =
        if operation.action == Action::Delete { Some("mine") } else { theirs.is_null().then_some("theirs") };
    let title = [theirs, &operation.base].into_iter().find_map(crate::store::title_of);
    let conflict = ConflictView {
        id: id.to_owned(),
        kind: operation.kind.to_string(),
        title: title.unwrap_or_else(|| title_of_operation(operation)),
        by: last_change::find(context, open, operation).await?,
        deleted,
        parts: merged.conflicts.into_iter().map(conflict_part).collect(),
        merged: merged.value,
    };
    answer::json(StatusCode::OK, &conflict)
}

fn conflict_part(conflict: Conflict) -> ConflictPart {
    let Conflict { path, kind, base, mine, theirs } = conflict;
    ConflictPart { path, shape: json!(kind), base, mine, theirs }
}

pub(super) fn resolve(
    context: &AppContext,
    open: &OpenProfile,
    id: &str,
    sent: Resolution,
) -> Result<Response> {
    let choices = sent.choices.into_iter().map(|(path, choice)| Ok((path, parse_choice(&choice)?)));
    let choices: Choices = choices.collect::<Result<_>>()?;
    let client_id = new_id();
    open.store.resolve_conflict(id, |queue| {
        let operation = queue.operation(id).filter(|o| matches!(o.state, State::Conflict(_)));
        let operation = operation.ok_or_else(Error::not_found)?;
        let mut history = DiscardedTexts {
            kind: operation.kind.to_string(),
            title: title_of_operation(operation),
            why: DiscardReason::NotChosen,
            texts: Vec::new(),
        };
        let discarded = queue.resolve(id, &choices, &client_id).map_err(|open| missing_choices(&open.0))?;
        for discarded in discarded {
            history.add(&discarded.path, &discarded.value);
        }
        Ok(history)
    })?;
    open.connection_state.status().delay_sending(context.clock.now());
    Ok(changed(context))
}

fn parse_choice(choice: &Value) -> Result<Choice> {
    let edited = choice.get("edited").cloned();
    match (choice.as_str(), edited) {
        (Some("mine"), _) => Ok(Choice::Mine),
        (Some("theirs"), _) => Ok(Choice::Theirs),
        (Some("both"), _) => Ok(Choice::Both),
        (None, Some(value)) => Ok(Choice::Written(value)),
        _ => Err(Problem::field("choices", "invalid_value").into()),
    }
}

fn missing_choices(paths: &[String]) -> Problem {
    let fields = paths.iter().map(|path| json!({"name": path, "code": "required", "message": ""}));
    Problem { fields: fields.collect(), ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "required") }
}

/// Restores the conflict, while nothing of the choice has been sent.
pub(super) fn undo(context: &AppContext, open: &OpenProfile, id: &str) -> Result<Response> {
    if !open.store.undo_resolution(id)? {
        return Err(Problem::new(StatusCode::CONFLICT, "already_sent").into());
    }
    open.connection_state.status().send_after = None;
    Ok(changed(context))
}

//! Rows as the page reads them: each with an id, negative until the school has assigned one, and with derived
//! fields.

use chrono::{DateTime, Utc};
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::resource::{ResourceType, youtube_id};
use serde_json::{Value, json};
use uuid::Uuid;

use super::view::{Seen, View};
use crate::clock::instant_text;
use crate::error::Result;

/// A row of any kind but courses.
pub(super) fn shown(view: &View<'_>, kind: Kind, seen: &Seen) -> Result<Value> {
    let mut row = numbered(view, kind, seen)?;
    match kind {
        Kind::Chapter => row["lessonCount"] = json!(lessons(view, seen)?),
        Kind::Resource => row["youtubeId"] = json!(youtube(&row)),
        Kind::Quiz => {
            row["questions"] = all(view, Kind::QuizQuestion, &view.under(Kind::QuizQuestion, &seen.target)?)?;
        }
        Kind::Teacher => {
            let [first, last] = ["firstName", "lastName"].map(|name| row[name].as_str().unwrap_or_default());
            row["fullName"] = json!(format!("{first} {last}"));
        }
        Kind::Faq if row.get("updatedAt").is_none() => {
            row["updatedAt"] = json!(instant_text(written_at(view, seen)));
        }
        Kind::QuizQuestion if row.get("explanation").is_some_and(Value::is_null) => {
            row.as_object_mut().map(|fields| fields.remove("explanation"));
        }
        _ => {}
    }
    Ok(row)
}

/// The rows of a kind as a list.
pub(super) fn all(view: &View<'_>, kind: Kind, rows: &[Seen]) -> Result<Value> {
    rows.iter().map(|seen| shown(view, kind, seen)).collect()
}

/// The row with its own id, and ids in its references.
pub(super) fn numbered(view: &View<'_>, kind: Kind, seen: &Seen) -> Result<Value> {
    let mut row = seen.row.clone();
    if let Some(fields) = row.as_object_mut() {
        fields.remove("clientId");
        fields.entry("version").or_insert(json!(NEW));
        fields.insert("id".to_owned(), json!(view.number(&seen.target)?));
    }
    for (name, _) in kind.references() {
        if let Some(target) =
            row.get(*name).filter(|named| named.is_string()).and_then(|own| view.reference(own))
        {
            row[*name] = json!(view.number(&target)?);
        }
    }
    Ok(row)
}

/// The version of a row that is not sent yet: the one that the school will assign.
pub(super) const NEW: i64 = 1;

pub(super) fn version(row: &Value) -> i64 {
    row.get("version").and_then(Value::as_i64).unwrap_or(NEW)
}

/// Number of lessons of a chapter. The copied value counts unless a lesson has pending edits.
fn lessons(view: &View<'_>, chapter: &Seen) -> Result<i64> {
    match chapter.row.get("lessonCount").and_then(Value::as_i64) {
        Some(copied) if view.writes(Kind::Lesson).next().is_none() => Ok(copied),
        _ => Ok(i64::try_from(view.under(Kind::Lesson, &chapter.target)?.len()).unwrap_or(i64::MAX)),
    }
}

fn youtube(row: &Value) -> Option<&str> {
    let kind: ResourceType = row.get("type")?.as_str()?.parse().ok()?;
    youtube_id(kind, row.get("url")?.as_str()?)
}

/// When a new row was created, from its client id, which contains the time.
fn written_at(view: &View<'_>, seen: &Seen) -> DateTime<Utc> {
    let time = seen.target.client_id().and_then(|own| Uuid::parse_str(own).ok()?.get_timestamp());
    let seconds = time.and_then(|time| i64::try_from(time.to_unix().0).ok());
    seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0)).unwrap_or(view.now)
}

/// The chapters of a module for a programme: without their texts.
pub(super) fn outline(view: &View<'_>, module: &Target) -> Result<Value> {
    let chapters = view.under(Kind::Chapter, module)?;
    let titles = chapters.iter().map(|chapter| {
        let mut row = shown(view, Kind::Chapter, chapter)?;
        row["content"] = Value::Null;
        Ok(row)
    });
    titles.collect()
}

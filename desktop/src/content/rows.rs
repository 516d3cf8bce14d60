//! Rows as the page reads them: each with an id, negative until the school has assigned one, and with derived
//! fields.

use chrono::{DateTime, Utc};
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::resource::{ResourceType, youtube_id};
use serde_json::{Value, json};
use uuid::Uuid;

use super::sessions::Sessions;
use super::view::{View, ViewRow};
use crate::clock::instant_text;
use crate::error::Result;

/// A row of any kind but courses.
pub(super) fn page_row(view: &View<'_>, kind: Kind, item: &ViewRow) -> Result<Value> {
    if kind == Kind::ClassSession {
        return Sessions::new(view)?.page_row(item);
    }
    let mut row = with_ids(view, kind, item)?;
    match kind {
        Kind::Chapter => row["lessonCount"] = json!(lesson_count(view, item)?),
        Kind::Resource => row["youtubeId"] = json!(youtube_id_of(&row)),
        Kind::Quiz => {
            row["questions"] =
                page_rows(view, Kind::QuizQuestion, &view.children(Kind::QuizQuestion, &item.target)?)?;
        }
        Kind::Teacher => {
            let [first, last] = ["firstName", "lastName"].map(|name| row[name].as_str().unwrap_or_default());
            row["fullName"] = json!(format!("{first} {last}"));
        }
        Kind::Faq if row.get("updatedAt").is_none() => {
            row["updatedAt"] = json!(instant_text(created_at(view, item)));
        }
        Kind::QuizQuestion if row.get("explanation").is_some_and(Value::is_null) => {
            row.as_object_mut().map(|fields| fields.remove("explanation"));
        }
        _ => {}
    }
    Ok(row)
}

/// The rows of a kind as a list.
pub(super) fn page_rows(view: &View<'_>, kind: Kind, rows: &[ViewRow]) -> Result<Value> {
    rows.iter().map(|item| page_row(view, kind, item)).collect()
}

/// The row with its own id, and ids in its references.
pub(super) fn with_ids(view: &View<'_>, kind: Kind, item: &ViewRow) -> Result<Value> {
    let mut row = item.row.clone();
    if let Some(fields) = row.as_object_mut() {
        fields.remove("clientId");
        fields.entry("version").or_insert(json!(NEW_VERSION));
        fields.insert("id".to_owned(), json!(view.page_id(&item.target)?));
    }
    for (name, _) in kind.references() {
        if let Some(target) =
            row.get(*name).filter(|named| named.is_string()).and_then(|client_id| view.reference(client_id))
        {
            row[*name] = json!(view.page_id(&target)?);
        }
    }
    Ok(row)
}

/// The version of a row that is not sent yet: the one that the school will assign.
pub(super) const NEW_VERSION: i64 = 1;

pub(super) fn version(row: &Value) -> i64 {
    row.get("version").and_then(Value::as_i64).unwrap_or(NEW_VERSION)
}

/// Number of lessons of a chapter. The copied value counts unless a lesson has pending edits.
fn lesson_count(view: &View<'_>, chapter: &ViewRow) -> Result<i64> {
    match chapter.row.get("lessonCount").and_then(Value::as_i64) {
        Some(copied) if view.writes(Kind::Lesson).next().is_none() => Ok(copied),
        _ => Ok(i64::try_from(view.children(Kind::Lesson, &chapter.target)?.len()).unwrap_or(i64::MAX)),
    }
}

fn youtube_id_of(row: &Value) -> Option<&str> {
    let kind: ResourceType = row.get("type")?.as_str()?.parse().ok()?;
    youtube_id(kind, row.get("url")?.as_str()?)
}

/// When a new row was created, from its client id, which contains the time.
fn created_at(view: &View<'_>, item: &ViewRow) -> DateTime<Utc> {
    let time = item.target.client_id().and_then(|client_id| Uuid::parse_str(client_id).ok()?.get_timestamp());
    let seconds = time.and_then(|time| i64::try_from(time.to_unix().0).ok());
    seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0)).unwrap_or(view.now)
}

/// The chapters of a module for a programme: without their texts.
pub(super) fn outline(view: &View<'_>, module: &Target) -> Result<Value> {
    let chapters = view.children(Kind::Chapter, module)?;
    let titles = chapters.iter().map(|chapter| {
        let mut row = page_row(view, Kind::Chapter, chapter)?;
        row["content"] = Value::Null;
        Ok(row)
    });
    titles.collect()
}

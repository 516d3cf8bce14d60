//! Responses to writes: the row with pending edits applied, or the earlier response to the same key.

use http::{HeaderValue, StatusCode};
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Action;
use serde_json::Value;

use super::course::{Courses, Detail};
use super::edits::Edits;
use super::reads::not_found;
use super::rows::{page_row, page_rows};
use super::view::{View, ViewRow};
use crate::answer::{Response, body, json as answered, nothing};
use crate::error::Result;
use crate::store::Store;

/// The earlier response to this idempotency key.
pub(super) fn repeated_response(status: u16, text: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    if text.is_empty() {
        return nothing(status);
    }
    let kind = if status.is_success() { "application/json" } else { "application/problem+json" };
    body(status, HeaderValue::from_static(kind), text.into_bytes())
}

/// A complete row of any kind, as in the response to a write.
pub(super) fn full_row(view: &View<'_>, kind: Kind, item: &ViewRow) -> Result<Value> {
    match kind {
        Kind::Course => Courses::new(view)?.page_row(item, Detail::Editable),
        _ => page_row(view, kind, item),
    }
}

/// The response to edits that are in the queue.
pub(super) fn write_response(store: &Store, edits: &Edits) -> Result<Response> {
    let view = View::new(store)?;
    let mut status = StatusCode::OK;
    let mut rows = Vec::new();
    for edit in &edits.edits {
        match edit.action {
            Action::Delete => return Ok(nothing(StatusCode::NO_CONTENT)),
            Action::Reorder => {
                let parent = view.resolve(&edit.target);
                return answered(status, &page_rows(&view, edit.kind, &view.children(edit.kind, &parent)?)?);
            }
            Action::Create => status = StatusCode::CREATED,
            Action::Update | Action::Cancel => {}
        }
        let item = view.find(edit.kind, &edit.target)?.ok_or_else(not_found)?;
        rows.push(full_row(&view, edit.kind, &item)?);
    }
    match (edits.is_list, rows.pop()) {
        (false, Some(row)) => answered(status, &row),
        (_, last) => {
            rows.extend(last);
            answered(status, &rows)
        }
    }
}

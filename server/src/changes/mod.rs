//! The changes of the content in the order in which they were committed, for copies elsewhere.
//!
//! The database itself records every write, each row with its last change (migration 12). A page of changes
//! is read with one query for each kind of row in it. How the rows of a kind are read is defined with the
//! kind; `app` registers all kinds.

mod cursor;
mod page;

use std::collections::HashSet;

use crate::routes;
use axum::extract::State;
use preau_core::code::Code;
use preau_core::content::ContentKind;
use preau_core::problem::Fault;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::fetch_all;
use crate::http::extract::{Json, Query};

pub(crate) use cursor::renew;
pub use page::{Kind, Kinds, Page};
pub(crate) use page::{Replicated, RowKey, changed};

/// Default number of changes of a page.
const USUAL: i64 = 200;
/// Maximum number of changes of a page.
const MOST: i64 = 500;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(list_changes))
}

/// The query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ChangesQuery {
    /// What the answer before said; absent or empty: from the beginning.
    cursor: Option<String>,
    /// Most changes of the answer, 1 to 500; 200 when absent.
    limit: Option<i64>,
}

/// What names a thing: its id, or the code of what has none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum Key {
    /// A number that is never used twice.
    Id(i64),
    /// Of a category of the FAQ.
    Code(String),
}

/// A thing as it is now, or that it is gone.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// What it is.
    pub entity: ContentKind,
    /// Its id; the code of a category of the FAQ.
    pub id: Key,
    /// The client's own id that it was made with.
    pub client_id: Option<String>,
    /// Raised by each write; absent when it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// What it stands under, where it stands under something: the course of a module, the category of a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<Key>,
    /// The same as staff reads one by one, without links to files, which run out: `Language`, `Level`, `Teacher`,
    /// `EditableCourse`, `Point` (objectives and prerequisites), `Module`, `Chapter`, `Lesson`, `Resource`, `Quiz`,
    /// `QuizQuestion`, `TestQuestion`, `FaqCategory`, `FaqEntry`, `Room`, `Closure`, `SessionSeries`, `ClassSession` (without
    /// what its roll call knows). Names of the course, the room and the teacher of a session or a series are those of its
    /// last writing. Absent when it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::HashMap<String, Value>>)]
    pub row: Option<Value>,
    /// True when it is gone, else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub deleted: bool,
}

/// A page of changes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Changes {
    /// In the order in which they were committed; each thing once, with its last change.
    pub items: Vec<Change>,
    /// For the next call; the same as before when nothing changed.
    pub cursor: String,
    /// Whether there are more already.
    pub more: bool,
}

#[derive(Debug, preau_derive::FromRow)]
struct Noted {
    #[sqlx(try_from = "String")]
    entity: ContentKind,
    entity_id: i64,
    entity_code: String,
    seq: i64,
    client_id: Option<String>,
    deleted: bool,
}

// Comments are not content; `changes` has their client ids only so that a deleted one is not created again.
const NOTED: &str = "
    SELECT entity, entity_id, entity_code, seq, client_id, deleted FROM changes
    WHERE seq > $1 AND entity <> 'comment' ORDER BY seq LIMIT $2";

const STILL: &str = "SELECT seq FROM changes WHERE seq > $1 AND seq <= $2";

/// The content and what becomes of it, page by page.
///
/// The first call, without cursor, begins a copy of everything; a page with `more` is followed by the next. Later calls
/// with the last cursor answer what changed since. A thing may come before what it stands in, and comes again when it
/// changes meanwhile. What a row tells of seats and of today is as it was when it was written last; a reservation is no
/// change. A cursor that does not fit this database, which may have been restored, is refused with 410 `cursor_gone`:
/// the copy is then to be made anew.
#[utoipa::path(get, path = "/changes", tag = "changes", params(ChangesQuery),
    responses((status = 200, body = Changes), (status = 410, description = "`cursor_gone`: to be copied anew.")))]
async fn list_changes(
    State(app): State<AppContext>,
    Query(wanted): Query<ChangesQuery>,
) -> Result<Json<Changes>> {
    let limit = limit(wanted.limit).map_err(|fault| Error::field("limit", fault))?;
    let mut conn = app.db.read().await?;
    let now = cursor::now(&mut conn).await?;
    let after = now.position(wanted.cursor.as_deref())?;
    let mut noted = fetch_all!(conn, Noted, NOTED, after, limit + 1)?;
    let more = noted.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    noted.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let until = noted.last().map_or(after, |last| last.seq);
    let mut page =
        Page::new(after, until, app.clock.today(), noted.iter().filter(|it| !it.deleted).map(|it| it.entity));
    app.part::<Kinds>().fill(&mut conn, &mut page).await?;
    // Rows that were written in the meantime may have been read inconsistently; they have a higher number now
    // and come later.
    let still: HashSet<i64> =
        fetch_all!(conn, (i64,), STILL, after, until)?.into_iter().map(|(seq,)| seq).collect();
    let noted = noted.into_iter().filter(|noted| still.contains(&noted.seq));
    let items = noted.filter_map(|noted| change(noted, &mut page)).collect();
    Ok(Json(Changes { items, cursor: now.text(until), more }))
}

fn limit(sent: Option<i64>) -> Result<i64, Fault> {
    match sent.unwrap_or(USUAL) {
        ..1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        limit @ 1..=MOST => Ok(limit),
        _ => Err(Fault::new(Code::TooBig).with("max", MOST)),
    }
}

/// The change as it is sent; nothing when the row changed while the page was read: it comes later then.
fn change(noted: Noted, page: &mut Page) -> Option<Change> {
    let id =
        if noted.entity_code.is_empty() { Key::Id(noted.entity_id) } else { Key::Code(noted.entity_code) };
    let base = Change {
        entity: noted.entity,
        id,
        client_id: noted.client_id,
        version: None,
        parent_id: None,
        row: None,
        deleted: noted.deleted,
    };
    if noted.deleted {
        return Some(base);
    }
    let copy = page.take(noted.entity, &base.id)?;
    Some(Change { version: Some(copy.version), parent_id: copy.parent, row: Some(copy.row), ..base })
}

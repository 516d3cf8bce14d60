//! The audit log: writes by staff, who made them, and the values before and after.
//!
//! Rows are written by [`crate::write::Tx::audit`], which omits personal data. ADMIN reads all of them, an
//! editor those about content. Deleted accounts have no name any more.

mod store;

use crate::routes;
use axum::extract::State;
use chrono::{DateTime, Utc};
use preau_core::audit::CONTENT;
use preau_core::period::Period;
use preau_core::role::Role;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

use self::store::AuditFilter;
use crate::clock;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Query};
use crate::http::paging::Window;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(read_journal))
}

/// Something that staff wrote.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JournalEntry {
    pub id: i64,
    #[serde(serialize_with = "clock::instant")]
    pub at: DateTime<Utc>,
    pub user_id: i64,
    /// Nothing once the account is deleted.
    pub user_name: Option<String>,
    /// Their role at that time.
    pub role: Role,
    /// `course.updated`, `reservation.confirmed`…
    pub action: String,
    /// `course`, `reservation`…
    pub entity: String,
    pub entity_id: i64,
    /// What it is called now, or was when it went.
    pub name: Option<String>,
    /// The course it stands in or is about.
    pub course_id: Option<i64>,
    /// The values before, without personal ones.
    #[schema(value_type = Option<std::collections::HashMap<String, Value>>)]
    pub before: Option<Value>,
    /// The values after, without personal ones.
    #[schema(value_type = Option<std::collections::HashMap<String, Value>>)]
    pub after: Option<Value>,
    pub request_id: Option<String>,
}

/// Somebody of the staff.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
pub struct JournalWriter {
    pub id: i64,
    pub name: String,
}

/// A page of the journal, the newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Journal {
    pub items: Vec<JournalEntry>,
    pub page: i64,
    pub size: i64,
    pub total: i64,
    /// For ADMIN: everybody who ever wrote something and still has an account.
    pub writers: Vec<JournalWriter>,
}

/// Filters of entries; an absent one matches all.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[serde(rename_all = "camelCase")]
struct Search {
    /// From 1.
    page: Option<i64>,
    /// At most 100.
    size: Option<i64>,
    /// Kind of thing: `course`.
    entity: Option<String>,
    entity_id: Option<i64>,
    /// Who did it.
    user_id: Option<i64>,
    /// `course.updated`.
    action: Option<String>,
    /// First day in Paris, `yyyy-mm-dd`.
    from: Option<String>,
    /// Last day.
    to: Option<String>,
}

/// What staff wrote; an editor reads what is about content.
#[utoipa::path(get, path = "/audit", tag = "audit", params(Search), responses((status = 200, body = Journal)))]
async fn read_journal(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(search): Query<Search>,
) -> Result<Json<Journal>> {
    let page = search.page.unwrap_or(1);
    let window = Window::parse(Some(page), search.size)?;
    let period = Period::open(search.from.as_deref(), search.to.as_deref())?;
    let filter = AuditFilter {
        entity: search.entity,
        entity_id: search.entity_id,
        user_id: search.user_id,
        action: search.action,
        period,
        only: (!caller.is_admin()).then_some(CONTENT),
    };
    let mut conn = app.db.read().await?;
    let total = store::count(&mut conn, &filter).await?;
    let items = store::list(&mut conn, &filter, window.from_nearer_end(total)).await?;
    let writers = if caller.is_admin() { store::writers(&mut conn).await? } else { Vec::new() };
    Ok(Json(Journal { items, page, size: window.limit, total, writers }))
}

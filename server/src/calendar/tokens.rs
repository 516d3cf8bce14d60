//! The addresses by which calendar apps read sessions, as their owner makes and revokes them. Who has the address reads
//! the calendar: it is shown once, and a new role, a new password or the end of the account revokes it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar_token::{CalendarInput, CalendarKind, CalendarScope, MOST};
use preau_core::code::Code;
use preau_core::problem::Fault;
use serde::Serialize;
use serde_json::json;

use super::store::{self, TokenRow};
use crate::change;
use crate::clock::{self, sha256_hex};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::http::owned::{Owned, owned};
use crate::write::{Call, Tx};

/// How often one account may make an address.
const LIMIT: Limit = Limit::per_minutes(20, 60);

/// An address that a calendar app reads.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarToken {
    pub id: i64,
    pub kind: CalendarKind,
    pub room_id: Option<i64>,
    pub room_name: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// The last day on which an app read it.
    pub read_on: Option<NaiveDate>,
    /// Only in the answer that makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

impl From<TokenRow> for CalendarToken {
    fn from(row: TokenRow) -> Self {
        let TokenRow { id, user_id: _, kind, room_id, room_name, created_at, read_on } = row;
        Self { id, kind, room_id, room_name, created_at, read_on, address: None }
    }
}

impl Owned for TokenRow {
    // An administrator's rights do not extend to the calendars of others.
    fn is_open_to(_: SignedIn) -> bool {
        false
    }

    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        store::token(conn, id).await
    }

    async fn belongs_to(&self, _: &mut Conn, account_id: i64) -> Result<bool> {
        Ok(self.user_id == account_id)
    }
}

/// The caller's addresses of calendars, the newest first, without the addresses themselves.
#[utoipa::path(get, path = "/calendar-tokens", tag = "calendar", responses((status = 200, body = Vec<CalendarToken>)))]
pub(super) async fn list_calendar_tokens(
    State(app): State<AppContext>,
    caller: SignedIn,
) -> Result<Json<Vec<CalendarToken>>> {
    let rows = store::tokens_of(&mut app.db.read().await?, caller.id).await?;
    Ok(Json(rows.into_iter().map(CalendarToken::from).collect()))
}

/// Makes an address that a calendar app can read: the caller's own sessions, or for staff those in a room. The address is
/// shown in this answer only.
#[utoipa::path(post, path = "/calendar-tokens", tag = "calendar", request_body = CalendarInput,
    responses((status = 201, body = CalendarToken), (status = 429)))]
pub(super) async fn create_calendar_token(
    State(app): State<AppContext>,
    call: Call,
    Json(input): Json<CalendarInput>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    let scope = input.parse()?;
    if matches!(scope, CalendarScope::Room(_)) && !caller.is_staff() {
        return Err(Code::Forbidden.into());
    }
    app.limit(&format!("calendar-token {}", caller.id), LIMIT).await?;
    let token = app.ids.token();
    let row = change!(app, Some(&call), |tx| create(tx, caller.id, scope, &token).await)?;
    let address = Some(format!("{}/api/calendar/{token}.ics", app.config.public_url()));
    let made = CalendarToken { address, ..row.into() };
    Ok(Private((StatusCode::CREATED, Json(made))).into_response())
}

async fn create(tx: &mut Tx, user_id: i64, scope: CalendarScope, token: &str) -> Result<TokenRow> {
    if usize::try_from(store::count_tokens(tx, user_id).await?).unwrap_or(MOST) >= MOST {
        return Err(Error::field("kind", Fault::new(Code::TooMany).with("max", MOST)));
    }
    let stored = match scope {
        CalendarScope::Own => (CalendarKind::Own, None),
        CalendarScope::Room(id) if store::has_room(tx, id).await? => (CalendarKind::Room, Some(id)),
        CalendarScope::Room(_) => return Err(Error::field("roomId", Code::UnknownReference)),
    };
    let id = store::insert_token(tx, user_id, stored, &sha256_hex(token)).await?;
    let after = json!({ "kind": stored.0, "roomId": stored.1 });
    tx.audit("calendar-token.created", "calendar-token", id, None, Some(after)).await?;
    store::token(tx, id).await
}

/// Revokes an address of the caller's: apps that read it get nothing any more.
#[utoipa::path(delete, path = "/calendar-tokens/{id}", tag = "calendar", params(("id" = i64, Path)),
    responses((status = 204)))]
pub(super) async fn delete_calendar_token(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    let caller = call.caller.user()?;
    change!(app, Some(&call), |tx| {
        let row: TokenRow = owned(tx, caller, id).await?;
        store::delete_token(tx, row.id).await?;
        let before = json!({ "kind": row.kind, "roomId": row.room_id });
        tx.audit("calendar-token.deleted", "calendar-token", id, Some(before), None).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

//! The calendar that an app reads by its address, again and again.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use chrono::TimeDelta;
use preau_core::calendar_token::CalendarKind;

use super::events;
use super::store::{self, TokenRow};
use crate::change;
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::Path;
use crate::http::limits::Limit;
use crate::ics::{self, Event, Purpose};
use crate::school;

/// How long past sessions stay in a calendar.
const KEPT: TimeDelta = TimeDelta::days(180);
/// How often one address may be read. Apps ask every quarter of an hour at most; one address may be in several.
const READS: Limit = Limit::per_minutes(120, 60);
/// Unknown addresses that one network may try.
const MISSES: Limit = Limit::per_minutes(30, 60);

/// A calendar, by its address: `{token}.ics`. Nobody signs in: whoever has the address reads it.
#[utoipa::path(get, path = "/calendar/{file}", tag = "calendar", params(("file" = String, Path)),
    responses((status = 200, description = "The sessions.", body = String, content_type = "text/calendar"), (status = 429)))]
pub(super) async fn read_calendar(
    State(app): State<AppContext>,
    caller: Caller,
    Path(file): Path<String>,
) -> Result<Response> {
    let token = find(&app, &caller, &file).await?;
    app.limit(&format!("calendar {}", token.id), READS).await?;
    if token.read_on != Some(app.clock.today()) {
        change!(app, None, |tx| store::note_read(tx, token.id).await)?;
    }
    let mut conn = app.db.read().await?;
    let name = match &token.room_name {
        Some(room) => room.clone(),
        None => school::store::read(&mut conn).await?.name,
    };
    let events = read(&app, &mut conn, &token).await?;
    let headers = [(header::CONTENT_TYPE, ics::MEDIA_TYPE), (header::CACHE_CONTROL, "private, no-cache")];
    Ok((headers, ics::write(Purpose::Feed { name: &name }, &events)).into_response())
}

/// The row of an address; wrong ones are counted.
async fn find(app: &AppContext, caller: &Caller, file: &str) -> Result<TokenRow> {
    let token = file.strip_suffix(".ics").unwrap_or_default();
    let found = store::token_by_hash(&mut app.db.read().await?, &sha256_hex(token)).await?;
    if let Some(row) = found {
        return Ok(row);
    }
    // A right address is answered however often wrong ones were tried from there.
    let misses = format!("calendar misses {}", sha256_hex(caller.address()));
    app.limit(&misses, MISSES).await?;
    Err(Error::not_found())
}

async fn read(app: &AppContext, conn: &mut Conn, token: &TokenRow) -> Result<Vec<Event>> {
    let since = app.clock.now() - KEPT;
    Ok(match (token.kind, token.room_id) {
        (CalendarKind::Room, Some(room)) => {
            store::in_room(conn, room, since).await?.iter().map(events::in_room).collect()
        }
        (CalendarKind::Room, None) => Vec::new(),
        (CalendarKind::Own, _) => {
            let own = store::of_account(conn, token.user_id, app.clock.today(), since).await?;
            own.iter().map(events::of_class).collect()
        }
    })
}

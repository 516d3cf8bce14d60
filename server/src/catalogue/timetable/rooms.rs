//! Rooms in which classes meet.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::editing::New;
use preau_core::room::{self, RoomInput};
use preau_core::text::fold;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::check_unused;
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

use super::changed::room_shown_changed;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(list_rooms, create_room)).routes(routes!(update_room, delete_room))
}

/// A room.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Room {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// The client's own id.
    pub client_id: Option<String>,
    /// Its name.
    pub name: String,
    /// Where it is; null: at the school.
    pub address: Option<String>,
    /// How many learners fit in; null: not known.
    pub seats: Option<i64>,
    /// For staff.
    pub note: Option<String>,
}

const ALL: &str = "SELECT id, version, client_id, name, address, seats, note FROM rooms ORDER BY name, id";
const CHANGED: &str = concat!(
    "SELECT id, version, client_id, name, address, seats, note FROM rooms WHERE id IN ",
    changed!("room")
);
const BY_ID: &str = "SELECT id, version, client_id, name, address, seats, note FROM rooms WHERE id = $1";

/// Every room, by name.
pub(super) async fn all(conn: &mut Conn) -> Result<Vec<Room>> {
    fetch_all!(conn, Room, ALL)
}

/// Every room, by name.
#[utoipa::path(get, path = "/rooms", tag = "timetable", responses((status = 200, body = [Room])))]
async fn list_rooms(State(app): State<AppContext>) -> Result<Json<Vec<Room>>> {
    all(&mut app.db.read().await?).await.map(Json)
}

/// Adds a room.
#[utoipa::path(post, path = "/rooms", tag = "timetable", request_body = RoomInput,
    responses((status = 201, body = Room),
        (status = 200, body = Room, description = "This `clientId` has a room already."), (status = 410)))]
async fn create_room(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<RoomInput>,
) -> Result<Response> {
    editing::create::<Room>(&app, &call, form).await
}

/// Changes a room: absent fields stay.
#[utoipa::path(put, path = "/rooms/{id}", tag = "timetable", params(("id" = i64, Path)), request_body = RoomInput,
    responses((status = 200, body = Room), (status = 412)))]
async fn update_room(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<RoomInput>,
) -> Result<Response> {
    editing::update::<Room>(&app, &call, id, form).await
}

/// Deletes a room in which no session and no series is.
#[utoipa::path(delete, path = "/rooms/{id}", tag = "timetable", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_room(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    editing::delete::<Room>(&app, &call, id).await
}

const INSERT: &str = "
    INSERT INTO rooms (client_id, name, address, seats, note, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id";
const UPDATE: &str = "
    UPDATE rooms SET name = $2, address = $3, seats = $4, note = $5, version = version + 1, updated_at = $6
    WHERE id = $1";
const SESSIONS: &str = "SELECT COUNT(*) FROM class_sessions WHERE room_id = $1";
const SERIES: &str = "SELECT COUNT(*) FROM session_series WHERE room_id = $1";

/// Names are told apart regardless of case and accents.
async fn check_free(tx: &mut Tx, name: &str, but: Option<i64>) -> Result<()> {
    let wanted = fold(name);
    let taken = |room: &Room| fold(&room.name) == wanted && Some(room.id) != but;
    if all(tx).await?.iter().any(taken) { Err(Error::field("name", Code::Taken)) } else { Ok(()) }
}

impl Versioned for Room {
    const ENTITY: &'static str = "room";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        fetch_optional!(tx, Self, BY_ID, *id)?.ok_or_else(Error::not_found)
    }
}

impl Replicated for Room {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        fetch_all!(conn, Self, CHANGED, page.after, page.until)
    }

    fn row_key(&self) -> RowKey {
        RowKey::alone(self.id)
    }
}

impl Content for Room {
    const TABLE: Table = content_table!("rooms");
    type Form = RoomInput;

    fn checked(&self) -> Result<room::Room> {
        Ok(room::Room {
            name: self.name.clone(),
            address: self.address.clone(),
            seats: self.seats,
            note: self.note.clone(),
        })
    }

    async fn check(_: &mut Tx, _: &room::Room) -> Result<()> {
        Ok(())
    }

    async fn insert(tx: &mut Tx, New { content: room, client_id }: &New<room::Room>) -> Result<i64> {
        check_free(tx, &room.name, None).await?;
        fetch_scalar!(tx, i64, INSERT, client_id, &room.name, &room.address, room.seats, &room.note, tx.now)
    }

    async fn update(tx: &mut Tx, id: i64, room: &room::Room) -> Result<()> {
        check_free(tx, &room.name, Some(id)).await?;
        let before = Self::find(tx, &id).await?;
        execute!(tx, UPDATE, id, &room.name, &room.address, room.seats, &room.note, tx.now)?;
        if (&before.name, &before.address) != (&room.name, &room.address) {
            room_shown_changed(tx, id).await?;
        }
        Ok(())
    }

    async fn before_delete(&self, tx: &mut Tx) -> Result<()> {
        let sessions = fetch_scalar!(tx, i64, SESSIONS, self.id)?;
        check_unused(&[("sessions", sessions), ("series", fetch_scalar!(tx, i64, SERIES, self.id)?)])
    }
}

//! Days on which the school is closed, and public holidays: series have no sessions on them.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{Datelike as _, NaiveDate};
use preau_core::closure::{self, ClosureInput};
use preau_core::editing::New;
use preau_core::holiday::{Holiday, holidays};
use preau_core::series::DaysOff;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::changes::{Page, Replicated, RowKey, changed};
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_closures, create_closure))
        .routes(routes!(update_closure, delete_closure))
}

/// Days on which the school is closed.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Closure {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// The client's own id.
    pub client_id: Option<String>,
    /// Its first day.
    pub first_day: NaiveDate,
    /// Its last day.
    pub last_day: NaiveDate,
    /// What it is called.
    pub label: String,
}

/// A public holiday.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HolidayDay {
    /// Its day.
    pub day: NaiveDate,
    /// Its French name.
    pub label: &'static str,
    /// Which it is.
    pub holiday: Holiday,
}

/// The days without sessions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Closures {
    /// In the order of their first days.
    pub closures: Vec<Closure>,
    /// Public holidays of this year and the next.
    pub holidays: Vec<HolidayDay>,
}

const ALL: &str =
    "SELECT id, version, client_id, first_day, last_day, label FROM closures ORDER BY first_day, id";
const CHANGED: &str = concat!(
    "SELECT id, version, client_id, first_day, last_day, label FROM closures WHERE id IN ",
    changed!("closure")
);
const BY_ID: &str = "SELECT id, version, client_id, first_day, last_day, label FROM closures WHERE id = $1";
const ALSACE_MOSELLE: &str = "SELECT alsace_moselle FROM school WHERE id = 1";

async fn all(conn: &mut Conn) -> Result<Vec<Closure>> {
    fetch_all!(conn, Closure, ALL)
}

/// The days on which series have no sessions.
pub(crate) async fn days_off(conn: &mut Conn) -> Result<DaysOff> {
    let closures = all(conn).await?.iter().map(Content::checked).collect::<Result<_>>()?;
    Ok(DaysOff { closures, alsace_moselle: fetch_scalar!(conn, bool, ALSACE_MOSELLE)? })
}

/// Every closure, and the public holidays of this year and the next.
#[utoipa::path(get, path = "/closures", tag = "timetable", responses((status = 200, body = Closures)))]
async fn list_closures(State(app): State<AppContext>) -> Result<Json<Closures>> {
    let mut conn = app.db.read().await?;
    let alsace_moselle = fetch_scalar!(conn, bool, ALSACE_MOSELLE)?;
    let year = app.clock.today().year();
    let days = [year, year + 1].into_iter().flat_map(|year| holidays(year, alsace_moselle));
    let holidays = days.map(|(day, holiday)| HolidayDay { day, label: holiday.french(), holiday }).collect();
    Ok(Json(Closures { closures: all(&mut conn).await?, holidays }))
}

/// Adds days on which the school is closed. Sessions that are planned on them stay.
#[utoipa::path(post, path = "/closures", tag = "timetable", request_body = ClosureInput,
    responses((status = 201, body = Closure),
        (status = 200, body = Closure, description = "This `clientId` has a closure already."),
        (status = 410)))]
async fn create_closure(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<ClosureInput>,
) -> Result<Response> {
    editing::create::<Closure>(&app, &call, form).await
}

/// Changes a closure: absent fields stay.
#[utoipa::path(put, path = "/closures/{id}", tag = "timetable", params(("id" = i64, Path)),
    request_body = ClosureInput, responses((status = 200, body = Closure), (status = 412)))]
async fn update_closure(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<ClosureInput>,
) -> Result<Response> {
    editing::update::<Closure>(&app, &call, id, form).await
}

/// Deletes a closure.
#[utoipa::path(delete, path = "/closures/{id}", tag = "timetable", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_closure(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<Closure>(&app, &call, id).await
}

const INSERT: &str = "
    INSERT INTO closures (client_id, first_day, last_day, label, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $5) RETURNING id";
const UPDATE: &str = "
    UPDATE closures SET first_day = $2, last_day = $3, label = $4, version = version + 1, updated_at = $5
    WHERE id = $1";

impl Versioned for Closure {
    const ENTITY: &'static str = "closure";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        fetch_optional!(tx, Self, BY_ID, *id)?.ok_or_else(Error::not_found)
    }
}

impl Replicated for Closure {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        fetch_all!(conn, Self, CHANGED, page.after, page.until)
    }

    fn row_key(&self) -> RowKey {
        RowKey::alone(self.id)
    }
}

impl Content for Closure {
    const TABLE: Table = content_table!("closures");
    type Form = ClosureInput;

    fn checked(&self) -> Result<closure::Closure> {
        Ok(closure::Closure { first_day: self.first_day, last_day: self.last_day, label: self.label.clone() })
    }

    async fn check(_: &mut Tx, _: &closure::Closure) -> Result<()> {
        Ok(())
    }

    async fn insert(tx: &mut Tx, New { content, client_id }: &New<closure::Closure>) -> Result<i64> {
        fetch_scalar!(tx, i64, INSERT, client_id, content.first_day, content.last_day, &content.label, tx.now)
    }

    async fn update(tx: &mut Tx, id: i64, content: &closure::Closure) -> Result<()> {
        execute!(tx, UPDATE, id, content.first_day, content.last_day, &content.label, tx.now)?;
        Ok(())
    }
}

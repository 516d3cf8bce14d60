//! Levels, from A1 to C2: public reads, and editing by staff.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::editing::New;
use preau_core::level::{self, LevelInput};
use preau_core::text::fold;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use super::store::CourseFilter;
use super::{check_unused, search_text};
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_levels, create_level))
        .routes(routes!(level_by_id, update_level, delete_level))
        .routes(routes!(level_by_name))
        .routes(routes!(level_by_rank))
}

/// A level.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Level {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// `A1`.
    pub name: String,
    /// What one can do at this level.
    pub description: Option<String>,
    /// From 1, the easiest first.
    pub rank: i64,
}

const ALL: &str = "SELECT id, version, name, description, rank FROM levels ORDER BY rank, id";
const BY_ID: &str = "SELECT id, version, name, description, rank FROM levels WHERE id = $1";
const CHANGED: &str =
    concat!("SELECT id, version, name, description, rank FROM levels WHERE id IN ", changed!("level"));

/// Every level, the easiest first.
pub(crate) async fn all(conn: &mut Conn) -> Result<Vec<Level>> {
    fetch_all!(conn, Level, ALL)
}

/// The level that a word names: by id or name.
pub(crate) async fn lookup(conn: &mut Conn, wanted: &str) -> Result<Option<Level>> {
    Ok(all(conn)
        .await?
        .into_iter()
        .find(|level| super::matches_name(wanted, level.id, [level.name.as_str()])))
}

async fn find_first(app: &AppContext, wanted: impl Fn(&Level) -> bool) -> Result<Json<Level>> {
    let mut conn = app.db.read().await?;
    Ok(Json(all(&mut conn).await?.into_iter().find(wanted).ok_or_else(Error::not_found)?))
}

/// Every level, the easiest first.
#[utoipa::path(get, path = "/levels", tag = "levels", responses((status = 200, body = [Level])))]
async fn list_levels(State(app): State<AppContext>) -> Result<Json<Vec<Level>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(all(&mut conn).await?))
}

/// One level.
#[utoipa::path(get, path = "/levels/{id}", tag = "levels", params(("id" = i64, Path)),
    responses((status = 200, body = Level)))]
async fn level_by_id(State(app): State<AppContext>, Path(id): Path<i64>) -> Result<Json<Level>> {
    find_first(&app, |level| level.id == id).await
}

/// One level by its name, in any case.
#[utoipa::path(get, path = "/levels/name/{name}", tag = "levels", params(("name" = String, Path)),
    responses((status = 200, body = Level)))]
async fn level_by_name(State(app): State<AppContext>, Path(name): Path<String>) -> Result<Json<Level>> {
    let wanted = fold(&name);
    find_first(&app, |level| fold(&level.name) == wanted).await
}

/// The first level of this rank.
#[utoipa::path(get, path = "/levels/rank/{rank}", tag = "levels", params(("rank" = i64, Path)),
    responses((status = 200, body = Level)))]
async fn level_by_rank(State(app): State<AppContext>, Path(rank): Path<i64>) -> Result<Json<Level>> {
    find_first(&app, |level| level.rank == rank).await
}

/// Adds a level.
#[utoipa::path(post, path = "/levels", tag = "levels", request_body = LevelInput,
    responses((status = 201, body = Level),
        (status = 200, body = Level, description = "This `clientId` has a level already."), (status = 410)))]
async fn create_level(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<LevelInput>,
) -> Result<Response> {
    editing::create::<Level>(&app, &call, form).await
}

/// Changes a level: absent fields stay.
#[utoipa::path(put, path = "/levels/{id}", tag = "levels", params(("id" = i64, Path)), request_body = LevelInput,
    responses((status = 200, body = Level), (status = 412)))]
async fn update_level(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<LevelInput>,
) -> Result<Response> {
    editing::update::<Level>(&app, &call, id, form).await
}

/// Deletes a level that no course has.
#[utoipa::path(delete, path = "/levels/{id}", tag = "levels", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_level(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    editing::delete::<Level>(&app, &call, id).await
}

const INSERT: &str = "
    INSERT INTO levels (client_id, name, description, rank, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $5) RETURNING id";
const UPDATE: &str = "
    UPDATE levels SET name = $2, description = $3, rank = $4, version = version + 1, updated_at = $5 WHERE id = $1";
const COURSES: &str = "SELECT COUNT(*) FROM courses WHERE level_id = $1";

/// Level names are matched without case and accents, so they must differ in more than that.
async fn check_free(tx: &mut Tx, name: &str, but: Option<i64>) -> Result<()> {
    let wanted = fold(name);
    let taken = |level: &Level| fold(&level.name) == wanted && Some(level.id) != but;
    if all(tx).await?.iter().any(taken) { Err(Error::field("name", Code::Taken)) } else { Ok(()) }
}

impl Versioned for Level {
    const ENTITY: &'static str = "level";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        fetch_optional!(tx, Self, BY_ID, *id)?.ok_or_else(Error::not_found)
    }
}

impl Replicated for Level {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        fetch_all!(conn, Self, CHANGED, page.after, page.until)
    }

    fn row_key(&self) -> RowKey {
        RowKey::alone(self.id)
    }
}

impl Content for Level {
    const TABLE: Table = content_table!("levels");
    type Form = LevelInput;

    fn checked(&self) -> Result<level::Level> {
        Ok(level::Level { name: self.name.clone(), description: self.description.clone(), rank: self.rank })
    }

    async fn check(_: &mut Tx, _: &level::Level) -> Result<()> {
        Ok(())
    }

    async fn insert(tx: &mut Tx, New { content, client_id }: &New<level::Level>) -> Result<i64> {
        check_free(tx, &content.name, None).await?;
        fetch_scalar!(tx, i64, INSERT, client_id, &content.name, &content.description, content.rank, tx.now)
    }

    async fn update(tx: &mut Tx, id: i64, content: &level::Level) -> Result<()> {
        check_free(tx, &content.name, Some(id)).await?;
        execute!(tx, UPDATE, id, &content.name, &content.description, content.rank, tx.now)?;
        search_text::refresh(tx, &CourseFilter { level_id: Some(id), ..CourseFilter::default() }).await
    }

    async fn before_delete(&self, tx: &mut Tx) -> Result<()> {
        check_unused(&[("courses", fetch_scalar!(tx, i64, COURSES, self.id)?)])
    }
}

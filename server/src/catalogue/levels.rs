//! Levels, from A1 to C2.

use axum::extract::State;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::extract::{Json, Path};
use crate::fetch_all;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_levels))
        .routes(routes!(level_by_id))
        .routes(routes!(level_by_name))
        .routes(routes!(level_by_rank))
}

/// A level.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Level {
    /// Its id.
    pub id: i64,
    /// Raised by each write.
    pub version: i64,
    /// `A1`.
    pub name: String,
    /// What one can do at this level.
    pub description: Option<String>,
    /// From 1, the easiest first.
    pub rank: i64,
}

const ALL: &str = "SELECT id, version, name, description, rank FROM levels ORDER BY rank, id";

/// Every level, the easiest first.
pub(crate) async fn all(conn: &mut Conn) -> Result<Vec<Level>> {
    fetch_all!(conn, Level, ALL)
}

/// The level a word means: its id or its name.
pub(crate) async fn named(conn: &mut Conn, wanted: &str) -> Result<Option<Level>> {
    Ok(all(conn).await?.into_iter().find(|level| super::is_named(wanted, level.id, [level.name.as_str()])))
}

async fn first(app: &App, wanted: impl Fn(&Level) -> bool) -> Result<Json<Level>> {
    let mut conn = app.db.read().await?;
    Ok(Json(all(&mut conn).await?.into_iter().find(wanted).ok_or_else(Error::not_found)?))
}

/// Every level, the easiest first.
#[utoipa::path(get, path = "/levels", tag = "levels", responses((status = 200, body = [Level])))]
async fn list_levels(State(app): State<App>) -> Result<Json<Vec<Level>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(all(&mut conn).await?))
}

/// One level.
#[utoipa::path(get, path = "/levels/{id}", tag = "levels", params(("id" = i64, Path)), responses((status = 200, body = Level)))]
async fn level_by_id(State(app): State<App>, Path(id): Path<i64>) -> Result<Json<Level>> {
    first(&app, |level| level.id == id).await
}

/// One level by its name, in any case.
#[utoipa::path(get, path = "/levels/name/{name}", tag = "levels", params(("name" = String, Path)), responses((status = 200, body = Level)))]
async fn level_by_name(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Level>> {
    let wanted = preau_core::text::fold(&name);
    first(&app, |level| preau_core::text::fold(&level.name) == wanted).await
}

/// The first level of this rank.
#[utoipa::path(get, path = "/levels/rank/{rank}", tag = "levels", params(("rank" = i64, Path)), responses((status = 200, body = Level)))]
async fn level_by_rank(State(app): State<App>, Path(rank): Path<i64>) -> Result<Json<Level>> {
    first(&app, |level| level.rank == rank).await
}

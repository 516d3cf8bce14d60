//! Teachers. Their e-mail addresses are for staff.

use axum::extract::State;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::Caller;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::extract::{Json, Path};
use crate::fetch_all;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_teachers)).routes(routes!(teacher_by_id))
}

/// A teacher.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Teacher {
    /// Their id.
    pub id: i64,
    /// Raised by each write.
    pub version: i64,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Both.
    pub full_name: String,
    /// For staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Years of teaching.
    pub experience_years: i64,
    /// A few words about them.
    pub bio: Option<String>,
    /// Codes of the languages they teach.
    pub languages_taught: Vec<String>,
}

#[derive(sqlx::FromRow)]
struct TeacherRow {
    id: i64,
    version: i64,
    first_name: String,
    last_name: String,
    email: String,
    experience_years: i64,
    bio: Option<String>,
    languages_taught: String,
}

const ALL: &str = "
    SELECT id, version, first_name, last_name, email, experience_years, bio, languages_taught
    FROM teachers ORDER BY last_name, first_name, id";

/// Every teacher, by name; with their addresses for staff.
pub(crate) async fn all(conn: &mut Conn, staff: bool) -> Result<Vec<Teacher>> {
    let rows = fetch_all!(conn, TeacherRow, ALL)?;
    rows.into_iter()
        .map(|row| {
            Ok(Teacher {
                id: row.id,
                version: row.version,
                full_name: format!("{} {}", row.first_name, row.last_name),
                first_name: row.first_name,
                last_name: row.last_name,
                email: staff.then_some(row.email),
                experience_years: row.experience_years,
                bio: row.bio,
                languages_taught: super::store::texts(&row.languages_taught)?,
            })
        })
        .collect()
}

/// The teacher a word means: their id or their full name.
pub(crate) async fn named(conn: &mut Conn, wanted: &str) -> Result<Option<Teacher>> {
    let teachers = all(conn, false).await?;
    Ok(teachers.into_iter().find(|teacher| super::is_named(wanted, teacher.id, [teacher.full_name.as_str()])))
}

/// Every teacher, by name.
#[utoipa::path(get, path = "/teachers", tag = "teachers", responses((status = 200, body = [Teacher])))]
async fn list_teachers(State(app): State<App>, caller: Caller) -> Result<Json<Vec<Teacher>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(all(&mut conn, caller.is_staff()).await?))
}

/// One teacher.
#[utoipa::path(get, path = "/teachers/{id}", tag = "teachers", params(("id" = i64, Path)), responses((status = 200, body = Teacher)))]
async fn teacher_by_id(State(app): State<App>, caller: Caller, Path(id): Path<i64>) -> Result<Json<Teacher>> {
    let mut conn = app.db.read().await?;
    let teachers = all(&mut conn, caller.is_staff()).await?;
    Ok(Json(teachers.into_iter().find(|teacher| teacher.id == id).ok_or_else(Error::not_found)?))
}

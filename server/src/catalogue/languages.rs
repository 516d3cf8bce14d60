//! Taught languages.

use axum::extract::State;
use preau_core::language::SchoolLanguage;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::extract::{Json, Path};
use crate::{fetch_all, fetch_optional};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_languages))
        .routes(routes!(list_language_details))
        .routes(routes!(language_by_id))
        .routes(routes!(language_by_code))
}

/// A taught language.
#[derive(Clone, Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Language {
    /// Its id.
    pub id: i64,
    /// Raised by each write.
    pub version: i64,
    /// In French.
    pub name: String,
    /// ISO 639-1.
    pub code: String,
    /// Address of an image.
    pub flag: Option<String>,
}

/// A taught language with what is on offer in it.
#[derive(Debug, Serialize, sqlx::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LanguageDetails {
    /// The language.
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub language: Language,
    /// Published courses on line.
    pub online_courses: i64,
    /// Published courses in the school.
    pub in_person_courses: i64,
}

const ALL: &str = "SELECT id, version, name, code, flag FROM languages ORDER BY id";
const BY_ID: &str = "SELECT id, version, name, code, flag FROM languages WHERE id = $1";
const DETAILS: &str = "
    SELECT l.id, l.version, l.name, l.code, l.flag,
        COUNT(CASE WHEN c.type = 'ONLINE' THEN 1 END) AS online_courses,
        COUNT(CASE WHEN c.type = 'IN_PERSON' THEN 1 END) AS in_person_courses
    FROM languages l LEFT JOIN courses c ON c.language_id = l.id AND c.status = 'PUBLISHED'
    GROUP BY l.id, l.version, l.name, l.code, l.flag ORDER BY l.id";

/// Every language, in the order they were added.
pub(crate) async fn all(conn: &mut Conn) -> Result<Vec<Language>> {
    fetch_all!(conn, Language, ALL)
}

/// The language a word means: its id, its code, its French or English name.
pub(crate) async fn named(conn: &mut Conn, wanted: &str) -> Result<Option<Language>> {
    let known = SchoolLanguage::recognise(wanted).map(SchoolLanguage::code);
    let languages = all(conn).await?;
    Ok(languages.into_iter().find(|language| {
        known == Some(language.code.as_str())
            || super::is_named(wanted, language.id, [language.code.as_str(), language.name.as_str()])
    }))
}

/// Every taught language.
#[utoipa::path(get, path = "/languages", tag = "languages", responses((status = 200, body = [Language])))]
async fn list_languages(State(app): State<App>) -> Result<Json<Vec<Language>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(all(&mut conn).await?))
}

/// Every taught language with the number of its published courses.
#[utoipa::path(get, path = "/languages/details", tag = "languages", responses((status = 200, body = [LanguageDetails])))]
async fn list_language_details(State(app): State<App>) -> Result<Json<Vec<LanguageDetails>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(fetch_all!(conn, LanguageDetails, DETAILS)?))
}

/// One language.
#[utoipa::path(get, path = "/languages/{id}", tag = "languages", params(("id" = i64, Path)), responses((status = 200, body = Language)))]
async fn language_by_id(State(app): State<App>, Path(id): Path<i64>) -> Result<Json<Language>> {
    let mut conn = app.db.read().await?;
    Ok(Json(fetch_optional!(conn, Language, BY_ID, id)?.ok_or_else(Error::not_found)?))
}

/// One language by its code, in any case.
#[utoipa::path(get, path = "/languages/code/{code}", tag = "languages", params(("code" = String, Path)), responses((status = 200, body = Language)))]
async fn language_by_code(State(app): State<App>, Path(code): Path<String>) -> Result<Json<Language>> {
    let mut conn = app.db.read().await?;
    let languages = all(&mut conn).await?;
    let language = languages.into_iter().find(|language| language.code.eq_ignore_ascii_case(&code));
    Ok(Json(language.ok_or_else(Error::not_found)?))
}

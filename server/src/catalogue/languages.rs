//! Taught languages: public reads, and editing by staff.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::editing::New;
use preau_core::language::SchoolLanguage;
use preau_core::taught_language::{LanguageInput, TaughtLanguage};
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
use crate::{execute, fetch_all, fetch_one, fetch_optional, fetch_scalar, files};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_languages))
        .routes(routes!(list_language_details))
        .routes(routes!(language_by_id, update_language))
        .routes(routes!(language_by_code))
        .routes(routes!(create_language))
        .routes(routes!(delete_language))
}

/// A taught language.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Language {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// In French.
    pub name: String,
    /// In English; absent: as in French. The same applies to the other languages of the interface.
    pub name_en: Option<String>,
    /// In Italian.
    pub name_it: Option<String>,
    /// In Chinese.
    pub name_zh: Option<String>,
    /// ISO 639-1.
    pub code: String,
    /// Its slug.
    pub slug: String,
    /// Its position among the languages.
    pub order_index: i64,
    /// Address of an image.
    pub flag: Option<String>,
}

/// A taught language with the number of its courses.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LanguageDetails {
    /// The language.
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub language: Language,
    /// Published online courses.
    pub online_courses: i64,
    /// Published courses in person.
    pub in_person_courses: i64,
}

/// A language created before slugs existed uses its code.
macro_rules! columns {
    () => {
        "l.id, l.version, l.name, l.name_en, l.name_it, l.name_zh, l.code, COALESCE(l.slug, l.code) AS slug, l.order_index, l.flag"
    };
}
const ALL: &str = concat!("SELECT ", columns!(), " FROM languages l ORDER BY l.order_index, l.id");
const BY_ID: &str = concat!("SELECT ", columns!(), " FROM languages l WHERE l.id = $1");
const CHANGED: &str =
    concat!("SELECT ", columns!(), " FROM languages l WHERE l.id IN ", changed!("language"));
const DETAILS: &str = concat!(
    "SELECT ",
    columns!(),
    ",
        COUNT(CASE WHEN c.type = 'ONLINE' THEN 1 END) AS online_courses,
        COUNT(CASE WHEN c.type = 'IN_PERSON' THEN 1 END) AS in_person_courses
    FROM languages l LEFT JOIN courses c ON c.language_id = l.id AND c.status = 'PUBLISHED'
    GROUP BY l.id ORDER BY l.order_index, l.id"
);

/// Every language, in the school's order.
pub(crate) async fn all(conn: &mut Conn) -> Result<Vec<Language>> {
    fetch_all!(conn, Language, ALL)
}

/// The language that a word names: by id, code, slug or one of its names.
pub(crate) async fn lookup(conn: &mut Conn, wanted: &str) -> Result<Option<Language>> {
    Ok(lookup_in(&all(conn).await?, wanted).cloned())
}

/// The same among these languages.
pub(crate) fn lookup_in<'l>(languages: &'l [Language], wanted: &str) -> Option<&'l Language> {
    let known = SchoolLanguage::recognise(wanted).map(SchoolLanguage::code);
    languages.iter().find(|language| {
        known == Some(language.code.as_str()) || super::matches_name(wanted, language.id, language.names())
    })
}

impl Language {
    fn names(&self) -> impl Iterator<Item = &str> {
        let names = [&self.name_en, &self.name_it, &self.name_zh].into_iter().filter_map(Option::as_deref);
        [self.code.as_str(), self.slug.as_str(), self.name.as_str()].into_iter().chain(names)
    }
}

/// Every taught language.
#[utoipa::path(get, path = "/languages", tag = "languages", responses((status = 200, body = [Language])))]
async fn list_languages(State(app): State<AppContext>) -> Result<Json<Vec<Language>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(all(&mut conn).await?))
}

/// Every taught language with the number of its published courses.
#[utoipa::path(get, path = "/languages/details", tag = "languages",
    responses((status = 200, body = [LanguageDetails])))]
async fn list_language_details(State(app): State<AppContext>) -> Result<Json<Vec<LanguageDetails>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(fetch_all!(conn, LanguageDetails, DETAILS)?))
}

/// One language.
#[utoipa::path(get, path = "/languages/{id}", tag = "languages", params(("id" = i64, Path)),
    responses((status = 200, body = Language)))]
async fn language_by_id(State(app): State<AppContext>, Path(id): Path<i64>) -> Result<Json<Language>> {
    let mut conn = app.db.read().await?;
    Ok(Json(fetch_optional!(conn, Language, BY_ID, id)?.ok_or_else(Error::not_found)?))
}

/// One language by its code, in any case.
#[utoipa::path(get, path = "/languages/code/{code}", tag = "languages", params(("code" = String, Path)),
    responses((status = 200, body = Language)))]
async fn language_by_code(State(app): State<AppContext>, Path(code): Path<String>) -> Result<Json<Language>> {
    let mut conn = app.db.read().await?;
    let languages = all(&mut conn).await?;
    let language = languages.into_iter().find(|language| language.code.eq_ignore_ascii_case(&code));
    Ok(Json(language.ok_or_else(Error::not_found)?))
}

/// Adds a language.
#[utoipa::path(post, path = "/languages", tag = "languages", request_body = LanguageInput,
    responses((status = 201, body = Language),
        (status = 200, body = Language, description = "This `clientId` has a language already."),
        (status = 410)))]
async fn create_language(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<LanguageInput>,
) -> Result<Response> {
    editing::create::<Language>(&app, &call, form).await
}

/// Changes a language: absent fields stay.
#[utoipa::path(put, path = "/languages/{id}", tag = "languages", params(("id" = i64, Path)), request_body = LanguageInput,
    responses((status = 200, body = Language), (status = 412)))]
async fn update_language(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<LanguageInput>,
) -> Result<Response> {
    editing::update::<Language>(&app, &call, id, form).await
}

/// Deletes a language that no course, test question or teacher has.
#[utoipa::path(delete, path = "/languages/id/{id}", tag = "languages", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_language(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<Language>(&app, &call, id).await
}

const INSERT: &str = "
    INSERT INTO languages (client_id, name, name_en, name_it, name_zh, code, slug, flag, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
        COALESCE($9, (SELECT COALESCE(MAX(order_index), 0) + 1 FROM languages)), $10, $10) RETURNING id";
const UPDATE: &str = "
    UPDATE languages SET name = $2, name_en = $3, name_it = $4, name_zh = $5, code = $6, slug = $7, flag = $8,
        order_index = COALESCE($9, order_index), version = version + 1, updated_at = $10
    WHERE id = $1";
/// Teachers refer to languages by code, so a new code is copied to them.
const RENAME_TAUGHT: &str = "
    UPDATE teachers SET version = version + 1, updated_at = $3, languages_taught = REPLACE(languages_taught,
        '\"' || (SELECT code FROM languages WHERE id = $1) || '\"', '\"' || CAST($2 AS TEXT) || '\"')
    WHERE languages_taught LIKE '%\"' || (SELECT code FROM languages WHERE id = $1 AND code <> $2) || '\"%'";
const USES: &str = "
    SELECT (SELECT COUNT(*) FROM courses WHERE language_id = $1),
        (SELECT COUNT(*) FROM test_questions WHERE language_id = $1),
        (SELECT COUNT(*) FROM teachers WHERE languages_taught LIKE '%\"' || CAST($2 AS TEXT) || '\"%')";

/// Refuses a code that is taken, and a slug that names another language by any of its words.
async fn check_free(tx: &mut Tx, content: &TaughtLanguage, but: Option<i64>) -> Result<()> {
    let others: Vec<_> = all(tx).await?.into_iter().filter(|other| Some(other.id) != but).collect();
    if others.iter().any(|language| language.code == content.code) {
        return Err(Error::field("code", Code::Taken));
    }
    if lookup_in(&others, &content.slug).is_some() { Err(Error::field("slug", Code::Taken)) } else { Ok(()) }
}

impl Versioned for Language {
    const ENTITY: &'static str = "language";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        fetch_optional!(tx, Self, BY_ID, *id)?.ok_or_else(Error::not_found)
    }
}

impl Replicated for Language {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        fetch_all!(conn, Self, CHANGED, page.after, page.until)
    }

    fn row_key(&self) -> RowKey {
        RowKey::alone(self.id)
    }
}

impl Content for Language {
    const TABLE: Table = content_table!("languages");
    type Form = LanguageInput;

    fn checked(&self) -> Result<TaughtLanguage> {
        Ok(TaughtLanguage {
            name: self.name.clone(),
            name_en: self.name_en.clone(),
            name_it: self.name_it.clone(),
            name_zh: self.name_zh.clone(),
            code: self.code.clone(),
            slug: self.slug.clone(),
            order_index: Some(self.order_index),
            flag: self.flag.clone(),
        })
    }

    async fn check(tx: &mut Tx, content: &TaughtLanguage) -> Result<()> {
        files::check_exists(tx, "flag", content.flag.as_deref()).await
    }

    async fn insert(tx: &mut Tx, New { content, client_id }: &New<TaughtLanguage>) -> Result<i64> {
        check_free(tx, content, None).await?;
        fetch_scalar!(
            tx,
            i64,
            INSERT,
            client_id,
            &content.name,
            &content.name_en,
            &content.name_it,
            &content.name_zh,
            &content.code,
            &content.slug,
            &content.flag,
            content.order_index,
            tx.now
        )
    }

    async fn update(tx: &mut Tx, id: i64, content: &TaughtLanguage) -> Result<()> {
        check_free(tx, content, Some(id)).await?;
        execute!(tx, RENAME_TAUGHT, id, &content.code, tx.now)?;
        execute!(
            tx,
            UPDATE,
            id,
            &content.name,
            &content.name_en,
            &content.name_it,
            &content.name_zh,
            &content.code,
            &content.slug,
            &content.flag,
            content.order_index,
            tx.now
        )?;
        search_text::refresh(tx, &CourseFilter { language_id: Some(id), ..CourseFilter::default() }).await
    }

    async fn before_delete(&self, tx: &mut Tx) -> Result<()> {
        let (courses, questions, teachers) = fetch_one!(tx, (i64, i64, i64), USES, self.id, &self.code)?;
        check_unused(&[("courses", courses), ("questions", questions), ("teachers", teachers)])
    }
}

//! Teachers: public reads, and editing by staff. Their e-mail addresses are for staff.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use preau_core::code::Code;
use preau_core::editing::New;
use preau_core::email::Email;
use preau_core::problem::Fields;
use preau_core::teacher::{self, TeacherInput};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

use super::store::CourseFilter;
use super::{check_unused, languages, search_text};
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::clock;
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{execute, fetch_all, fetch_scalar, files};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(list_teachers, create_teacher)).routes(routes!(
        teacher_by_id,
        update_teacher,
        delete_teacher
    ))
}

/// A teacher.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Teacher {
    /// Their id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// First and last name.
    pub full_name: String,
    /// For staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Years of teaching.
    pub experience_years: i64,
    /// Short biography.
    pub bio: Option<String>,
    /// A picture of them.
    pub photo_url: Option<String>,
    /// Codes of the languages they teach.
    pub languages_taught: Vec<String>,
    /// For staff only: the e-mail address of their account, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_email: Option<String>,
    /// For staff only: when they were invited to have one, while the invitation waits.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "clock::maybe_instant")]
    pub invited_at: Option<DateTime<Utc>>,
}

#[derive(preau_derive::FromRow)]
struct TeacherRow {
    id: i64,
    version: i64,
    first_name: String,
    last_name: String,
    email: String,
    experience_years: i64,
    bio: Option<String>,
    photo_url: Option<String>,
    languages_taught: String,
}

const ALL: &str = "
    SELECT id, version, first_name, last_name, email, experience_years, bio, photo_url, languages_taught
    FROM teachers ORDER BY last_name, first_name, id";
const CHANGED: &str = concat!(
    "SELECT id, version, first_name, last_name, email, experience_years, bio, photo_url, languages_taught
    FROM teachers WHERE id IN ",
    changed!("teacher")
);

/// A teacher who has an account or is invited to have one.
#[derive(preau_derive::FromRow)]
struct AccountRow {
    id: i64,
    account_email: Option<String>,
    invited_at: Option<DateTime<Utc>>,
}

const ACCOUNTS: &str = "
    SELECT t.id, u.email AS account_email, i.created_at AS invited_at
    FROM teachers t LEFT JOIN users u ON u.id = t.user_id LEFT JOIN teacher_invitations i ON i.teacher_id = t.id
    WHERE t.user_id IS NOT NULL OR i.id IS NOT NULL";

/// Adds what only staff sees of their accounts.
async fn with_accounts(conn: &mut Conn, mut teachers: Vec<Teacher>) -> Result<Vec<Teacher>> {
    for row in fetch_all!(conn, AccountRow, ACCOUNTS)? {
        if let Some(teacher) = teachers.iter_mut().find(|teacher| teacher.id == row.id) {
            teacher.account_email = row.account_email;
            teacher.invited_at = row.invited_at;
        }
    }
    Ok(teachers)
}

impl TeacherRow {
    /// The teacher; with the e-mail address for staff.
    fn read(self, staff: bool) -> Result<Teacher> {
        Ok(Teacher {
            id: self.id,
            version: self.version,
            full_name: format!("{} {}", self.first_name, self.last_name),
            first_name: self.first_name,
            last_name: self.last_name,
            email: staff.then_some(self.email),
            experience_years: self.experience_years,
            bio: self.bio,
            photo_url: self.photo_url,
            languages_taught: super::store::texts(&self.languages_taught)?,
            account_email: None,
            invited_at: None,
        })
    }
}

/// Every teacher, by name; with e-mail addresses for staff.
pub(crate) async fn all(conn: &mut Conn, staff: bool) -> Result<Vec<Teacher>> {
    let rows = fetch_all!(conn, TeacherRow, ALL)?;
    let teachers = rows.into_iter().map(|row| row.read(staff)).collect::<Result<_>>()?;
    if staff { with_accounts(conn, teachers).await } else { Ok(teachers) }
}

/// The teacher that a word names: by id or full name.
pub(crate) async fn lookup(conn: &mut Conn, wanted: &str) -> Result<Option<Teacher>> {
    let teachers = all(conn, false).await?;
    Ok(teachers
        .into_iter()
        .find(|teacher| super::matches_name(wanted, teacher.id, [teacher.full_name.as_str()])))
}

/// Every teacher, by name.
#[utoipa::path(get, path = "/teachers", tag = "teachers", responses((status = 200, body = [Teacher])))]
async fn list_teachers(State(app): State<AppContext>, caller: Caller) -> Result<Json<Vec<Teacher>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(all(&mut conn, caller.is_staff()).await?))
}

async fn find(conn: &mut Conn, id: i64, staff: bool) -> Result<Teacher> {
    let teachers = all(conn, staff).await?;
    teachers.into_iter().find(|teacher| teacher.id == id).ok_or_else(Error::not_found)
}

/// One teacher.
#[utoipa::path(get, path = "/teachers/{id}", tag = "teachers", params(("id" = i64, Path)),
    responses((status = 200, body = Teacher)))]
async fn teacher_by_id(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Teacher>> {
    let mut conn = app.db.read().await?;
    find(&mut conn, id, caller.is_staff()).await.map(Json)
}

/// Adds a teacher.
#[utoipa::path(post, path = "/teachers", tag = "teachers", request_body = TeacherInput,
    responses((status = 201, body = Teacher),
        (status = 200, body = Teacher, description = "This `clientId` has a teacher already."),
        (status = 410)))]
async fn create_teacher(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<TeacherInput>,
) -> Result<Response> {
    editing::create::<Teacher>(&app, &call, form).await
}

/// Changes a teacher: absent fields stay.
#[utoipa::path(put, path = "/teachers/{id}", tag = "teachers", params(("id" = i64, Path)), request_body = TeacherInput,
    responses((status = 200, body = Teacher), (status = 412)))]
async fn update_teacher(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<TeacherInput>,
) -> Result<Response> {
    editing::update::<Teacher>(&app, &call, id, form).await
}

/// Deletes a teacher who has no course and no session.
#[utoipa::path(delete, path = "/teachers/{id}", tag = "teachers", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_teacher(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<Teacher>(&app, &call, id).await
}

const INSERT: &str = "
    INSERT INTO teachers (client_id, first_name, last_name, email, experience_years, bio, photo_url, languages_taught,
        created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id";
const UPDATE: &str = "
    UPDATE teachers SET first_name = $2, last_name = $3, email = $4, experience_years = $5, bio = $6,
        photo_url = $7, languages_taught = $8, version = version + 1, updated_at = $9
    WHERE id = $1";
const COURSES: &str = "SELECT COUNT(*) FROM courses WHERE teacher_id = $1";
const SESSIONS: &str = "SELECT COUNT(*) FROM class_sessions WHERE teacher_id = $1";
const SERIES: &str = "SELECT COUNT(*) FROM session_series WHERE teacher_id = $1";

impl Versioned for Teacher {
    const ENTITY: &'static str = "teacher";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        find(tx, *id, true).await
    }
}

impl Replicated for Teacher {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let rows = fetch_all!(conn, TeacherRow, CHANGED, page.after, page.until)?;
        let teachers = rows.into_iter().map(|row| row.read(true)).collect::<Result<_>>()?;
        with_accounts(conn, teachers).await
    }

    fn row_key(&self) -> RowKey {
        RowKey::alone(self.id)
    }
}

impl Content for Teacher {
    const TABLE: Table = content_table!("teachers");
    type Form = TeacherInput;

    fn checked(&self) -> Result<teacher::Teacher> {
        let email = self.email.as_deref().unwrap_or_default();
        Ok(teacher::Teacher {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            email: Email::parse(email).map_err(|_| Error::internal("teachers.email is none"))?,
            experience_years: self.experience_years,
            bio: self.bio.clone(),
            photo_url: self.photo_url.clone(),
            languages_taught: self.languages_taught.clone(),
        })
    }

    async fn check(tx: &mut Tx, content: &teacher::Teacher) -> Result<()> {
        files::check_exists(tx, "photoUrl", content.photo_url.as_deref()).await?;
        let taught = languages::all(tx).await?;
        let mut fields = Fields::default();
        for (place, code) in content.languages_taught.iter().enumerate() {
            if taught.iter().all(|language| language.code != *code) {
                fields.refuse(format!("languagesTaught[{place}]"), Code::UnknownReference);
            }
        }
        Ok(fields.finish()?)
    }

    async fn insert(tx: &mut Tx, New { content, client_id }: &New<teacher::Teacher>) -> Result<i64> {
        fetch_scalar!(
            tx,
            i64,
            INSERT,
            client_id,
            &content.first_name,
            &content.last_name,
            content.email.as_str(),
            content.experience_years,
            &content.bio,
            &content.photo_url,
            json!(content.languages_taught).to_string(),
            tx.now
        )
    }

    async fn update(tx: &mut Tx, id: i64, content: &teacher::Teacher) -> Result<()> {
        execute!(
            tx,
            UPDATE,
            id,
            &content.first_name,
            &content.last_name,
            content.email.as_str(),
            content.experience_years,
            &content.bio,
            &content.photo_url,
            json!(content.languages_taught).to_string(),
            tx.now
        )?;
        search_text::refresh(tx, &CourseFilter { teacher_id: Some(id), ..CourseFilter::default() }).await
    }

    fn audit_values(&self) -> Value {
        json!(Self { email: None, account_email: None, ..self.clone() })
    }

    async fn before_delete(&self, tx: &mut Tx) -> Result<()> {
        check_unused(&[
            ("courses", fetch_scalar!(tx, i64, COURSES, self.id)?),
            ("sessions", fetch_scalar!(tx, i64, SESSIONS, self.id)?),
            ("series", fetch_scalar!(tx, i64, SERIES, self.id)?),
        ])
    }
}

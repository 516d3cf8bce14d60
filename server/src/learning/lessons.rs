//! Lessons of a chapter, for those with access to the module. Their HTML is sanitised when it is written.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::editing::New;
use preau_core::lesson::{self, LessonInput};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use super::access::{self, ContentRow};
use crate::catalogue::course::Chapter;
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Ordered, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{execute, fetch_all, fetch_optional, fetch_scalar, files, html};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_lessons))
        .routes(routes!(create_lesson))
        .routes(routes!(create_lessons))
        .routes(routes!(get_lesson, update_lesson, delete_lesson))
        .routes(routes!(order_lessons))
}

/// A lesson of a chapter.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Lesson {
    pub(super) id: i64,
    /// Incremented by each write.
    version: i64,
    /// The chapter it belongs to.
    chapter_id: i64,
    title: String,
    /// Sanitised HTML.
    content: String,
    /// The same with temporary links, valid for some hours, to the files it refers to; absent when it refers to none.
    #[sqlx(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    linked_content: Option<String>,
    /// Its position in the chapter.
    order_index: i64,
}

/// The lessons of a chapter, in order.
#[utoipa::path(get, path = "/chapter-lessons/chapter/{chapterId}", tag = "lessons", params(("chapterId" = i64, Path)),
    responses((status = 200, body = [Lesson])))]
async fn list_lessons(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(chapter_id): Path<i64>,
) -> Result<Json<Vec<Lesson>>> {
    let mut conn = app.db.read().await?;
    access::check(&mut conn, caller, ContentRow::Chapter(chapter_id), app.clock.today()).await?;
    let lessons = list(&mut conn, chapter_id).await?;
    lessons.into_iter().map(|lesson| lesson.with_links(&app, caller)).collect::<Result<_>>().map(Json)
}

/// One lesson.
#[utoipa::path(get, path = "/chapter-lessons/{id}", tag = "lessons", params(("id" = i64, Path)),
    responses((status = 200, body = Lesson)))]
async fn get_lesson(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Lesson>> {
    let mut conn = app.db.read().await?;
    access::check(&mut conn, caller, ContentRow::Lesson(id), app.clock.today()).await?;
    find(&mut conn, id).await?.with_links(&app, caller).map(Json)
}

impl Lesson {
    fn with_links(mut self, app: &AppContext, reader: SignedIn) -> Result<Self> {
        self.linked_content = app.file_links().create_in_html(&self.content, reader.id, app.clock.now())?;
        Ok(self)
    }
}

/// Adds a lesson, at the end of its chapter unless a position is given.
#[utoipa::path(post, path = "/chapter-lessons", tag = "lessons", request_body = LessonInput,
    responses((status = 201, body = Lesson),
        (status = 200, body = Lesson, description = "This `clientId` has a lesson already."),
        (status = 410)))]
async fn create_lesson(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<LessonInput>,
) -> Result<Response> {
    editing::create::<Lesson>(&app, &call, form).await
}

/// Adds up to 200 lessons, all or none.
#[utoipa::path(post, path = "/chapter-lessons/batch", tag = "lessons", request_body = Vec<LessonInput>,
    responses((status = 201, body = [Lesson]),
        (status = 200, body = [Lesson], description = "None is new."), (status = 410)))]
async fn create_lessons(
    State(app): State<AppContext>,
    call: Call,
    Json(forms): Json<Vec<LessonInput>>,
) -> Result<Response> {
    editing::create_batch::<Lesson>(&app, &call, forms).await
}

/// Changes a lesson: absent fields stay. One that moves to another chapter goes to the end of it.
#[utoipa::path(put, path = "/chapter-lessons/{id}", tag = "lessons", params(("id" = i64, Path)), request_body = LessonInput,
    responses((status = 200, body = Lesson), (status = 412)))]
async fn update_lesson(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<LessonInput>,
) -> Result<Response> {
    editing::update::<Lesson>(&app, &call, id, form).await
}

/// Deletes a lesson with its resources and quizzes. Completions of its module or course remain.
#[utoipa::path(delete, path = "/chapter-lessons/{id}", tag = "lessons", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_lesson(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    editing::delete::<Lesson>(&app, &call, id).await
}

/// Puts the lessons of a chapter into this order; those not named follow in their current order. `If-Match` is the
/// chapter's version.
#[utoipa::path(put, path = "/chapter-lessons/chapter/{chapterId}/order", tag = "lessons", params(("chapterId" = i64, Path)),
    request_body = Vec<i64>, responses((status = 200, body = [Lesson]), (status = 412)))]
async fn order_lessons(
    State(app): State<AppContext>,
    call: Call,
    Path(chapter_id): Path<i64>,
    Json(wanted): Json<Vec<i64>>,
) -> Result<Response> {
    editing::arrange::<Lesson>(&app, &call, &chapter_id, &wanted).await
}

const OF_CHAPTER: &str = "
    SELECT id, version, chapter_id, title, content, order_index FROM lessons WHERE chapter_id = $1
    ORDER BY order_index, id";
const FIND: &str = "SELECT id, version, chapter_id, title, content, order_index FROM lessons WHERE id = $1";
const CHANGED: &str = concat!(
    "SELECT id, version, chapter_id, title, content, order_index FROM lessons WHERE id IN ",
    changed!("lesson")
);
const INSERT: &str = "
    INSERT INTO lessons (client_id, chapter_id, title, content, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, COALESCE($5,
        (SELECT COALESCE(MAX(order_index), 0) + 1 FROM lessons WHERE chapter_id = $2)), $6, $6)
    RETURNING id";
const UPDATE: &str = "
    UPDATE lessons SET chapter_id = $2, title = $3, content = $4, order_index = COALESCE($5,
            (SELECT COALESCE(MAX(order_index), 0) + 1 FROM lessons WHERE chapter_id = $2)),
        version = version + 1, updated_at = $6
    WHERE id = $1";
const RAISE_CHAPTER: &str = "UPDATE chapters SET version = version + 1, updated_at = $2 WHERE id = $1";

async fn list(conn: &mut Conn, chapter_id: i64) -> Result<Vec<Lesson>> {
    fetch_all!(conn, Lesson, OF_CHAPTER, chapter_id)
}

async fn find(conn: &mut Conn, id: i64) -> Result<Lesson> {
    fetch_optional!(conn, Lesson, FIND, id)?.ok_or_else(Error::not_found)
}

impl Versioned for Lesson {
    const ENTITY: &'static str = "lesson";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        find(tx, *id).await
    }
}

impl Replicated for Lesson {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        fetch_all!(conn, Self, CHANGED, page.after, page.until)
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.chapter_id, self.id)
    }
}

impl Content for Lesson {
    const TABLE: Table = content_table!("lessons");
    type Form = LessonInput;

    fn clean(form: LessonInput) -> LessonInput {
        LessonInput { content: form.content.map(|content| html::clean(&content)), ..form }
    }

    fn checked(&self) -> Result<lesson::Lesson> {
        Ok(lesson::Lesson {
            chapter_id: self.chapter_id,
            title: self.title.clone(),
            content: self.content.clone(),
            order_index: Some(self.order_index),
        })
    }

    async fn check(tx: &mut Tx, lesson: &lesson::Lesson) -> Result<()> {
        editing::check_exists::<Chapter>(tx, "chapterId", &lesson.chapter_id).await?;
        files::check_all_exist(tx, "content", &lesson.content).await
    }

    async fn insert(tx: &mut Tx, New { content: lesson, client_id }: &New<lesson::Lesson>) -> Result<i64> {
        let (title, content) = (&lesson.title, &lesson.content);
        let place = lesson.order_index;
        fetch_scalar!(tx, i64, INSERT, client_id, lesson.chapter_id, title, content, place, tx.now)
    }

    async fn update(tx: &mut Tx, id: i64, lesson: &lesson::Lesson) -> Result<()> {
        let (title, content) = (&lesson.title, &lesson.content);
        execute!(tx, UPDATE, id, lesson.chapter_id, title, content, lesson.order_index, tx.now)?;
        Ok(())
    }
}

impl Ordered for Lesson {
    type Parent = Chapter;

    async fn list(tx: &mut Tx, chapter_id: &i64) -> Result<Vec<Self>> {
        list(tx, *chapter_id).await
    }

    fn id(&self) -> i64 {
        self.id
    }

    async fn raise_parent_version(tx: &mut Tx, chapter_id: &i64) -> Result<()> {
        execute!(tx, RAISE_CHAPTER, *chapter_id, tx.now)?;
        Ok(())
    }
}

//! Chapters of a module: titles are public with the course, texts are for those with access to the module.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::chapter::{self, ChapterInput};
use preau_core::editing::New;
use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::access::CourseAccess;
use crate::catalogue::course::{Chapter, Module};
use crate::catalogue::store::{Part, course_of};
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Ordered, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_chapters))
        .routes(routes!(create_chapter))
        .routes(routes!(create_chapters))
        .routes(routes!(update_chapter, delete_chapter))
        .routes(routes!(order_chapters))
}

/// The chapters of a module, in order; without access to the module their `content` is null.
#[utoipa::path(get, path = "/chapters/module/{moduleId}", tag = "chapters", params(("moduleId" = i64, Path)),
    responses((status = 200, body = [Chapter])))]
async fn list_chapters(
    State(app): State<AppContext>,
    caller: Caller,
    Path(module_id): Path<i64>,
) -> Result<Json<Vec<Chapter>>> {
    let mut conn = app.db.read().await?;
    let (course_id, status) = course_of(&mut conn, Part::Module, module_id).await?;
    let sight = CourseAccess::of(&mut conn, &caller, course_id, status, app.clock.today()).await?;
    let mut chapters = list(&mut conn, module_id).await?;
    if !sight.opens_module(module_id) {
        for chapter in &mut chapters {
            chapter.content = None;
        }
    }
    Ok(Json(chapters))
}

/// Adds a chapter, at the end of its module unless a position is given.
#[utoipa::path(post, path = "/chapters", tag = "chapters", request_body = ChapterInput,
    responses((status = 201, body = Chapter),
        (status = 200, body = Chapter, description = "This `clientId` has a chapter already."),
        (status = 410)))]
async fn create_chapter(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<ChapterInput>,
) -> Result<Response> {
    editing::create::<Chapter>(&app, &call, form).await
}

/// Adds up to 200 chapters, all or none.
#[utoipa::path(post, path = "/chapters/batch", tag = "chapters", request_body = Vec<ChapterInput>,
    responses((status = 201, body = [Chapter]),
        (status = 200, body = [Chapter], description = "None is new."), (status = 410)))]
async fn create_chapters(
    State(app): State<AppContext>,
    call: Call,
    Json(forms): Json<Vec<ChapterInput>>,
) -> Result<Response> {
    editing::create_batch::<Chapter>(&app, &call, forms).await
}

/// Changes a chapter: absent fields stay. One that moves to another module goes to the end of it.
#[utoipa::path(put, path = "/chapters/{id}", tag = "chapters", params(("id" = i64, Path)), request_body = ChapterInput,
    responses((status = 200, body = Chapter), (status = 412)))]
async fn update_chapter(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<ChapterInput>,
) -> Result<Response> {
    editing::update::<Chapter>(&app, &call, id, form).await
}

/// Deletes a chapter with its lessons.
#[utoipa::path(delete, path = "/chapters/{id}", tag = "chapters", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_chapter(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<Chapter>(&app, &call, id).await
}

/// Puts the chapters of a module into this order; those not named follow in their current order. `If-Match` is the
/// module's version.
#[utoipa::path(put, path = "/chapters/module/{moduleId}/order", tag = "chapters", params(("moduleId" = i64, Path)),
    request_body = Vec<i64>, responses((status = 200, body = [Chapter]), (status = 412)))]
async fn order_chapters(
    State(app): State<AppContext>,
    call: Call,
    Path(module_id): Path<i64>,
    Json(wanted): Json<Vec<i64>>,
) -> Result<Response> {
    editing::arrange::<Chapter>(&app, &call, &module_id, &wanted).await
}

/// The chapters that satisfy a condition.
macro_rules! chapters {
    ($condition:expr) => {
        concat!(
            "SELECT h.id, h.version, h.module_id, h.title, h.content, h.order_index,
                (SELECT COUNT(*) FROM lessons l WHERE l.chapter_id = h.id) AS lesson_count
            FROM chapters h WHERE ",
            $condition,
            " ORDER BY h.order_index, h.id"
        )
    };
}

const OF_MODULE: &str = chapters!("h.module_id = $1");
const FIND: &str = chapters!("h.id = $1");
const CHANGED: &str = chapters!(concat!("h.id IN ", changed!("chapter")));
const INSERT: &str = "
    INSERT INTO chapters (client_id, module_id, title, content, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, COALESCE($5,
        (SELECT COALESCE(MAX(order_index), 0) + 1 FROM chapters WHERE module_id = $2)), $6, $6)
    RETURNING id";
const UPDATE: &str = "
    UPDATE chapters SET module_id = $2, title = $3, content = $4, order_index = COALESCE($5,
            (SELECT COALESCE(MAX(order_index), 0) + 1 FROM chapters WHERE module_id = $2)),
        version = version + 1, updated_at = $6
    WHERE id = $1";
const RAISE_MODULE: &str = "UPDATE modules SET version = version + 1, updated_at = $2 WHERE id = $1";

async fn list(conn: &mut Conn, module_id: i64) -> Result<Vec<Chapter>> {
    fetch_all!(conn, Chapter, OF_MODULE, module_id)
}

impl Versioned for Chapter {
    const ENTITY: &'static str = "chapter";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        fetch_optional!(tx, Self, FIND, *id)?.ok_or_else(Error::not_found)
    }
}

impl Replicated for Chapter {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        fetch_all!(conn, Self, CHANGED, page.after, page.until)
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.module_id, self.id)
    }
}

impl Content for Chapter {
    const TABLE: Table = content_table!("chapters");
    type Form = ChapterInput;

    fn checked(&self) -> Result<chapter::Chapter> {
        Ok(chapter::Chapter {
            module_id: self.module_id,
            title: self.title.clone(),
            content: self.content.clone().unwrap_or_default(),
            order_index: Some(self.order_index),
        })
    }

    async fn check(tx: &mut Tx, chapter: &chapter::Chapter) -> Result<()> {
        editing::check_exists::<Module>(tx, "courseModuleId", &chapter.module_id).await
    }

    async fn insert(tx: &mut Tx, New { content: chapter, client_id }: &New<chapter::Chapter>) -> Result<i64> {
        let (title, content) = (&chapter.title, &chapter.content);
        let place = chapter.order_index;
        fetch_scalar!(tx, i64, INSERT, client_id, chapter.module_id, title, content, place, tx.now)
    }

    async fn update(tx: &mut Tx, id: i64, chapter: &chapter::Chapter) -> Result<()> {
        let (title, content) = (&chapter.title, &chapter.content);
        execute!(tx, UPDATE, id, chapter.module_id, title, content, chapter.order_index, tx.now)?;
        Ok(())
    }
}

impl Ordered for Chapter {
    type Parent = Module;

    async fn list(tx: &mut Tx, module_id: &i64) -> Result<Vec<Self>> {
        list(tx, *module_id).await
    }

    fn id(&self) -> i64 {
        self.id
    }

    async fn raise_parent_version(tx: &mut Tx, module_id: &i64) -> Result<()> {
        execute!(tx, RAISE_MODULE, *module_id, tx.now)?;
        Ok(())
    }
}

//! Resources of a lesson, for those with access to its module.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::editing::New;
use preau_core::resource::{self, ResourceInput, ResourceType};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use super::access::{self, ContentRow};
use super::lessons::Lesson;
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Ordered, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{execute, fetch_all, fetch_optional, fetch_scalar, files};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_resources))
        .routes(routes!(create_resource))
        .routes(routes!(create_resources))
        .routes(routes!(get_resource, update_resource, delete_resource))
        .routes(routes!(order_resources))
}

/// A video, a document or a link of a lesson.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Resource {
    id: i64,
    /// Incremented by each write.
    version: i64,
    /// The lesson it belongs to.
    chapter_lesson_id: i64,
    title: String,
    /// A web address or a path of this site.
    url: String,
    #[serde(rename = "type")]
    kind: ResourceType,
    /// Captions of a video (`.vtt`).
    captions_url: Option<String>,
    /// For an uploaded file: a temporary link for this caller's images, players and tabs, valid for some hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    /// The same for the captions.
    #[serde(skip_serializing_if = "Option::is_none")]
    captions_link: Option<String>,
    /// Id of its YouTube video.
    youtube_id: Option<String>,
    /// Its position in the lesson.
    order_index: i64,
}

/// The resources of a lesson, in order.
#[utoipa::path(get, path = "/resources/lesson/{lessonId}", tag = "resources", params(("lessonId" = i64, Path)),
    responses((status = 200, body = [Resource])))]
async fn list_resources(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(lesson_id): Path<i64>,
) -> Result<Json<Vec<Resource>>> {
    let mut conn = app.db.read().await?;
    access::check(&mut conn, caller, ContentRow::Lesson(lesson_id), app.clock.today()).await?;
    let resources = list(&mut conn, lesson_id).await?;
    resources.into_iter().map(|resource| resource.with_links(&app, caller)).collect::<Result<_>>().map(Json)
}

/// One resource.
#[utoipa::path(get, path = "/resources/{id}", tag = "resources", params(("id" = i64, Path)),
    responses((status = 200, body = Resource)))]
async fn get_resource(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Resource>> {
    let mut conn = app.db.read().await?;
    access::check(&mut conn, caller, ContentRow::Resource(id), app.clock.today()).await?;
    find(&mut conn, id).await?.with_links(&app, caller).map(Json)
}

/// Adds a resource, at the end of its lesson unless a position is given.
#[utoipa::path(post, path = "/resources", tag = "resources", request_body = ResourceInput,
    responses((status = 201, body = Resource),
        (status = 200, body = Resource, description = "This `clientId` has a resource already."),
        (status = 410)))]
async fn create_resource(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<ResourceInput>,
) -> Result<Response> {
    editing::create::<Resource>(&app, &call, form).await
}

/// Adds up to 200 resources, all or none.
#[utoipa::path(post, path = "/resources/batch", tag = "resources", request_body = Vec<ResourceInput>,
    responses((status = 201, body = [Resource]),
        (status = 200, body = [Resource], description = "None is new."), (status = 410)))]
async fn create_resources(
    State(app): State<AppContext>,
    call: Call,
    Json(forms): Json<Vec<ResourceInput>>,
) -> Result<Response> {
    editing::create_batch::<Resource>(&app, &call, forms).await
}

/// Changes a resource: absent fields stay. One that moves to another lesson goes to the end of it.
#[utoipa::path(put, path = "/resources/{id}", tag = "resources", params(("id" = i64, Path)), request_body = ResourceInput,
    responses((status = 200, body = Resource), (status = 412)))]
async fn update_resource(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<ResourceInput>,
) -> Result<Response> {
    editing::update::<Resource>(&app, &call, id, form).await
}

/// Deletes a resource.
#[utoipa::path(delete, path = "/resources/{id}", tag = "resources", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_resource(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<Resource>(&app, &call, id).await
}

/// Puts the resources of a lesson into this order; those not named follow in their current order. `If-Match` is the
/// lesson's version.
#[utoipa::path(put, path = "/resources/lesson/{lessonId}/order", tag = "resources", params(("lessonId" = i64, Path)),
    request_body = Vec<i64>, responses((status = 200, body = [Resource]), (status = 412)))]
async fn order_resources(
    State(app): State<AppContext>,
    call: Call,
    Path(lesson_id): Path<i64>,
    Json(wanted): Json<Vec<i64>>,
) -> Result<Response> {
    editing::arrange::<Resource>(&app, &call, &lesson_id, &wanted).await
}

#[derive(preau_derive::FromRow)]
struct Row {
    id: i64,
    version: i64,
    lesson_id: i64,
    title: String,
    url: String,
    #[sqlx(rename = "type", try_from = "String")]
    kind: ResourceType,
    captions_url: Option<String>,
    order_index: i64,
}

impl From<Row> for Resource {
    fn from(row: Row) -> Self {
        Self {
            youtube_id: resource::youtube_id(row.kind, &row.url).map(ToOwned::to_owned),
            id: row.id,
            version: row.version,
            chapter_lesson_id: row.lesson_id,
            title: row.title,
            url: row.url,
            kind: row.kind,
            captions_url: row.captions_url,
            link: None,
            captions_link: None,
            order_index: row.order_index,
        }
    }
}

impl Resource {
    /// Adds links to uploaded files for this caller.
    fn with_links(self, app: &AppContext, caller: SignedIn) -> Result<Self> {
        let link = |address| app.file_links().create_optional(address, caller.id, app.clock.now());
        Ok(Self { link: link(Some(&self.url))?, captions_link: link(self.captions_url.as_deref())?, ..self })
    }
}

const OF_LESSON: &str = "
    SELECT id, version, lesson_id, title, url, type, captions_url, order_index FROM resources
    WHERE lesson_id = $1 ORDER BY order_index, id";
const FIND: &str = "
    SELECT id, version, lesson_id, title, url, type, captions_url, order_index FROM resources WHERE id = $1";
const CHANGED: &str = concat!(
    "SELECT id, version, lesson_id, title, url, type, captions_url, order_index FROM resources WHERE id IN ",
    changed!("resource")
);
const INSERT: &str = "
    INSERT INTO resources (client_id, lesson_id, title, url, type, captions_url, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, COALESCE($7,
        (SELECT COALESCE(MAX(order_index), 0) + 1 FROM resources WHERE lesson_id = $2)), $8, $8)
    RETURNING id";
const UPDATE: &str = "
    UPDATE resources SET lesson_id = $2, title = $3, url = $4, type = $5, captions_url = $6,
        order_index = COALESCE($7,
            (SELECT COALESCE(MAX(order_index), 0) + 1 FROM resources WHERE lesson_id = $2)),
        version = version + 1, updated_at = $8
    WHERE id = $1";
const RAISE_LESSON: &str = "UPDATE lessons SET version = version + 1, updated_at = $2 WHERE id = $1";

async fn list(conn: &mut Conn, lesson_id: i64) -> Result<Vec<Resource>> {
    Ok(fetch_all!(conn, Row, OF_LESSON, lesson_id)?.into_iter().map(Resource::from).collect())
}

async fn find(conn: &mut Conn, id: i64) -> Result<Resource> {
    fetch_optional!(conn, Row, FIND, id)?.map(Resource::from).ok_or_else(Error::not_found)
}

impl Versioned for Resource {
    const ENTITY: &'static str = "resource";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        find(tx, *id).await
    }
}

impl Replicated for Resource {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let rows = fetch_all!(conn, Row, CHANGED, page.after, page.until)?;
        Ok(rows.into_iter().map(Self::from).collect())
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.chapter_lesson_id, self.id)
    }
}

impl Content for Resource {
    const TABLE: Table = content_table!("resources");
    type Form = ResourceInput;

    fn checked(&self) -> Result<resource::Resource> {
        Ok(resource::Resource {
            lesson_id: self.chapter_lesson_id,
            title: self.title.clone(),
            url: self.url.clone(),
            kind: self.kind,
            captions_url: self.captions_url.clone(),
            order_index: Some(self.order_index),
        })
    }

    async fn check(tx: &mut Tx, resource: &resource::Resource) -> Result<()> {
        files::check_exists(tx, "url", Some(&resource.url)).await?;
        files::check_exists(tx, "captionsUrl", resource.captions_url.as_deref()).await?;
        editing::check_exists::<Lesson>(tx, "chapterLessonId", &resource.lesson_id).await
    }

    async fn insert(tx: &mut Tx, New { content, client_id }: &New<resource::Resource>) -> Result<i64> {
        fetch_scalar!(
            tx,
            i64,
            INSERT,
            client_id,
            content.lesson_id,
            &content.title,
            &content.url,
            content.kind.as_str(),
            &content.captions_url,
            content.order_index,
            tx.now
        )
    }

    async fn update(tx: &mut Tx, id: i64, content: &resource::Resource) -> Result<()> {
        execute!(
            tx,
            UPDATE,
            id,
            content.lesson_id,
            &content.title,
            &content.url,
            content.kind.as_str(),
            &content.captions_url,
            content.order_index,
            tx.now
        )?;
        Ok(())
    }
}

impl Ordered for Resource {
    type Parent = Lesson;

    async fn list(tx: &mut Tx, lesson_id: &i64) -> Result<Vec<Self>> {
        list(tx, *lesson_id).await
    }

    fn id(&self) -> i64 {
        self.id
    }

    async fn raise_parent_version(tx: &mut Tx, lesson_id: &i64) -> Result<()> {
        execute!(tx, RAISE_LESSON, *lesson_id, tx.now)?;
        Ok(())
    }
}

//! The legal pages of a school. Publishing adds a version; versions are never edited.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use preau_core::page::{PageInput, PageKind};
use serde::Serialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::clock;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::html;
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx, check_version};
use crate::{answer, fetch_all, fetch_optional, fetch_scalar, files};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(get_page, publish_page)).routes(routes!(page_versions))
}

/// One version of a page.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    #[sqlx(try_from = "String")]
    pub kind: PageKind,
    /// From 1; for `If-Match` too.
    pub number: i64,
    /// Rich text, clean.
    pub html: String,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
}

/// A version of a page as its editors see it.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageVersion {
    pub number: i64,
    pub html: String,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// Who published it; nothing for the demo school's, or once the account is gone.
    pub author: Option<String>,
    /// How many payers accepted it.
    pub accepted: i64,
}

/// That a page is published.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedPage {
    #[sqlx(try_from = "String")]
    pub kind: PageKind,
    /// The version in force.
    pub number: i64,
}

fn kind(slug: &str) -> Result<PageKind> {
    PageKind::from_slug(slug).ok_or_else(Error::not_found)
}

/// The version in force of `mentions-legales`, `cgv` or `confidentialite`.
#[utoipa::path(get, path = "/pages/{slug}", tag = "school", params(("slug" = String, Path)),
    responses((status = 200, body = Page)))]
async fn get_page(State(app): State<AppContext>, Path(slug): Path<String>) -> Result<Json<Page>> {
    let mut conn = app.db.read().await?;
    newest(&mut conn, kind(&slug)?).await?.map(Json).ok_or_else(Error::not_found)
}

/// Every version of a page, the newest first.
#[utoipa::path(get, path = "/pages/{slug}/versions", tag = "school", params(("slug" = String, Path)),
    responses((status = 200, body = [PageVersion])))]
async fn page_versions(
    State(app): State<AppContext>,
    Path(slug): Path<String>,
) -> Result<Json<Vec<PageVersion>>> {
    let mut conn = app.db.read().await?;
    fetch_all!(conn, PageVersion, VERSIONS, kind(&slug)?.as_str()).map(Json)
}

const VERSIONS: &str = "
    SELECT p.number, p.html, p.created_at, u.first_name || ' ' || u.last_name AS author,
        (SELECT COUNT(*) FROM consents c WHERE c.page_id = p.id) AS accepted
    FROM school_pages p LEFT JOIN users u ON u.id = p.created_by
    WHERE p.kind = $1 ORDER BY p.number DESC";

/// Publishes a new version of a page; from then on it is in force. `If-Match` is the number of the version it
/// was written on, 0 for the first. The same text again adds none.
#[utoipa::path(put, path = "/pages/{slug}", tag = "school", params(("slug" = String, Path)),
    request_body = PageInput, responses((status = 200, body = Page), (status = 412)))]
async fn publish_page(
    State(app): State<AppContext>,
    call: Call,
    Path(slug): Path<String>,
    Json(form): Json<PageInput>,
) -> Result<Response> {
    let kind = kind(&slug)?;
    let html = PageInput { html: form.html.map(|html| html::clean(&html)) }.parse()?;
    let author = call.caller.user()?.id;
    answer!(&app, &call, StatusCode::OK, |tx| {
        let before = newest(tx, kind).await?;
        check_version(&call, before.as_ref().map_or(0, |page| page.number), || json!(before))?;
        if let Some(page) = before.as_ref().filter(|page| page.html == html) {
            return Ok(page.clone());
        }
        files::check_all_exist(tx, "html", &html).await?;
        publish(tx, kind, &html, Some(author)).await
    })
}

const NEWEST: &str = "
    SELECT kind, number, html, created_at FROM school_pages WHERE kind = $1 ORDER BY number DESC LIMIT 1";

async fn newest(conn: &mut Conn, kind: PageKind) -> Result<Option<Page>> {
    fetch_optional!(conn, Page, NEWEST, kind.as_str())
}

const PUBLISHED: &str = "SELECT kind, MAX(number) AS number FROM school_pages GROUP BY kind ORDER BY kind";

/// The published pages.
pub async fn published(conn: &mut Conn) -> Result<Vec<PublishedPage>> {
    fetch_all!(conn, PublishedPage, PUBLISHED)
}

const PUBLISH: &str = "
    INSERT INTO school_pages (kind, number, html, created_at, created_by)
    VALUES ($1, (SELECT COALESCE(MAX(number), 0) + 1 FROM school_pages WHERE kind = $1), $2, $3, $4)
    RETURNING id";

/// Publishes a new version of a page; its text is sanitised.
pub async fn publish(tx: &mut Tx, kind: PageKind, html: &str, author: Option<i64>) -> Result<Page> {
    tx.public_content_changed();
    let id = fetch_scalar!(tx, i64, PUBLISH, kind.as_str(), html, tx.now, author)?;
    let page = newest(tx, kind).await?.ok_or_else(Error::not_found)?;
    // The text is not recorded: versions are stored for ever.
    let noted = json!({ "kind": page.kind, "number": page.number });
    tx.audit("page.published", "page", id, None, Some(noted)).await?;
    Ok(page)
}

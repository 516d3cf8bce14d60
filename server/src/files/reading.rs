//! Serves a file, or the range of it that a player requests.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use preau_core::code::Code;
use preau_core::file;
use serde::Deserialize;

use super::access::{self, Reader, Right};
use super::link::LinkParameters;
use super::rows::{self, Row};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::{Path, Query};
use crate::http::range::{self, Part};

/// However a browser interprets a file, it runs no script and loads nothing else. A PDF is displayed by the
/// browser's own viewer, which does not work in a sandbox.
const CONTENT_POLICY: &str = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; \
    frame-ancestors 'none'; sandbox";
const PDF_CONTENT_POLICY: &str =
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// The query parameters.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReadQuery {
    /// Of a picture: at most so many pixels wide, 480, 960 or 1600. One that is narrower, and whatever else, comes as it is.
    width: Option<u32>,
}

impl ReadQuery {
    fn width(&self) -> Result<Option<u32>> {
        if self.width.is_some_and(|width| !file::WIDTHS.contains(&width)) {
            return Err(Error::field("width", Code::InvalidValue));
        }
        Ok(self.width)
    }
}

/// An uploaded file, whole or in part. What stands on public pages is for everybody; the rest is for whoever may read
/// what it belongs to, by a token or by the link that stands beside its address.
#[utoipa::path(get, path = "/files/{id}", tag = "files", params(("id" = String, Path), LinkParameters, ReadQuery),
    responses((status = 200, description = "The whole file.", content_type = "application/octet-stream"),
        (status = 206, content_type = "application/octet-stream", description = "The part that was asked for."),
        (status = 416, description = "The file ends before.")))]
pub(super) async fn read_file(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<String>,
    Query(link): Query<LinkParameters>,
    Query(wanted): Query<ReadQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    let width = wanted.width()?;
    let address = format!("{}{id}", file::FOLDER);
    file::at(&address).ok_or_else(Error::not_found)?;
    let mut conn = app.db.read().await?;
    let row = rows::find(&mut conn, &address).await?.ok_or_else(Error::not_found)?;
    let reader = match caller.user {
        Some(user) => Some(Reader { id: user.id, is_staff: user.is_staff() }),
        None => match app.file_links().verify(&address, &link, app.clock.now())? {
            Some(id) => access::reader(&mut conn, id).await?,
            None => None,
        },
    };
    let right = access::right(&app, &mut conn, &address, reader).await?;
    if right == Right::None {
        return Err(Error::not_found());
    }
    let row = match width {
        Some(width) => at_width(&mut conn, row, width).await?,
        None => row,
    };
    drop(conn);
    let mut response = content(&app, &row, &headers).await?;
    response.headers_mut().extend(file_headers(&row, right));
    Ok(response)
}

/// The rendition at this width, or the picture itself.
async fn at_width(conn: &mut Conn, row: Row, width: u32) -> Result<Row> {
    let found = rows::find_at_width(conn, &row.address, width).await?;
    Ok(match found {
        Some(narrower) => Row { name: row.name, ..narrower },
        None => row,
    })
}

fn etag(row: &Row) -> String {
    format!("\"{}\"", &row.sha256[..32])
}

/// The requested bytes; none when the caller has them.
async fn content(app: &AppContext, row: &Row, asked: &HeaderMap) -> Result<Response> {
    let tag = etag(row);
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let size = usize::try_from(row.size).map_err(|_| Error::internal("files.size is none"))?;
    let (status, bytes) = match range::part(asked, &tag, size) {
        Part::Whole => (StatusCode::OK, 0..size),
        Part::Bytes(bytes) => (StatusCode::PARTIAL_CONTENT, bytes),
        Part::Beyond => {
            let end = [(header::CONTENT_RANGE, format!("bytes */{size}"))];
            return Ok((StatusCode::RANGE_NOT_SATISFIABLE, end).into_response());
        }
    };
    let part = (status == StatusCode::PARTIAL_CONTENT).then_some(bytes.start as u64..bytes.end as u64);
    let range = part.as_ref().map(|_| {
        [(header::CONTENT_RANGE, format!("bytes {}-{}/{size}", bytes.start, bytes.end.saturating_sub(1)))]
    });
    let body = Body::from_stream(app.files().read(&row.place, part).await?);
    let length = [(header::CONTENT_LENGTH, bytes.len().to_string())];
    Ok((status, length, range, body).into_response())
}

/// The headers of a file, whichever range is sent.
fn file_headers(row: &Row, right: Right) -> HeaderMap {
    let policy = if row.media_type == "application/pdf" { PDF_CONTENT_POLICY } else { CONTENT_POLICY };
    let cache = if right == Right::Public { "public, max-age=86400" } else { "private, max-age=300" };
    let name = utf8_percent_encode(&row.name, NON_ALPHANUMERIC);
    let all = [
        (header::CONTENT_TYPE, row.media_type.clone()),
        (header::ETAG, etag(row)),
        (header::ACCEPT_RANGES, "bytes".to_owned()),
        (header::CACHE_CONTROL, cache.to_owned()),
        (header::CONTENT_SECURITY_POLICY, policy.to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename*=UTF-8''{name}")),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::from_str(&value).ok()?))).collect()
}

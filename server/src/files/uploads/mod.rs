//! Uploads in chunks: an upload is started, filled from its first byte on, and finished. An interrupted
//! upload can be resumed by the same account for a day.
//!
//! A chunk is stored before its row. If the request ends in between, bytes without a row remain; the job of
//! unused files deletes them.

pub(super) mod finish;
pub(super) mod store;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::Duration;
use preau_core::code::Code;
use preau_core::file::FileType;
use preau_core::problem::Fault;
use serde::{Deserialize, Serialize};

use super::upload;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path, Query};
use crate::write::Call;
use crate::{change, crash_point};

use store::Upload;

/// Maximum bytes of a chunk, and minimum of one that is not the last.
const CHUNK: u64 = 8 * 1024 * 1024;
const LEAST: u64 = 256 * 1024;
/// Maximum number of unfinished uploads of one account.
const MOST_OPEN: i64 = 5;
/// Maximum announced bytes of all unfinished uploads.
const MOST_BYTES: i64 = 16 * 1024 * 1024 * 1024;
/// After this inactivity an upload is replaced when its account starts one too many.
const IDLE: Duration = Duration::minutes(10);
/// Seconds until another attempt may find room.
const RETRY_AFTER: u64 = 60;

/// A file that is to be sent in chunks.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewUpload {
    /// With its extension, which says its type.
    name: String,
    /// In bytes.
    size: u64,
    /// As its sender calls its type; it may say nothing of it.
    media_type: Option<String>,
}

/// A file that arrives in chunks.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenUpload {
    id: String,
    name: String,
    /// In bytes.
    size: i64,
    /// How many bytes have arrived: where the next chunk begins.
    offset: i64,
    /// The most bytes of a chunk.
    chunk_size: u64,
    /// The least bytes of a chunk, unless it ends the file.
    min_chunk_size: u64,
}

/// The query parameters of a chunk.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Position {
    /// The `offset` of the upload.
    offset: u64,
}

impl From<Upload> for OpenUpload {
    fn from(upload: Upload) -> Self {
        let Upload { id, name, size, received, .. } = upload;
        Self { id, name, size, offset: received, chunk_size: CHUNK, min_chunk_size: LEAST }
    }
}

/// Begins to send a file in chunks, with the limits of `POST /files`. At most five uploads of an account may be
/// unfinished; one that was silent for ten minutes gives way to a new one. What is not continued for a day is deleted.
#[utoipa::path(post, path = "/uploads", tag = "files", request_body = NewUpload,
    responses((status = 201, body = OpenUpload), (status = 413), (status = 429)))]
pub(super) async fn begin_upload(
    State(app): State<AppContext>,
    call: Call,
    Json(new): Json<NewUpload>,
) -> Result<Response> {
    let user = call.caller.user()?;
    let declared = new.media_type.as_deref().unwrap_or_default();
    let (name, kind) = upload::check_type(&new.name, declared, Some(new.size))?;
    upload::check_sender(&app, user, kind).await?;
    let size = i64::try_from(new.size).map_err(|_| Error::from(Code::TooLarge))?;
    let id = app.ids.hex128();
    let (given_up, begun) = change!(app, Some(&call), |tx| {
        let given_up = evict_idle(tx, user.id, size).await?;
        Ok((given_up, store::insert(tx, &id, user.id, &name, size).await?))
    })?;
    delete(&app, &given_up).await;
    Ok((StatusCode::CREATED, Json(OpenUpload::from(begun))).into_response())
}

/// Removes an inactive upload of this account, when there are too many. Returns the places of its chunks.
async fn evict_idle(tx: &mut crate::write::Tx, user_id: i64, size: i64) -> Result<Vec<String>> {
    let mut given_up = Vec::new();
    if store::count(tx, user_id).await? >= MOST_OPEN {
        let until = tx.now - IDLE;
        let idle = store::find_idle(tx, user_id, until).await?;
        given_up = store::remove(tx, &idle.ok_or_else(too_many)?).await?;
    }
    if store::total(tx).await? > MOST_BYTES - size {
        return Err(too_many());
    }
    Ok(given_up)
}

fn too_many() -> Error {
    Error::too_many(Code::TooManyUploads, RETRY_AFTER)
}

/// How far an upload has come.
#[utoipa::path(get, path = "/uploads/{id}", tag = "files", params(("id" = String, Path)),
    responses((status = 200, body = OpenUpload)))]
pub(super) async fn read_upload(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<String>,
) -> Result<Json<OpenUpload>> {
    let mut conn = app.db.read().await?;
    let upload = store::find(&mut conn, &id, call.caller.user()?.id).await?;
    Ok(Json(upload.into()))
}

/// Adds a chunk; the body is its bytes, at least 256 KB unless it ends the file, at most 8 MB. It arrives whole or not at
/// all. One that does not begin at the upload's `offset` is refused, and the answer says in `params.offset` where to go on:
/// so a chunk that is sent twice changes nothing.
#[utoipa::path(put, path = "/uploads/{id}", tag = "files", params(("id" = String, Path), Position),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = OpenUpload), (status = 409), (status = 429)))]
pub(super) async fn send_chunk(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<String>,
    Query(position): Query<Position>,
    body: Body,
) -> Result<Json<OpenUpload>> {
    let user = call.caller.user()?;
    let upload = find(&app, &id, user.id).await?;
    if u64::try_from(upload.received) != Ok(position.offset) || upload.address.is_some() {
        return Err(continues_at(upload.received));
    }
    let Some(_permit) = app.files().upload_permit() else {
        return Err(Error::too_many(Code::TooManyRequests, upload::RETRY_AFTER));
    };
    let (bytes, length) = read_chunk(&upload, body).await?;
    let place = app.files().store_chunk(&app.ids.hex128(), bytes).await?;
    crash_point!("upload.chunk_stored");
    let added =
        change!(app, Some(&call), |tx| store::add_chunk(tx, &id, upload.received, length, &place).await)?;
    if added {
        return Ok(Json(Upload { received: upload.received + length, ..upload }.into()));
    }
    // A concurrent request was faster, or the upload was cancelled.
    delete(&app, &[place]).await;
    Err(continues_at(find(&app, &id, user.id).await?.received))
}

async fn find(app: &AppContext, id: &str, user_id: i64) -> Result<Upload> {
    let mut conn = app.db.read().await?;
    store::find(&mut conn, id, user_id).await
}

/// The bytes of a chunk and their number, when they fit the upload.
async fn read_chunk(upload: &Upload, body: Body) -> Result<(Vec<Bytes>, i64)> {
    let left = upload.size - upload.received;
    let most = u64::try_from(left).unwrap_or(0).min(CHUNK);
    let (mut bytes, mut length) = (Vec::new(), 0_u64);
    let mut arriving = body.into_data_stream();
    while let Some(part) = upload::next_chunk(&mut arriving).await? {
        length += part.len() as u64;
        if length > most {
            return Err(Code::TooLarge.into());
        }
        bytes.push(part);
    }
    let is_last = length == u64::try_from(left).unwrap_or(0);
    if length == 0 || length < LEAST && !is_last {
        return Err(Error::field("file", Code::InvalidValue));
    }
    if upload.received == 0 {
        check_head(upload, &bytes, length, is_last)?;
    }
    Ok((bytes, i64::try_from(length).unwrap_or(i64::MAX)))
}

/// Checks the first bytes of a file, so that nobody sends a whole video in vain. The whole file is checked
/// when it is finished.
fn check_head(upload: &Upload, bytes: &[Bytes], length: u64, is_whole: bool) -> Result<()> {
    let kind = FileType::of_name(&upload.name)?;
    if is_whole || length >= kind.kind.head() {
        let head: Vec<u8> = bytes
            .iter()
            .flat_map(|part| part.iter().copied())
            .take(usize::try_from(kind.kind.head()).unwrap_or(usize::MAX))
            .collect();
        if !kind.begins_so(&head) {
            return Err(upload::mismatch());
        }
    }
    Ok(())
}

fn continues_at(offset: i64) -> Error {
    Fault::new(Code::UploadOffset).with("offset", offset).into()
}

/// Gives an upload up; what has arrived of it is deleted. A file that was finished stays.
#[utoipa::path(delete, path = "/uploads/{id}", tag = "files", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn cancel_upload(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let user = call.caller.user()?;
    let places = change!(app, Some(&call), |tx| {
        store::find(tx, &id, user.id).await?;
        store::remove(tx, &id).await
    })?;
    delete(&app, &places).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the uploads that were not continued since, with their chunks.
pub(super) async fn delete_idle(app: &AppContext, since: chrono::DateTime<chrono::Utc>) -> Result<()> {
    let places = change!(app, None, |tx| store::delete_idle(tx, since).await)?;
    delete(app, &places).await;
    Ok(())
}

/// Deletes chunks without a row; after a failure the job of unused files finds them.
async fn delete(app: &AppContext, places: &[String]) {
    for place in places {
        if let Err(error) = app.files().delete(place).await {
            tracing::warn!(%error, place, "a chunk could not be deleted yet");
        }
    }
}

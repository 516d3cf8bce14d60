//! Taking a file in: its name, what the sender calls it and its first bytes must agree, and it ends at its limit.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use object_store::path::Path;
use preau_core::code::Code;
use preau_core::file::{self, FileKind, FileType};
use preau_core::problem::Fault;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::rows::{self, NewFile};
use super::store::{Store, Writing};
use crate::app::App;
use crate::change;
use crate::clock::hex;
use crate::error::{Error, Result};
use crate::extract::{Json, Query};
use crate::write::Call;

/// Longest that a sender may be silent.
const SILENCE: Duration = Duration::from_secs(30);
/// Seconds until another try may find a place.
const BUSY_FOR: u64 = 5;

/// What a file is called.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Named {
    /// With its extension, which says its type.
    name: String,
}

/// A file that was uploaded.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UploadedFile {
    /// Its address, to be kept in content.
    url: String,
    /// The same for the caller's pictures and players, which send no token; for some hours.
    link: String,
    /// As it was called.
    name: String,
    kind: FileKind,
    media_type: &'static str,
    /// In bytes.
    size: u64,
}

/// Keeps a file: images up to 10 MB, PDF 50 MB, audio 100 MB, video 1 GB, captions 1 MB. The body is the file itself.
/// The same bytes are the same file, however often they are sent.
#[utoipa::path(post, path = "/files", tag = "files", params(Named),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 201, body = UploadedFile),
        (status = 200, body = UploadedFile, description = "It was there already."), (status = 429)))]
pub(super) async fn upload_file(
    State(app): State<App>,
    call: Call,
    Query(named): Query<Named>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let user = call.caller.user()?;
    let (name, kind) = accepted(&named.name, &headers)?;
    let turn = app.files.turn();
    if turn.is_none() {
        return Err(Error::too_many(Code::TooManyRequests, BUSY_FOR));
    }
    let id = app.ids.hex128();
    let arrived = receive(&app.files, kind, &id, body).await?;
    let place = format!("{}/{}-{id}", &arrived.sha256[..2], arrived.sha256);
    app.files.place(&arrived.unfinished, &place).await?;
    let new = NewFile {
        address: file::address(&arrived.sha256, kind),
        sha256: arrived.sha256,
        place,
        kind,
        size: i64::try_from(arrived.size).unwrap_or(i64::MAX),
        name,
    };
    let is_lost = rows::is_lost(&app, &new.address).await?;
    let kept = change!(app, Some(&call), |tx| rows::keep(tx, &new, user.id, is_lost).await)?;
    if kept.place != new.place {
        app.files.delete(&new.place).await?;
    }
    let answer = UploadedFile {
        link: app.file_links.to(&new.address, user.id, app.clock.now())?,
        url: new.address,
        name: new.name,
        kind: kind.kind,
        media_type: kind.media_type(),
        size: arrived.size,
    };
    let status = if kept.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(answer)).into_response())
}

/// Its name and type, when both will do and it does not announce too much.
fn accepted(name: &str, headers: &HeaderMap) -> Result<(String, &'static FileType)> {
    let text = |name: header::HeaderName| {
        headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    };
    let name = file::name(name).map_err(|fault| Error::field("name", fault))?;
    let kind = FileType::of_name(&name).map_err(|fault| Error::field("name", fault))?;
    let declared =
        text(header::CONTENT_TYPE).split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if !kind.is_declared(&declared) {
        return Err(mismatch());
    }
    if text(header::CONTENT_LENGTH).parse::<u64>().is_ok_and(|size| size > kind.kind.limit()) {
        return Err(too_large(kind.kind));
    }
    Ok((name, kind))
}

fn mismatch() -> Error {
    Error::field("file", Code::FileTypeMismatch)
}

fn too_large(kind: FileKind) -> Error {
    Fault::new(Code::FileTooLarge).with("max", kind.megabytes()).into()
}

/// A file that has arrived whole.
struct Arrived {
    unfinished: Path,
    sha256: String,
    size: u64,
}

async fn receive(store: &Store, kind: &FileType, id: &str, body: Body) -> Result<Arrived> {
    let mut writing = store.begin(id).await?;
    match pour(&mut writing, kind, body).await {
        Ok((sha256, size)) => Ok(Arrived { unfinished: writing.finish().await?, sha256, size }),
        Err(error) => {
            writing.abandon().await;
            Err(error)
        }
    }
}

/// From the sender into the store; answers hash and size.
async fn pour(writing: &mut Writing, kind: &FileType, body: Body) -> Result<(String, u64)> {
    let mut chunks = body.into_data_stream();
    let (mut head, mut hash, mut size) = (Vec::new(), Sha256::new(), 0_u64);
    while let Some(chunk) = next(&mut chunks).await? {
        let known = size >= kind.kind.head();
        size += chunk.len() as u64;
        if size > kind.kind.limit() {
            return Err(too_large(kind.kind));
        }
        hash.update(&chunk);
        if !known {
            head.extend_from_slice(&chunk);
            if size >= kind.kind.head() && !kind.begins_so(&head) {
                return Err(mismatch());
            }
        }
        writing.add(chunk).await?;
    }
    if size < kind.kind.head() && !kind.begins_so(&head) {
        return Err(mismatch());
    }
    Ok((hex(&hash.finalize()), size))
}

async fn next(chunks: &mut axum::body::BodyDataStream) -> Result<Option<Bytes>> {
    match tokio::time::timeout(SILENCE, chunks.next()).await {
        Ok(chunk) => chunk.transpose().map_err(|_| Code::MalformedRequest.into()),
        Err(_) => Err(Code::TooSlow.into()),
    }
}

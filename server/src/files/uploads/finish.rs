//! Creates a file from the received chunks.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use preau_core::code::Code;
use preau_core::file::{self, FileType};
use tracing::Instrument as _;

use super::store::{self, Upload};
use super::{continues_at, delete, find};
use crate::context::AppContext;
use crate::error::{Error, REQUEST_ID, Result, request_id};
use crate::files::rows::NewFile;
use crate::files::upload::{self, UploadedFile};
use crate::http::extract::Path;
use crate::write::Call;
use crate::{change, crash_point};

/// Makes a file of what has arrived, and answers as `POST /files` does, with the same refusals. Repeated, it answers the
/// same file.
#[utoipa::path(post, path = "/uploads/{id}/finish", tag = "files", params(("id" = String, Path)),
    responses((status = 201, body = UploadedFile), (status = 413), (status = 422), (status = 429),
        (status = 200, body = UploadedFile, description = "It was there already."),
        (status = 409, description = "Not all of it has arrived: `params.offset` says where to go on.")))]
pub(in crate::files) async fn finish_upload(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<String>,
) -> Result<Response> {
    let user = call.caller.user()?;
    let upload = find(&app, &id, user.id).await?;
    if upload.address.is_none() && upload.received < upload.size {
        return Err(continues_at(upload.received));
    }
    // The client may disconnect before a long video is assembled; its next request finds it done.
    let named = REQUEST_ID
        .scope(request_id().unwrap_or_default(), async move { complete(&app, &call, user.id, upload).await });
    let work = tokio::spawn(named.in_current_span());
    work.await.map_err(|error| Error::internal(error.to_string()))?
}

async fn complete(app: &AppContext, call: &Call, user_id: i64, upload: Upload) -> Result<Response> {
    let Upload { id, name, address, .. } = &upload;
    if let Some(address) = address {
        return upload::file_response(app, user_id, address, name, StatusCode::OK).await;
    }
    match join(app, call, user_id, &upload).await {
        Ok((address, status)) => upload::file_response(app, user_id, &address, name, status).await,
        // A concurrent request was faster and has deleted the chunks.
        Err(error) => match find(app, id, user_id).await?.address {
            Some(address) => upload::file_response(app, user_id, &address, name, StatusCode::OK).await,
            None => Err(error),
        },
    }
}

/// Assembles the chunks; returns the file's address, and whether it existed before.
async fn join(app: &AppContext, call: &Call, user_id: i64, upload: &Upload) -> Result<(String, StatusCode)> {
    let Some(_permit) = app.files().upload_permit() else {
        return Err(Error::too_many(Code::TooManyRequests, upload::RETRY_AFTER));
    };
    change!(app, None, |tx| store::touch(tx, &upload.id).await)?;
    let mut conn = app.db.read().await?;
    let places = store::places(&mut conn, &upload.id).await?;
    drop(conn);
    let kind = FileType::of_name(&upload.name)?;
    let stored = upload::receive(app, kind, bytes(app.clone(), places.clone())).await?;
    crash_point!("upload.joined");
    let address = file::address(&stored.bytes.sha256, kind);
    let new = NewFile { address: address.clone(), kind, name: upload.name.clone(), stored };
    let is_new = upload::store(app, call, user_id, &new, Some(&upload.id)).await?;
    delete(app, &places).await;
    Ok((address, if is_new { StatusCode::CREATED } else { StatusCode::OK }))
}

/// The bytes at these places, concatenated.
fn bytes(app: AppContext, places: Vec<String>) -> BoxStream<'static, Result<Bytes>> {
    let each = stream::iter(places).then(move |place| {
        let app = app.clone();
        async move { app.files().read(&place, None).await }
    });
    each.try_flatten().boxed()
}

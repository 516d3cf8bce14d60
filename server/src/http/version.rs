//! The product and the version of its API.

use crate::routes;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::http::extract::Json;

/// Version of the API: raised on breaking changes only. Additions do not raise it: calls, fields of
/// responses, optional fields of forms, enumeration values, error codes.
pub const API_VERSION: u32 = 1;

/// What this server is.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// Always `preau`.
    pub product: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Version of the API. It is raised when a call or a field goes, changes its meaning or becomes required; what is added
    /// raises nothing: calls, fields, keywords and error codes that a client does not know are to be expected. A client
    /// that knows a lower number asks for its own update and sends nothing; drafts wait.
    pub api: u32,
    /// Encodings of request bodies that are taken besides none; limits count what comes out of them.
    pub request_encodings: &'static [&'static str],
}

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(version))
}

/// Which product this is and which API it speaks.
#[utoipa::path(get, path = "/version", tag = "version", responses((status = 200, body = Version)))]
async fn version() -> impl IntoResponse {
    Json(Version {
        product: "preau",
        version: env!("CARGO_PKG_VERSION"),
        api: API_VERSION,
        request_encodings: &["gzip"],
    })
}

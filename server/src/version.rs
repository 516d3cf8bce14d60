//! Which product this is and which API it speaks.

use axum::response::IntoResponse;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::extract::Json;

/// Version of the API: raised when something old stops working.
pub const API_VERSION: u32 = 1;

/// What this server is.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// Always `preau`.
    pub product: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Version of the API.
    pub api: u32,
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(version))
}

/// Which product this is and which API it speaks.
#[utoipa::path(get, path = "/version", tag = "version", responses((status = 200, body = Version)))]
async fn version() -> impl IntoResponse {
    Json(Version { product: "preau", version: env!("CARGO_PKG_VERSION"), api: API_VERSION })
}

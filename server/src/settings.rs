//! What the site shows of the school's settings.

use axum::extract::State;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::extract::Json;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(school_settings))
}

/// The school as the site shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolSettings {
    /// Where one arranges a call of 15 minutes; absent: by the contact form.
    pub meeting_url: Option<String>,
}

/// What the site shows of the school's settings.
#[utoipa::path(get, path = "/settings/school", tag = "settings", responses((status = 200, body = SchoolSettings)))]
async fn school_settings(State(app): State<App>) -> Json<SchoolSettings> {
    Json(SchoolSettings { meeting_url: app.config.meeting_url.as_ref().map(ToString::to_string) })
}

//! Whether the getting-started guide is displayed on the dashboard's home page. Its contents are the
//! checklist's.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::problem::Fields;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::extract::Json;
use crate::write::{Call, Tx};
use crate::{answer, execute, fetch_scalar, routes};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(guide, change_guide))
}

/// The guide of the first hour.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Guide {
    put_away: bool,
}

const READ: &str = "SELECT guide_put_away FROM school WHERE id = 1";
const WRITE: &str = "UPDATE school SET guide_put_away = $1 WHERE id = 1";

impl Guide {
    async fn read(conn: &mut Conn) -> Result<Self> {
        Ok(Self { put_away: fetch_scalar!(conn, bool, READ)? })
    }
}

/// Hides the guide, or displays it again.
pub(crate) async fn put_away(tx: &mut Tx, put_away: bool) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, WRITE, put_away)?;
    Ok(())
}

/// Whether the guide of the first hour was put away.
#[utoipa::path(get, path = "/settings/guide", tag = "school", responses((status = 200, body = Guide)))]
async fn guide(State(app): State<AppContext>) -> Result<Json<Guide>> {
    Guide::read(&mut app.db.read().await?).await.map(Json)
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct GuideInput {
    put_away: Option<bool>,
}

/// Puts the guide of the first hour away, or takes it out again.
#[utoipa::path(put, path = "/settings/guide", tag = "school", request_body = GuideInput,
    responses((status = 200, body = Guide)))]
async fn change_guide(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<GuideInput>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let wanted = fields.require("putAway", sent.put_away.map(Ok::<_, Code>));
    let Some(wanted) = wanted else { return Err(fields.into_problem().into()) };
    answer!(&app, &call, StatusCode::OK, |tx| {
        let before = Guide::read(tx).await?;
        put_away(tx, wanted).await?;
        let after = Guide { put_away: wanted };
        tx.audit("school.updated", "school", 0, Some(json!(before)), Some(json!(after))).await?;
        Ok(after)
    })
}

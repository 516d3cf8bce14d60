//! The setting that requires a second factor of staff.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::problem::Fields;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::Json;
use crate::people::auth::second_factor::store;
use crate::write::Call;
use crate::{answer, routes};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(second_factor_setting, change_second_factor_setting))
}

/// Whether staff must have a second factor.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactorSetting {
    second_factor_required: bool,
}

/// Whether staff must have a second factor.
#[utoipa::path(get, path = "/settings/second-factor", tag = "school",
    responses((status = 200, body = SecondFactorSetting)))]
async fn second_factor_setting(State(app): State<AppContext>) -> Result<Json<SecondFactorSetting>> {
    let second_factor_required = store::is_required(&mut app.db.read().await?).await?;
    Ok(Json(SecondFactorSetting { second_factor_required }))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactorSettingInput {
    second_factor_required: Option<bool>,
}

/// Requires a second factor of all staff, or no longer. Only an ADMIN who has one may require it.
#[utoipa::path(put, path = "/settings/second-factor", tag = "school", request_body = SecondFactorSettingInput,
    responses((status = 200, body = SecondFactorSetting),
        (status = 409, description = "`second_factor_first`: the caller has none.")))]
async fn change_second_factor_setting(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<SecondFactorSettingInput>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let required = fields.require("secondFactorRequired", sent.second_factor_required.map(Ok::<_, Code>));
    let Some(second_factor_required) = required else { return Err(fields.into_problem().into()) };
    let caller = call.caller.user()?;
    answer!(&app, &call, StatusCode::OK, |tx| {
        if second_factor_required && !store::is_on(tx, caller.id).await? {
            return Err(Code::SecondFactorFirst.into());
        }
        let before = SecondFactorSetting { second_factor_required: store::is_required(tx).await? };
        store::require(tx, second_factor_required).await?;
        let after = SecondFactorSetting { second_factor_required };
        tx.audit("school.updated", "school", 0, Some(json!(before)), Some(json!(after))).await?;
        Ok(after)
    })
}

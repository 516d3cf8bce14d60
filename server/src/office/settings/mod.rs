//! The school's settings, its legal pages, and the checklist of what is missing before it opens.

mod checklist;
pub(crate) mod guide;
mod networks;
pub mod pages;
mod second_factor;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::school::SchoolInput;
use serde::Serialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use self::pages::PublishedPage;
use crate::answer;
use crate::config::Config;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::school::logo;
use crate::school::store::{self, School};
use crate::write::{Call, check_version};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(school_settings, change_school_settings))
        .merge(pages::routes())
        .merge(checklist::routes())
        .merge(guide::routes())
        .merge(networks::routes())
        .merge(second_factor::routes())
}

/// The school as the site shows it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolSettings {
    #[serde(flatten)]
    school: School,
    /// The pages that are published, each with its version in force.
    pages: Vec<PublishedPage>,
    /// Where one arranges a call of 15 minutes; absent: by the contact form.
    meeting_url: Option<String>,
}

impl SchoolSettings {
    async fn read(conn: &mut Conn, config: &Config) -> Result<Self> {
        let school = store::read(conn).await?;
        let of_server = || config.meeting_url.as_ref().map(ToString::to_string);
        let meeting_url = school.meeting_url.clone().or_else(of_server);
        Ok(Self { school, pages: pages::published(conn).await?, meeting_url })
    }
}

/// What the school says of itself: its name, its address, its legal pages.
#[utoipa::path(get, path = "/settings/school", tag = "school",
    responses((status = 200, body = SchoolSettings)))]
async fn school_settings(State(app): State<AppContext>) -> Result<Json<SchoolSettings>> {
    SchoolSettings::read(&mut app.db.read().await?, &app.config).await.map(Json)
}

/// Changes the settings: what is absent stays, null clears.
#[utoipa::path(put, path = "/settings/school", tag = "school", request_body = SchoolInput,
    responses((status = 200, body = SchoolSettings), (status = 412)))]
async fn change_school_settings(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<SchoolInput>,
) -> Result<Response> {
    let measured = logo::measure(&app, form.logo_url.as_ref()).await?;
    answer!(&app, &call, StatusCode::OK, |tx| {
        let before = SchoolSettings::read(tx, &app.config).await?;
        check_version(&call, before.school.version, || json!(before))?;
        let facts = form.change(&before.school.facts())?;
        if before.school.vat_mention.is_some() && facts.vat_mention.is_none() && app.config.is_production() {
            return Err(Error::field("vatMention", Code::VatGroundRequired));
        }
        let size = logo::chosen(tx, &before.school, &facts, measured.as_ref()).await?;
        store::write(tx, &facts, size).await?;
        let after = SchoolSettings::read(tx, &app.config).await?;
        let noted = |settings: &SchoolSettings| Some(json!(settings.school));
        tx.audit("school.updated", "school", 0, noted(&before), noted(&after)).await?;
        Ok(after)
    })
}

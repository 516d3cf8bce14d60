//! Chapters of a module: titles are public with the course, bodies are for staff and live subscriptions.

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::Caller;
use crate::error::Result;
use crate::extract::{Json, Path};

use super::access::Sight;
use super::course::Chapter;
use super::store::{self, Part};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_chapters))
}

/// The chapters of a module, in order; without access to the module their `content` is null.
#[utoipa::path(get, path = "/chapters/module/{moduleId}", tag = "chapters", params(("moduleId" = i64, Path)), responses((status = 200, body = [Chapter])))]
async fn list_chapters(
    State(app): State<App>,
    caller: Caller,
    Path(module_id): Path<i64>,
) -> Result<Json<Vec<Chapter>>> {
    let mut conn = app.db.read().await?;
    let (course_id, status) = store::course_of(&mut conn, Part::Module, module_id).await?;
    let sight = Sight::of(&mut conn, &caller, course_id, status, app.clock.today()).await?;
    let mut chapters = store::chapters(&mut conn, module_id).await?;
    if !sight.opens_module(module_id) {
        for chapter in &mut chapters {
            chapter.content = None;
        }
    }
    Ok(Json(chapters))
}

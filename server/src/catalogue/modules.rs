//! Modules of a course: titles and prices are public with it.

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::Caller;
use crate::editing::Versioned;
use crate::error::{Error, Result};
use crate::extract::{Json, Path};
use crate::write::Tx;

use super::access::Sight;
use super::course::Module;
use super::store::{self, Part, Selection};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(module_by_id)).routes(routes!(list_modules))
}

impl Versioned for Module {
    const ENTITY: &'static str = "module";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        store::module(tx, *id).await
    }
}

/// The modules of the course that `part` with this id belongs to, for whom the course is.
async fn modules(app: &App, caller: &Caller, part: Part, id: i64) -> Result<Vec<Module>> {
    let mut conn = app.db.read().await?;
    let (course_id, status) = store::course_of(&mut conn, part, id).await?;
    Sight::of(&mut conn, caller, course_id, status, app.clock.today()).await?;
    let selection = Selection { id: Some(course_id), ..Selection::default() };
    Ok(store::parts(&mut conn, &selection).await?.remove(&course_id).unwrap_or_default().modules)
}

/// One module.
#[utoipa::path(get, path = "/modules/{id}", tag = "modules", params(("id" = i64, Path)), responses((status = 200, body = Module)))]
async fn module_by_id(State(app): State<App>, caller: Caller, Path(id): Path<i64>) -> Result<Json<Module>> {
    let modules = modules(&app, &caller, Part::Module, id).await?;
    Ok(Json(modules.into_iter().find(|module| module.id == id).ok_or_else(Error::not_found)?))
}

/// The modules of a course, in order.
#[utoipa::path(get, path = "/modules/course/{courseId}", tag = "modules", params(("courseId" = i64, Path)), responses((status = 200, body = [Module])))]
async fn list_modules(
    State(app): State<App>,
    caller: Caller,
    Path(course_id): Path<i64>,
) -> Result<Json<Vec<Module>>> {
    Ok(Json(modules(&app, &caller, Part::Course, course_id).await?))
}

//! Modules of a course: their titles and prices are public with it. After every edit the price of the course is the sum
//! of its modules' prices.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::course_part::{self, InCourse, ModuleInput};
use preau_core::editing::New;
use utoipa_axum::router::OpenApiRouter;

use crate::changes::{Page, Replicated, RowKey};
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content, Ordered, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{execute, fetch_scalar};

use super::access::CourseAccess;
use super::course::{EditableCourse, Module};
use super::staff;
use super::store::{self, Part};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(create_module))
        .routes(routes!(create_modules))
        .routes(routes!(module_by_id, update_module, delete_module))
        .routes(routes!(list_modules))
        .routes(routes!(order_modules))
}

/// The modules of the course to which `part` with this id belongs, if the course is visible to the caller.
async fn modules(app: &AppContext, caller: &Caller, part: Part, id: i64) -> Result<Vec<Module>> {
    let mut conn = app.db.read().await?;
    let (course_id, status) = store::course_of(&mut conn, part, id).await?;
    CourseAccess::of(&mut conn, caller, course_id, status, app.clock.today()).await?;
    Ok(store::parts(&mut conn, &[course_id]).await?.remove(&course_id).unwrap_or_default().modules)
}

/// One module.
#[utoipa::path(get, path = "/modules/{id}", tag = "modules", params(("id" = i64, Path)),
    responses((status = 200, body = Module)))]
async fn module_by_id(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Module>> {
    let modules = modules(&app, &caller, Part::Module, id).await?;
    Ok(Json(modules.into_iter().find(|module| module.id == id).ok_or_else(Error::not_found)?))
}

/// The modules of a course, in order.
#[utoipa::path(get, path = "/modules/course/{courseId}", tag = "modules", params(("courseId" = i64, Path)),
    responses((status = 200, body = [Module])))]
async fn list_modules(
    State(app): State<AppContext>,
    caller: Caller,
    Path(course_id): Path<i64>,
) -> Result<Json<Vec<Module>>> {
    Ok(Json(modules(&app, &caller, Part::Course, course_id).await?))
}

/// Adds a module, at the end of its course unless a position is given.
#[utoipa::path(post, path = "/modules", tag = "modules", request_body = ModuleInput,
    responses((status = 201, body = Module),
        (status = 200, body = Module, description = "This `clientId` has a module already."),
        (status = 410)))]
async fn create_module(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<ModuleInput>,
) -> Result<Response> {
    editing::create::<Module>(&app, &call, form).await
}

/// Adds up to 200 modules, all or none.
#[utoipa::path(post, path = "/modules/batch", tag = "modules", request_body = Vec<ModuleInput>,
    responses((status = 201, body = [Module]),
        (status = 200, body = [Module], description = "None is new."), (status = 410)))]
async fn create_modules(
    State(app): State<AppContext>,
    call: Call,
    Json(forms): Json<Vec<ModuleInput>>,
) -> Result<Response> {
    editing::create_batch::<Module>(&app, &call, forms).await
}

/// Changes a module: absent fields stay. Existing holds and sales are unaffected by a new price.
#[utoipa::path(put, path = "/modules/{id}", tag = "modules", params(("id" = i64, Path)), request_body = ModuleInput,
    responses((status = 200, body = Module), (status = 412)))]
async fn update_module(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<ModuleInput>,
) -> Result<Response> {
    editing::update::<Module>(&app, &call, id, form).await
}

/// Deletes a module that nobody ever reserved, with all its contents.
#[utoipa::path(delete, path = "/modules/{id}", tag = "modules", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_module(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    editing::delete::<Module>(&app, &call, id).await
}

/// Puts the modules of a course into this order; those not named follow in their current order. `If-Match` is the
/// course's version.
#[utoipa::path(put, path = "/modules/course/{courseId}/order", tag = "modules", params(("courseId" = i64, Path)),
    request_body = Vec<i64>, responses((status = 200, body = [Module]), (status = 412)))]
async fn order_modules(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
    Json(wanted): Json<Vec<i64>>,
) -> Result<Response> {
    editing::arrange::<Module>(&app, &call, &course_id, &wanted).await
}

const INSERT: &str = "
    INSERT INTO modules (client_id, course_id, title, description, price_cents, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, COALESCE($6,
        (SELECT COALESCE(MAX(order_index), 0) + 1 FROM modules WHERE course_id = $2)), $7, $7)
    RETURNING id";
const UPDATE: &str = "
    UPDATE modules SET title = $2, description = $3, price_cents = $4, order_index = COALESCE($5, order_index),
        version = version + 1, updated_at = $6
    WHERE id = $1";

impl Module {
    /// The values that the rules of `preau_core` check, without their position.
    pub(super) fn contents(&self) -> course_part::Module {
        course_part::Module {
            title: self.title.clone(),
            description: self.description.clone(),
            price: self.price,
        }
    }
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

impl Replicated for Module {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        store::changed_modules(conn, page).await
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.course_id, self.id)
    }
}

impl Content for Module {
    const TABLE: Table = content_table!("modules");
    type Form = ModuleInput;

    fn checked(&self) -> Result<InCourse<course_part::Module>> {
        let order_index = Some(self.order_index);
        Ok(InCourse { course_id: self.course_id, order_index, contents: self.contents() })
    }

    async fn check(tx: &mut Tx, module: &InCourse<course_part::Module>) -> Result<()> {
        editing::check_exists::<EditableCourse>(tx, "courseId", &module.course_id).await
    }

    async fn insert(
        tx: &mut Tx,
        New { content, client_id }: &New<InCourse<course_part::Module>>,
    ) -> Result<i64> {
        let InCourse { course_id, order_index, contents } = content;
        fetch_scalar!(
            tx,
            i64,
            INSERT,
            client_id,
            *course_id,
            &contents.title,
            &contents.description,
            contents.price.0,
            *order_index,
            tx.now
        )
    }

    async fn update(tx: &mut Tx, id: i64, content: &InCourse<course_part::Module>) -> Result<()> {
        let InCourse { order_index, contents, .. } = content;
        execute!(
            tx,
            UPDATE,
            id,
            &contents.title,
            &contents.description,
            contents.price.0,
            *order_index,
            tx.now
        )?;
        Ok(())
    }

    async fn before_delete(&self, tx: &mut Tx) -> Result<()> {
        staff::refuse_sold_module(tx, self).await
    }

    async fn after_write(&self, tx: &mut Tx) -> Result<()> {
        staff::update_price(tx, self.course_id).await
    }
}

impl Ordered for Module {
    type Parent = EditableCourse;

    async fn list(tx: &mut Tx, course_id: &i64) -> Result<Vec<Self>> {
        store::modules(tx, *course_id).await
    }

    fn id(&self) -> i64 {
        self.id
    }

    async fn raise_parent_version(tx: &mut Tx, course_id: &i64) -> Result<()> {
        staff::raise_version(tx, *course_id).await
    }
}

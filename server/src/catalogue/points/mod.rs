//! Objectives and prerequisites of a course: two lists of lines of one shape, read and written alike.

mod objectives;
mod prerequisites;

use std::marker::PhantomData;

use axum::response::Response;
use preau_core::code::Code;
use preau_core::course_part::{InCourse, PointInput};
use preau_core::editing::New;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::changes::{Page, Replicated, RowKey};
use crate::context::AppContext;
use crate::db::{Conn, Filter, Order};
use crate::editing::{self, Content, Ordered, Table, Versioned};
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::Json;
use crate::write::{Call, Tx};
use crate::{execute, fetch_scalar};

use super::access::CourseAccess;
use super::course::{EditableCourse, Parts, Point};
use super::staff;
use super::store::{self, Part};

pub(super) use objectives::Objectives;
pub(super) use prerequisites::Prerequisites;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().merge(objectives::routes()).merge(prerequisites::routes())
}

/// The parts of the course that `part` with this id belongs to, for whom the course is.
async fn readable_parts(app: &AppContext, caller: &Caller, part: Part, id: i64) -> Result<Parts> {
    let mut conn = app.db.read().await?;
    let (course_id, status) = store::course_of(&mut conn, part, id).await?;
    CourseAccess::of(&mut conn, caller, course_id, status, app.clock.today()).await?;
    Ok(store::parts(&mut conn, &[course_id]).await?.remove(&course_id).unwrap_or_default())
}

fn find_point(points: Vec<Point>, id: i64) -> Result<Json<Point>> {
    Ok(Json(points.into_iter().find(|point| point.id == id).ok_or_else(Error::not_found)?))
}

/// One of the two lists.
pub(super) trait List: Send + Sync + 'static {
    const ENTITY: &'static str;
    const TABLE: Table;
    const SQL: Statements;
}

/// The statements of a list.
pub(super) struct Statements {
    select: &'static str,
    /// Which lines changed, of those numbers of a page.
    changed: &'static str,
    insert: &'static str,
    update: &'static str,
}

/// A [`List`] in the table of this name.
macro_rules! list {
    ($(#[$meta:meta])* $name:ident, $entity:literal, $table:literal) => {
        $(#[$meta])*
        pub(in crate::catalogue) struct $name;

        impl super::List for $name {
            const ENTITY: &'static str = $entity;
            const TABLE: $crate::editing::Table = $crate::editing::content_table!($table);
            const SQL: super::Statements = super::Statements {
                select: concat!("SELECT id, version, course_id, description, order_index FROM ", $table),
                changed: concat!("id IN ", $crate::changes::changed!($entity)),
                insert: concat!(
                    "INSERT INTO ",
                    $table,
                    " (client_id, course_id, description, order_index, created_at, updated_at)
                    VALUES ($1, $2, $3, COALESCE($4, (SELECT COALESCE(MAX(order_index), 0) + 1 FROM ",
                    $table,
                    " WHERE course_id = $2)), $5, $5) RETURNING id"
                ),
                update: concat!(
                    "UPDATE ",
                    $table,
                    " SET description = $2, order_index = COALESCE($3, order_index), version = version + 1,
                        updated_at = $4
                    WHERE id = $1"
                ),
            };
        }
    };
}
use list;

/// A line of one of the lists.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct ListItem<L> {
    point: Point,
    #[serde(skip)]
    list: PhantomData<L>,
}

impl<L> From<Point> for ListItem<L> {
    fn from(point: Point) -> Self {
        Self { point, list: PhantomData }
    }
}

async fn fetch_items<L: List>(conn: &mut Conn, filter: &Filter, order: Order) -> Result<Vec<ListItem<L>>> {
    let points = filter.fetch_all::<Point>(conn, L::SQL.select, order).await?;
    Ok(points.into_iter().map(ListItem::from).collect())
}

impl<L: List> Versioned for ListItem<L> {
    const ENTITY: &'static str = L::ENTITY;
    type Key = i64;

    fn version(&self) -> i64 {
        self.point.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        let line = Filter::new().with("id = $1", *id).fetch_optional::<Point>(tx, L::SQL.select).await?;
        line.map(Self::from).ok_or_else(Error::not_found)
    }
}

impl<L: List> Replicated for ListItem<L> {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let changed = Filter::new().with(L::SQL.changed, (page.after, page.until));
        fetch_items(conn, &changed, Order::NONE).await
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.point.course_id, self.point.id)
    }
}

impl<L: List> Content for ListItem<L> {
    const TABLE: Table = L::TABLE;
    type Form = PointInput;

    fn checked(&self) -> Result<InCourse<String>> {
        let Point { course_id, order_index, ref description, .. } = self.point;
        Ok(InCourse { course_id, order_index: Some(order_index), contents: description.clone() })
    }

    async fn check(tx: &mut Tx, line: &InCourse<String>) -> Result<()> {
        editing::check_exists::<EditableCourse>(tx, "courseId", &line.course_id).await
    }

    async fn insert(tx: &mut Tx, New { content, client_id }: &New<InCourse<String>>) -> Result<i64> {
        let InCourse { course_id, order_index, contents } = content;
        fetch_scalar!(tx, i64, L::SQL.insert, client_id, *course_id, contents, *order_index, tx.now)
    }

    async fn update(tx: &mut Tx, id: i64, line: &InCourse<String>) -> Result<()> {
        execute!(tx, L::SQL.update, id, &line.contents, line.order_index, tx.now)?;
        Ok(())
    }

    async fn after_write(&self, tx: &mut Tx) -> Result<()> {
        staff::raise_version(tx, self.point.course_id).await
    }
}

impl<L: List> Ordered for ListItem<L> {
    type Parent = EditableCourse;

    async fn list(tx: &mut Tx, course_id: &i64) -> Result<Vec<Self>> {
        let theirs = Filter::new().with("course_id = $1", *course_id);
        fetch_items(tx, &theirs, Order::ascending(&["order_index", "id"])).await
    }

    fn id(&self) -> i64 {
        self.point.id
    }

    async fn raise_parent_version(tx: &mut Tx, course_id: &i64) -> Result<()> {
        staff::raise_version(tx, *course_id).await
    }
}

/// Adds a line to the course of the address.
async fn create<L: List>(
    app: &AppContext,
    call: &Call,
    course_id: i64,
    form: PointInput,
) -> Result<Response> {
    let form = PointInput { course_id: Some(course_id), ..form };
    editing::create::<ListItem<L>>(app, call, form).await.map_err(course_not_found)
}

/// Adds lines to the course of the address, or none.
async fn create_batch<L: List>(
    app: &AppContext,
    call: &Call,
    course_id: i64,
    forms: Vec<PointInput>,
) -> Result<Response> {
    let form = |form| PointInput { course_id: Some(course_id), ..form };
    editing::create_batch::<ListItem<L>>(app, call, forms.into_iter().map(form).collect())
        .await
        .map_err(course_not_found)
}

/// The course stands in the address, not in the form.
fn course_not_found(error: Error) -> Error {
    if error.code() == Code::UnknownReference { Error::not_found() } else { error }
}

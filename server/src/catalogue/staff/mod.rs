//! Editing of courses by staff: one form with all parts, saved in one transaction; publishing, unpublishing, archiving,
//! copying.
//!
//! No edit removes what a published course requires. A course that was ever reserved is never deleted.

mod duplicate;
mod parts;
mod status;
mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::course::CourseStatus;
use preau_core::course_form::{self, CourseForm};
use preau_core::course_part::Part;
use preau_core::editing::New;
use preau_core::language::UiLanguage;
use preau_core::publishing::{Publishing, check_capacity};
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::editing::{self, Content, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};
use crate::{files, html};

use super::course::{EditableCourse, Point};
use super::store::{CourseFilter, keyword};
use super::{course_changes, courses, search_text, timetable};

pub(super) use parts::{raise_version, update_price};
pub(super) use store::refuse_sold_module;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(create_course))
        .routes(routes!(course_for_staff, update_course, delete_course))
        .merge(status::routes())
        .merge(duplicate::routes())
}

/// One course as staff edits it.
#[utoipa::path(get, path = "/courses/admin/{id}", tag = "courses", params(("id" = i64, Path)),
    responses((status = 200, body = EditableCourse)))]
async fn course_for_staff(
    State(app): State<AppContext>,
    Path(id): Path<i64>,
) -> Result<Json<EditableCourse>> {
    let mut conn = app.db.read().await?;
    courses::editable(&mut conn, id, app.clock.today()).await.map(Json)
}

/// Adds a course as a draft, with its modules, objectives and prerequisites.
#[utoipa::path(post, path = "/courses/admin", tag = "courses", request_body = CourseForm,
    responses((status = 201, body = EditableCourse),
        (status = 200, body = EditableCourse, description = "This `clientId` has a course already."),
        (status = 410)))]
async fn create_course(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<CourseForm>,
) -> Result<Response> {
    editing::create::<EditableCourse>(&app, &call, form).await
}

/// Changes a course: absent fields stay. A list of parts replaces the current one, by id: parts it does not name are
/// deleted, parts without an id are new. Existing holds and sales are unaffected by a new price.
#[utoipa::path(put, path = "/courses/admin/{id}", tag = "courses", params(("id" = i64, Path)), request_body = CourseForm,
    responses((status = 200, body = EditableCourse), (status = 410), (status = 412)))]
async fn update_course(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<CourseForm>,
) -> Result<Response> {
    editing::update::<EditableCourse>(&app, &call, id, form).await
}

/// Deletes a course that nobody ever reserved, with all its contents.
#[utoipa::path(delete, path = "/courses/admin/{id}", tag = "courses", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_course(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    editing::delete::<EditableCourse>(&app, &call, id).await
}

impl EditableCourse {
    /// What is required before publication.
    fn publishing(&self) -> Publishing {
        Publishing {
            start_date: Some(self.facts.start_date),
            end_date: Some(self.facts.end_date),
            has_teacher: self.facts.teacher_id.is_some(),
            modules: self.modules.len(),
            price: self.facts.price,
            free: self.facts.free,
        }
    }

    /// Refuses edits that leave a published course without what publication requires.
    fn check_published(&self) -> Result<()> {
        if self.facts.status == CourseStatus::Published {
            self.publishing().check()?;
        }
        Ok(())
    }
}

impl Versioned for EditableCourse {
    const ENTITY: &'static str = "course";
    type Key = i64;

    fn version(&self) -> i64 {
        self.facts.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        let today = tx.today;
        courses::editable(tx, *id, today).await
    }
}

impl Content for EditableCourse {
    const TABLE: Table = content_table!("courses");
    type Form = CourseForm;

    fn clean(form: CourseForm) -> CourseForm {
        CourseForm { detailed_description: form.detailed_description.map(|text| html::clean(&text)), ..form }
    }

    fn checked(&self) -> Result<course_form::Course> {
        let lang = self.facts.lang.as_deref().map(|code| keyword::<UiLanguage>(code, "courses.lang"));
        let module = |module: &super::course::Module| Part {
            id: Some(module.id),
            client_id: None,
            contents: module.contents(),
        };
        let line =
            |point: &Point| Part { id: Some(point.id), client_id: None, contents: point.description.clone() };
        Ok(course_form::Course {
            name: self.facts.name.clone(),
            description: self.facts.description.clone(),
            detailed_description: self.facts.detailed_description.clone(),
            kind: self.facts.kind,
            price: self.facts.price,
            total_hours: self.facts.total_hours,
            language_id: self.facts.language_id,
            level_id: self.facts.level_id,
            teacher_id: self.facts.teacher_id,
            start_date: self.facts.start_date,
            end_date: self.facts.end_date,
            capacity: self.facts.capacity,
            location: self.facts.location.clone(),
            schedule: self.facts.schedule.clone(),
            meeting_url: self.facts.meeting_url.clone(),
            selling_points: self.facts.selling_points.clone(),
            free: self.facts.free,
            late_entry: self.facts.late_entry,
            offer_hours: self.facts.offer_hours,
            minimum: self.facts.minimum(),
            lang: lang.transpose()?,
            modules: self.modules.iter().map(module).collect(),
            objectives: self.objectives.iter().map(line).collect(),
            prerequisites: self.prerequisites.iter().map(line).collect(),
        })
    }

    async fn check(tx: &mut Tx, course: &course_form::Course) -> Result<()> {
        store::check_references(tx, course).await?;
        files::check_all_exist(tx, "detailedDescription", &course.detailed_description).await
    }

    async fn insert(
        tx: &mut Tx,
        New { content: course, client_id }: &New<course_form::Course>,
    ) -> Result<i64> {
        let slug = store::free_slug(tx, &course.name, None).await?;
        let id = store::insert(tx, course, client_id.as_deref(), &slug).await?;
        parts::save(tx, id, course).await?;
        search_text::refresh(tx, &CourseFilter::one(id)).await?;
        Ok(id)
    }

    /// The slug of a draft follows its name; once published it is fixed.
    async fn update(tx: &mut Tx, id: i64, course: &course_form::Course) -> Result<()> {
        let before = Self::find(tx, &id).await?;
        check_capacity(course.capacity, before.seats_taken)
            .map_err(|fault| Error::field("capacity", fault))?;
        let asked_about = (course.start_date, course.end_date, course.minimum);
        if asked_about != (before.facts.start_date, before.facts.end_date, before.facts.minimum()) {
            store::refuse_asked(tx, id).await?;
        }
        let renamed = before.facts.name != course.name && before.facts.status == CourseStatus::Draft;
        let slug = if renamed {
            store::free_slug(tx, &course.name, Some(id)).await?
        } else {
            before.facts.slug.clone()
        };
        store::update(tx, id, course, &slug).await?;
        parts::save(tx, id, course).await?;
        search_text::refresh(tx, &CourseFilter::one(id)).await?;
        let after = Self::find(tx, &id).await?;
        let shown = |course: &Self| (course.facts.name.clone(), course.facts.meeting_url.clone());
        if shown(&before) != shown(&after) {
            timetable::course_shown_changed(tx, id).await?;
        }
        if let (Some(from), Some(to)) = (before.facts.teacher_id, after.facts.teacher_id)
            && from != to
        {
            timetable::hand_over(tx, id, from, to).await?;
        }
        course_changes::record(tx, &before.facts, &after.facts).await?;
        tx.seat_came_free(id);
        after.check_published()
    }

    async fn before_delete(&self, tx: &mut Tx) -> Result<()> {
        store::refuse_reserved(tx, self.facts.id).await
    }
}

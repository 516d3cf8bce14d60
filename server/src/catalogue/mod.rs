//! The catalogue: courses with their objectives, prerequisites, modules and chapter titles, and their reference data.
//! It is public; editing by staff starts in [`staff`]. The contents of modules are in `learning`.

pub mod access;
pub mod attendance;
pub mod change_mails;
pub mod course;
mod course_changes;
pub(crate) mod courses;
pub(crate) mod languages;
mod levels;
mod modules;
mod points;
mod search_text;
mod staff;
pub(crate) mod start;
pub mod store;
pub mod subscribed;
mod summary;
mod teacher_accounts;
mod teachers;
pub mod teaching;
pub mod threshold;
pub mod timetable;

use preau_core::code::Code;
use preau_core::problem::Problem;
use utoipa_axum::router::OpenApiRouter;

use crate::changes;
use crate::context::AppContext;
use crate::error::Result;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .merge(languages::routes())
        .merge(levels::routes())
        .merge(teachers::routes())
        .merge(teacher_accounts::routes())
        .merge(courses::routes())
        .merge(summary::routes())
        .merge(staff::routes())
        .merge(points::routes())
        .merge(modules::routes())
        .merge(timetable::routes())
}

/// Content replicated to desktop apps.
pub(crate) const REPLICATED: &[changes::Kind] = &[
    changes::Kind::of::<languages::Language>(),
    changes::Kind::of::<levels::Level>(),
    changes::Kind::of::<teachers::Teacher>(),
    changes::Kind::of::<course::EditableCourse>(),
    changes::Kind::of::<points::ListItem<points::Objectives>>(),
    changes::Kind::of::<points::ListItem<points::Prerequisites>>(),
    changes::Kind::of::<course::Module>(),
    changes::Kind::of::<timetable::Room>(),
    changes::Kind::of::<timetable::Closure>(),
    changes::Kind::of::<timetable::SessionSeries>(),
    changes::Kind::of::<timetable::session::ClassSession>(),
];

/// Whether a word of a query names this row: by id, or by one of its names regardless of case and accents.
fn matches_name<'a>(wanted: &str, id: i64, names: impl IntoIterator<Item = &'a str>) -> bool {
    let wanted = preau_core::text::fold(wanted);
    wanted == id.to_string() || names.into_iter().any(|name| preau_core::text::fold(name) == wanted)
}

/// Refuses to delete a row that is still referenced; reports by what, and how often.
pub(crate) fn check_unused(uses: &[(&'static str, i64)]) -> Result<()> {
    let count: i64 = uses.iter().map(|(_, count)| count).sum();
    if count == 0 {
        return Ok(());
    }
    let problem = Problem::new(Code::InUse).with("count", count);
    Err(uses.iter().fold(problem, |problem, (what, count)| problem.with(what, *count)).into())
}

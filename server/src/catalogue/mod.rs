//! The catalogue as everybody reads it: courses with their points, modules and chapter titles, and the
//! reference data they stand on. What stands inside modules is the learning side's.

pub mod access;
pub mod course;
pub(crate) mod courses;
pub(crate) mod languages;
mod levels;
mod modules;
mod points;
pub mod store;
mod teachers;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(languages::routes())
        .merge(levels::routes())
        .merge(teachers::routes())
        .merge(courses::routes())
        .merge(points::routes())
        .merge(modules::routes())
}

/// Whether a word of a query names this row: by its id, or by one of its names in any case and accents.
fn is_named<'a>(wanted: &str, id: i64, names: impl IntoIterator<Item = &'a str>) -> bool {
    let wanted = preau_core::text::fold(wanted);
    wanted == id.to_string() || names.into_iter().any(|name| preau_core::text::fold(name) == wanted)
}

//! The timetable: rooms, days on which the school is closed, series of sessions and the sessions themselves.
//!
//! A session occupies its room and its teacher unless it is cancelled or a future one of an archived course; no room and no
//! teacher is occupied twice at one time. Every change of a session passes [`changed`].

mod changed;
mod clash;
mod closures;
mod course;
mod handover;
mod import;
mod noted;
mod plan;
mod public;
mod rooms;
mod series;
mod series_calls;
pub mod session;
mod sessions;
mod shift;
mod store;
mod summary;

use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;

pub(crate) use changed::{course_cancelled, course_shown_changed};
pub(super) use clash::refuse_return;
pub(crate) use closures::{Closure, days_off};
pub(super) use handover::{hand_over, refuse_archiving};
pub(crate) use noted::{Difference, Noted, differences};
pub(crate) use rooms::Room;
pub(crate) use series::SessionSeries;
pub(crate) use series_calls::add_series;
pub(crate) use shift::{Move, moves, shift};
pub(crate) use store::{misdated, session as find_session};
pub use summary::SessionsSummary;
pub(super) use summary::summaries;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .merge(rooms::routes())
        .merge(closures::routes())
        .merge(public::routes())
        .merge(sessions::routes())
        .merge(series_calls::routes())
        .merge(import::routes())
}

//! The contents of modules: chapters, lessons, their resources and quizzes. Staff edits them through
//! [`crate::editing`]; read access is decided in [`access`].
//!
//! Subscriptions are in [`crate::sales::subscriptions`].

mod access;
pub(crate) mod attempts;
pub(crate) mod attendance;
pub mod certificates;
mod chapters;
mod lessons;
pub mod level_test;
pub mod progress;
mod questions;
mod quizzes;
mod resources;
mod revision;

use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::course::Chapter;
use crate::changes;
use crate::context::AppContext;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .merge(chapters::routes())
        .merge(lessons::routes())
        .merge(resources::routes())
        .merge(quizzes::routes())
        .merge(questions::routes())
        .merge(attempts::routes())
        .merge(revision::routes())
}

/// Content replicated to desktop apps.
pub(crate) const REPLICATED: &[changes::Kind] = &[
    changes::Kind::of::<Chapter>(),
    changes::Kind::of::<lessons::Lesson>(),
    changes::Kind::of::<resources::Resource>(),
    changes::Kind::of::<quizzes::Quiz>(),
    changes::Kind::of::<questions::QuizQuestion>(),
];

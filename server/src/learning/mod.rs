//! What stands inside modules: chapters, lessons, their resources and quizzes. Staff writes it in the one way
//! of [`crate::editing`]; who may read it is decided in [`access`].
//!
//! How far a learner has come is [`crate::sales::subscriptions`]'.

mod access;
pub mod certificates;
mod chapters;
mod lessons;
pub mod level_test;
pub mod progress;
mod questions;
mod quizzes;
mod resources;

use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::course::Chapter;
use crate::changes::Page;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .merge(chapters::routes())
        .merge(lessons::routes())
        .merge(resources::routes())
        .merge(quizzes::routes())
        .merge(questions::routes())
}

/// Adds what changed of it.
pub(crate) async fn copy(conn: &mut Conn, page: &mut Page) -> Result<()> {
    page.add::<Chapter>(conn).await?;
    page.add::<lessons::Lesson>(conn).await?;
    page.add::<resources::Resource>(conn).await?;
    page.add::<quizzes::Quiz>(conn).await?;
    page.add::<questions::QuizQuestion>(conn).await
}

//! The sessions of classes as calendars show them: their rows for learners and teachers, addresses that calendar apps
//! read (`tokens`), and files. How a file is written is in [`crate::ics`]; planning sessions is not done here.

mod events;
mod feed;
mod reminders;
pub(crate) mod store;
mod tokens;

use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::routes;

pub(crate) use events::{attachment, file};
pub(crate) use reminders::queue_due as queue_due_reminders;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(tokens::list_calendar_tokens, tokens::create_calendar_token))
        .routes(routes!(tokens::delete_calendar_token))
        .routes(routes!(feed::read_calendar))
}

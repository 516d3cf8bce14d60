//! Operation of a running school: jobs, clean-up, checks, test mails, deletion of accounts.

mod account_deletion;
pub mod check;
pub mod clean_up;
pub mod doctor;
pub mod jobs;
mod test_mail;

use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().merge(account_deletion::routes()).merge(test_mail::routes())
}

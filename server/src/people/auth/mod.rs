//! Signing in, staying signed in and signing out.

pub mod access;
mod desktop;
pub(crate) mod gate;
mod google;
pub mod oidc;
pub mod own_sessions;
pub mod second_factor;
pub mod sessions;
mod sign_in;
mod turns;
pub(crate) use turns::Turns;

use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .merge(sign_in::routes())
        .merge(google::routes())
        .merge(desktop::routes())
        .merge(second_factor::routes())
}

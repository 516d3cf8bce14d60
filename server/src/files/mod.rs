//! Files that staff uploads: stored once however often they are sent, readable by those who may read the
//! content that uses them, deleted a day after the last reference is gone. Pictures are re-encoded, also in
//! smaller widths. A file is uploaded in one request (`upload`) or in chunks (`uploads`); both use the same
//! functions to receive and store it.
//!
//! Content contains the address of a file. Pictures and media players send no token, so a user who may read a
//! protected file gets a link with their id, valid for some hours; the permission is checked at each read.

mod access;
pub mod copies;
mod link;
mod orphans;
mod picture;
mod reading;
mod rewriting;
mod rows;
pub(crate) mod store;
mod stored;
mod upload;
mod uploads;

use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::routes;

pub(crate) use access::ModuleReaders;
pub use copies::missing;
pub(crate) use link::Links;
pub use orphans::delete_unused;
pub use rewriting::rewrite_old;
pub(crate) use rows::{Row, check_all_exist, check_exists, find};
pub use store::Store;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(upload::upload_file))
        .routes(routes!(reading::read_file))
        .routes(routes!(uploads::begin_upload))
        .routes(routes!(uploads::read_upload, uploads::send_chunk, uploads::cancel_upload))
        .routes(routes!(uploads::finish::finish_upload))
}

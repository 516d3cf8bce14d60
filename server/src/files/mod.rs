//! Files that staff uploads: kept once whatever how often they are sent, read by whoever may read what they belong
//! to, forgotten a day after nothing refers to them any more. Pictures are written anew, and made at smaller widths.
//! A file comes in one request (`upload`) or in chunks (`uploads`); both are received and kept by the same functions.
//!
//! Content keeps the address of a file. Pictures and players send no token, so whoever may read a protected file is
//! given a link that names them, for some hours; what they may read is looked up at each reading.

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
pub use orphans::forget;
pub use rewriting::rewrite_old;
pub(crate) use rows::{Row, find, known, known_in};
pub use store::Store;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(upload::upload_file))
        .routes(routes!(reading::read_file))
        .routes(routes!(uploads::begin_upload))
        .routes(routes!(uploads::read_upload, uploads::send_chunk, uploads::cancel_upload))
        .routes(routes!(uploads::finish::finish_upload))
}

//! HTTP infrastructure of all calls: caller, extractors, limits, headers, idempotency, paging, response
//! cache, description.

pub mod caller;
pub mod etag;
pub mod extract;
pub mod handler;
pub mod headers;
pub mod health;
pub mod idempotency;
pub mod limits;
pub mod listen;
pub mod openapi;
pub(crate) mod owned;
pub mod paging;
pub(crate) mod range;
pub(crate) mod response_cache;
pub(crate) mod uploads;
pub mod version;

//! The school's content calls, answered locally: from the copy with the pending operations overlaid.
//!
//! [`route`] recognises these calls, [`read`] answers reads, [`edit`] turns a write into edits for the queue,
//! and [`after`] is the response to a write that is stored only locally. A row is displayed as it will be
//! once everything was sent ([`view`]); one without an id of the school's has a negative one, which stays
//! valid for good.
//!
//! The version of a row is always the school's: a pending write does not raise it. `If-Match` is compared
//! with that; versions between which only the writer's own operations were sent count as equal
//! ([`acknowledged`]).
//!
//! Local refusals depend on the copy. While the school can be reached its copy may be out of date: before
//! such a refusal is returned, the copy is refreshed and the write tried again.

mod course;
mod early_exit;
mod editor_path;
mod edits;
mod filter;
mod forms;
mod languages;
mod lists;
mod local_ids;
mod orders;
mod own_versions;
mod parts;
mod reads;
mod references;
mod routes;
mod rows;
mod search;
mod session_checks;
mod sessions;
mod timetable;
mod view;
mod write_response;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;

use preau_core::draft::operation::Edit;

use crate::answer::{Request, Response};
use crate::error::Result;
use crate::store::Store;

pub use editor_path::{editor_path, title};
pub use edits::Edits;
pub use local_ids::with_school_ids;
pub use own_versions::acknowledged;
pub use routes::{Call, request_target, route};
pub use search::{FoundLesson, lessons};

/// Answers a call that reads.
///
/// # Errors
/// A problem for the page, such as `not_found`, or a failure.
pub fn read(store: &Store, call: &Call, query: Option<&str>) -> Result<Response> {
    reads::answer(store, call, query)
}

/// The edits that a write adds to the queue, all or none; or the response instead: a refusal, the earlier
/// response for the same idempotency key, or the result of a call that writes nothing.
///
/// # Errors
/// Only failures that have nothing to do with the content of the write.
pub fn edit(store: &Store, call: &Call, request: &Request) -> Result<Result<Edits, Response>> {
    edits::from_request(store, call, request)
}

/// The response to a write whose edits are in the queue.
pub fn after(store: &Store, edits: &Edits) -> Result<Response> {
    write_response::write_response(store, edits)
}

impl Edits {
    /// A single edit.
    #[cfg(test)]
    pub(crate) fn one(edit: Edit) -> Self {
        Self { edits: vec![edit], is_list: false }
    }

    /// The edits in the order in which they enter the queue.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether the response is a list even for a single row; [`after`] returns one then.
    #[must_use]
    pub const fn is_list(&self) -> bool {
        self.is_list
    }
}

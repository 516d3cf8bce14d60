//! The school's content calls answered here: from the copy, with what waits to be sent laid over it.
//!
//! [`route`] knows which calls these are, [`read`] answers those that read, [`edit`] makes of a write what the queue
//! takes, [`after`] says what the page is told of it when it was stored and no more. A row is shown as it will be once
//! everything went through ([`view`]); one that has no number yet bears a negative one, which is understood for good.
//!
//! The version of a row is always the school's: a write that waits raises nothing. What `If-Match` names is compared
//! with that, and versions that only the writer's own sent operations lie between are the same ([`acknowledged`]).
//!
//! What is refused here is refused from what the copy knows. While the school can be reached its copy may be too old
//! for that: before such a refusal is told, the copy is renewed and the write tried again.

mod course;
mod edits;
mod filter;
mod forms;
mod languages;
mod lists;
mod numbers;
mod orders;
mod own;
mod parts;
mod place;
mod reads;
mod references;
mod routes;
mod rows;
mod search;
mod stop;
mod told;
mod view;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;

use preau_core::draft::operation::Edit;

use crate::answer::{Request, Response};
use crate::error::Result;
use crate::store::Store;

pub use edits::Edits;
pub use numbers::with_real_numbers;
pub use own::acknowledged;
pub use place::{place, title};
pub use routes::{Call, address, route};
pub use search::{FoundLesson, lessons};

/// Answers a call that reads.
///
/// # Errors
/// What the page is to be told: `not_found` and the like; or a failure.
pub fn read(store: &Store, call: &Call, query: Option<&str>) -> Result<Response> {
    reads::answer(store, call, query)
}

/// What a write puts into the queue, all of it or nothing; or the answer that refuses it, repeats what was answered to
/// its key already, or is all there is to do.
///
/// # Errors
/// When something fails that has nothing to do with what was written.
pub fn edit(store: &Store, call: &Call, request: &Request) -> Result<Result<Edits, Response>> {
    edits::of(store, call, request)
}

/// What the page is told of a write that is in the queue.
///
/// # Errors
/// When the database fails.
pub fn after(store: &Store, edits: &Edits) -> Result<Response> {
    told::told(store, edits)
}

impl Edits {
    /// Of one row.
    #[cfg(test)]
    pub(crate) fn one(edit: Edit) -> Self {
        Self { edits: vec![edit], many: false }
    }

    /// What goes into the queue, in this order.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether the page waits for a list, be it of one row: [`after`] answers one.
    #[must_use]
    pub const fn is_list(&self) -> bool {
        self.many
    }
}

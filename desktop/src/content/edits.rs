//! What the queue takes of a write.

use preau_core::draft::operation::Edit;

/// What a write puts into the queue: mostly one edit, of several new rows one each.
#[derive(Debug, Clone, PartialEq)]
pub struct Edits {
    pub(super) edits: Vec<Edit>,
    /// Whether the answer is a list.
    pub(super) many: bool,
}

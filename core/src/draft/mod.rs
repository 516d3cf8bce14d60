//! Offline editing: drafts, merging two changes of the same form, and the queue of changes to be sent.
//!
//! A draft is a form in the API's format ([`kind`] names its fields). [`merge`] merges local and remote changes;
//! [`queue`] has the pending operations, in an order in which they can be sent. Storage, transport and display are up
//! to the application.

mod answer;
mod blocks;
pub mod check;
mod compaction;
mod conflict;
mod discard;
pub mod files;
pub mod history;
pub mod kind;
pub mod merge;
pub mod operation;
mod order;
mod orphans;
pub mod pauses;
pub mod queue;
mod references;
mod sequence;
pub mod shape;

#[cfg(test)]
mod compaction_tests;
#[cfg(test)]
mod discard_tests;
#[cfg(test)]
mod files_tests;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod merge_tests;
#[cfg(test)]
mod queue_tests;
#[cfg(test)]
mod queue_world;
#[cfg(test)]
mod school;

//! What is written away from the school: drafts, how two changes of one thing come together, and the queue in
//! which changes wait until they are sent.
//!
//! A draft is a form as the API speaks it ([`kind`] names its fields). [`merge`] brings together what was written
//! here and there; [`queue`] holds what is to be sent, in an order in which it can be. Where drafts are kept, how
//! they travel and what is shown of them is the business of the program that people write in.

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

//! Subscriptions: what a learner bought or was given, and what it opens.

pub mod access;

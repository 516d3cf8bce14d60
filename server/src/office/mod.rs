//! The school's office: settings and pages, FAQ, reviews, messages to the school and to classes, statistics, audit log.

pub mod audit;
pub mod class_messages;
pub mod comments;
pub mod contact;
pub mod faq;
pub mod settings;
pub mod stats;

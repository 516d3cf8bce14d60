//! The school's office: settings and pages, FAQ, reviews, messages, statistics, audit log.

pub mod audit;
pub mod comments;
pub mod contact;
pub mod faq;
pub mod settings;
pub mod stats;

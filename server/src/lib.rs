//! The school's server: API, sites, jobs and database in one program.
//!
//! Each concept is a module with its routes, handlers and SQL; what they share stands beside them. The
//! rules themselves are in `preau_core`.

pub mod accounts;
pub mod admin;
pub mod app;
pub mod audit;
pub mod auth;
pub mod caller;
pub mod catalogue;
pub mod checkout;
pub mod clean_up;
pub mod cli;
pub mod clock;
pub mod comments;
pub mod config;
pub mod contact;
pub mod crash;
pub mod db;
pub mod demo;
pub mod doctor;
mod editing;
pub mod error;
pub mod etag;
pub mod extract;
pub mod faq;
pub mod headers;
pub mod health;
pub mod html;
pub mod idempotency;
pub mod invoices;
pub mod jobs;
pub mod keys;
mod learning;
pub mod level_test;
pub mod limits;
pub mod listen;
pub mod logging;
pub mod mail;
pub mod metrics;
pub mod openapi;
pub mod paging;
pub mod paper;
pub mod passwords;
pub mod payment;
pub mod progress;
pub mod reservations;
pub mod restored;
pub mod router;
pub mod school;
pub mod site;
pub mod stats;
pub mod subscriptions;
pub mod version;
pub mod write;

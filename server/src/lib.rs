//! The school's server: API, sites, jobs and database in one program.
//!
//! Each concept is a module with its routes, handlers and SQL; shared infrastructure is next to them. The
//! rules are in `preau_core`.

pub mod app;
pub mod background;
mod calendar;
pub mod catalogue;
pub mod changes;
pub mod cli;
pub mod clock;
pub mod config;
pub mod context;
pub mod crash;
pub mod db;
pub mod demo;
pub mod disk;
pub mod documents;
mod editing;
pub mod error;
pub mod files;
mod format;
pub mod html;
pub mod http;
mod ics;
pub mod learning;
pub mod logging;
pub mod mail;
pub mod metrics;
pub mod office;
pub mod one_time_tokens;
pub mod operations;
pub mod people;
pub mod restore_mode;
pub mod router;
pub mod sales;
pub mod school;
pub mod site;
pub mod translations;
pub mod write;

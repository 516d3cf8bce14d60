//! The rules of a language school: prices, seats, payments, access, progress and who may do what.
//!
//! Nothing here reads a clock, a file, a database or the network: the caller brings the time and what it
//! learnt. Values that exist are valid; rules answer a new value or a [`problem::Problem`] with a stable
//! code and the school's French message.

pub mod account;
pub mod account_change;
pub mod answer;
pub mod audit;
pub mod calendar;
pub mod card;
pub mod certificate;
pub mod chapter;
pub mod checklist;
pub mod code;
pub mod comment;
pub mod consent;
pub mod contact;
pub mod content;
pub mod course;
pub mod course_form;
pub mod course_part;
pub mod desktop;
pub mod device;
pub mod draft;
pub mod editing;
pub mod email;
pub mod faq;
pub mod file;
pub mod grading;
pub mod invoice;
pub mod json;
mod keyword;
pub mod language;
pub mod lesson;
pub mod level;
pub mod level_test;
pub mod money;
pub mod order;
pub mod page;
pub mod password;
pub mod payment;
pub mod period;
pub mod permission;
pub mod person;
pub mod phone;
pub mod placement;
pub mod price;
pub mod problem;
pub mod progress;
pub mod publishing;
pub mod question;
pub mod question_file;
pub mod quiz;
pub mod reading;
pub mod refund;
pub mod reservation;
pub mod resource;
pub mod role;
pub mod school;
mod spreadsheet;
pub mod stats;
pub mod subscription;
pub mod taught_language;
pub mod teacher;
pub mod text;
pub mod url;
pub mod withdrawal;

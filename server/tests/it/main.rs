//! The school through its real router, on both engines, with the clock in hand.
//!
//! `both_engines!` runs a test on SQLite and on a PostgreSQL whose address stands in
//! `PREAU_TEST_POSTGRES` (`scripts/with-postgres` starts one).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[macro_use]
mod school;
mod smtp;

mod access;
mod accounts;
mod after_sale;
mod assets;
mod attack_addresses;
mod attack_connections;
mod attack_logs;
mod attack_people;
mod attack_texts;
mod attack_timing;
mod attack_tokens;
mod audit;
mod auth;
mod bad_input;
mod booking;
mod cancellation;
mod catalogue;
mod certificates;
mod certificates_paper;
mod changes;
mod check;
mod checkout;
mod comments;
mod consents;
mod contact;
mod contact_replies;
mod content;
mod course_form;
mod course_life;
mod course_parts;
mod course_races;
mod demo;
mod deploy;
mod desk;
mod desktop_sign_in;
mod document;
mod empty_school;
mod fake_s3;
mod fake_stripe;
mod faq;
mod files;
mod files_kept;
mod foundation;
mod google;
mod invoices;
mod kept;
mod kin;
mod learning;
mod legal_pages;
mod level_test;
mod licences;
mod lists;
mod logo;
mod mail;
mod migrate_data;
mod names;
mod ops;
mod own_networks;
mod paper;
mod payment;
mod pictures;
mod postal_address;
mod program;
mod progress;
mod question_file;
mod quizzes;
mod races;
mod reference;
mod refunds;
mod reservations;
mod restored;
mod sales;
mod school_settings;
mod second_factor;
mod site;
mod start;
mod stats;
mod stopping;
mod stripe;
mod subscriptions;
mod translations;
mod vat;
mod wards;
mod wards_elsewhere;
mod wards_upgrade;
mod withdrawals;

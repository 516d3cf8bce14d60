//! The school under faults: the real program, killed, cut off from its database, its mail server and its disk, on both
//! engines. `make chaos` takes its time (`PREAU_CHAOS=long`); `make test` runs the short form of the same.
//!
//! Run through `scripts/with-postgres`. `PREAU_SEED` repeats what chance brought.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[macro_use]
mod school;

mod books;
mod caller;
mod chance;
mod crowd;
mod day;
mod errands;
mod learner;
mod nginx;
mod postgres;
mod postman;
mod server;
mod waiting;

mod clocks;
mod copies;
mod database;
mod disk;
mod kills;
mod pair;
mod post;
mod schemas;
mod several_servers;
mod steps_decisions;
mod steps_learning;
mod steps_mail;
mod steps_sale;
mod steps_staff;
mod steps_upload;
mod steps_waitlist;
mod two_servers;

/// Whether there is time for everything.
fn is_long() -> bool {
    std::env::var("PREAU_CHAOS").is_ok_and(|how| how == "long")
}

//! The school through its real router, on both engines, with the clock in hand.
//!
//! `both_engines!` runs a test on SQLite and on a PostgreSQL whose address stands in
//! `PREAU_TEST_POSTGRES` (`scripts/with-postgres` starts one).

mod school;

mod foundation;

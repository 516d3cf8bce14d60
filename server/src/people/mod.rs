//! Users: accounts, sessions, passwords and keys.

pub mod accounts;
pub mod auth;
pub mod keys;
pub mod passwords;

//! Signing in, staying signed in and signing out.

pub mod access;

//! The command line of the school's server.

fn main() {}

//! What the fuzz targets share: the server's pure functions, reached without building the server, and how an
//! answer is compared.
//!
//! The two files of the server stand here as they are, beside the little of the server that they name.

#![allow(dead_code, reason = "of the server's files only what is fuzzed is called")]

pub mod allowed;

#[path = "../../../server/src/html.rs"]
pub mod html;

#[path = "../../../server/src/payment/signature.rs"]
pub mod signature;

/// As in the server: bytes as lower-case hexadecimal text.
mod clock {
    pub fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// As in the server, for those failures alone that its pure functions know.
pub mod error {
    pub type Result<T, E = Error> = std::result::Result<T, E>;

    #[derive(Debug)]
    pub struct Error(pub String);

    impl Error {
        pub fn internal(what: impl Into<String>) -> Self {
            Self(what.into())
        }
    }
}

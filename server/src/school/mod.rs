//! Data of the school that all modules read: its name and address, its logo, its networks, its ground for
//! charging no VAT. Staff changes them through `office`.

pub(crate) mod logo;
pub(crate) mod networks;
pub mod store;
pub(crate) mod vat;

//! What everything else reads of the school itself: its name and address, its logo, its networks, its ground for
//! charging no VAT. Staff changes them through `office`.

pub(crate) mod logo;
pub(crate) mod networks;
pub mod store;
pub(crate) mod vat;

//! On which ground a school charges no VAT. Rates do not exist yet: who must charge VAT cannot sell here.

use crate::keyword::keywords;

keywords! {
    /// A ground of exemption, in the words that stand on invoices.
    VatGround {
        /// Professional training by a school that holds the certificate of the administration.
        Training = "TVA non applicable, art. 261-4-4° a du CGI",
        /// Lessons given by a teacher whom the pupils pay directly.
        OwnLessons = "TVA non applicable, art. 261-4-4° b du CGI",
        /// A small business below the thresholds.
        SmallBusiness = "TVA non applicable, art. 293 B du CGI",
        /// A non-profit association, for its members.
        Association = "TVA non applicable, art. 261-7-1° du CGI",
    }
}

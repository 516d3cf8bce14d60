//! The dashboard's tables, at their first and at their last page.

use std::time::Instant;

use crate::error::Result;
use crate::person::Person;
use crate::report::Line;
use crate::school::School;
use crate::stats::median;

/// Every paged list of the API for the staff.
const TABLES: [(&str, &str); 12] = [
    ("reservations", "/api/reservations?"),
    ("subscriptions", "/api/subscriptions?"),
    ("users", "/api/users?"),
    ("invoices", "/api/invoices?from=2020-01-01&to=2100-01-01&"),
    ("mails", "/api/mail?"),
    ("journal", "/api/audit?from=2020-01-01&to=2100-01-01&"),
    ("certificates", "/api/certificates?"),
    ("withdrawals", "/api/withdrawals?"),
    ("comments", "/api/comments?"),
    ("messages", "/api/contact?"),
    ("courses", "/api/courses?"),
    ("FAQ", "/api/faq?"),
];
/// Rows of a page, as the dashboard requests.
const SIZE: i64 = 20;
/// Readings of each page, alternating between the first and the last.
const READINGS: usize = 15;
/// A difference in milliseconds that neither a user nor the clock of a busy machine can tell.
const UNNOTICED: f64 = 3.0;

/// Measures all tables as an administrator.
pub async fn measure(engine: &str, school: &School) -> Result<Vec<Line>> {
    let http = crate::school::client()?;
    let admin = Person::sign_in(&http, &school.url, "admin@preau.test").await?;
    let mut lines = Vec::new();
    for (name, address) in TABLES {
        let page = |page: i64| format!("{address}page={page}&size={SIZE}");
        let total = admin.read(&page(1)).await?["total"].as_i64().ok_or("a page without a total")?;
        let last = ((total + SIZE - 1) / SIZE).max(1);
        let (mut at_first, mut at_last) = (Vec::new(), Vec::new());
        for _ in 0..READINGS {
            at_first.push(time(&admin, &page(1)).await?);
            at_last.push(time(&admin, &page(last)).await?);
        }
        let (first, end) = (median(&at_first).unwrap_or(f64::NAN), median(&at_last).unwrap_or(f64::NAN));
        let measured = format!("{first:.1} ms, {end:.1} ms at page {last}");
        let met = end <= (first * 1.25).max(first + UNNOTICED);
        lines.push(Line::judged(
            format!("{engine}: {name}, {total} rows"),
            "last page as fast",
            measured,
            met,
        ));
    }
    Ok(lines)
}

/// Milliseconds to read one page.
async fn time(admin: &Person, address: &str) -> Result<f64> {
    let asked = Instant::now();
    admin.read(address).await?;
    Ok(asked.elapsed().as_secs_f64() * 1e3)
}

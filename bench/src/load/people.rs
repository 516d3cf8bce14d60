//! Accounts, all of students and with the demo school's password, and messages to the school.

use super::{After, Size, Step};

const USERS: &str = "
    INSERT INTO users (id, email, password_hash, first_name, last_name, country, phone_number, dial_code, birth_date, role,
        email_verified_at, registration_date, search_text, created_at, updated_at)
    SELECT $1 + n.i, 'eleve' || CAST(n.i AS TEXT) || '@bench.test', d.password_hash, a.first, b.last, 'France',
        d.phone_number, '+33', d.birth_date, 'STUDENT', m.at, m.day,
        LOWER(a.first || ' ' || b.last || ' ' || a.first) || ' eleve' || CAST(n.i AS TEXT) || '@bench.test', m.at, m.at
    FROM numbers n JOIN names a ON a.n = n.i % 16 JOIN names b ON b.n = (n.i / 16) % 16
    JOIN moments m ON m.n = 730 JOIN users d ON d.email = 'student@preau.test'
    WHERE n.i <= $2";
const MESSAGES: &str = "
    INSERT INTO contact_messages (name, email, message, subject, handled, created_at)
    SELECT a.first || ' Lambert', 'visiteur' || CAST(n.i AS TEXT) || '@bench.test',
        'Bonjour, à quelle heure finit le cours du mardi, et peut-on venir une fois sans être inscrit ?', 'Question',
        n.i % 4 <> 0, m.at
    FROM numbers n JOIN names a ON a.n = n.i % 16 JOIN moments m ON m.n = 730 - (n.i * 729) / $1
    WHERE n.i <= $1";

pub(super) fn steps(size: Size, after: &After) -> Vec<Step> {
    vec![
        Step("users", USERS, vec![after.users, size.users]),
        Step("users", "ANALYZE users", vec![]),
        Step("messages", MESSAGES, vec![size.reservations / 10]),
    ]
}

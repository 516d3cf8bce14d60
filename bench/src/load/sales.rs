//! Two years of sales with the rows that real ones leave: seats, payments, PDF documents, mails, views,
//! certificates. Of fifty reservations one expired, one was cancelled unpaid, one was withdrawn from, one is
//! completed.

use super::content::{LESSONS, PRICE};
use super::{After, BUYERS, Size, Step};

// The buyer, the item, the date and the outcome of each sale. A learner buys a course at most once.
const SALES: &str = "
    CREATE TEMP TABLE sales (r BIGINT PRIMARY KEY, learner BIGINT, nth BIGINT, kind TEXT, scope TEXT, cents BIGINT, n BIGINT)";
const SOLD: &str = "
    INSERT INTO sales (r, learner, nth, kind, scope, cents, n)
    SELECT n.i, $1 + (n.i - 1) % $2 + 1, (n.i - 1 + (n.i - 1) / $2 * 37) % $3 + 1,
        CASE n.i % 50 WHEN 0 THEN 'EXPIRED' WHEN 1 THEN 'DROPPED' WHEN 2 THEN 'WITHDRAWN' WHEN 3 THEN 'DONE' ELSE 'SOLD' END,
        CASE WHEN n.i % 10 = 9 THEN 'MODULES' ELSE 'COURSE' END,
        CASE WHEN n.i % 10 = 9 THEN $4 / 4 ELSE $4 END, 730 - (n.i * 729) / $5
    FROM numbers n WHERE n.i <= $5";
const RESERVATIONS: &str = "
    INSERT INTO reservations (id, status, course_id, scope, start_date, payer_id, learner_id, payer_email, learner_email,
        hold_until, holds_seat, amount_cents, confirmed_at, confirmed_by, payment_id, expired_at, cancelled_at, created_at,
        updated_at)
    SELECT $1 + s.r, CASE s.kind WHEN 'EXPIRED' THEN 'EXPIRED' WHEN 'DROPPED' THEN 'CANCELLED'
            WHEN 'WITHDRAWN' THEN 'CANCELLED' ELSE 'CONFIRMED' END,
        $2 + s.nth, s.scope, m.day, s.learner, s.learner, u.email, u.email, m.paid, FALSE, s.cents,
        CASE WHEN s.kind NOT IN ('EXPIRED', 'DROPPED') THEN m.paid END,
        CASE WHEN s.kind NOT IN ('EXPIRED', 'DROPPED') THEN 'CARD' END,
        CASE WHEN s.kind NOT IN ('EXPIRED', 'DROPPED') THEN $3 + s.r END,
        CASE WHEN s.kind = 'EXPIRED' THEN m.paid END,
        CASE WHEN s.kind IN ('DROPPED', 'WITHDRAWN') THEN m.paid END, m.at, m.paid
    FROM sales s JOIN users u ON u.id = s.learner JOIN moments m ON m.n = s.n";
const LINES: &str = "
    INSERT INTO reservation_lines (reservation_id, course_id, module_id, title, cents)
    SELECT $1 + s.r, $2 + s.nth, CASE WHEN s.scope = 'MODULES' THEN $3 + (s.nth - 1) * 4 + 1 END, c.name, s.cents
    FROM sales s JOIN courses c ON c.id = $2 + s.nth";
const PAYMENTS: &str = "
    INSERT INTO payments (id, reservation_id, user_id, provider, provider_id, payment_ref, amount_cents, status,
        received_cents, paid_at, created_at, updated_at)
    SELECT $1 + s.r, $2 + s.r, s.learner, 'SANDBOX', 'pi_sandbox_bench_' || CAST(s.r AS TEXT),
        'PAY_REF_BENCH_' || CAST(s.r AS TEXT), s.cents, 'PAID', s.cents, m.paid, m.at, m.paid
    FROM sales s JOIN moments m ON m.n = s.n WHERE s.kind NOT IN ('EXPIRED', 'DROPPED')";
const INTENTS: &str = "
    INSERT INTO sandbox_intents (id, idempotency_key, client_secret, amount_cents, currency, status, refunded_cents,
        announced_at, created_at, updated_at)
    SELECT 'pi_sandbox_bench_' || CAST(s.r AS TEXT), 'PAY_REF_BENCH_' || CAST(s.r AS TEXT),
        'pi_sandbox_bench_secret_' || CAST(s.r AS TEXT), s.cents, 'EUR', 'SUCCEEDED',
        CASE WHEN s.kind = 'WITHDRAWN' THEN s.cents ELSE 0 END, m.paid, m.at, m.paid
    FROM sales s JOIN moments m ON m.n = s.n WHERE s.kind NOT IN ('EXPIRED', 'DROPPED')";
const SUBSCRIPTIONS: &str = "
    INSERT INTO subscriptions (id, user_id, course_id, scope, status, active, holds_seat, payment_reference,
        subscription_date, access_expires_at, reservation_origin_id, completed_at, completion_notified_at, created_at,
        updated_at)
    SELECT $1 + s.r, s.learner, $2 + s.nth, s.scope, CASE WHEN s.kind = 'DONE' THEN 'COMPLETED' ELSE 'ACTIVE' END,
        s.kind <> 'WITHDRAWN', s.kind <> 'WITHDRAWN', 'PAY_REF_BENCH_' || CAST(s.r AS TEXT), m.day, e.day, $3 + s.r,
        CASE WHEN s.kind = 'DONE' THEN m.paid END, CASE WHEN s.kind = 'DONE' THEN m.paid END, m.paid, m.paid
    FROM sales s JOIN moments m ON m.n = s.n JOIN moments e ON e.n = -500 WHERE s.kind NOT IN ('EXPIRED', 'DROPPED')";
const FROM_RESERVATIONS: &str = "
    INSERT INTO subscription_reservations (reservation_id, subscription_id, scope)
    SELECT $1 + s.r, $2 + s.r, s.scope FROM sales s WHERE s.kind NOT IN ('EXPIRED', 'DROPPED')";
const OPENED_MODULES: &str = "
    INSERT INTO subscription_modules (subscription_id, module_id, reservation_id)
    SELECT $1 + s.r, $2 + (s.nth - 1) * 4 + 1, $3 + s.r FROM sales s
    WHERE s.scope = 'MODULES' AND s.kind NOT IN ('EXPIRED', 'DROPPED')";
// Learners who completed a course viewed all of it; the others viewed ten lessons, until the requested number
// of views.
const VIEWS_OF_ALL: &str = "
    INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at, opened_at)
    SELECT $1 + s.r, $2 + (s.nth - 1) * $3 + k.i, m.paid, m.paid
    FROM sales s JOIN moments m ON m.n = s.n JOIN numbers k ON k.i <= $3 WHERE s.kind = 'DONE'";
const VIEWS: &str = "
    INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at, opened_at)
    SELECT $1 + s.r, $2 + (s.nth - 1) * $3 + k.i, m.paid, m.paid
    FROM sales s JOIN moments m ON m.n = s.n JOIN numbers k ON k.i <= 10 WHERE s.kind = 'SOLD' ORDER BY s.r LIMIT $4";
const CHAPTERS_DONE: &str = "
    INSERT INTO chapter_completions (subscription_id, chapter_id, completed_at)
    SELECT $1 + s.r, $2 + (s.nth - 1) * 12 + k.i, m.paid
    FROM sales s JOIN moments m ON m.n = s.n JOIN numbers k ON k.i <= CASE WHEN s.kind = 'DONE' THEN 12 ELSE 2 END
    WHERE s.kind IN ('DONE', 'SOLD') AND EXISTS (SELECT 1 FROM lesson_views v WHERE v.subscription_id = $1 + s.r)";
const MODULES_DONE: &str = "
    INSERT INTO module_completions (subscription_id, module_id, completed_at)
    SELECT $1 + s.r, $2 + (s.nth - 1) * 4 + k.i, m.paid
    FROM sales s JOIN moments m ON m.n = s.n JOIN numbers k ON k.i <= 4 WHERE s.kind = 'DONE'";
const REFUNDS: &str = "
    INSERT INTO refunds (id, payment_id, reservation_id, amount_cents, reason, status, provider_id, attempts,
        next_attempt_at, created_at, done_at)
    SELECT $1 + s.r, $2 + s.r, $3 + s.r, s.cents, 'WITHDRAWAL', 'DONE', 're_sandbox_bench_' || CAST(s.r AS TEXT), 1,
        m.paid, m.paid, m.paid
    FROM sales s JOIN moments m ON m.n = s.n WHERE s.kind = 'WITHDRAWN'";
const SANDBOX_REFUNDS: &str = "
    INSERT INTO sandbox_refunds (id, idempotency_key, intent_id, amount_cents, created_at)
    SELECT 're_sandbox_bench_' || CAST(s.r AS TEXT), 'bench ' || CAST(s.r AS TEXT),
        'pi_sandbox_bench_' || CAST(s.r AS TEXT), s.cents, m.paid
    FROM sales s JOIN moments m ON m.n = s.n WHERE s.kind = 'WITHDRAWN'";
const WITHDRAWALS: &str = "
    INSERT INTO withdrawals (reservation_id, declared_at, outcome, paid_cents, proposed_cents, refund_id)
    SELECT $1 + s.r, m.paid, 'REFUNDED', s.cents, s.cents, $2 + s.r
    FROM sales s JOIN moments m ON m.n = s.n WHERE s.kind = 'WITHDRAWN'";

// Document numbers continue those of the demo school without a gap.
const PAPERS: &str = "
    CREATE TEMP TABLE papers AS
    SELECT k.kind, s.r, m.year, COALESCE((SELECT c.last FROM invoice_counters c WHERE c.kind = k.kind AND c.year = m.year), 0)
        + ROW_NUMBER() OVER (PARTITION BY k.kind, m.year ORDER BY s.r) AS sequence
    FROM sales s JOIN moments m ON m.n = s.n
    JOIN (SELECT 'INVOICE' AS kind UNION ALL SELECT 'CREDIT_NOTE') k
        ON s.kind = 'WITHDRAWN' OR (k.kind = 'INVOICE' AND s.kind IN ('DONE', 'SOLD'))";
const INVOICES: &str = "
    INSERT INTO invoices (id, kind, number, year, sequence, reservation_id, payment_id, refund_id, credited_invoice_id,
        issued_at, language, currency, total_cents, vat_mention, seller, buyer, course_name, learner_name, starts_on,
        ends_on, means, payment_ref, paid_at)
    SELECT CASE p.kind WHEN 'INVOICE' THEN $1 ELSE $2 END + s.r, p.kind,
        CASE p.kind WHEN 'INVOICE' THEN 'F' ELSE 'A' END || CAST(p.year AS TEXT) || '-'
            || SUBSTR('0000', 1, CASE WHEN p.sequence < 10 THEN 4 WHEN p.sequence < 100 THEN 3 WHEN p.sequence < 1000 THEN 2
                WHEN p.sequence < 10000 THEN 1 ELSE 0 END) || CAST(p.sequence AS TEXT),
        p.year, p.sequence, $3 + s.r, $4 + s.r, CASE p.kind WHEN 'CREDIT_NOTE' THEN $5 + s.r END,
        CASE p.kind WHEN 'CREDIT_NOTE' THEN $1 + s.r END, m.paid, 'fr', 'EUR', s.cents,
        'TVA non applicable, art. 261-4-4° a du CGI', '{\"name\":\"Préau\"}',
        '{\"name\":\"' || u.first_name || ' ' || u.last_name || '\",\"email\":\"' || u.email || '\",\"country\":\"France\"}',
        c.name, u.first_name || ' ' || u.last_name, m.day, c.end_date, 'CARD', 'PAY_REF_BENCH_' || CAST(s.r AS TEXT), m.paid
    FROM papers p JOIN sales s ON s.r = p.r JOIN moments m ON m.n = s.n JOIN users u ON u.id = s.learner
    JOIN courses c ON c.id = $6 + s.nth ORDER BY p.kind DESC, s.r";
const INVOICE_LINES: &str = "
    INSERT INTO invoice_lines (invoice_id, position, title, unit_cents, total_cents)
    SELECT i.id, 1, i.course_name, i.total_cents, i.total_cents FROM invoices i WHERE i.id > $1";
const COUNTERS: &str = "
    INSERT INTO invoice_counters (kind, year, last) SELECT kind, year, MAX(sequence) FROM papers WHERE TRUE GROUP BY kind, year
    ON CONFLICT (kind, year) DO UPDATE SET last = excluded.last";
const MAILS: &str = "
    INSERT INTO mails (kind, fact, recipient, recipient_name, user_id, language, params, message_id, status, attempts,
        next_attempt_at, created_at, sent_at)
    SELECT k.kind, k.fact || CAST($1 + s.r AS TEXT), u.email, u.first_name || ' ' || u.last_name, u.id, 'fr',
        '{\"reservationId\":' || CAST($1 + s.r AS TEXT) || ',\"courseName\":\"' || c.name || '\",\"courseType\":\"' || c.type
            || '\",\"startDate\":\"' || CAST(m.day AS TEXT) || '\",\"scope\":\"' || s.scope
            || '\",\"modules\":[],\"amount\":240,\"currency\":\"EUR\",\"payerName\":\"' || u.first_name || ' ' || u.last_name
            || '\",\"payerEmail\":\"' || u.email || '\",\"learnerName\":\"' || u.first_name || ' ' || u.last_name
            || '\",\"learnerEmail\":\"' || u.email || '\",\"location\":null,\"schedule\":null,\"paymentRef\":\"PAY_REF_BENCH_'
            || CAST(s.r AS TEXT) || '\",\"confirmedAt\":\"' || CAST(m.day AS TEXT) || 'T10:04:00Z\",\"declaredAt\":\"'
            || CAST(m.day AS TEXT) || 'T10:04:00Z\",\"back\":240}',
        '<bench-' || k.kind || '-' || CAST(s.r AS TEXT) || '@bench.test>', 'SENT', 1, m.paid, m.paid, m.paid
    FROM sales s JOIN moments m ON m.n = s.n JOIN users u ON u.id = s.learner JOIN courses c ON c.id = $2 + s.nth
    JOIN (SELECT 'reservation-confirmed' AS kind, 'reservation ' AS fact
        UNION ALL SELECT 'withdrawal-received', 'withdrawal from reservation ') k
        ON s.kind = 'WITHDRAWN' OR (k.kind = 'reservation-confirmed' AND s.kind IN ('DONE', 'SOLD'))";
const AUDIT: &str = "
    INSERT INTO audit (at, user_id, role, action, entity, entity_id, after_values)
    SELECT m.paid, s.learner, 'STUDENT', 'reservation.confirmed', 'reservation', $1 + s.r, '{\"status\":\"CONFIRMED\"}'
    FROM sales s JOIN moments m ON m.n = s.n WHERE s.kind IN ('DONE', 'SOLD', 'WITHDRAWN')";
const JOURNAL: &str = "
    INSERT INTO audit (at, user_id, role, action, entity, entity_id, before_values, after_values)
    SELECT m.at, e.id, e.role, 'course.updated', 'course', $1 + s.nth, '{\"totalHours\":38}', '{\"totalHours\":40}'
    FROM sales s JOIN moments m ON m.n = s.n JOIN users e ON e.email = 'editor@preau.test' WHERE s.r % 4 = 0";
const CERTIFICATES: &str = "
    INSERT INTO certificates (number, learner_id, subscription_id, basis, completed_at, learner_name, learner_search,
        course_name, course_search, language_code, language_name, level, hours, starts_on, ends_on, school, ui_language,
        key_name, issued_at)
    SELECT 'BENCH-' || CAST(s.r AS TEXT), s.learner, $1 + s.r, 'COMPLETION', m.paid, u.first_name || ' ' || u.last_name,
        LOWER(u.first_name || ' ' || u.last_name), c.name, LOWER(c.name), g.code, g.name, v.name, 40, m.day, c.end_date,
        '{\"name\":\"Préau\"}', 'fr', 'certificate', m.paid
    FROM sales s JOIN moments m ON m.n = s.n JOIN users u ON u.id = s.learner JOIN courses c ON c.id = $2 + s.nth
    JOIN languages g ON g.id = c.language_id JOIN levels v ON v.id = c.level_id WHERE s.kind = 'DONE'";
const COMMENTS: &str = "
    INSERT INTO comments (user_id, course_id, signature, message, rating, active, created_at, updated_at)
    SELECT s.learner, $1 + s.nth, u.first_name || ' ' || SUBSTR(u.last_name, 1, 1) || '.',
        'Des cours vivants, un professeur patient, et des progrès que l’on entend.', 4 + s.r % 2, s.r % 5 <> 0, m.at, m.at
    FROM sales s JOIN moments m ON m.n = s.n JOIN users u ON u.id = s.learner WHERE s.r % 10 = 5";
const SEATS: &str = "
    UPDATE courses SET seats_taken = (SELECT COUNT(*) FROM subscriptions s WHERE s.course_id = courses.id AND s.holds_seat),
        capacity = CASE WHEN type = 'IN_PERSON'
            THEN 10 + (SELECT COUNT(*) FROM subscriptions s WHERE s.course_id = courses.id AND s.holds_seat) END
    WHERE id > $1";

pub(super) fn steps(size: Size, after: &After) -> Vec<Step> {
    let mut steps = money(size, after);
    steps.extend(learning(size, after));
    steps.extend(papers(size, after));
    steps
}

fn money(size: Size, after: &After) -> Vec<Step> {
    let After { courses, modules, users, reservations, payments, subscriptions, refunds, .. } = *after;
    let buying = size.users - BUYERS;
    vec![
        Step("sales", SALES, vec![]),
        Step("sales", SOLD, vec![users, buying, size.courses, PRICE, size.reservations]),
        Step("sales", "ANALYZE sales", vec![]),
        Step("reservations", RESERVATIONS, vec![reservations, courses, payments]),
        Step("reservation lines", LINES, vec![reservations, courses, modules]),
        Step("payments", PAYMENTS, vec![payments, reservations]),
        Step("payments at the provider", INTENTS, vec![]),
        Step("subscriptions", SUBSCRIPTIONS, vec![subscriptions, courses, reservations]),
        Step("what reservations made", FROM_RESERVATIONS, vec![reservations, subscriptions]),
        Step("modules bought alone", OPENED_MODULES, vec![subscriptions, modules, reservations]),
        Step("refunds", REFUNDS, vec![refunds, payments, reservations]),
        Step("refunds at the provider", SANDBOX_REFUNDS, vec![]),
        Step("withdrawals", WITHDRAWALS, vec![reservations, refunds]),
        Step("subscriptions", "ANALYZE subscriptions", vec![]),
        Step("seats", SEATS, vec![courses]),
    ]
}

fn learning(size: Size, after: &After) -> Vec<Step> {
    let After { courses, modules, chapters, lessons, subscriptions, .. } = *after;
    let of_all = size.reservations / 50 * LESSONS;
    vec![
        Step("views of whole courses", VIEWS_OF_ALL, vec![subscriptions, lessons, LESSONS]),
        Step("views", VIEWS, vec![subscriptions, lessons, LESSONS, size.views - of_all]),
        Step("views", "ANALYZE lesson_views", vec![]),
        Step("completed chapters", CHAPTERS_DONE, vec![subscriptions, chapters]),
        Step("completed modules", MODULES_DONE, vec![subscriptions, modules]),
        Step("certificates", CERTIFICATES, vec![subscriptions, courses]),
        Step("comments", COMMENTS, vec![courses]),
    ]
}

fn papers(size: Size, after: &After) -> Vec<Step> {
    let After { courses, reservations, payments, refunds, invoices, .. } = *after;
    let credits = invoices + size.reservations;
    vec![
        Step("numbers of papers", PAPERS, vec![]),
        Step("numbers of papers", "ANALYZE papers", vec![]),
        Step("invoices", INVOICES, vec![invoices, credits, reservations, payments, refunds, courses]),
        Step("lines of invoices", INVOICE_LINES, vec![invoices]),
        Step("counters of papers", COUNTERS, vec![]),
        Step("mails", MAILS, vec![reservations, courses]),
        Step("audit", AUDIT, vec![reservations]),
        Step("journal", JOURNAL, vec![courses]),
    ]
}

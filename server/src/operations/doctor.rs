//! Checks the consistency of the school: file, schema, and that money, seats, progress, sessions and mails agree.
//!
//! *No money without a seat or a refund; no seat without money or a grant; one mail of each kind per fact;*
//! nothing completed in part. The check changes nothing, except that it ends the pause after a restore when
//! the payments agree with the provider.

mod attendance;
mod documents;
mod payments;
mod timetable;

use std::fmt;

use chrono::Duration;
use preau_core::calendar::{add_days, subtract_days};
use preau_core::course::DAYS_BEFORE_END;

use crate::context::AppContext;
use crate::error::Result;
use crate::mail::store::kinds_of_bookings;
use crate::{fetch_all, files};

pub use payments::compare_payments;

/// An inconsistency as a readable message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding(String);

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A rule, and a query for the ids of the rows that break it.
///
/// Sent mails are deleted with the account they are about: for deleted accounts none is missing.
struct Rule {
    broken: &'static str,
    rows: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        broken: "courses whose seats taken differ from open holds and subscriptions",
        rows: "
            SELECT c.id FROM courses c WHERE c.seats_taken <>
                (SELECT COUNT(*) FROM reservations r WHERE r.course_id = c.id AND r.status = 'HELD' AND r.holds_seat)
                + (SELECT COUNT(*) FROM subscriptions s WHERE s.course_id = c.id AND s.holds_seat)
                + (SELECT COUNT(*) FROM decision_proposals p WHERE p.seat_course_id = c.id)",
    },
    Rule {
        broken: "courses whose number of enrolled learners differs from their subscriptions with a seat",
        rows: "
            SELECT c.id FROM courses c WHERE c.enrolled <>
                (SELECT COUNT(*) FROM subscriptions s WHERE s.course_id = c.id AND s.active AND s.holds_seat)",
    },
    Rule {
        broken: "seats kept in another course for proposals that are answered",
        rows: "SELECT id FROM decision_proposals WHERE seat_course_id IS NOT NULL AND status <> 'OPEN'",
    },
    Rule {
        broken: "open proposals about reservations that are not in force",
        rows: "
            SELECT p.id FROM decision_proposals p JOIN reservations r ON r.id = p.reservation_id
            WHERE p.status = 'OPEN' AND r.status <> 'CONFIRMED'",
    },
    Rule {
        broken: "open proposals without the mail that tells of them",
        rows: "
            SELECT p.id FROM decision_proposals p JOIN reservations r ON r.id = p.reservation_id
            JOIN users payer ON payer.id = r.payer_id AND payer.deleted_at IS NULL
            WHERE p.status = 'OPEN' AND NOT EXISTS (SELECT 1 FROM mails m
                WHERE m.kind = 'course-proposal' AND m.fact = 'proposal ' || CAST(p.id AS TEXT))",
    },
    Rule {
        broken: "learners with two seats in one course (subscriptions)",
        rows: "
            SELECT MAX(id) FROM subscriptions WHERE holds_seat GROUP BY user_id, course_id HAVING COUNT(*) > 1",
    },
    Rule {
        broken: "reservations that keep a seat they no longer need",
        rows: "SELECT id FROM reservations WHERE holds_seat AND status <> 'HELD'",
    },
    Rule {
        broken: "seats offered from a waiting list that no reservation keeps (entries)",
        rows: "
            SELECT w.id FROM waitlist_entries w WHERE w.status = 'OFFERED' AND NOT EXISTS (SELECT 1 FROM reservations r
                WHERE r.id = w.reservation_id AND r.kind = 'OFFER' AND r.status = 'HELD' AND r.holds_seat)",
    },
    Rule {
        broken: "reservations that keep a seat for an offer of no waiting list",
        rows: "
            SELECT r.id FROM reservations r WHERE r.kind = 'OFFER' AND r.status = 'HELD' AND NOT EXISTS
                (SELECT 1 FROM waitlist_entries w WHERE w.reservation_id = r.id AND w.status = 'OFFERED')",
    },
    Rule {
        broken: "offers of seats without the mail that tells of them (entries)",
        rows: "
            SELECT w.id FROM waitlist_entries w WHERE w.status = 'OFFERED' AND NOT EXISTS (SELECT 1 FROM mails m
                WHERE m.kind = 'waitlist-offer' AND m.fact = 'waitlist offer ' || CAST(w.reservation_id AS TEXT))",
    },
    Rule {
        broken: "payments of which more was given back than received",
        rows: "
            SELECT p.id FROM payments p WHERE p.received_cents <
                (SELECT COALESCE(SUM(f.amount_cents), 0) FROM refunds f WHERE f.payment_id = p.id AND f.status <> 'FAILED')",
    },
    Rule {
        broken: "mails about bookings that were given up; see why in the outbox",
        rows: concat!("SELECT id FROM mails WHERE status = 'PARKED' AND kind IN ", kinds_of_bookings!()),
    },
    Rule {
        broken: "refunds made by hand that are not done",
        rows: "SELECT id FROM refunds WHERE by_hand IS NOT NULL AND status <> 'DONE'",
    },
    Rule {
        broken: "withdrawals from reservations that are still in force",
        rows: "
            SELECT w.id FROM withdrawals w JOIN reservations r ON r.id = w.reservation_id WHERE r.status <> 'CANCELLED'",
    },
    Rule {
        broken: "withdrawals of which the money neither goes back nor waits for a decision",
        rows: "
            SELECT w.id FROM withdrawals w WHERE w.refund_id IS NULL
                AND (w.outcome = 'REFUNDED' OR (w.outcome = 'DECIDED' AND COALESCE(w.decided_cents, 1) > 0))",
    },
    Rule {
        broken: "withdrawals without the mail that acknowledges them",
        rows: "
            SELECT w.id FROM withdrawals w
            JOIN reservations r ON r.id = w.reservation_id
            JOIN users payer ON payer.id = r.payer_id JOIN users learner ON learner.id = r.learner_id
            WHERE payer.deleted_at IS NULL AND learner.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM mails m
                WHERE m.kind = 'withdrawal-received'
                AND m.fact = 'withdrawal from reservation ' || CAST(w.reservation_id AS TEXT))",
    },
    Rule {
        broken: "courses that were cancelled with places still in force (subscriptions)",
        rows: "
            SELECT s.id FROM subscriptions s JOIN audit a
                ON a.entity = 'course' AND a.entity_id = s.course_id AND a.action = 'course.cancelled'
            WHERE s.active AND s.created_at <= a.at",
    },
    Rule {
        broken: "level tests with two questions that wait for an answer (attempts)",
        rows: "
            SELECT attempt_id FROM test_answers WHERE outcome IS NULL GROUP BY attempt_id HAVING COUNT(*) > 1",
    },
    Rule {
        broken: "results of level tests with a question that was not answered, or without an answer (attempts)",
        rows: "
            SELECT t.id FROM test_attempts t WHERE t.level IS NOT NULL AND (
                EXISTS (SELECT 1 FROM test_answers a WHERE a.attempt_id = t.id AND a.outcome IS NULL)
                OR NOT EXISTS (SELECT 1 FROM test_answers a WHERE a.attempt_id = t.id))",
    },
    Rule {
        broken: "quizzes whose score is not that of their answers (attempts)",
        rows: "
            SELECT t.id FROM quiz_attempts t WHERE t.score <> (SELECT COUNT(*) FROM quiz_answers a
                WHERE a.attempt_id = t.id AND a.outcome = 'right') OR t.total <> (SELECT COUNT(*) FROM quiz_answers a
                WHERE a.attempt_id = t.id)",
    },
    Rule {
        broken: "cards of revision that do not agree with their reviews (cards)",
        rows: "
            SELECT k.id FROM revision_cards k WHERE k.reviews <> (SELECT COUNT(*) FROM revision_reviews r
                WHERE r.card_id = k.id AND r.user_id = k.user_id)",
    },
    Rule {
        broken: "refunds that the provider refused",
        rows: "SELECT id FROM refunds WHERE status = 'FAILED' AND NOT stranded",
    },
    Rule {
        broken: "refunds that failed because their provider is not in use, to be settled by hand",
        rows: "SELECT id FROM refunds WHERE status = 'FAILED' AND stranded",
    },
    Rule {
        broken: "confirmed reservations that nobody paid for",
        rows: "
            SELECT r.id FROM reservations r WHERE r.status = 'CONFIRMED' AND r.confirmed_by = 'CARD' AND NOT EXISTS
                (SELECT 1 FROM payments p
                 WHERE p.id = r.payment_id AND p.status = 'PAID' AND p.received_cents >= r.amount_cents)",
    },
    Rule {
        broken: "confirmed reservations of which nobody noted how they were paid",
        rows: "SELECT id FROM reservations WHERE status = 'CONFIRMED' AND confirmed_by IS NULL",
    },
    Rule {
        broken: "confirmed reservations without a subscription",
        rows: "
            SELECT r.id FROM reservations r WHERE r.status = 'CONFIRMED' AND NOT EXISTS
                (SELECT 1 FROM subscription_reservations s WHERE s.reservation_id = r.id)",
    },
    Rule {
        broken: "subscriptions that nobody paid for or granted",
        rows: "
            SELECT s.id FROM subscriptions s WHERE (s.active OR s.holds_seat) AND s.grant_reason IS NULL AND NOT EXISTS
                (SELECT 1 FROM subscription_reservations b JOIN reservations r ON r.id = b.reservation_id
                 WHERE b.subscription_id = s.id AND r.status = 'CONFIRMED')",
    },
    Rule {
        broken: "reservations confirmed by a buyer without the mail that says so",
        rows: "
            SELECT r.id FROM reservations r
            JOIN users payer ON payer.id = r.payer_id JOIN users learner ON learner.id = r.learner_id
            JOIN audit a ON a.entity = 'reservation' AND a.entity_id = r.id AND a.action = 'reservation.confirmed'
            WHERE payer.deleted_at IS NULL AND learner.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.kind = 'reservation-confirmed'
                AND m.fact = 'reservation ' || CAST(r.id AS TEXT))",
    },
    Rule {
        broken: "subscriptions of which moment and status disagree on whether they are completed",
        rows: "SELECT id FROM subscriptions WHERE (completed_at IS NOT NULL) <> (status = 'COMPLETED')",
    },
    Rule {
        broken: "completed subscriptions without a completed module",
        rows: "
            SELECT s.id FROM subscriptions s WHERE s.completed_at IS NOT NULL AND NOT EXISTS
                (SELECT 1 FROM module_completions d WHERE d.subscription_id = s.id)",
    },
    Rule {
        broken: "subscriptions completed by a learner without the mail that tells the school",
        rows: "
            SELECT DISTINCT a.entity_id FROM audit a
            JOIN subscriptions s ON s.id = a.entity_id JOIN users u ON u.id = s.user_id
            WHERE a.entity = 'subscription' AND a.action = 'subscription.completed' AND u.deleted_at IS NULL AND NOT EXISTS
                (SELECT 1 FROM mails m WHERE m.kind = 'course-completed'
                 AND m.fact = 'completion of subscription ' || CAST(a.entity_id AS TEXT))",
    },
];

/// Of yesterday.
const UNDECIDED_COURSES: Rule = Rule {
    broken: "courses below their minimum after the day of decision, of which no administrator was told",
    rows: "
        SELECT c.id FROM courses c WHERE c.status = 'PUBLISHED' AND NOT c.start_confirmed
            AND c.enrolled < c.minimum_learners AND c.decision_day < $1 AND c.end_date >= $1
            AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.kind = 'decision-due' AND m.fact LIKE
                'decision on course ' || CAST(c.id AS TEXT) || ' due on ' || CAST(c.decision_day AS TEXT) || ' %')",
};

/// Of yesterday.
const LATE_ANSWERS: Rule = Rule {
    broken: "proposals that were neither answered nor ended after the last day to answer",
    rows: "
        SELECT p.id FROM decision_proposals p JOIN course_decisions d ON d.id = p.decision_id
        WHERE p.status = 'OPEN' AND d.answer_by < $1",
};

/// Of payments made before `$1`; those without a reservation, before `$2`.
const UNSETTLED: Rule = Rule {
    broken: "payments that were made and gave neither a place nor all the money back",
    rows: "
        SELECT p.id FROM payments p
        WHERE p.status = 'PAID' AND p.paid_at <= $1 AND (p.reservation_id IS NOT NULL OR p.paid_at <= $2)
        AND p.received_cents >
            (SELECT COALESCE(SUM(f.amount_cents), 0) FROM refunds f WHERE f.payment_id = p.id AND f.status <> 'FAILED')
        AND NOT EXISTS
            (SELECT 1 FROM reservations r WHERE r.payment_id = p.id AND r.confirmed_at IS NOT NULL)",
};
/// By then the browser, the webhook or the minutely job has settled a payment.
const SETTLED_AFTER: Duration = Duration::minutes(10);
const UNBOUND_REFUNDED_AFTER: Duration = Duration::hours(1);
/// Deadline for deciding a withdrawal: art. L221-24 C. conso.
const WITHDRAWAL_DECIDED_WITHIN: Duration = Duration::days(14);

/// Declared before `$1`.
const UNDECIDED: Rule = Rule {
    broken: "withdrawals whose money should have gone back by now and that nobody has decided",
    rows: "SELECT id FROM withdrawals WHERE outcome = 'REQUESTED' AND declared_at <= $1",
};

/// In courses in which somebody can still start on `$1`, fourteen days before their end. A job offers such seats within a
/// minute.
const NOT_OFFERED: Rule = Rule {
    broken: "courses with a free seat for which somebody waits",
    rows: "
        SELECT c.id FROM courses c WHERE c.status = 'PUBLISHED' AND (c.capacity IS NULL OR c.seats_taken < c.capacity)
            AND c.end_date >= $1
            AND EXISTS (SELECT 1 FROM waitlist_entries w WHERE w.course_id = c.id AND w.status = 'WAITING')",
};

/// In production; such a payment was in progress when a school without a VAT ground was updated.
const WITHOUT_GROUND: Rule = Rule {
    broken: "invoices that say nothing of VAT: choose in the settings why none is charged, and write to the buyers",
    rows: "
        SELECT i.id FROM invoices i WHERE i.kind = 'INVOICE' AND i.vat_mention = ''
            AND EXISTS (SELECT 1 FROM school WHERE vat_mention IS NULL)",
};

/// With only the provider `$1` in use, nobody settles these. Of payments opened since `$2`.
const OTHER_PROVIDER: &[Rule] = &[
    Rule {
        broken: "payments still open at a provider that is not in use",
        rows: "
            SELECT id FROM payments
            WHERE status = 'OPEN' AND provider_id IS NOT NULL AND provider NOT IN ($1, 'DESK', 'FREE')
                AND created_at > $2",
    },
    Rule {
        broken: "refunds of payments by a provider that is not in use",
        rows: "
            SELECT f.id FROM refunds f JOIN payments p ON p.id = f.payment_id
            WHERE f.status = 'PENDING' AND f.amount_cents > 0 AND p.provider NOT IN ($1, 'DESK', 'FREE')
                AND p.created_at > $2",
    },
];

/// Older payments can no longer change at a provider.
const COMPARED_FOR: Duration = Duration::days(180);

/// Maximum number of rows that a finding lists.
const MAX_IDS: usize = 10;

/// Checks everything that does not need the payment provider.
pub async fn check(app: &AppContext) -> Result<Vec<Finding>> {
    let mut found: Vec<Finding> =
        app.db.damage().await?.into_iter().map(|line| Finding(format!("database: {line}"))).collect();
    found.extend(app.db.schema().await?.mismatch().map(Finding));
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    let (settled, unbound) = (now - SETTLED_AFTER, now - UNBOUND_REFUNDED_AFTER);
    let rows = fetch_all!(conn, (i64,), UNSETTLED.rows, settled, unbound)?;
    found.extend(UNSETTLED.finding(&rows));
    let rows = fetch_all!(conn, (i64,), UNDECIDED.rows, now - WITHDRAWAL_DECIDED_WITHIN)?;
    found.extend(UNDECIDED.finding(&rows));
    let last_day = add_days(app.clock.today(), DAYS_BEFORE_END);
    let rows = fetch_all!(conn, (i64,), NOT_OFFERED.rows, last_day)?;
    found.extend(NOT_OFFERED.finding(&rows));
    // The job that tells and ends them runs every ten minutes: those of yesterday.
    let yesterday = subtract_days(app.clock.today(), 1);
    for rule in [UNDECIDED_COURSES, LATE_ANSWERS] {
        let rows = fetch_all!(conn, (i64,), rule.rows, yesterday)?;
        found.extend(rule.finding(&rows));
    }
    if app.config.is_production() {
        let rows = fetch_all!(conn, (i64,), WITHOUT_GROUND.rows)?;
        found.extend(WITHOUT_GROUND.finding(&rows));
    }
    for rule in OTHER_PROVIDER {
        let (provider, since) = (app.payments().provider().as_str(), now - COMPARED_FOR);
        let rows = fetch_all!(conn, (i64,), rule.rows, provider, since)?;
        found.extend(rule.finding(&rows));
    }
    for rule in RULES.iter().chain(documents::RULES).chain(attendance::RULES).chain(timetable::RULES) {
        let rows = fetch_all!(conn, (i64,), rule.rows)?;
        found.extend(rule.finding(&rows));
    }
    found.extend(attendance::altered(&mut conn).await?);
    found.extend(timetable::misdated_sessions(&mut conn).await?);
    drop(conn);
    // A store that does not respond must not prevent the comparison of the payments.
    let lines =
        files::missing(app).await.unwrap_or_else(|error| vec![format!("the store of files: {error}")]);
    found.extend(lines.into_iter().map(|line| Finding(format!("file: {line}"))));
    Ok(found)
}

impl Rule {
    fn finding(&self, rows: &[(i64,)]) -> Option<Finding> {
        let ids: Vec<String> = rows.iter().take(MAX_IDS).map(|(id,)| id.to_string()).collect();
        let more = if rows.len() > MAX_IDS { ", …" } else { "" };
        (!rows.is_empty())
            .then(|| Finding(format!("{} {}: {}{more}", rows.len(), self.broken, ids.join(", "))))
    }
}

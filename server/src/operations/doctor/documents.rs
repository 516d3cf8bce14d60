//! Compares invoices and credit notes with the money: numbers without gaps, one invoice for each sale, credit
//! notes for refunds. And certificates with completions.

use super::Rule;

pub(super) const RULES: &[Rule] = &[
    Rule {
        broken: "series of invoices or credit notes with a gap (the year of each)",
        rows: "
            SELECT year FROM invoices GROUP BY kind, year HAVING COUNT(*) <> MAX(sequence) OR MIN(sequence) <> 1",
    },
    Rule {
        broken: "counters that do not stand at the last invoice or credit note (the year of each)",
        rows: "
            SELECT c.year FROM invoice_counters c WHERE c.last <>
                (SELECT COALESCE(MAX(i.sequence), 0) FROM invoices i WHERE i.kind = c.kind AND i.year = c.year)",
    },
    // Sales older than the first invoice were confirmed before the school issued any.
    Rule {
        broken: "reservations paid for without an invoice of that amount",
        rows: "
            SELECT r.id FROM reservations r
            WHERE r.confirmed_at >= (SELECT MIN(issued_at) FROM invoices WHERE kind = 'INVOICE')
                AND r.payment_id IS NOT NULL AND r.amount_cents > 0 AND NOT EXISTS
                (SELECT 1 FROM invoices i WHERE i.reservation_id = r.id AND i.kind = 'INVOICE' AND NOT i.replaced
                    AND i.payment_id = r.payment_id AND i.total_cents = r.amount_cents)",
    },
    Rule {
        broken: "invoices or credit notes whose lines do not add up",
        rows: "
            SELECT i.id FROM invoices i WHERE i.total_cents <>
                (SELECT COALESCE(SUM(l.total_cents), 0) FROM invoice_lines l WHERE l.invoice_id = i.id)",
    },
    Rule {
        broken: "invoices of which more went back than their credit notes say",
        rows: "
            SELECT i.id FROM invoices i WHERE i.kind = 'INVOICE' AND NOT i.replaced
                AND (SELECT CASE WHEN COALESCE(SUM(f.amount_cents), 0) - i.refunded_before > i.total_cents
                        THEN i.total_cents ELSE COALESCE(SUM(f.amount_cents), 0) - i.refunded_before END FROM refunds f
                    WHERE f.payment_id = i.payment_id AND f.status = 'DONE')
                    > (SELECT COALESCE(SUM(n.total_cents), 0) FROM invoices n WHERE n.credited_invoice_id = i.id)",
    },
    Rule {
        broken: "invoices of which less went back than their credit notes say (a refund came to nothing afterwards)",
        rows: "
            SELECT i.id FROM invoices i WHERE i.kind = 'INVOICE' AND NOT i.replaced
                AND EXISTS (SELECT 1 FROM invoices n WHERE n.credited_invoice_id = i.id)
                AND (SELECT COALESCE(SUM(f.amount_cents), 0) - i.refunded_before FROM refunds f
                    WHERE f.payment_id = i.payment_id AND f.status = 'DONE')
                    < (SELECT COALESCE(SUM(n.total_cents), 0) FROM invoices n WHERE n.credited_invoice_id = i.id)",
    },
    Rule {
        broken: "invoices that were replaced without a credit note of their whole total",
        rows: "
            SELECT i.id FROM invoices i WHERE i.replaced AND i.total_cents <>
                (SELECT COALESCE(SUM(n.total_cents), 0) FROM invoices n WHERE n.credited_invoice_id = i.id)",
    },
    Rule {
        broken: "invoices with credit notes of more than their total",
        rows: "
            SELECT i.id FROM invoices i WHERE i.total_cents <
                (SELECT COALESCE(SUM(n.total_cents), 0) FROM invoices n WHERE n.credited_invoice_id = i.id)",
    },
    // Completions older than the first certificate that was issued automatically have theirs by hand, if any.
    Rule {
        broken: "completed subscriptions without the certificate that they earned",
        rows: "
            SELECT s.id FROM subscriptions s JOIN courses k ON k.id = s.course_id AND k.type = 'ONLINE'
            WHERE s.completed_at >= (SELECT MIN(completed_at) FROM certificates WHERE issued_at = completed_at)
                AND CAST(k.start_date AS TEXT) <= SUBSTR(CAST(s.completed_at AS TEXT), 1, 10)
                AND NOT EXISTS (SELECT 1 FROM lesson_views v WHERE v.subscription_id = s.id AND v.opened_at IS NULL)
                AND NOT EXISTS (SELECT 1 FROM certificates c WHERE c.subscription_id = s.id
                    AND (c.completed_at = s.completed_at OR c.basis = 'ATTENDANCE'))",
    },
    Rule {
        broken: "certificates without the mail that brings them",
        rows: "
            SELECT c.id FROM certificates c JOIN audit a
                ON a.entity = 'certificate' AND a.entity_id = c.id AND a.action = 'certificate.issued'
            WHERE c.learner_name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM mails m
                WHERE m.kind = 'certificate-issued' AND m.fact = 'certificate:' || CAST(c.id AS TEXT))",
    },
];

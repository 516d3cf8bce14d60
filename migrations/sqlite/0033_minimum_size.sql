-- The minimum size of a course, and what the school decides when too few enrolled. Apps that copied the courses read them
-- again.
ALTER TABLE courses ADD COLUMN minimum_learners BIGINT CHECK (minimum_learners > 0);
ALTER TABLE courses ADD COLUMN decision_day DATE;
-- The start no longer depends on how many enrol.
ALTER TABLE courses ADD COLUMN start_confirmed BOOLEAN NOT NULL DEFAULT FALSE;
-- Learners with a seat, counted by the triggers on subscriptions.
ALTER TABLE courses ADD COLUMN enrolled BIGINT NOT NULL DEFAULT 0;
DROP TRIGGER courses_changed;
CREATE TRIGGER courses_changed AFTER UPDATE OF
    version, status, type, name, slug, description, detailed_description, price_cents, free,
    total_hours, language_id, level_id, teacher_id, start_date, end_date, capacity, location, schedule, meeting_url,
    selling_points, lang, late_entry, offer_hours, minimum_learners, decision_day ON courses
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('course', NEW.id, '', NEW.client_id, FALSE);
END;
UPDATE courses SET decision_day = NULL, enrolled =
    (SELECT COUNT(*) FROM subscriptions s WHERE s.course_id = courses.id AND s.active AND s.holds_seat);

CREATE TRIGGER subscriptions_enrolled_added AFTER INSERT ON subscriptions
    WHEN NEW.active AND NEW.holds_seat
BEGIN
    UPDATE courses SET enrolled = enrolled + 1 WHERE id = NEW.course_id;
END;
CREATE TRIGGER subscriptions_enrolled_changed AFTER UPDATE OF active, holds_seat ON subscriptions
    WHEN (NEW.active AND NEW.holds_seat) <> (OLD.active AND OLD.holds_seat)
BEGIN
    UPDATE courses SET enrolled = enrolled + (NEW.active AND NEW.holds_seat) - (OLD.active AND OLD.holds_seat) WHERE id = NEW.course_id;
END;
CREATE TRIGGER subscriptions_enrolled_deleted AFTER DELETE ON subscriptions
    WHEN OLD.active AND OLD.holds_seat
BEGIN
    UPDATE courses SET enrolled = enrolled - 1 WHERE id = OLD.course_id;
END;

CREATE TABLE course_decisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id BIGINT NOT NULL REFERENCES courses ON DELETE CASCADE,
    choice TEXT NOT NULL CHECK (choice IN ('CONFIRM', 'NEW_DATES', 'OTHER_COURSE', 'CANCEL')),
    decided_by BIGINT REFERENCES users ON DELETE SET NULL,
    decided_at TIMESTAMP NOT NULL,
    -- Told to whoever is concerned.
    reason TEXT,
    -- The last day on which whoever is asked can answer.
    answer_by DATE,
    old_start_date DATE NOT NULL,
    old_end_date DATE NOT NULL,
    new_start_date DATE,
    new_end_date DATE,
    new_decision_day DATE,
    target_course_id BIGINT REFERENCES courses ON DELETE SET NULL
);
CREATE INDEX course_decisions_course ON course_decisions (course_id);
CREATE INDEX course_decisions_target ON course_decisions (target_course_id);
CREATE INDEX course_decisions_decided_by ON course_decisions (decided_by);

-- What is proposed to the payer of a reservation.
CREATE TABLE decision_proposals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    decision_id BIGINT NOT NULL REFERENCES course_decisions ON DELETE CASCADE,
    reservation_id BIGINT NOT NULL REFERENCES reservations ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('OPEN', 'ACCEPTED', 'REFUSED', 'LAPSED', 'CLOSED')),
    -- The other course in which a seat is kept until the answer.
    seat_course_id BIGINT REFERENCES courses ON DELETE SET NULL,
    -- The most that the seat in the other course costs.
    new_cents BIGINT NOT NULL,
    -- Once it is answered: what was left of the payment then, and what of it goes back.
    paid_cents BIGINT,
    refund_cents BIGINT,
    reminded_at TIMESTAMP,
    answered_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    UNIQUE (decision_id, reservation_id)
);
CREATE UNIQUE INDEX proposals_open ON decision_proposals (reservation_id) WHERE status = 'OPEN';
CREATE INDEX proposals_reservation ON decision_proposals (reservation_id);
CREATE INDEX proposals_seat ON decision_proposals (seat_course_id);
CREATE INDEX proposals_status ON decision_proposals (status);

-- The links in mails about proposals, hashed.
CREATE TABLE proposal_tokens (
    token_hash TEXT PRIMARY KEY,
    proposal_id BIGINT NOT NULL REFERENCES decision_proposals ON DELETE CASCADE
);
CREATE INDEX proposal_tokens_proposal ON proposal_tokens (proposal_id);

-- A reservation that moves to another course gets another invoice; a credit note takes the whole former one back.
ALTER TABLE invoices ADD COLUMN replaced BOOLEAN NOT NULL DEFAULT FALSE;
-- The refund with which it replaced the former invoice, and what was or would go back until then.
ALTER TABLE invoices ADD COLUMN replaced_with_refund BIGINT;
ALTER TABLE invoices ADD COLUMN refunded_before BIGINT NOT NULL DEFAULT 0;
DROP INDEX invoices_sold;
CREATE UNIQUE INDEX invoices_sold ON invoices (reservation_id) WHERE kind = 'INVOICE' AND NOT replaced;
-- Nothing else of an invoice ever changes, and this once.
DROP TRIGGER invoices_no_update;
CREATE TRIGGER invoices_no_update BEFORE UPDATE OF
    id, kind, number, year, sequence, reservation_id, payment_id, refund_id, credited_invoice_id, issued_at, language,
    currency, total_cents, vat_mention, seller, buyer, course_name, learner_name, starts_on, ends_on, means, payment_ref,
    paid_at, replaced_with_refund, refunded_before
    ON invoices
BEGIN
    SELECT RAISE(ABORT, 'invoices are never changed');
END;
CREATE TRIGGER invoices_replaced_once BEFORE UPDATE OF replaced ON invoices WHEN OLD.replaced OR NOT NEW.replaced
BEGIN
    SELECT RAISE(ABORT, 'invoices are never changed');
END;

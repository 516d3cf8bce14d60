-- Invoices and credit notes as they were issued: nothing here is ever edited or deleted, nor does anything
-- in them follow what becomes of the course, the account or the school afterwards.
CREATE TABLE invoices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('INVOICE', 'CREDIT_NOTE')),
    number TEXT NOT NULL UNIQUE,
    -- Of the day of issue in Paris.
    year BIGINT NOT NULL,
    sequence BIGINT NOT NULL CHECK (sequence > 0),
    reservation_id BIGINT NOT NULL REFERENCES reservations (id),
    payment_id BIGINT NOT NULL REFERENCES payments (id),
    -- Of a credit note: the money that went back, and the invoice that it takes from.
    refund_id BIGINT REFERENCES refunds (id),
    credited_invoice_id BIGINT REFERENCES invoices (id),
    issued_at TIMESTAMP NOT NULL,
    language TEXT NOT NULL CHECK (language IN ('fr', 'en', 'it', 'zh')),
    currency TEXT NOT NULL,
    total_cents BIGINT NOT NULL CHECK (total_cents > 0),
    vat_mention TEXT NOT NULL,
    -- Who sells and who buys, as JSON.
    seller TEXT NOT NULL,
    buyer TEXT NOT NULL,
    course_name TEXT NOT NULL,
    learner_name TEXT NOT NULL,
    -- When what was sold is given.
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    means TEXT NOT NULL CHECK (means IN ('CARD', 'TRANSFER', 'CHEQUE', 'CASH')),
    payment_ref TEXT NOT NULL,
    paid_at TIMESTAMP NOT NULL,
    UNIQUE (kind, year, sequence),
    CHECK ((kind = 'CREDIT_NOTE') = (refund_id IS NOT NULL)),
    CHECK ((kind = 'CREDIT_NOTE') = (credited_invoice_id IS NOT NULL))
);
-- One invoice for what was bought once; the papers of a reservation; those of a period.
CREATE UNIQUE INDEX invoices_sold ON invoices (reservation_id) WHERE kind = 'INVOICE';
CREATE INDEX invoices_reservation ON invoices (reservation_id);
CREATE INDEX invoices_payment ON invoices (payment_id);
CREATE INDEX invoices_issued ON invoices (issued_at);

CREATE TABLE invoice_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    invoice_id BIGINT NOT NULL REFERENCES invoices (id),
    position BIGINT NOT NULL,
    title TEXT NOT NULL,
    quantity BIGINT NOT NULL DEFAULT 1,
    unit_cents BIGINT NOT NULL,
    total_cents BIGINT NOT NULL,
    UNIQUE (invoice_id, position)
);

-- The last number taken of each kind and year. Whoever issues waits for this row, and a change that is
-- taken back gives its number back with it: so there is neither gap nor double.
CREATE TABLE invoice_counters (
    kind TEXT NOT NULL,
    year BIGINT NOT NULL,
    last BIGINT NOT NULL,
    PRIMARY KEY (kind, year)
);

CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices
BEGIN
    SELECT RAISE(ABORT, 'invoices are never changed');
END;
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices
BEGIN
    SELECT RAISE(ABORT, 'invoices are never changed');
END;
CREATE TRIGGER invoice_lines_no_update BEFORE UPDATE ON invoice_lines
BEGIN
    SELECT RAISE(ABORT, 'invoices are never changed');
END;
CREATE TRIGGER invoice_lines_no_delete BEFORE DELETE ON invoice_lines
BEGIN
    SELECT RAISE(ABORT, 'invoices are never changed');
END;

-- The right to withdraw from what was bought on the site: one declaration per reservation. In time it is never
-- refused; what is left to decide is how much goes back.
CREATE TABLE withdrawals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reservation_id BIGINT NOT NULL UNIQUE REFERENCES reservations (id),
    declared_at TIMESTAMP NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('REFUNDED', 'REQUESTED', 'DECIDED')),
    -- What was left of the money when it was declared, and what of it the rules propose to give back.
    paid_cents BIGINT NOT NULL CHECK (paid_cents >= 0),
    proposed_cents BIGINT NOT NULL CHECK (proposed_cents >= 0),
    refund_id BIGINT REFERENCES refunds (id),
    decided_at TIMESTAMP,
    decided_by BIGINT REFERENCES users (id),
    decided_cents BIGINT CHECK (decided_cents >= 0),
    -- What the payer is told about the decision.
    note TEXT
);
CREATE INDEX withdrawals_waiting ON withdrawals (outcome, declared_at);

-- Why an ADMIN gives money back, for the school only.
ALTER TABLE refunds ADD COLUMN note TEXT;
-- Given back outside the provider: never executed, never undone again.
ALTER TABLE refunds ADD COLUMN by_hand TEXT CHECK (by_hand IN ('TRANSFER', 'CHEQUE', 'CASH'));
ALTER TABLE refunds ADD COLUMN hand_note TEXT;
ALTER TABLE refunds ADD COLUMN settled_by BIGINT REFERENCES users (id);
-- How often an ADMIN had it tried anew: each time it is another request to the provider.
ALTER TABLE refunds ADD COLUMN renewals BIGINT NOT NULL DEFAULT 0;

-- The journal reads what staff did, the newest first, perhaps of one person.
CREATE INDEX audit_staff ON audit (at, id) WHERE role IN ('EDITOR', 'ADMIN');
CREATE INDEX audit_person ON audit (user_id, at) WHERE role IN ('EDITOR', 'ADMIN');
-- Sales are counted by their days.
CREATE INDEX payments_paid ON payments (paid_at);
CREATE INDEX refunds_created ON refunds (created_at);
CREATE INDEX reservations_created ON reservations (created_at);

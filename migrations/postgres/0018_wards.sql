-- A child may have an account without an e-mail: nobody signs in to it, and its guardian acts for it. The account is
-- a ward as long as it has no e-mail.
ALTER TABLE users ADD COLUMN guardian_id BIGINT REFERENCES users (id);
ALTER TABLE users ALTER COLUMN email DROP NOT NULL;
ALTER TABLE users ADD CONSTRAINT users_ward CHECK (email IS NOT NULL
    OR (guardian_id IS NOT NULL AND role = 'STUDENT' AND password_hash IS NULL AND google_sub IS NULL));
CREATE INDEX users_guardian ON users (guardian_id);

-- Tells children without an e-mail apart, whose learner_email is empty: a hash of their guardian's address, their names
-- and their birth date.
ALTER TABLE reservations ADD COLUMN child_key TEXT NOT NULL DEFAULT '';
DROP INDEX reservations_one_hold;
CREATE UNIQUE INDEX reservations_one_hold ON reservations (course_id, learner_email, child_key) WHERE status = 'HELD';

-- PostgreSQL and its distributed kin name an unnamed constraint differently.
ALTER TABLE consents DROP CONSTRAINT IF EXISTS consents_kind_check;
ALTER TABLE consents DROP CONSTRAINT IF EXISTS check_kind;
ALTER TABLE consents ADD CONSTRAINT consents_kind_check
    CHECK (kind IN ('TERMS', 'EARLY_START', 'PARENTAL', 'CHILD_DATA'));

-- A child may have an account without an e-mail: nobody signs in to it, and its guardian acts for it. The account is
-- a ward as long as it has no e-mail.
ALTER TABLE users ADD COLUMN guardian_id BIGINT REFERENCES users (id)
    CHECK (email IS NOT NULL
        OR (guardian_id IS NOT NULL AND role = 'STUDENT' AND password_hash IS NULL AND google_sub IS NULL));
CREATE INDEX users_guardian ON users (guardian_id);

-- Tells children without an e-mail apart, whose learner_email is empty: a hash of their guardian's address, their names
-- and their birth date.
ALTER TABLE reservations ADD COLUMN child_key TEXT NOT NULL DEFAULT '';
DROP INDEX reservations_one_hold;
CREATE UNIQUE INDEX reservations_one_hold ON reservations (course_id, learner_email, child_key) WHERE status = 'HELD';

-- Two constraints are loosened, which changes no stored row. SQLite has no statement for that; this is the procedure
-- that its documentation names instead of copying the table (lang_altertable.html, section 7). The statements above
-- have raised the schema's version, so that other connections read it anew.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'email TEXT NOT NULL UNIQUE', 'email TEXT UNIQUE')
WHERE type = 'table' AND name = 'users';
UPDATE sqlite_schema SET sql = replace(sql, '''PARENTAL'')', '''PARENTAL'', ''CHILD_DATA'')')
WHERE type = 'table' AND name = 'consents';
PRAGMA writable_schema = RESET;

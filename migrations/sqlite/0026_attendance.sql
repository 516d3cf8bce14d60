-- Marks of learners in sessions. They are only added: a later one takes the place of an earlier one.
CREATE TABLE attendance (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The client's own id, or that of a scan: a mark that is sent again counts once.
    client_id TEXT NOT NULL UNIQUE,
    session_id BIGINT NOT NULL REFERENCES class_sessions (id),
    subscription_id BIGINT NOT NULL REFERENCES subscriptions (id),
    status TEXT NOT NULL CHECK (status IN ('PRESENT', 'LATE', 'EXCUSED', 'ABSENT')),
    -- How late.
    minutes BIGINT CHECK (minutes >= 1),
    manner TEXT NOT NULL CHECK (manner IN ('TEACHER', 'SCAN', 'PAPER')),
    marked_by BIGINT NOT NULL REFERENCES users (id),
    -- As the device said that made it, which may have had no network.
    marked_at TIMESTAMP NOT NULL,
    received_at TIMESTAMP NOT NULL,
    -- The mark that counted until then.
    replaces BIGINT REFERENCES attendance (id),
    CHECK ((status = 'LATE') = (minutes IS NOT NULL))
);
CREATE INDEX attendance_session ON attendance (session_id, subscription_id);
CREATE INDEX attendance_subscription ON attendance (subscription_id, session_id);
CREATE INDEX attendance_marked_by ON attendance (marked_by);

-- Why marks were corrected. Apart from them, because what somebody typed about a person can be erased.
CREATE TABLE attendance_reasons (
    attendance_id BIGINT PRIMARY KEY REFERENCES attendance (id),
    reason TEXT NOT NULL
);

-- Sheets that were closed, with the SHA-256 of their rows. Corrections come after them.
CREATE TABLE session_sheets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id BIGINT NOT NULL UNIQUE REFERENCES class_sessions (id),
    closed_at TIMESTAMP NOT NULL,
    closed_by BIGINT NOT NULL REFERENCES users (id),
    -- The last mark that it covers; none, if nobody was in the class.
    last_mark_id BIGINT REFERENCES attendance (id),
    hash TEXT NOT NULL
);
CREATE INDEX session_sheets_closed ON session_sheets (closed_at);

-- When a subscription was ended early: who was in the class of a session.
ALTER TABLE subscriptions ADD COLUMN ended_at TIMESTAMP;
UPDATE subscriptions SET ended_at = updated_at WHERE NOT active;

-- Minutes that a certificate of attendance states: attended, of those held.
ALTER TABLE certificates ADD COLUMN attended_minutes BIGINT CHECK (attended_minutes >= 0);
ALTER TABLE certificates ADD COLUMN held_minutes BIGINT CHECK (held_minutes >= 1);

CREATE TRIGGER attendance_no_update BEFORE UPDATE ON attendance
BEGIN
    SELECT RAISE(ABORT, 'attendance is never changed');
END;
CREATE TRIGGER attendance_no_delete BEFORE DELETE ON attendance
BEGIN
    SELECT RAISE(ABORT, 'attendance is never changed');
END;
CREATE TRIGGER session_sheets_no_update BEFORE UPDATE ON session_sheets
BEGIN
    SELECT RAISE(ABORT, 'attendance is never changed');
END;
CREATE TRIGGER session_sheets_no_delete BEFORE DELETE ON session_sheets
BEGIN
    SELECT RAISE(ABORT, 'attendance is never changed');
END;

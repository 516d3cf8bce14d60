-- The waiting list of a course. Apps that copied the courses read them again.
ALTER TABLE courses ADD COLUMN offer_hours BIGINT NOT NULL DEFAULT 24 CHECK (offer_hours BETWEEN 1 AND 72);
DROP TRIGGER courses_changed;
CREATE TRIGGER courses_changed AFTER UPDATE OF
    version, status, type, name, slug, description, detailed_description, price_cents, free,
    total_hours, language_id, level_id, teacher_id, start_date, end_date, capacity, location, schedule, meeting_url,
    selling_points, lang, late_entry, offer_hours ON courses
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('course', NEW.id, '', NEW.client_id, FALSE);
END;
UPDATE courses SET offer_hours = 24;

-- An offer is a reservation that keeps its seat until the answer of whoever waited; it stands beside a hold.
ALTER TABLE reservations ADD COLUMN kind TEXT NOT NULL DEFAULT 'SALE' CHECK (kind IN ('SALE', 'OFFER', 'ACCEPTED'));
DROP INDEX reservations_one_hold;
CREATE UNIQUE INDEX reservations_one_hold ON reservations (course_id, learner_email, child_key)
    WHERE status = 'HELD' AND kind <> 'OFFER';

CREATE TABLE waitlist_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version BIGINT NOT NULL DEFAULT 1,
    course_id BIGINT NOT NULL REFERENCES courses ON DELETE CASCADE,
    -- The order of those who wait.
    position BIGINT NOT NULL,
    status TEXT NOT NULL CHECK (status IN
        ('UNCONFIRMED', 'WAITING', 'OFFERED', 'ACCEPTED', 'DECLINED', 'LAPSED', 'LEFT')),
    scope TEXT NOT NULL CHECK (scope IN ('COURSE', 'MODULES')),
    -- The day on which the learner wishes to start; none: as soon as possible.
    start_date DATE,
    payer_id BIGINT REFERENCES users ON DELETE SET NULL,
    learner_id BIGINT REFERENCES users ON DELETE SET NULL,
    payer_email TEXT NOT NULL,
    learner_email TEXT NOT NULL,
    child_key TEXT NOT NULL DEFAULT '',
    -- Of somebody without an account.
    first_name TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL,
    -- The reservation of the latest offer, and until when it can be answered.
    reservation_id BIGINT REFERENCES reservations ON DELETE SET NULL,
    offered_at TIMESTAMP,
    offer_until TIMESTAMP,
    offers BIGINT NOT NULL DEFAULT 0,
    ended_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX waitlist_one_entry ON waitlist_entries (course_id, learner_email, child_key)
    WHERE status IN ('UNCONFIRMED', 'WAITING', 'OFFERED');
CREATE INDEX waitlist_order ON waitlist_entries (course_id, status, position, id);
CREATE INDEX waitlist_payer ON waitlist_entries (payer_id);
CREATE INDEX waitlist_learner ON waitlist_entries (learner_id);
CREATE INDEX waitlist_payer_email ON waitlist_entries (payer_email);
CREATE INDEX waitlist_reservation ON waitlist_entries (reservation_id);
CREATE INDEX waitlist_ended ON waitlist_entries (ended_at);

-- The modules of an entry that is not for the whole course.
CREATE TABLE waitlist_modules (
    entry_id BIGINT NOT NULL REFERENCES waitlist_entries ON DELETE CASCADE,
    module_id BIGINT NOT NULL REFERENCES modules ON DELETE CASCADE,
    PRIMARY KEY (entry_id, module_id)
);
CREATE INDEX waitlist_modules_module ON waitlist_modules (module_id);

-- The links in mails to whoever waits, hashed.
CREATE TABLE waitlist_tokens (
    token_hash TEXT PRIMARY KEY,
    entry_id BIGINT NOT NULL REFERENCES waitlist_entries ON DELETE CASCADE
);
CREATE INDEX waitlist_tokens_entry ON waitlist_tokens (entry_id);

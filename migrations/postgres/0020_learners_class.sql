-- From which day on the lessons of a subscription open; null: from the beginning, as all that were sold before.
ALTER TABLE subscriptions ADD COLUMN opens_on DATE;
ALTER TABLE subscription_modules ADD COLUMN opens_on DATE;

-- What a course was before staff changed its dates, timetable, place, link or teacher: told to its class once it is due.
CREATE TABLE course_changes (
    course_id BIGINT PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
    -- As JSON.
    before TEXT NOT NULL,
    began_at TIMESTAMPTZ NOT NULL,
    last_at TIMESTAMPTZ NOT NULL,
    due_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX course_changes_due ON course_changes (due_at);

-- Subscriptions that ended lost the modules they had granted.
INSERT INTO subscription_modules (subscription_id, module_id, reservation_id)
SELECT sr.subscription_id, l.module_id, MIN(l.reservation_id)
FROM subscription_reservations sr
JOIN subscriptions s ON s.id = sr.subscription_id AND s.scope = 'MODULES' AND NOT s.active
JOIN reservation_lines l ON l.reservation_id = sr.reservation_id AND l.module_id IS NOT NULL
WHERE NOT EXISTS (SELECT 1 FROM subscription_modules m WHERE m.subscription_id = sr.subscription_id)
GROUP BY sr.subscription_id, l.module_id;

-- New certificates state no hours.
ALTER TABLE certificates ALTER COLUMN hours DROP NOT NULL;

-- What a course costs once sessions were held: the share of those that are left, or the whole price. Apps that copied
-- the courses read them again.
ALTER TABLE courses ADD COLUMN late_entry TEXT NOT NULL DEFAULT 'FULL' CHECK (late_entry IN ('PRO_RATA', 'FULL'));
DROP TRIGGER courses_changed;
CREATE TRIGGER courses_changed AFTER UPDATE OF
    version, status, type, name, slug, description, detailed_description, price_cents, free,
    total_hours, language_id, level_id, teacher_id, start_date, end_date, capacity, location, schedule, meeting_url,
    selling_points, lang, late_entry ON courses
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('course', NEW.id, '', NEW.client_id, FALSE);
END;
UPDATE courses SET late_entry = CASE type WHEN 'IN_PERSON' THEN 'PRO_RATA' ELSE 'FULL' END;

-- From what a price was computed, as JSON; none for a whole price. Never edited, like the price.
ALTER TABLE reservation_lines ADD COLUMN facts TEXT;
ALTER TABLE invoice_lines ADD COLUMN facts TEXT;

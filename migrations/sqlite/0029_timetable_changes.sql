-- Rooms, closures, series of sessions and the sessions are copied by desktop apps: each write is noted as one of the
-- content. What only calendars count (`sequence`), and instants, which follow from day, time and length,
-- are no content.
INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
SELECT 'room', id, '', client_id, FALSE FROM rooms ORDER BY id;
INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
SELECT 'closure', id, '', client_id, FALSE FROM closures ORDER BY id;
INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
SELECT 'session-series', id, '', client_id, FALSE FROM session_series ORDER BY id;
INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
SELECT 'class-session', id, '', client_id, FALSE FROM class_sessions ORDER BY id;
CREATE TRIGGER rooms_made AFTER INSERT ON rooms
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('room', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER rooms_changed AFTER UPDATE OF client_id, version, name, address, seats, note ON rooms
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('room', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER rooms_gone AFTER DELETE ON rooms
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('room', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER closures_made AFTER INSERT ON closures
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('closure', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER closures_changed AFTER UPDATE OF client_id, version, first_day, last_day, label ON closures
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('closure', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER closures_gone AFTER DELETE ON closures
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('closure', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER session_series_made AFTER INSERT ON session_series
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('session-series', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER session_series_changed AFTER UPDATE OF
    client_id, version, course_id, weekdays, start_time, minutes, first_day, last_day, count, room_id, teacher_id,
    module_id ON session_series
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('session-series', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER session_series_gone AFTER DELETE ON session_series
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('session-series', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER class_sessions_made AFTER INSERT ON class_sessions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('class-session', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER class_sessions_changed AFTER UPDATE OF
    client_id, version, course_id, series_id, module_id, day, start_time, minutes, room_id, meeting_url, teacher_id,
    status, reason, note, by_hand ON class_sessions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('class-session', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER class_sessions_gone AFTER DELETE ON class_sessions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('class-session', OLD.id, '', OLD.client_id, TRUE);
END;

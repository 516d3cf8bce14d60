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
CREATE TRIGGER rooms_noted AFTER INSERT OR DELETE OR UPDATE OF client_id, version, name, address, seats, note
    ON rooms FOR EACH ROW EXECUTE FUNCTION note_content('room');
CREATE TRIGGER closures_noted AFTER INSERT OR DELETE OR UPDATE OF client_id, version, first_day, last_day, label
    ON closures FOR EACH ROW EXECUTE FUNCTION note_content('closure');
CREATE TRIGGER session_series_noted AFTER INSERT OR DELETE OR UPDATE OF
    client_id, version, course_id, weekdays, start_time, minutes, first_day, last_day, count, room_id, teacher_id,
    module_id ON session_series FOR EACH ROW EXECUTE FUNCTION note_content('session-series');
CREATE TRIGGER class_sessions_noted AFTER INSERT OR DELETE OR UPDATE OF
    client_id, version, course_id, series_id, module_id, day, start_time, minutes, room_id, meeting_url, teacher_id,
    status, reason, note, by_hand ON class_sessions FOR EACH ROW EXECUTE FUNCTION note_content('class-session');

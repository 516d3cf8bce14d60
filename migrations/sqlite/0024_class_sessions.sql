-- Where classes meet.
CREATE TABLE rooms (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    name TEXT NOT NULL UNIQUE,
    address TEXT,
    seats BIGINT CHECK (seats >= 1),
    note TEXT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

-- Days on which the school is closed, beside public holidays.
CREATE TABLE closures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    first_day DATE NOT NULL,
    last_day DATE NOT NULL,
    label TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    CHECK (first_day <= last_day)
);
CREATE INDEX closures_days ON closures (first_day, last_day);

-- Rules that sessions are made by: "on Mondays and Thursdays at 18:30".
CREATE TABLE session_series (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    course_id BIGINT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
    -- ISO numbers as a JSON array: [1,4] is Monday and Thursday.
    weekdays TEXT NOT NULL,
    -- Local, "18:30".
    start_time TEXT NOT NULL,
    minutes BIGINT NOT NULL CHECK (minutes BETWEEN 5 AND 720),
    first_day DATE NOT NULL,
    -- Either of both says where the series ends.
    last_day DATE,
    count BIGINT CHECK (count >= 1),
    -- None: online.
    room_id BIGINT REFERENCES rooms (id),
    teacher_id BIGINT REFERENCES teachers (id),
    module_id BIGINT REFERENCES modules (id) ON DELETE SET NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    CHECK ((last_day IS NULL) <> (count IS NULL))
);
CREATE INDEX session_series_course ON session_series (course_id);

-- One meeting of a class. `sessions` are those of signed-in browsers.
CREATE TABLE class_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT UNIQUE,
    version BIGINT NOT NULL DEFAULT 1,
    course_id BIGINT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
    series_id BIGINT REFERENCES session_series (id) ON DELETE SET NULL,
    module_id BIGINT REFERENCES modules (id) ON DELETE SET NULL,
    -- Local day and time; the two instants are derived from them in Europe/Paris.
    day DATE NOT NULL,
    start_time TEXT NOT NULL,
    minutes BIGINT NOT NULL CHECK (minutes BETWEEN 5 AND 720),
    starts_at TIMESTAMP NOT NULL,
    ends_at TIMESTAMP NOT NULL,
    -- None: online.
    room_id BIGINT REFERENCES rooms (id),
    -- In place of the course's.
    meeting_url TEXT,
    teacher_id BIGINT REFERENCES teachers (id),
    status TEXT NOT NULL DEFAULT 'PLANNED' CHECK (status IN ('PLANNED', 'CANCELLED')),
    -- Why it was cancelled.
    reason TEXT,
    -- For learners.
    note TEXT,
    -- Changed alone: its rule leaves it as it is.
    by_hand BOOLEAN NOT NULL DEFAULT FALSE,
    -- Of calendars: the name never changes, the number rises with each change that they show.
    uid TEXT NOT NULL UNIQUE,
    sequence BIGINT NOT NULL DEFAULT 0,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    CHECK (starts_at < ends_at),
    CHECK (status = 'CANCELLED' OR reason IS NULL)
);
CREATE INDEX class_sessions_course ON class_sessions (course_id, starts_at);
CREATE INDEX class_sessions_room ON class_sessions (room_id, starts_at);
CREATE INDEX class_sessions_teacher ON class_sessions (teacher_id, starts_at);
CREATE INDEX class_sessions_starts ON class_sessions (starts_at);
CREATE INDEX class_sessions_series ON class_sessions (series_id);

-- Whether the local law of Alsace-Moselle adds two public holidays.
ALTER TABLE school ADD COLUMN alsace_moselle BOOLEAN NOT NULL DEFAULT FALSE;

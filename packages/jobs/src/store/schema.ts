import { APPROVAL_ANSWERS, ENVIRONMENTS } from "./store.ts"

export interface Migration {
  readonly name: string
  readonly sql: string
}

/** Tells a store from every other SQLite database ("pflj"). */
export const APPLICATION_ID = 0x70666c6a

/** The mark of stores that held feedback alone ("pflp"), before rows of any kind. */
export const FEEDBACK_ONLY_ID = 0x70666c70

export const MIGRATIONS_TABLE = `
PRAGMA application_id = ${APPLICATION_ID};
CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL
) STRICT;
`

/** `number` is the order of arrival, because ids are arbitrary and two rows may arrive within one millisecond. */
const JOBS_TABLE = `
CREATE TABLE jobs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  received_at TEXT NOT NULL,
  forge TEXT,
  repository TEXT,
  base TEXT,
  request TEXT NOT NULL CHECK (json_valid(request) AND json_type(request) = 'object'),
  state TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields) AND json_type(fields) = 'object'),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  failed_in TEXT,
  error TEXT,
  work TEXT NOT NULL CHECK (json_valid(work) AND json_type(work) = 'object'),
  revision INTEGER NOT NULL CHECK (revision >= 0),
  updated_at TEXT NOT NULL,
  CHECK ((state = 'failed') = (failed_in IS NOT NULL)),
  CHECK ((forge IS NULL) = (repository IS NULL) AND (forge IS NULL) = (base IS NULL))
) STRICT;
CREATE INDEX jobs_by_state ON jobs (kind, state, received_at, number);
CREATE INDEX jobs_by_time ON jobs (kind, received_at, number);
CREATE TRIGGER jobs_are_kept BEFORE DELETE ON jobs
BEGIN SELECT RAISE(ABORT, 'rows are never deleted'); END;
CREATE TRIGGER requests_are_not_changed BEFORE UPDATE OF id, kind, received_at, request ON jobs
BEGIN SELECT RAISE(ABORT, 'what a row was asked for does not change'); END;
`

/**
 * `position` counts the notes of the whole store without a gap, which shows a note that was deleted with its row.
 * `content_sha256` covers the row and its approvals as the note left them.
 */
const NOTES_TABLE = `
CREATE TABLE notes (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  row_id TEXT NOT NULL REFERENCES jobs (id),
  seq INTEGER NOT NULL CHECK (seq >= 1),
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('received', 'change', 'approval')),
  transition TEXT,
  note TEXT NOT NULL CHECK (json_valid(note) AND json_type(note) = 'object'),
  content_sha256 TEXT NOT NULL CHECK (length(content_sha256) = 64),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  UNIQUE (row_id, seq)
) STRICT;
CREATE TRIGGER notes_are_not_changed BEFORE UPDATE ON notes
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
CREATE TRIGGER notes_are_kept BEFORE DELETE ON notes
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
`

const APPROVALS_TABLE = `
CREATE TABLE approvals (
  id TEXT PRIMARY KEY NOT NULL,
  row_id TEXT NOT NULL REFERENCES jobs (id),
  round INTEGER NOT NULL CHECK (round >= 0),
  body TEXT NOT NULL,
  posted_at TEXT NOT NULL,
  answer TEXT CHECK (answer IS NULL OR ${oneOf("answer", APPROVAL_ANSWERS)}),
  reply TEXT,
  answered_by TEXT,
  answered_at TEXT,
  UNIQUE (row_id, round),
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL))
) STRICT;
CREATE TRIGGER approvals_are_answered_once BEFORE UPDATE ON approvals WHEN OLD.answer IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an approval is answered once'); END;
CREATE TRIGGER approvals_are_kept BEFORE DELETE ON approvals
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
`

const MEMORIES_TABLE = `
CREATE TABLE memories (
  number INTEGER PRIMARY KEY,
  topic TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload) AND json_type(payload) = 'object'),
  embedding_key TEXT NOT NULL,
  confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  source_kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  UNIQUE (source_kind, topic, source_id)
) STRICT;
CREATE INDEX memories_by_topic ON memories (source_kind, topic, number);
`

/** The claims on rows, each by one process's open store. Times are in milliseconds. */
const CLAIMS_TABLE = `
CREATE TABLE claims (
  row_id TEXT PRIMARY KEY NOT NULL REFERENCES jobs (id),
  token TEXT NOT NULL,
  pid INTEGER NOT NULL,
  began TEXT,
  host TEXT NOT NULL,
  renewed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX claims_by_token ON claims (token);
`

/** When and at what to look again: neither history nor part of a chain. */
const SCHEDULE_TABLES = `
CREATE TABLE waits (
  row_id TEXT PRIMARY KEY NOT NULL REFERENCES jobs (id),
  waits_for TEXT NOT NULL,
  since TEXT NOT NULL,
  look_at TEXT,
  deadline TEXT
) STRICT;
CREATE TABLE breakers (
  environment TEXT NOT NULL CHECK (${oneOf("environment", ENVIRONMENTS)}),
  name TEXT NOT NULL,
  reason TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  until TEXT NOT NULL,
  tries INTEGER NOT NULL CHECK (tries >= 1),
  PRIMARY KEY (environment, name)
) STRICT;
`

/** Which rows met a breaker, and which of them looked whether the service is back. Times are in milliseconds. */
const PROBES_TABLE = `
CREATE TABLE probes (
  environment TEXT NOT NULL,
  name TEXT NOT NULL,
  row_id TEXT NOT NULL,
  since_ms INTEGER NOT NULL,
  asked_ms INTEGER NOT NULL,
  offered_ms INTEGER,
  looks INTEGER NOT NULL CHECK (looks >= 0),
  PRIMARY KEY (environment, name, row_id)
) STRICT;
`

/** When a claim was made, in milliseconds; 0: unknown. */
const CLAIMED_AT = "ALTER TABLE claims ADD COLUMN claimed_at_ms INTEGER NOT NULL DEFAULT 0;"

/** Whether only a person can end it: a token that is refused. */
const NEEDS_PERSON = "ALTER TABLE breakers ADD COLUMN needs_person INTEGER NOT NULL DEFAULT 0;"

/** Numbered from 1 in this order. A released text never changes, including the names of its checks. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "jobs and notes", sql: JOBS_TABLE + NOTES_TABLE },
  { name: "approvals", sql: APPROVALS_TABLE },
  { name: "memories", sql: MEMORIES_TABLE },
  { name: "claims", sql: CLAIMS_TABLE },
  { name: "waits and breakers", sql: SCHEDULE_TABLES },
  { name: "probes", sql: PROBES_TABLE },
  { name: "times of claims", sql: CLAIMED_AT },
  { name: "breakers that need a person", sql: NEEDS_PERSON },
]

/** A condition that a column holds one of these names. */
function oneOf(column: string, names: readonly string[]): string {
  return `${column} IN (${names.map((name) => `'${name.replaceAll("'", "''")}'`).join(", ")})`
}

import type { Dialect } from "./dialect.ts"
import { APPROVAL_ANSWERS, ENVIRONMENTS } from "./store.ts"

export interface Migration {
  readonly name: string
  readonly sql: string
}

/** The migrations in a database's words, numbered from 1. A released text never changes, nor the names of its checks. */
export function migrationsOf(dialect: Dialect): readonly Migration[] {
  return [
    { name: "jobs and notes", sql: jobsTable(dialect) + notesTable(dialect) },
    { name: "approvals", sql: approvalsTable(dialect) },
    { name: "memories", sql: memoriesTable(dialect) },
    { name: "claims", sql: claimsTable(dialect) },
    { name: "waits and breakers", sql: scheduleTables(dialect) },
    { name: "probes", sql: probesTable(dialect) },
    { name: "times of claims", sql: claimedAt(dialect) },
    { name: "breakers that need a person", sql: needsPerson(dialect) },
    { name: "rows by address", sql: ROWS_BY_ADDRESS },
    { name: "rows that look", sql: lookingRow(dialect) },
  ]
}

/** `number` is the order of arrival, because ids are arbitrary and two rows may arrive within one millisecond. */
const jobsTable = ({ number, text, integer, object, strict, refusal }: Dialect) => `
CREATE TABLE jobs (
  ${number("number")},
  id ${text} NOT NULL UNIQUE,
  kind ${text} NOT NULL,
  received_at ${text} NOT NULL,
  forge ${text},
  repository ${text},
  base ${text},
  ${object("request")},
  state ${text} NOT NULL,
  ${object("fields")},
  attempts ${integer} NOT NULL CHECK (attempts >= 0),
  failed_in ${text},
  error ${text},
  ${object("work")},
  revision ${integer} NOT NULL CHECK (revision >= 0),
  updated_at ${text} NOT NULL,
  CHECK ((state = 'failed') = (failed_in IS NOT NULL)),
  CHECK ((forge IS NULL) = (repository IS NULL) AND (forge IS NULL) = (base IS NULL))
)${strict};
CREATE INDEX jobs_by_state ON jobs (kind, state, received_at, number);
CREATE INDEX jobs_by_time ON jobs (kind, received_at, number);
${refusal({ name: "jobs_are_kept", write: "DELETE", table: "jobs", message: "rows are never deleted" })}
${refusal({ name: "requests_are_not_changed", write: "UPDATE OF id, kind, received_at, request", table: "jobs", message: "what a row was asked for does not change" })}
`

/**
 * `position` counts the notes of the whole store without a gap, which shows a note that was deleted with its row.
 * `content_sha256` covers the row and its approvals as the note left them.
 */
const notesTable = ({ position, places, text, integer, object, strict, refusal }: Dialect) => `
CREATE TABLE notes (
  ${position("position")},
  row_id ${text} NOT NULL REFERENCES jobs (id),
  seq ${integer} NOT NULL CHECK (seq >= 1),
  at ${text} NOT NULL,
  kind ${text} NOT NULL CHECK (kind IN ('received', 'change', 'approval')),
  transition ${text},
  ${object("note")},
  content_sha256 ${text} NOT NULL CHECK (length(content_sha256) = 64),
  sha256 ${text} NOT NULL CHECK (length(sha256) = 64),
  UNIQUE (row_id, seq)
)${strict};
${refusal({ name: "notes_are_not_changed", write: "UPDATE", table: "notes", message: "notes are append-only" })}
${refusal({ name: "notes_are_kept", write: "DELETE", table: "notes", message: "notes are append-only" })}
${places("notes")}`

const approvalsTable = ({ text, integer, strict, refusal }: Dialect) => `
CREATE TABLE approvals (
  id ${text} PRIMARY KEY NOT NULL,
  row_id ${text} NOT NULL REFERENCES jobs (id),
  round ${integer} NOT NULL CHECK (round >= 0),
  body ${text} NOT NULL,
  posted_at ${text} NOT NULL,
  answer ${text} CHECK (answer IS NULL OR ${oneOf("answer", APPROVAL_ANSWERS)}),
  reply ${text},
  answered_by ${text},
  answered_at ${text},
  UNIQUE (row_id, round),
  CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL))
)${strict};
${refusal({ name: "approvals_are_answered_once", write: "UPDATE", table: "approvals", when: "OLD.answer IS NOT NULL", message: "an approval is answered once" })}
${refusal({ name: "approvals_are_kept", write: "DELETE", table: "approvals", message: "approvals are never deleted" })}
`

const memoriesTable = ({ number, text, integer, object, strict }: Dialect) => `
CREATE TABLE memories (
  ${number("number")},
  topic ${text} NOT NULL,
  ${object("payload")},
  embedding_key ${text} NOT NULL,
  confidence ${integer} NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  source_kind ${text} NOT NULL,
  source_id ${text} NOT NULL,
  recorded_at ${text} NOT NULL,
  UNIQUE (source_kind, topic, source_id)
)${strict};
CREATE INDEX memories_by_topic ON memories (source_kind, topic, number);
`

/** The claims on rows, each by one process's open store. Times are in milliseconds. */
const claimsTable = ({ text, integer, strict }: Dialect) => `
CREATE TABLE claims (
  row_id ${text} PRIMARY KEY NOT NULL REFERENCES jobs (id),
  token ${text} NOT NULL,
  pid ${integer} NOT NULL,
  began ${text},
  host ${text} NOT NULL,
  renewed_at_ms ${integer} NOT NULL
)${strict};
CREATE INDEX claims_by_token ON claims (token);
`

/** When and at what to look again: neither history nor part of a chain. */
const scheduleTables = ({ text, integer, strict }: Dialect) => `
CREATE TABLE waits (
  row_id ${text} PRIMARY KEY NOT NULL REFERENCES jobs (id),
  waits_for ${text} NOT NULL,
  since ${text} NOT NULL,
  look_at ${text},
  deadline ${text}
)${strict};
CREATE TABLE breakers (
  environment ${text} NOT NULL CHECK (${oneOf("environment", ENVIRONMENTS)}),
  name ${text} NOT NULL,
  reason ${text} NOT NULL,
  opened_at ${text} NOT NULL,
  until ${text} NOT NULL,
  tries ${integer} NOT NULL CHECK (tries >= 1),
  PRIMARY KEY (environment, name)
)${strict};
`

/** Which rows met a breaker, and which of them looked whether the service is back. Times are in milliseconds. */
const probesTable = ({ rowid, text, integer, strict }: Dialect) => `
CREATE TABLE probes (
${rowid}  environment ${text} NOT NULL,
  name ${text} NOT NULL,
  row_id ${text} NOT NULL,
  since_ms ${integer} NOT NULL,
  asked_ms ${integer} NOT NULL,
  offered_ms ${integer},
  looks ${integer} NOT NULL CHECK (looks >= 0),
  PRIMARY KEY (environment, name, row_id)
)${strict};
`

/** When a claim was made, in milliseconds; 0: unknown. */
const claimedAt = ({ integer }: Dialect) =>
  `ALTER TABLE claims ADD COLUMN claimed_at_ms ${integer} NOT NULL DEFAULT 0;`

/** Whether only a person can end it: a token that is refused. */
const needsPerson = ({ integer }: Dialect) =>
  `ALTER TABLE breakers ADD COLUMN needs_person ${integer} NOT NULL DEFAULT 0;`

/** The row that looks whether the service is back, until the breaker's time is over or it was opened anew. */
const lookingRow = ({ text }: Dialect) => `ALTER TABLE breakers ADD COLUMN looking_row ${text};`

/** An entry of an index in Postgres has at most 2704 bytes, and a character up to 4. */
export const INDEXED_CHARACTERS = 256

/** The start of a part of the request, as the index of addresses has it. */
export function requestStart(key: string): string {
  return `substr(request ->> '${key}', 1, ${INDEXED_CHARACTERS})`
}

/** The newest rows of a repository are found without reading the others. */
const ROWS_BY_ADDRESS = `CREATE INDEX jobs_by_address ON jobs (kind, (${requestStart("url")}), received_at, number);`

/** A condition that a column holds one of these names. */
function oneOf(column: string, names: readonly string[]): string {
  return `${column} IN (${names.map((name) => `'${name.replaceAll("'", "''")}'`).join(", ")})`
}

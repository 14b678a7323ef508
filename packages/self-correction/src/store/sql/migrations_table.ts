/** Tells a store from every other SQLite database ("pflp"). */
export const application_id = 0x70666c70

export const migrations_table = `
PRAGMA application_id = ${application_id};
CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL
) STRICT;
`

/** The claims on rows, each by a store that one process has open. Times are in milliseconds. */
export const claims_table = `
CREATE TABLE claims (
  feedback_id TEXT PRIMARY KEY NOT NULL REFERENCES feedback (id),
  token TEXT NOT NULL,
  pid INTEGER NOT NULL,
  began TEXT,
  host TEXT NOT NULL,
  renewed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX claims_by_token ON claims (token);
`

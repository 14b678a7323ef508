import { memory_topics } from "../store.ts"
import { oneOf } from "./one_of.ts"

export const memories_table = `
CREATE TABLE memories (
  number INTEGER PRIMARY KEY,
  topic TEXT NOT NULL CHECK (${oneOf("topic", memory_topics)}),
  payload TEXT NOT NULL CHECK (json_valid(payload) AND json_type(payload) = 'object'),
  embedding_key TEXT NOT NULL,
  confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 100),
  source_kind TEXT NOT NULL CHECK (source_kind = 'feedback'),
  source_id TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  UNIQUE (topic, source_id)
) STRICT;
CREATE INDEX memories_by_topic ON memories (topic, number);
`

import * as z from "zod"
import { type Dialect, migrationsTable } from "../dialect.ts"
import { StoreError } from "../store_error.ts"

/** On the table of migrations; tells a store from every other schema. */
const MARK = "proofloop: a store of jobs"

/** For a store in a schema of its own. The schema's name is a plain one: `readPostgresUrl` checks it. */
export function postgresDialect(schema: string): Dialect {
  return {
    text: 'TEXT COLLATE "C"',
    integer: "BIGINT",
    strict: "",
    number: (column) => `${column} BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY`,
    position: (column) => `${column} BIGINT PRIMARY KEY`,
    places: (table) =>
      `CREATE TRIGGER ${table}_are_placed BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION place_note();\n`,
    rowid: "  rowid BIGINT GENERATED ALWAYS AS IDENTITY,\n",
    // Unlike jsonb it keeps the text, over which notes are hashed.
    object: (column) => `${column} JSON NOT NULL CHECK (json_typeof(${column}) = 'object')`,
    refusal: ({ name, write, table, when, message }) => {
      const each = `FOR EACH ROW${when === undefined ? "" : ` WHEN (${when})`}`
      const row = `CREATE TRIGGER ${name} BEFORE ${write} ON ${table} ${each} EXECUTE FUNCTION refuse('${message}');`
      if (write !== "DELETE") return row
      return `${row}
CREATE TRIGGER ${name}_whole BEFORE TRUNCATE ON ${table} EXECUTE FUNCTION refuse('${message}');`
    },
    last_position: "(SELECT given FROM positions)",
    // Each update of a row within one transaction leaves a version that the next one has to pass over.
    placing: {
      begin: "ALTER TABLE notes DISABLE TRIGGER notes_are_placed",
      end: (last_position) =>
        `UPDATE positions SET given = ${last_position}; ALTER TABLE notes ENABLE TRIGGER notes_are_placed`,
    },
    async owner({ get }) {
      const found = await get(
        `SELECT obj_description(to_regclass(?), 'pg_class') AS mark,
           (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(?)) AS relations`,
        `"${schema}".schema_migrations`,
        `"${schema}"`,
      )
      const { mark, relations } = z
        .object({ mark: z.string().nullable(), relations: z.number() })
        .parse(found)
      if (mark === MARK) return "jobs"
      return relations === 0 ? "nobody" : "other"
    },
    async begin({ get, exec }) {
      const { encoding } = z
        .object({ encoding: z.string() })
        .parse(await get("SELECT current_setting('server_encoding') AS encoding"))
      if (encoding !== "UTF8") {
        throw new StoreError("io", `the database is encoded in ${encoding}, and a store needs UTF8`)
      }
      // Whoever may use a schema that is there need not be allowed to make one.
      const { known } = z
        .object({ known: z.number() })
        .parse(await get("SELECT count(to_regnamespace(?)) AS known", `"${schema}"`))
      if (known === 0) await exec(`CREATE SCHEMA "${schema}"`)
      await exec(BEGINNING)
    },
    fault: async () => null,
  }
}

/**
 * `positions` counts notes within the transaction that writes them, so that one that is undone leaves no gap. `commits`
 * holds the last write of each open store (`commitMark`).
 */
const BEGINNING = `
${migrationsTable({ strict: "" })}
COMMENT ON TABLE schema_migrations IS '${MARK}';
CREATE TABLE commits (
  session TEXT PRIMARY KEY,
  number BIGINT NOT NULL,
  at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE positions (given BIGINT NOT NULL);
INSERT INTO positions VALUES (0);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0]; END $$;
CREATE FUNCTION place_note() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE positions SET given = given + 1 RETURNING given INTO NEW.position;
  RETURN NEW;
END $$;
`

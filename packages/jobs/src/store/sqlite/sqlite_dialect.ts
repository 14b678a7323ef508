import * as z from "zod"
import { type Dialect, migrationsTable } from "../dialect.ts"

/** Tells a store from every other SQLite database ("pflj"). */
export const APPLICATION_ID = 0x70666c6a

/** The mark of stores that held feedback alone ("pflp"), before rows of any kind. */
const FEEDBACK_ONLY_ID = 0x70666c70

const STRICT = " STRICT"

export const sqliteDialect: Dialect = {
  text: "TEXT",
  integer: "INTEGER",
  strict: STRICT,
  number: (column) => `${column} INTEGER PRIMARY KEY`,
  position: (column) => `${column} INTEGER PRIMARY KEY AUTOINCREMENT`,
  places: () => "",
  rowid: "",
  object: (column) =>
    `${column} TEXT NOT NULL CHECK (json_valid(${column}) AND json_type(${column}) = 'object')`,
  refusal: ({ name, write, table, when, message }) =>
    `CREATE TRIGGER ${name} BEFORE ${write} ON ${table}${when === undefined ? "" : ` WHEN ${when}`}
BEGIN SELECT RAISE(ABORT, '${message}'); END;`,
  last_position: "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'notes'), 0)",
  placing: { begin: "", end: () => "" },
  async owner({ get }) {
    const { application_id: found } = z
      .object({ application_id: z.number() })
      .parse(await get("SELECT application_id FROM pragma_application_id"))
    if (found === FEEDBACK_ONLY_ID) return "feedback"
    if (found === APPLICATION_ID) return "jobs"
    const is_empty = found === 0 && (await get("SELECT name FROM sqlite_schema LIMIT 1")) === undefined
    return is_empty ? "nobody" : "other"
  },
  begin: ({ exec }) =>
    exec(`PRAGMA application_id = ${APPLICATION_ID};${migrationsTable({ strict: STRICT })}`),
  async fault({ get }) {
    const found = await get("PRAGMA quick_check(1)")
    const { quick_check } = z.object({ quick_check: z.string() }).parse(found)
    return quick_check === "ok" ? null : quick_check
  },
}

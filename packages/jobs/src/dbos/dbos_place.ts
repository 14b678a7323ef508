import { readPostgresUrl } from "../store/postgres/postgres_url.ts"

export interface DbosPlace {
  /** The Postgres of the store, with the same settings: "postgres://user:password@host/database?schema=proofloop". */
  readonly database_url: string
  /** Rows of one queue are moved by the workers of this queue alone. Default "proofloop". */
  readonly queue?: string | undefined
  /** Gets the SDK's messages. Default: nothing. */
  readonly on_log?: ((level: string, message: string) => void) | undefined
}

/** The client's URL, and the schema beside that of the store. Throws InvalidOptionError. */
export function placeOf({ database_url }: Pick<DbosPlace, "database_url">) {
  const { url, schema } = readPostgresUrl(database_url, "database_url")
  return { url, schema: `${schema}_dbos` }
}

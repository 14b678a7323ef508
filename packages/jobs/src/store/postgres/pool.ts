import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { StoreError } from "../store_error.ts"
import type { PostgresPlace } from "./postgres_url.ts"

/** What is used of the package `pg`, which need not be installed. */
export interface Pool {
  connect(): Promise<Client>
  end(): Promise<void>
  on(event: "error", listener: (error: Error) => void): void
  on(event: "connect", listener: (client: Client) => void): void
}

export interface Client {
  query(text: string, values?: readonly unknown[]): Promise<Answer>
  on(event: "error", listener: (error: Error) => void): void
  /** With true the connection is ended, not kept for the next one. */
  release(is_unfit?: boolean): void
}

interface Answer {
  readonly rows: readonly unknown[]
  readonly rowCount: number | null
}

interface Package {
  readonly default: { readonly Pool: new (settings: object) => Pool }
}

const CONNECT_MS = 10_000
/** Longer than the server lets a statement wait: then the way to it is broken. */
const ANSWER_MS = 100_000

/** Opens no connection yet. Rejects with StoreError when the package `pg` is missing. */
export async function openPool({ url, pool_size, shown }: PostgresPlace): Promise<Pool> {
  const { default: pg } = await loadPackage(shown)
  const pool = new pg.Pool({
    connectionString: url,
    max: pool_size,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    // A program with nothing else to do ends, though its store is open.
    allowExitOnIdle: true,
    fallback_application_name: "proofloop",
    types: { getTypeParser },
  })
  // The next statement on a broken connection fails; an event nobody listens to would end the process.
  pool.on("error", () => undefined)
  pool.on("connect", (client) => client.on("error", () => undefined))
  return pool
}

/** int8, int2 and int4: https://www.postgresql.org/docs/current/catalog-pg-type.html */
const INTEGERS = [20, 21, 23]

/** Everything else stays the text that the server sent, JSON as well: notes are hashed over it. */
function getTypeParser(oid: number): (text: string) => string | number {
  return INTEGERS.includes(oid) ? Number : (text) => text
}

async function loadPackage(shown: string): Promise<Package> {
  const specifier = "pg"
  try {
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)) as Package
  } catch (error) {
    const is_missing = errorCode(error) === "ERR_MODULE_NOT_FOUND"
    const reason = is_missing
      ? `a store on Postgres needs the package ${specifier}: npm install ${specifier}`
      : `${specifier} cannot be loaded: ${thrownMessage(error)}`
    throw new StoreError("io", `${shown}: ${reason}`, { cause: error })
  }
}

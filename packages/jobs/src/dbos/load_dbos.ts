import type * as Sdk from "@dbos-inc/dbos-sdk"
import { errorCode } from "@proofloop/foundation/errors"
import type * as Pg from "pg"

/** The SDK, which is an optional package. Rejects with what to install where it is missing. */
export async function loadDbos(): Promise<typeof Sdk> {
  return loaded("@dbos-inc/dbos-sdk")
}

/** A worker that stands still in a transaction is cut off after this long, as the SDK has it for its own connections. */
const LONGEST_TRANSACTION_MS = 60_000

/** Connections for the SDK and beside it, with the client on which it depends as well. */
export async function openPool(connectionString: string): Promise<Pg.Pool> {
  const { Pool } = (await loaded<{ readonly default: typeof Pg }>("pg")).default
  const settings = {
    connectionString,
    max: MOST_CONNECTIONS,
    allowExitOnIdle: true,
    // Awaited, unlike the SDK's own, of which the client warns.
    onConnect: async (client: Pg.ClientBase) =>
      client.query(`SET idle_in_transaction_session_timeout = ${LONGEST_TRANSACTION_MS}`),
  }
  const pool = new Pool(settings)
  pool.on("error", () => undefined)
  pool.on("connect", (client) => void client.on("error", () => undefined))
  return pool
}

const MOST_CONNECTIONS = 12

/** The specifier is not constant, so that bundlers leave an optional package alone. */
async function loaded<Module>(specifier: string): Promise<Module> {
  try {
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)) as Module
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error
    throw new MissingPackageError(error)
  }
}

class MissingPackageError extends Error {
  readonly code = "missing_package"

  constructor(cause: unknown) {
    super("@proofloop/jobs/dbos needs two packages beside it: npm install @dbos-inc/dbos-sdk pg", { cause })
    this.name = "MissingPackageError"
  }
}

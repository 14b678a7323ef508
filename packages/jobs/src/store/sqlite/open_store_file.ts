import { chmod, mkdir, open, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import type { Connection } from "../connection.ts"
import { refuseForeign } from "../migrate.ts"
import { migrationsOf } from "../schema.ts"
import { StoreError } from "../store_error.ts"
import { openSqlite } from "./sqlite_connection.ts"
import { sqliteDialect } from "./sqlite_dialect.ts"

/** Opens the file, made on demand (mode 0600, with its folder). A file that is not a store stays unchanged. */
export async function openStoreFile(path: string): Promise<Connection> {
  await makeStoreFile(path)
  const connection = await openSqlite(path)
  try {
    await refuseForeign(connection, migrationsOf(sqliteDialect))
    await hideStoreFile(path)
    await connection.set(SETTINGS)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/**
 * FULL: a commit reaches the disk before its consequence, such as a pull request, happens. NORMAL could lose it when
 * the machine stops (https://www.sqlite.org/pragma.html#pragma_synchronous).
 */
const SETTINGS = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;
`

/** Makes the file (0600) and its folder (0700) unless they are there. */
async function makeStoreFile(path: string): Promise<void> {
  await inTermsOfStore(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Never opens an existing file: closing it again would end the locks of this process
    // (https://www.sqlite.org/howtocorrupt.html, 2.2).
    const handle = await open(path, "wx", 0o600).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error
      return null
    })
    await handle?.close()
    if (!(await stat(path)).isFile()) throw new StoreError("not_a_store", `${path}: is not a file`)
  })
}

/** Makes a readable store private; the files beside it get the mode of the store. */
async function hideStoreFile(path: string): Promise<void> {
  await inTermsOfStore(path, async () => {
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
  })
}

async function inTermsOfStore(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = thrownMessage(error)
    throw new StoreError("io", `${path}: the store cannot be opened: ${reason}`, { cause: error })
  }
}

import { existsSync } from "node:fs"
import { resolve } from "node:path"
import type { Connection } from "./connection.ts"
import { migrate } from "./migrate.ts"
import { openPostgres } from "./postgres/postgres_connection.ts"
import { isPostgresUrl } from "./postgres/postgres_url.ts"
import { migrationsOf } from "./schema.ts"
import { openStoreFile } from "./sqlite/open_store_file.ts"
import { StoreError } from "./store_error.ts"

/**
 * Opens a database, made on demand, and brings it to the newest schema. Rejects as `openJobStore` does; `option` is what
 * an error about a URL names, default "store".
 */
export async function openConnection(path: string, now: () => number, option?: string): Promise<Connection> {
  return migrated(await opened(path, option), now)
}

/** The same of a store that is there; rejects with `not_a_store` where none is, and makes nothing. */
export async function openKnown(path: string, now: () => number, option: string): Promise<Connection> {
  if (!isPostgresUrl(path) && !existsSync(path)) {
    throw new StoreError("not_a_store", `${resolve(path)}: there is no such file`)
  }
  const connection = await opened(path, option)
  return migrated(connection, now, async () => {
    const owner = await connection.transaction("read", connection.dialect.owner)
    if (owner === "nobody") throw new StoreError("not_a_store", `${connection.path}: there is no store`)
  })
}

async function opened(path: string, option?: string): Promise<Connection> {
  return isPostgresUrl(path) ? openPostgres(path, { option }) : openStoreFile(resolve(path))
}

async function migrated(
  connection: Connection,
  now: () => number,
  check: () => Promise<void> = async () => undefined,
): Promise<Connection> {
  try {
    await check()
    await migrate(connection, migrationsOf(connection.dialect), new Date(now()).toISOString())
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

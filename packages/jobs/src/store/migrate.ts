import { sha256Hex } from "@proofloop/foundation/text"
import { z } from "zod"
import type { Connection, Transaction } from "./connection.ts"
import { APPLICATION_ID, FEEDBACK_ONLY_ID, type Migration, MIGRATIONS_TABLE } from "./schema.ts"
import { StoreError } from "./store_error.ts"

const appliedSchema = z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() }))

/**
 * Rejects with `not_a_store`, `older_version` or `newer_version` for a database that must not be changed. Writes
 * nothing.
 */
export async function refuseForeign(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  await connection.transaction("read", (sql) => readApplied(connection.path, sql, migrations))
}

/**
 * Brings a store to the newest schema, each migration in one transaction; when several processes open it, one migrates.
 * Rejects as `refuseForeign` does, and with `corrupt` when an applied migration had another text.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  applied_at: string,
): Promise<void> {
  const done = await connection.transaction("read", (sql) => readApplied(connection.path, sql, migrations))
  for (const [index, { name, sql }] of migrations.entries()) {
    if (index < done) continue
    await connection.transaction("write", async (within) => {
      const done_meanwhile = await readApplied(connection.path, within, migrations)
      if (index < done_meanwhile) return
      if (index === 0) await within.exec(MIGRATIONS_TABLE)
      await within.exec(sql)
      await within.run(
        "INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)",
        index + 1,
        name,
        sha256Hex(sql),
        applied_at,
      )
    })
  }
}

/** How many of the migrations the store has. */
async function readApplied(
  path: string,
  { get, all }: Transaction,
  migrations: readonly Migration[],
): Promise<number> {
  const { application_id: found } = z
    .object({ application_id: z.number() })
    .parse(await get("SELECT application_id FROM pragma_application_id"))
  if (found === FEEDBACK_ONLY_ID) {
    throw new StoreError(
      "older_version",
      `${path}: an older version of proofloop made this store of feedback alone; finish what is in it with that version, ` +
        `and start another file`,
    )
  }
  if (found !== APPLICATION_ID) {
    if (found === 0 && (await get("SELECT name FROM sqlite_schema LIMIT 1")) === undefined) return 0
    throw new StoreError("not_a_store", `${path}: is a database, but not a store of jobs`)
  }
  const rows = await all("SELECT version, name, checksum FROM schema_migrations ORDER BY version")
  const applied = appliedSchema.parse(rows)
  for (const [index, { version, name, checksum }] of applied.entries()) {
    const known = migrations[index]
    if (known === undefined) {
      throw new StoreError(
        "newer_version",
        `${path}: a newer version of proofloop made this store: it has migration ${version} "${name}", ` +
          `this version knows ${migrations.length}`,
      )
    }
    if (version !== index + 1 || checksum !== sha256Hex(known.sql)) {
      throw new StoreError(
        "corrupt",
        `${path}: migration ${version} "${name}" is not the one of this version`,
      )
    }
  }
  return applied.length
}

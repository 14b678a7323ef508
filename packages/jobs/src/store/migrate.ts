import { sha256Hex } from "@proofloop/foundation/text"
import * as z from "zod"
import type { Connection } from "./connection.ts"
import type { Migration } from "./schema.ts"
import { StoreError } from "./store_error.ts"
import type { Transaction } from "./transaction.ts"

const appliedSchema = z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() }))

/** Rejects with `not_a_store`, `older_version` or `newer_version` for a database not to be changed. Writes nothing. */
export async function refuseForeign(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  await connection.transaction("read", (sql) => readApplied(connection, sql, migrations))
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
  const done = await connection.transaction("read", (sql) => readApplied(connection, sql, migrations))
  for (const [index, { name, sql }] of migrations.entries()) {
    if (index < done) continue
    await connection.transaction("write", async (within) => {
      const done_meanwhile = await readApplied(connection, within, migrations)
      if (index < done_meanwhile) return
      if (index === 0) await connection.dialect.begin(within)
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

async function readApplied(
  { path, dialect }: Connection,
  sql: Transaction,
  migrations: readonly Migration[],
): Promise<number> {
  const owner = await dialect.owner(sql)
  if (owner === "feedback") {
    throw new StoreError(
      "older_version",
      `${path}: an older version of proofloop made this store of feedback alone; finish what is in it with that version, ` +
        `and start another file`,
    )
  }
  if (owner === "other")
    throw new StoreError("not_a_store", `${path}: is a database, but not a store of jobs`)
  if (owner === "nobody") return 0
  const rows = await sql.all("SELECT version, name, checksum FROM schema_migrations ORDER BY version")
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

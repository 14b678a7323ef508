import { createHash } from "node:crypto"
import type { TransactionKind } from "../transaction.ts"

const STATEMENT_MS = 30_000
/** A process may be gone without its connection being closed; its lock ends after this time. */
const IDLE_MS = 20_000

/**
 * The statements that begin a transaction, sent together. Settings are those of the transaction alone, so a pool of
 * connections between here and the server may be in between. Writers wait in line for the lock of their store.
 */
export function beginning(kind: TransactionKind, schema: string, patience_ms: number): string {
  const common = [
    `SET LOCAL search_path = "${schema}", pg_temp`,
    `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}`,
  ]
  const statements =
    kind === "read"
      ? ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", ...common]
      : [
          // What the lock has let others write before is seen.
          "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
          ...common,
          `SET LOCAL lock_timeout = ${Math.max(1, patience_ms)}`,
          `SET LOCAL statement_timeout = 0`,
          `SELECT pg_advisory_xact_lock(${lockOf(schema)})`,
          // A commit reaches the disk before its consequence, such as a pull request, happens.
          "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'",
        ]
  return [...statements, `SET LOCAL statement_timeout = ${STATEMENT_MS}`].join("; ")
}

/** Advisory locks of one database are numbers that all programs share. */
function lockOf(schema: string): string {
  return createHash("sha256").update(`proofloop store ${schema}`).digest().readBigInt64BE().toString()
}

import { stat } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { thrownMessage, errorCode } from "@proofloop/foundation/errors"
import type Libsql from "libsql"
import { ZodError } from "zod"
import type { Connection } from "../connection.ts"
import { inTurn } from "../in_turn.ts"
import { StoreError } from "../store_error.ts"
import type { Transaction, TransactionKind } from "../transaction.ts"
import { sqliteDialect } from "./sqlite_dialect.ts"

/** Long enough that a step's ten minutes of work are not lost because others write for some seconds. */
const BUSY_MS = 60_000
/** Between two tries to get the lock. */
const POLL_MS = 8
/** Back off this long after lock contention, so that processes that poll can take the lock. */
const MANNERS_MS = 100
const BEGIN = { read: "BEGIN", write: "BEGIN IMMEDIATE" } as const

export interface SqliteConnection extends Connection {
  /** Outside of any transaction: for settings. */
  readonly set: (sql: string) => Promise<void>
}

/** Opens a file that is there. Rejects with StoreError, also when the database has no binary for this platform. */
export async function openSqlite(path: string, busy_ms: number = BUSY_MS): Promise<SqliteConnection> {
  const Database = await loadDatabase(path)
  const database = opened(path, Database)
  const statements = new Map<string, Libsql.Statement>()
  const sql = prepare(database, statements)
  const turns = inTurn()
  let is_open = true
  /** The last contention, and this connection's last write. */
  let met_others = -Infinity
  let wrote = -Infinity

  async function once<Result>(kind: TransactionKind, work: (sql: Transaction) => Promise<Result>) {
    refuseClosed()
    database.exec(BEGIN[kind])
    try {
      const result = await work(sql)
      database.exec("COMMIT")
      return result
    } catch (error) {
      if (database.inTransaction) database.exec("ROLLBACK")
      throw error
    }
  }

  /** A turn ends between two tries, so that readers of this connection go on while a writer waits. */
  async function patiently<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const begun = performance.now()
    for (;;) {
      try {
        return await turns.take(() => inTermsOfSqlite(path, attempt))
      } catch (error) {
        // What `work` found busy elsewhere has no cause, and stays so.
        const is_busy = error instanceof StoreError && error.code === "busy" && error.cause !== undefined
        met_others = performance.now()
        if (!is_busy || met_others - begun >= busy_ms) throw error
      }
      await sleep(POLL_MS * (0.5 + Math.random()))
    }
  }

  function refuseClosed(): void {
    if (!is_open) throw new StoreError("closed", `${path}: the store is closed`)
  }

  return {
    path,
    dialect: sqliteDialect,
    set: (text) => patiently(async () => void database.exec(text)),
    async transaction(kind, work) {
      const begun = performance.now()
      if (kind === "write" && begun - met_others < MANNERS_MS && begun - wrote < 1) await sleep(POLL_MS)
      const result = await patiently(() => once(kind, work))
      wrote = performance.now()
      return result
    },
    async identity() {
      const { dev, ino } = await stat(path, { bigint: true })
      return `${dev} ${ino}`
    },
    close: () =>
      turns.take(async () => {
        if (!is_open) return
        is_open = false
        writeBack(database)
        statements.clear()
        database.close()
      }),
  }
}

function prepare(database: Libsql.Database, statements: Map<string, Libsql.Statement>): Transaction {
  function prepared(sql: string): Libsql.Statement {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    get: async (sql, ...values) => prepared(sql).get(...values),
    all: async (sql, ...values) => prepared(sql).all(...values),
    run: async (sql, ...values) => prepared(sql).run(...values).changes,
    exec: async (sql) => void database.exec(sql),
  }
}

/** Native code: the specifier is not constant, so that no bundler follows it. */
async function loadDatabase(path: string): Promise<typeof Libsql> {
  const specifier = "libsql"
  try {
    const loaded: unknown = await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
    return (loaded as { readonly default: typeof Libsql }).default
  } catch (error) {
    const reason = thrownMessage(error)
    throw new StoreError("io", `${path}: ${specifier} cannot be loaded: ${reason}`, { cause: error })
  }
}

/** The library's own words have no code. */
function opened(path: string, Database: typeof Libsql): Libsql.Database {
  try {
    // Waiting inside the library would block the whole process.
    return new Database(path, { timeout: 0 })
  } catch (error) {
    const reason = thrownMessage(error)
    throw new StoreError("io", `${path}: the store cannot be opened: ${reason}`, { cause: error })
  }
}

/** Leaves everything in the one file. The library ends a connection only when its statements are collected. */
function writeBack(database: Libsql.Database): void {
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  } catch {
    // Others still read the log; the last one of them writes it back.
  }
}

/** Does the work; an error of the database, or of what it holds, becomes one of the store. */
async function inTermsOfSqlite<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ZodError) {
      throw new StoreError("corrupt", `${path}: a row cannot be read`, { cause: error })
    }
    const code = errorCode(error)
    const described = DESCRIPTIONS.find(([begin]) => code.startsWith(begin))
    if (described === undefined) throw error
    const [, problem, text] = described
    throw new StoreError(problem, `${path}: ${text}`, { cause: error })
  }
}

const DESCRIPTIONS = [
  ["SQLITE_BUSY", "busy", "another process keeps the store locked"],
  ["SQLITE_LOCKED", "busy", "another process keeps the store locked"],
  ["SQLITE_NOTADB", "not_a_store", "the file is not a database"],
  ["SQLITE_CORRUPT", "corrupt", "the database file is damaged"],
  ["SQLITE_FULL", "io", "the disk is full"],
  ["SQLITE_READONLY", "io", "the store cannot be written to"],
  ["SQLITE_CANTOPEN", "io", "the store cannot be opened"],
  ["SQLITE_IOERR", "io", "the store cannot be read or written"],
  ["SQLITE_PERM", "io", "permission denied"],
] as const

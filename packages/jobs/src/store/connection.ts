import { setTimeout as sleep } from "node:timers/promises"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import type Libsql from "libsql"
import { ZodError } from "zod"
import { StoreError } from "./store_error.ts"

export type Value = string | number | null

/** One connection to a database file. A query may give anything the file holds: `unknown`. */
export interface Connection {
  readonly path: string
  readonly get: (sql: string, ...values: readonly Value[]) => unknown
  readonly all: (sql: string, ...values: readonly Value[]) => readonly unknown[]
  /** How many rows it changed. */
  readonly run: (sql: string, ...values: readonly Value[]) => number
  /** Several statements, without values. */
  readonly exec: (sql: string) => void
  /**
   * Does all of `work` or nothing. `write` holds the write lock from the start, `read` sees one state of the file,
   * `none` is no transaction. Waits up to a minute for other processes without blocking this one, then begins again,
   * so `work` must have no other effects. Rejects with StoreError.
   */
  transaction<Result>(kind: "read" | "write" | "none", work: () => Result): Promise<Result>
  close(): void
}

/** Long enough that a step's ten minutes of work are not lost because others write for some seconds. */
const BUSY_MS = 60_000
/** Between two tries to get the lock. */
const POLL_MS = 8
/** Back off this long after lock contention, so that processes that poll can take the lock. */
const MANNERS_MS = 100
const BEGIN = { read: "BEGIN", write: "BEGIN IMMEDIATE" } as const

/** Opens a file that is there. Rejects with StoreError, also when the database has no binary for this platform. */
export async function openConnection(path: string, busy_ms: number = BUSY_MS): Promise<Connection> {
  const Database = await loadDatabase(path)
  // Waiting inside the library would block the whole process.
  const database = inTermsOfStore(path, () => opened(path, () => new Database(path, { timeout: 0 })))
  const statements = new Map<string, Libsql.Statement>()
  let is_open = true
  /** The last contention, and this connection's last write. */
  let met_others = -Infinity
  let wrote = -Infinity

  function prepared(sql: string): Libsql.Statement {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  function once<Result>(kind: "read" | "write" | "none", work: () => Result): Result {
    if (kind === "none") return work()
    database.exec(BEGIN[kind])
    try {
      const result = work()
      database.exec("COMMIT")
      return result
    } catch (error) {
      if (database.inTransaction) database.exec("ROLLBACK")
      throw error
    }
  }

  return {
    path,
    get: (sql, ...values) => prepared(sql).get(...values),
    all: (sql, ...values) => prepared(sql).all(...values),
    run: (sql, ...values) => prepared(sql).run(...values).changes,
    exec: (sql) => void database.exec(sql),
    async transaction(kind, work) {
      const begun = performance.now()
      if (kind === "write" && begun - met_others < MANNERS_MS && begun - wrote < 1) await sleep(POLL_MS)
      for (;;) {
        if (!is_open) throw new StoreError("closed", `${path}: the store is closed`)
        try {
          const result = inTermsOfStore(path, () => once(kind, work))
          wrote = performance.now()
          return result
        } catch (error) {
          const is_busy = error instanceof StoreError && error.code === "busy"
          met_others = performance.now()
          if (!is_busy || met_others - begun >= busy_ms) throw error
        }
        await sleep(POLL_MS * (0.5 + Math.random()))
      }
    },
    close() {
      if (!is_open) return
      is_open = false
      writeBack(database)
      statements.clear()
      database.close()
    },
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
function opened<Result>(path: string, open: () => Result): Result {
  try {
    return open()
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

function inTermsOfStore<Result>(path: string, work: () => Result): Result {
  try {
    return work()
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

/** By how SQLite's error codes begin: https://www.sqlite.org/rescode.html */
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

import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "libsql"

export interface TestFolder {
  /** Of a store that is not made yet. */
  readonly path: string
  remove(): Promise<void>
}

export async function testFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop store "))
  return {
    path: join(folder, "inner", "jobs.db"),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export function testClock(start = Date.UTC(2026, 0, 1)): () => number {
  let now = start
  return () => (now += 1)
}

/** Plain SQL on the file of a store that is closed, or open elsewhere: triggers are dropped, checks are off. */
export function tamper(path: string, ...statements: readonly string[]): void {
  const database = new Database(path)
  database.exec("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
  for (const trigger of [
    "notes_are_not_changed",
    "notes_are_kept",
    "jobs_are_kept",
    "requests_are_not_changed",
    "approvals_are_answered_once",
    "approvals_are_kept",
  ]) {
    database.exec(`DROP TRIGGER IF EXISTS ${trigger}`)
  }
  for (const statement of statements) database.exec(statement)
  database.close()
}

export function runOn(path: string, statement: string): void {
  const database = new Database(path)
  try {
    database.exec(statement)
  } finally {
    database.close()
  }
}

export function rowsOf(path: string, query: string): readonly unknown[] {
  const database = new Database(path)
  const rows = database.prepare(query).all()
  database.close()
  return rows
}

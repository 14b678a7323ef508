import { copyFileSync, mkdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import Database from "libsql"
import type { Feedback, FeedbackState } from "../feedback/feedback.ts"
import { openFeedbackStore } from "./open_store.ts"
import type { Change, FeedbackStore } from "./store.ts"

export interface TestFolder {
  /** Of a store that is not made yet. */
  readonly path: string
  remove(): Promise<void>
}

export async function testFolder(): Promise<TestFolder> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop store "))
  return {
    path: join(folder, "inner", "feedback.db"),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export interface TestStore extends TestFolder {
  readonly store: FeedbackStore
}

/** Each call of its clock is a millisecond later, from 2026-01-01 on. `from`: a store to begin with a copy of. */
export async function testStore(from?: string): Promise<TestStore> {
  const folder = await testFolder()
  if (from !== undefined) {
    mkdirSync(dirname(folder.path))
    copyFileSync(from, folder.path)
  }
  const store = await openFeedbackStore(folder.path, { now: testClock() })
  return {
    ...folder,
    store,
    async remove() {
      await store.close()
      await folder.remove()
    },
  }
}

export function testClock(start = Date.UTC(2026, 0, 1)): () => number {
  let now = start
  return () => (now += 1)
}

export function addOne(store: FeedbackStore, id?: string): Promise<Feedback> {
  return store.add({ id, body: "The total is wrong", severity: "med", from_handle: "ann" })
}

/** Changes that lead to a state by way of the table, with everything the states on the way promise. */
export const WAYS: Readonly<Record<FeedbackState, readonly FeedbackState[]>> = {
  pending: [],
  triaged: ["triaged"],
  "awaiting-approval": ["triaged", "awaiting-approval"],
  "in-fix": ["triaged", "in-fix"],
  "fix-pr-open": ["triaged", "in-fix", "fix-pr-open"],
  verified: ["triaged", "in-fix", "fix-pr-open", "verified"],
  "regression-alarm": ["triaged", "in-fix", "fix-pr-open", "regression-alarm"],
  rejected: ["rejected"],
  failed: ["triaged", "failed"],
  closed: ["rejected", "closed"],
}

export const COMPLETE: Omit<Change, "to"> = {
  error: "no more tries",
  fix_pr_url: "https://forge.test/pull/7",
  regression_test_path: "test/total.test.ts",
  work: { merged_commit: "a".repeat(40) },
  note: {},
}

export async function rowIn(
  store: FeedbackStore,
  state: FeedbackState,
  id?: string,
  way: readonly FeedbackState[] = WAYS[state],
): Promise<Feedback> {
  let row = await addOne(store, id)
  for (const to of way) row = await store.change(row.id, { ...COMPLETE, to })
  return row
}

/** Plain SQL on the file of a store that is closed, or open elsewhere: triggers are dropped, checks are off. */
export function tamper(path: string, ...statements: readonly string[]): void {
  const database = new Database(path)
  database.exec("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
  for (const trigger of [
    "notes_are_not_changed",
    "notes_are_kept",
    "feedback_is_kept",
    "approvals_are_answered_once",
    "approvals_are_kept",
  ]) {
    database.exec(`DROP TRIGGER IF EXISTS ${trigger}`)
  }
  for (const statement of statements) database.exec(statement)
  database.close()
}

export function rowsOf(path: string, query: string): readonly unknown[] {
  const database = new Database(path)
  const rows = database.prepare(query).all()
  database.close()
  return rows
}

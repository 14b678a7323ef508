import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach } from "vitest"
import { orderKind, type OrderStore } from "./orders_kind.fixture.ts"
import { openJobStore } from "./store/open_store.ts"

const opened: { close(): Promise<void> }[] = []
const folders: string[] = []

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A file for a store, in a temporary folder that is removed after the test. */
async function storePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop jobs "))
  folders.push(folder)
  return join(folder, "jobs.db")
}

/** A store that the test need not close, with a clock that moves only when it is told to. */
export async function orders(
  path?: string,
): Promise<{ readonly store: OrderStore; readonly skip: (ms: number) => void; readonly now: () => number }> {
  let at = Date.UTC(2026, 0, 1)
  const now = () => at
  const store = await openJobStore(path ?? (await storePath()), orderKind, { now })
  opened.push(store)
  return { store, now, skip: (ms) => void (at += ms) }
}

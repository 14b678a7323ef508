import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { claimNamed } from "./claim.fixture.ts"
import { lockFile } from "./lock_file.ts"
import { withLock } from "./with_lock.ts"

const busy = ({ pid }: { readonly pid: number }) => new Error(`busy: ${pid}`)

describe("withLock", () => {
  test("lets one after the other do its work, also when one fails", async () => {
    const file = join(await folderWith(), "target")
    let at_work = 0
    const work = async (index: number): Promise<number> => {
      at_work += 1
      expect(at_work).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      at_work -= 1
      if (index === 2) throw new Error("work failed")
      return index
    }
    const options = { wait_ms: 20_000, busy }
    const all = [0, 1, 2, 3, 4].map((index) => withLock(file, options, () => work(index)))
    const settled = await Promise.allSettled(all)
    expect(settled.map(({ status }) => status === "fulfilled")).toEqual([true, true, false, true, true])
    expect(await lockFile(file)).toHaveProperty("release")
  })

  test("waits no longer than it may, and no longer than the signal lets it", async () => {
    const folder = await folderWith()
    const file = join(folder, "target")
    await writeFile(join(folder, claimNamed("target", { pid: 1, host: "elsewhere" })), "")
    const work = async (): Promise<number> => 1
    await expect(withLock(file, { wait_ms: 50, busy }, work)).rejects.toThrow("busy: 1")
    const stop = new AbortController()
    const waiting = withLock(file, { wait_ms: 20_000, busy, signal: stop.signal }, work)
    stop.abort(new Error("stopped"))
    await expect(waiting).rejects.toThrow("stopped")
  })
})

import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import fc from "fast-check"
import { expect, it } from "vitest"
import { createFold } from "../fold/fold.ts"
import { looked, tear, withFolder } from "./session_log.fixture.ts"
import { openSessionLog } from "./session_log.ts"

const INTERLEAVINGS = 10_000
/** Slow while others write to the disk as well. */
const MOST_MS = 900_000

it(
  "loses no event of two writers and a crash, however they come",
  () =>
    withFolder(async (folder) => {
      let run = 0
      const step = fc.oneof(
        { weight: 4, arbitrary: fc.record({ does: fc.constantFrom("add", "fold"), writer: fc.nat(1) }) },
        { weight: 1, arbitrary: fc.record({ does: fc.constant("crash"), writer: fc.nat(200) }) },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
          const path = join(folder, `${(run += 1)}`)
          const fold = createFold({ workspace_root: "/work" })
          const logs = [openSessionLog(path), openSessionLog(path)]
          const added: string[] = []
          const last = ["", ""]
          logs[0]?.append(looked("first"), "hold")
          for (const { does, writer } of steps) {
            if (does === "crash") tear(path, writer)
            else if (does === "fold" && last[writer] !== "")
              logs[writer]?.reply(last[writer] ?? "", fold, "1")
            else {
              const id = `${writer} ${added.length}`
              last[writer] = logs[writer]?.append(looked(id), "hold") ?? ""
              added.push(id)
            }
          }
          const after = openSessionLog(path).state(fold, "1")
          expect(after.seen).toEqual(["first", ...added])
          expect(after.calls).toBe(added.length + 1)
        }),
        { numRuns: INTERLEAVINGS },
      )
    }),
  MOST_MS,
)

it("loses no event of processes that add at the same time while others are killed", () =>
  withFolder(async (folder) => {
    const program = fileURLToPath(new URL("session_log_writer.fixture.ts", import.meta.url))
    const write = (name: string, count: number) =>
      execa(process.execPath, ["--import", "tsx", program, folder, name, String(count)], { reject: false })
    const killed = ["x", "y"].map((name) => write(name, 100_000))
    const written = await Promise.all(["a", "b", "c"].map((name) => write(name, 200)))
    killed.forEach((process) => process.kill("SIGKILL"))
    const left = await Promise.all(killed)
    expect(left.map(({ signal }) => signal)).toEqual(["SIGKILL", "SIGKILL"])
    expect(written.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
    const counts = new Map<string, number>()
    const { readSessionLog } = await import("./session_log.ts")
    for (const { event } of readSessionLog(folder)) {
      if (event.type !== "calls_ended") continue
      const [name = "", number = ""] = event.calls[0]?.id.split(" ") ?? []
      // In the order in which each wrote them, without a gap.
      expect(Number(number)).toBe(counts.get(name) ?? 0)
      counts.set(name, Number(number) + 1)
    }
    expect(["a", "b", "c"].map((name) => counts.get(name))).toEqual([200, 200, 200])
  }))

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createFold } from "../fold/fold.ts"
import { looked, withFolder } from "./session_log.fixture.ts"
import { openSessionLog, storedSnapshots } from "./session_log.ts"
import { createSessionMemory, type Snapshots } from "./session_memory.ts"

const fold = createFold({ workspace_root: "/work" })

/** Tells how often snapshots on the disk were read and written. */
function counted(): { readonly below: Snapshots; readonly counts: { read: number; write: number } } {
  const counts = { read: 0, write: 0 }
  return {
    counts,
    below: {
      read(folder, version) {
        counts.read += 1
        return storedSnapshots.read(folder, version)
      },
      write(folder, snapshot) {
        counts.write += 1
        storedSnapshots.write(folder, snapshot)
      },
    },
  }
}

it("reads the disk once for a session, and sees what another process adds", () =>
  withFolder((folder) => {
    const { below, counts } = counted()
    const path = join(folder, "a")
    const [ours, theirs] = [openSessionLog(path, createSessionMemory(below, 10)), openSessionLog(path)]
    for (let number = 0; number < 20; number += 1) {
      ;(number % 3 === 0 ? theirs : ours).append(looked(`${number}`), "hold")
      expect(ours.state(fold, "1").calls).toBe(number + 1)
    }
    expect(counts).toEqual({ read: 1, write: 0 })
    expect(theirs.state(fold, "1")).toEqual(ours.state(fold, "1"))
    return Promise.resolve()
  }))

it("hands on what leaves it, and all of it at the end", () =>
  withFolder((folder) => {
    const { below, counts } = counted()
    const memory = createSessionMemory(below, 2)
    const endOf = (name: string): unknown =>
      Reflect.get(JSON.parse(readFileSync(join(folder, name, "snapshot.json"), "utf8")) as object, "end")
    const sizeOf = (name: string) => readFileSync(join(folder, name, "events.jsonl")).length
    let heard = 0
    const hear = (name: string) => {
      const log = openSessionLog(join(folder, name), memory)
      log.append(looked(String((heard += 1))), "hold")
      return log.state(fold, "1").calls
    }
    for (const name of ["a", "b", "a", "c"]) hear(name)
    expect(counts.write).toBe(1)
    expect(endOf("b")).toBe(sizeOf("b"))
    memory.flush()
    expect(["a", "c"].map(endOf)).toEqual(["a", "c"].map(sizeOf))
    expect([hear("a"), hear("b"), hear("c")]).toEqual([3, 2, 2])
    return Promise.resolve()
  }))

it("keeps what is folded of a long session, and what another version folded apart", () =>
  withFolder((folder) => {
    const { below, counts } = counted()
    const memory = createSessionMemory(below, 2)
    const log = openSessionLog(folder, memory)
    for (let number = 0; number < 400; number += 1) {
      log.append(looked(`${number}`), "hold")
      log.state(fold, "1")
    }
    const { length } = readFileSync(join(folder, "events.jsonl"))
    expect(counts.write).toBe(Math.floor(length / 65_536))
    memory.write(folder, { version: "other", end: length, state: fold.initial_state, told: [] })
    expect(log.state(fold, "1").calls).toBe(400)
    return Promise.resolve()
  }))

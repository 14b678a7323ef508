import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ran, RED, stop, wrote } from "../fold/fold.fixture.ts"
import { createFold } from "../fold/fold.ts"
import { looked, tear, withFolder } from "./session_log.fixture.ts"
import { copySessionLog, isOpened, openSessionLog, readSessionLog } from "./session_log.ts"

const fold = createFold({ workspace_root: "/work" })

it("gives each event its own reply, whoever folds first", () =>
  withFolder(async (folder) => {
    const log = openSessionLog(join(folder, "session"))
    expect(isOpened(log.folder)).toBe(false)
    for (const event of [wrote("/work/a.ts"), ran("npm test", 1, RED)]) log.append(event, "hold")
    const first = log.append(stop(), "hold")
    const second = log.append(stop(true), "hold")
    expect(log.reply(second, fold, "1").type).toBe("hand_back")
    expect(log.reply(first, fold, "1").type).toBe("hold")
    expect(log.reply(second, fold, "1").type).toBe("hand_back")
    expect(isOpened(log.folder)).toBe(true)
  }))

it("goes on after a line that was never finished, and after lines that are none", () =>
  withFolder(async (folder) => {
    const log = openSessionLog(folder)
    log.append(looked("a"), "hold")
    for (const length of [1, 2, 30, 90]) {
      tear(folder, length)
      log.append(looked(`after ${length}`), "hold")
    }
    appendFileSync(join(folder, "events.jsonl"), '\n{"id":5}\n[]\nnull\n{"id":"x","event":{}}\n')
    const { seen, calls } = log.state(fold, "1")
    expect(seen).toEqual(["a", "after 1", "after 2", "after 30", "after 90"])
    expect(calls).toBe(5)
    expect(readSessionLog(folder)).toHaveLength(5)
  }))

it("folds anew what another version folded, and what a spoilt snapshot says", () =>
  withFolder(async (folder) => {
    const log = openSessionLog(folder)
    for (const id of ["a", "b"]) log.append(looked(id), "hold")
    log.state(fold, "1")
    const snapshot = join(folder, "snapshot.json")
    const kept = readFileSync(snapshot, "utf8")
    const spoilt = ["", "{", "[]", kept.replace('"turn":2', '"turn":"x"'), kept.replace('"seen"', '"sen"')]
    for (const [index, text] of spoilt.entries()) {
      writeFileSync(snapshot, text)
      log.append(looked(`${index}`), "hold")
      const { calls, seen } = log.state(fold, "1")
      expect([calls, seen.length]).toEqual([index + 3, index + 3])
    }
    writeFileSync(snapshot, kept.replace('"calls":2', '"calls":90'))
    expect(log.state(fold, "2").calls).toBe(spoilt.length + 2)
  }))

it("copies a session for a fork, which then goes its own way", () =>
  withFolder(async (folder) => {
    const [parent, child] = [openSessionLog(join(folder, "a")), openSessionLog(join(folder, "b"))]
    parent.append(looked("one"), "hold")
    copySessionLog(parent.folder, child.folder)
    child.append(looked("two"), "hold")
    expect(child.state(fold, "1").seen).toEqual(["one", "two"])
    expect(parent.state(fold, "1").seen).toEqual(["one"])
  }))

it("is readable by its owner alone", () =>
  withFolder(async (folder) => {
    const log = openSessionLog(join(folder, "x", "y"))
    log.append(looked("a"), "hold")
    log.state(fold, "1")
    for (const name of ["events.jsonl", "snapshot.json"]) {
      expect(existsSync(join(log.folder, name))).toBe(true)
      expect(statSync(join(log.folder, name)).mode & 0o077).toBe(0)
    }
  }))

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { watchFolders } from "./folder_events.ts"

test("a folder that the system does not watch is told", () => {
  const events = watchFolders()
  expect(() => events.add(join(tmpdir(), "no such folder"))).toThrow(/ENOENT.*watch/)
})

test("changes that belong together are one batch, and a stop ends the wait", async () => {
  const folder = mkdtempSync(join(tmpdir(), "proofloop watch "))
  const events = watchFolders()
  const stop = new AbortController()
  onTestFinished(() => {
    events.close()
    rmSync(folder, { recursive: true })
  })
  events.add(folder)
  const batch = events.batch(stop.signal)
  for (const name of ["a", "b"]) writeFileSync(join(folder, name), "")
  expect(await batch).toEqual(new Set([join(folder, "a"), join(folder, "b")]))
  const next = events.batch(stop.signal)
  stop.abort()
  expect(await next).toBeNull()
})

import { readdirSync, readlinkSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { installedEntry, installEntry } from "./entry_files.ts"
import { openWorld, VERSION, write } from "./world.fixture.ts"

test("all files of the program are copied, with the Node that runs them", async () => {
  const { source, home } = openWorld()
  expect(await installedEntry(home)).toBeNull()
  await installEntry(source, home)
  expect(readdirSync(home).toSorted()).toEqual([
    "entry.json",
    "hook.js",
    "node",
    "package.json",
    "part-1.js",
    "run.sh",
  ])
  expect(readlinkSync(join(home, "node"))).toBe(process.execPath)
  expect(await installedEntry(home)).toEqual({ file: join(home, "hook.js"), version: VERSION })
})

test("a newer program takes away what it does not need, and nothing else", async () => {
  const { source, home } = openWorld()
  await installEntry(source, home)
  write(join(home, "mine.js"), "")
  renameSync(join(source.folder, "part-1.js"), join(source.folder, "part-2.js"))
  await installEntry({ ...source, version: "10.0.0" }, home)
  expect(readdirSync(home).filter((name) => name.endsWith(".js"))).toEqual([
    "hook.js",
    "mine.js",
    "part-2.js",
  ])
  expect(await installedEntry(home)).toMatchObject({ version: "10.0.0" })
})

test("a program that lacks a part, or was changed, is of no known version", async () => {
  const { source, home } = openWorld()
  await installEntry(source, home)
  rmSync(join(home, "part-1.js"))
  expect(await installedEntry(home)).toMatchObject({ version: null })
  write(join(home, "entry.json"), '{ "version": "1", "sha256": "", "files": ["../../x"] }')
  expect(await installedEntry(home)).toMatchObject({ version: null })
})

test("a program that was not built is told, and no settings are written", async () => {
  const { source, install, machine } = openWorld()
  rmSync(source.folder, { recursive: true })
  await expect(install("codex")).rejects.toThrow(`${join(source.folder, "hook.js")}: is not there`)
  expect(readdirSync(machine.home)).toEqual([])
})

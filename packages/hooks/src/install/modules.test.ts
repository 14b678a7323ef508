import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { openWorld } from "./world.fixture.ts"

const WORDS = ["--hold", "--verify", `npm test "a" 'b'`]

/** Loads a module as a host does, in a process of its own with that home. */
function load(path: string, home: string, code: string): unknown {
  const script = `const module = await import(${JSON.stringify(pathToFileURL(path).href)})
process.stdout.write(JSON.stringify(${code}))`
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    env: { HOME: home, PATH: process.env["PATH"] },
    encoding: "utf8",
  })
  return JSON.parse(output)
}

test("opencode's module has one export, which gives the entry its context and flags", async () => {
  const world = openWorld()
  const { path } = await world.install("opencode", WORDS)
  const code = `[Object.keys(module), await module.Proofloop({ project: "p" })]`
  expect(load(path, world.machine.home, code)).toEqual([
    ["Proofloop"],
    { context: { project: "p" }, words: WORDS },
  ])
})

test("pi's module gives the entry its flags", async () => {
  const world = openWorld()
  const { path } = await world.install("pi", WORDS)
  const code = `await new Promise((told) => module.default({ told }))`
  expect(load(path, world.machine.home, code)).toEqual(WORDS)
})

test("a missing entry breaks neither", async () => {
  const world = openWorld()
  const opencode = await world.install("opencode", WORDS)
  const pi = await world.install("pi", WORDS)
  rmSync(join(world.home, "hook.js"))
  expect(load(opencode.path, world.machine.home, "await module.Proofloop({})")).toEqual({})
  expect(load(pi.path, world.machine.home, "(await module.default({})) ?? null")).toBeNull()
})

import { rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { hookDoctor } from "./doctor.ts"
import { openWorld, VERSION, write } from "./world.fixture.ts"

const PATH = process.env["PATH"] ?? ""

test("all hosts that are here are looked at, and what hooks need", async () => {
  const world = openWorld({ PATH: "" })
  await world.install("cursor")
  write(join(world.machine.home, ".codex/history.jsonl"), "")
  const { hosts, checks } = await hookDoctor({ ...world, version: VERSION })
  expect(hosts.map(({ host, state }) => [host, state])).toEqual([
    ["codex", "not_installed"],
    ["cursor", "waiting"],
  ])
  expect(checks.map(({ name, is_good }) => [name, is_good])).toEqual([
    ["node", true],
    ["entry", true],
    ["state", true],
    ["latency", true],
  ])
  expect(checks.at(-1)?.words).toMatch(/^\d+ ms an event, of which bare Node takes \d+ ms$/)
})

test("what is missing is said", async () => {
  const world = openWorld({ PATH, SHELL: "/bin/sh" })
  write(world.home, "no folder")
  const { checks } = await hookDoctor({ ...world, version: VERSION })
  expect(checks.map(({ name, is_good }) => [name, is_good])).toEqual([
    ["node", true],
    ["entry", false],
    ["state", false],
  ])
})

test("a Node that is neither linked nor on the PATH of a login shell", async () => {
  const world = openWorld({ PATH: "", SHELL: join("/nowhere", "sh") })
  await world.install("cursor")
  rmSync(join(world.home, "node"))
  const { checks } = await hookDoctor({ ...world, version: "1.0.0" })
  expect(checks.slice(0, 2).map(({ name, is_good }) => [name, is_good])).toEqual([
    ["node", false],
    ["entry", false],
  ])
})

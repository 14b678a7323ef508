import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { runBroken } from "./broken_run.fixture.ts"
import { brokenSetups } from "./broken_setups.fixture.ts"
import { expectLetThrough } from "./let_through.fixture.ts"

/** One of each kind; all of them, for every host, are in the slow suite. */
const KINDS = [
  "a log as a pipe, at stop",
  "no Node",
  "the program throws",
  "a full disk",
  "events that are no JSON",
  "an input of words",
]

it.for(KINDS)("%s stands in no one's way", async (kind) => {
  const setup = brokenSetups.find(({ name }) => name === kind)
  expect(setup).toBeDefined()
  if (setup !== undefined) await expectLetThrough(setup, "gemini-cli")
})

it.for(["gemini-cli", "opencode", "pi"] as const)("%s is heard where nothing is broken", async (host) => {
  expect(await runBroken({ name: "nothing" }, host)).toEqual([
    expect.objectContaining({ status: 0, log: "", is_kept: true }),
  ])
})

it.for(["opencode", "pi"] as const)(
  "a program that throws stands not in the way of %s, which loads it",
  (host) =>
    expectLetThrough(
      { name: "throws", arrange: ({ hooks }) => writeFileSync(join(hooks, "hook.js"), "throw 1") },
      host,
    ),
)

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openScripts } from "../../packages/hooks/src/entry/open_scripts.ts"
import type { HookEvent } from "../../packages/hooks/src/events/host_event.ts"
import { createFold } from "../../packages/hooks/src/fold/fold.ts"
import { root } from "../setup.mjs"
import { buildHookProgram } from "./hook_program.mjs"

const OUTPUTS = join(root, "packages/runtime/src/evidence/parsers/fixtures")
const SETTINGS = { workspace_root: "/work" }
let folder = ""
let built: typeof createFold

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "proofloop-hook-program-"))
  await buildHookProgram(root, folder)
  const exported = openScripts({ folder, cache: null, version: "1" }).load("fold.js")
  built = (exported as { readonly createFold: typeof createFold }).createFold
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function ran(observation: string): HookEvent {
  const call = { id: "", tool: "Bash", arguments: { command: "make check" }, observation, exit_code: 1 }
  return { type: "calls_ended", calls: [call] }
}

it("folds what each tool printed as the sources do", () => {
  const [ours, theirs] = [createFold(SETTINGS), built(SETTINGS)]
  const names = readdirSync(OUTPUTS, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".txt"),
  )
  expect(names.length).toBeGreaterThan(100)
  for (const name of names) {
    const event = ran(readFileSync(join(OUTPUTS, name), "utf8"))
    const [told, expected] = [theirs, ours].map((fold) => fold.step(fold.initial_state, event))
    expect([name, told]).toEqual([name, expected])
  }
})

import { execFile, spawnSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, test } from "vitest"

const run = promisify(execFile)
const built = join(await builtWorkspace(), "examples")

async function builtWorkspace(): Promise<string> {
  const root = new URL("..", import.meta.url)
  const module: unknown = await import(new URL("scripts/packaging/built_workspace.mjs", root).href)
  return (module as { builtWorkspace: (root: string) => Promise<string> }).builtWorkspace(fileURLToPath(root))
}

/** Runs an example beside built packages, as its reader has them, and returns what it prints. */
async function outputOf(example: string): Promise<string> {
  const main = join(built, example, "main.js")
  const env = { ...process.env, PROOFLOOP_MODEL: "", PROOFLOOP_BASE_URL: "", NO_COLOR: "1" }
  const { stdout } = await run(process.execPath, ["--liftoff-only", main], { env })
  return stdout
}

test.concurrent("whole loop: the run ends with a proof by the command", async () => {
  expect(await outputOf("01-whole-loop")).toMatch(/source: 'command',[\s\S]*exit_code: 0/)
})

test.concurrent("detector alone: one nudge, then a hand-back that says what fails", async () => {
  const output = await outputOf("02-detector-alone")
  expect(output.match(/tell the model/g)).toHaveLength(1)
  expect(output).toMatch(/hand back:[\s\S]*same_diagnostic_streak: 4/)
})

test.concurrent("AI SDK: the guard stops the run long before the step cap", async () => {
  expect(await outputOf("03-ai-sdk")).toContain("stopped after 13 of 40 steps")
})

test.concurrent("custom verification: the false claim is vetoed, the real one proved", async () => {
  const output = await outputOf("04-custom-verification")
  expect(output).toMatch(/natural -> fail[\s\S]*natural -> pass[\s\S]*verified: true/)
})

test.concurrent("presets and flag: the flag decides for each user", async () => {
  const output = await outputOf("05-presets-and-flag")
  expect(output).toContain("ada: repair_aware on")
  expect(output).toContain("bob: repair_aware off")
})

test.concurrent("critics as tools: the model reads what it dropped, and repairs it", async () => {
  const output = await outputOf("07-critics-as-tools")
  expect(output).toMatch(/check_change: fail[\s\S]*the function parse was defined here and is gone/)
  expect(output).toMatch(/check_change: pass\s+Prices are rounded/)
})

test.concurrent("gate: what G7 rejects is asked for again, what all accept is committed", async () => {
  const output = await outputOf("08-gate")
  expect(output).toMatch(
    /attempt 1[\s\S]*critic_ast_diff\.fail \{[\s\S]*missing: \[ 'parse' \][\s\S]*attempt 2 after:/,
  )
  expect(output).toMatch(
    /accepted after 2 attempts\s+fix: round prices to cents \[proofloop\]\s+discount\.py/,
  )
})

test.concurrent("independent verifiers: refuted once, then verified by the tests", async () => {
  const output = await outputOf("09-independent-verifiers")
  expect(output).toMatch(
    /verification_end fail\nverification_end pass\n[\s\S]*verified: true,\n\s*source: 'function'/,
  )
  expect(output).toMatch(/fail contract-conformance[\s\S]*pass contract-conformance/)
})

test.concurrent("self-correction: from feedback to a verified merge; a bad fix is stopped", async () => {
  const transcript = new URL("10-self-correction/transcript.txt", import.meta.url)
  expect(await outputOf("10-self-correction")).toBe(await readFile(transcript, "utf8"))
})

const has_python = spawnSync("python3", ["--version"]).status === 0

test
  .skipIf(!has_python)
  .concurrent("foreign implementation: the heart of Harn V1 in Python passes its cases", async () => {
    const output = await outputOf("06-foreign-implementation")
    expect(output).toMatch(/4 passed, 0 failed/)
  })

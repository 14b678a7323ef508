import { describe, expect, test } from "vitest"
import { check, copyForEachTest, REPOSITORY, write } from "../check/check.fixture.ts"
import { call } from "../console/io.fixture.ts"

copyForEachTest()

const config = async (value: unknown): Promise<void> =>
  write({ "proofloop.config.json": JSON.stringify(value) })

describe("an error about a value", () => {
  test.each([
    [{ check: { max_warnings: -1 } }, ["check"], "check.max_warnings: expected a number of at least 0, got"],
    [{ check: { base: "nosuch" } }, ["check"], 'check.base: "nosuch" names no commit of this repository'],
    [
      { verifiers: { min_lenses: 2 } },
      ["verify", "consensus"],
      "verifiers.min_lenses: expected a number of at least 3, got",
    ],
    [
      { verifiers: { require: ["distinct_model"] } },
      ["verify", "consensus"],
      'verifiers.require.0: expected one of distinct_models, distinct_evidence, brief, contract, got the string "distinct_model"; did you mean "distinct_models"?',
    ],
    [
      { run: { max_iterations: 0 } },
      ["run", "Fix it", "--verify", "true"],
      "run.max_iterations: expected a number of at least 1",
    ],
    [
      { run: { max_iterations: 1.5 } },
      ["config", "show"],
      "run.max_iterations: expected a whole number, got the number 1.5",
    ],
    [
      { hook: { mode: "holdd" } },
      ["config", "show"],
      'hook.mode: expected one of observe, nudge, hold, got the string "holdd"; did you mean "hold"?',
    ],
    [
      { pipeline: { draft: "yes" } },
      ["config", "show"],
      "pipeline.draft: expected one of auto, never, always, got the string",
    ],
    [
      { hook: { repair_aware: "150%" } },
      ["config", "show"],
      'hook.repair_aware: expected on, off or a percentage from 0 to 100 such as 25%, got the string "150%"',
    ],
    [
      { hook: { repair_aware: 25 } },
      ["config", "show"],
      "hook.repair_aware: expected on, off or a percentage from 0 to 100 such as 25%, got the number 25",
    ],
    [
      { hook: { verify_seconds: 4000 } },
      ["config", "show"],
      "hook.verify_seconds: expected a number of at most 3600, got the number 4000",
    ],
    [
      { model: { base_url: "localhost/v1" } },
      ["config", "show"],
      "model.base_url: expected an http or https URL such as http://127.0.0.1:11434/v1, got the string",
    ],
    [
      { model: { base_url: "ht\ntps://models.test/v1" } },
      ["doctor"],
      "model.base_url: expected an http or https URL",
    ],
    [
      { pipeline: { prices: "cheap" } },
      ["config", "show"],
      'pipeline.prices: expected IN,OUT such as 0.25,2, got the string "cheap"',
    ],
    [
      { pipeline: { sign_off: "Ann" } },
      ["config", "show"],
      'pipeline.sign_off: expected a name and an address such as "Ann <ann@example.org>", got the string "Ann"',
    ],
    [
      { pipeline: { github_fork: "bot" } },
      ["config", "show"],
      'pipeline.github_fork: expected OWNER/NAME, got the string "bot"',
    ],
    [
      { fleet: { begin_every: "24" } },
      ["config", "show"],
      'fleet.begin_every: expected a number, got the string "24"',
    ],
    [
      { run: { allow_manifest: "package.json" } },
      ["config", "show"],
      'run.allow_manifest: expected a list such as ["package.json"], got the string "package.json"',
    ],
    [{ preset: "evidnce" }, ["config", "show"], 'preset: got the string "evidnce". Did you mean "evidence"?'],
    [
      { preset: "evidnce" },
      ["run", "Fix it", "--verify", "true"],
      'preset: got the string "evidnce". Did you mean "evidence"?',
    ],
    [
      { replay: { preset: "evidnce" } },
      ["replay", "."],
      'replay.preset: got the string "evidnce". Did you mean "evidence"?',
    ],
    [{ loop: { max_iteration: 3 } }, ["config", "show"], "loop.max_iteration: expected a known option"],
    [
      { loop: { stall_diagnostics: { treshold: 3 } } },
      ["run", "Fix it", "--verify", "true"],
      'loop.stall_diagnostics.treshold: expected a known option, got the string "treshold". Did you mean "threshold"?',
    ],
    [{ critics: { G133: "on" } }, ["config", "show"], 'critics: got the string "G133". Did you mean'],
    [
      { critics: { G13: ["warning", { shrink_flor: 0.5 }] } },
      ["check"],
      'critics.G13.shrink_flor: expected one of shrink_floor, bulk_shrink, deletes, strict, got the string "shrink_flor". Did you mean "shrink_floor"?',
    ],
  ])("names the file and the key: %j", async (value, args, told) => {
    await config(value)
    const { code, stderr } = await call(args, { cwd: REPOSITORY.root })
    expect(code).toBe(2)
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(`proofloop.config.json: ${told}`)
  })

  test("names the flag where the call gave it", async () => {
    await config({ check: { base: "nosuch" } })
    expect((await check("--base", "other")).stderr).toContain('--base: "other" names no commit')
  })
})

import { expect, test } from "vitest"
import { fingerprintBlock } from "../../prompts/fingerprint_block.ts"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { plannerPrompt } from "./planner_prompt.ts"
import { plannerRules } from "./planner_rules.ts"
import { priorRunsBlock } from "./prior_runs_block.ts"

const fingerprint: Fingerprint = {
  languages: ["Rust", "C", "Go", "Java", "Lua", "Zig"].map((name, at) => ({ name, files: 60 - at })),
  stack: ["docker"],
  declared_deps: {
    rust: Array.from({ length: 15 }, (_, at) => `crate${at}`),
    npm: [],
    python: [],
    go: [],
    java: [],
  },
  declared_frameworks: [],
  entrypoints: ["src/main.rs"],
  manifest_files: ["Cargo.toml"],
}

test("the fingerprint is shown as the truth, capped", () => {
  const block = fingerprintBlock(fingerprint)
  expect(block).toContain("languages: Rust (60), C (59), Go (58), Java (57), Lua (56) (+1 more)")
  expect(block).toContain("declared_frameworks: (none)")
  expect(block).toMatch(/declared_deps\.rust: crate0, .*crate11 \(\+3 more\)/)
  expect(block).not.toContain("npm")
  expect(block).toContain("GROUND TRUTH")
  expect(fingerprintBlock(null)).toBe("")
})

const run = (outcome: string, ...touched_files: string[]) => ({ outcome, touched_files })

test("failures come first, three paths and the modes each; skipped ones are not shown", () => {
  const block = priorRunsBlock([
    run("success", "ok.py"),
    run("skipped", "none.py"),
    { ...run("fail", "a", "b", "c", "d"), failure_modes: ["ast_diff"] },
  ])
  expect(block).toContain(
    "FAILED (do not propose again):\n- a, b, c (+1 more) [ast_diff]\nWORKED (safe):\n- ok.py",
  )
  expect(block).not.toContain("none.py")
})

test("only what is shown counts: skipped entries use none of the room", () => {
  const runs = [
    ...Array.from({ length: 30 }, () => run("skipped", "s")),
    ...Array.from({ length: 50 }, () => run("fail", "f")),
  ]
  expect(priorRunsBlock(runs, 5).match(/^- /gm)).toHaveLength(5)
  expect(priorRunsBlock(runs).match(/^- /gm)).toHaveLength(15)
  expect(priorRunsBlock([run("skipped", "s")])).toBe("")
  expect(priorRunsBlock([])).toBe("")
})

test("rules on failing tests and a broken build are there when they apply, that on the README always", () => {
  const calm = plannerRules({ metrics: [] })
  expect(calm).toContain("README alone")
  expect(calm).not.toMatch(/FAILING TESTS|BROKEN BUILD/)
  const metrics = ["test_results", "build"].map((name) => ({ name, status: "fail" as const, details: "" }))
  expect(plannerRules({ metrics })).toMatch(/FAILING TESTS[^]*BROKEN BUILD[^]*README alone/)
})

test("a planner is told what was measured, what is true, what was tried, the rules, the form and what is forbidden", async () => {
  const messages = await plannerPrompt({
    repository: "me/app",
    report: { metrics: [{ name: "test_results", status: "fail", details: "• tests/a.py" }] },
    facts: memoryFacts({ "a.rs": "" }, undefined, { fingerprint }),
    prior_runs: [run("fail", "ci.yml")],
  })
  const [system, user] = messages
  expect(system?.content).toContain("is data")
  expect(user?.content.match(/^## .*/gm)).toEqual([
    "## REPOSITORY",
    "## WHAT WAS MEASURED",
    "## REPOSITORY FINGERPRINT (GROUND TRUTH)",
    "## PRIOR RUNS",
    "## FILES OF THE REPOSITORY",
    "## RULES",
    "## ANSWER",
    "## FORBIDDEN PATHS",
  ])
})

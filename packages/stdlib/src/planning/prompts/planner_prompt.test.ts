import { expect, test } from "vitest"
import { fingerprintBlock } from "../../prompts/fingerprint_block.ts"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import type { Suggestion } from "../report.ts"
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

test("what was suggested is ranked: failures first, the most important of each, small files first; a person's apart", async () => {
  const suggestion = (title: string, path: string, needs_person = false) => ({
    title,
    description: `about ${path}`,
    file_hints: [path],
    action: "modify" as const,
    needs_person,
  })
  const metric = (name: string, status: "pass" | "warn" | "fail", ...suggestions: Suggestion[]) => ({
    name,
    status,
    details: "",
    suggestions,
  })
  const many = Array.from({ length: 40 }, (_, at) => suggestion(`Minor ${at}`, `m${at}.js`))
  const [, user] = await plannerPrompt({
    repository: "me/app",
    report: {
      metrics: [
        metric("docs", "warn", suggestion("Document", "src/a.js"), suggestion("Then", "b.js")),
        metric("structure", "pass", ...many),
        metric("tests", "fail", suggestion("Large", "large.js"), suggestion("Later", "small.js")),
        metric(
          "ci",
          "fail",
          suggestion("Small", "small.js"),
          suggestion("Workflow", ".github/workflows/a.yml", true),
        ),
        metric("readme", "warn", suggestion("Title", "README.md")),
      ],
    },
    facts: memoryFacts({
      "large.js": "x".repeat(5000),
      "small.js": "x",
      "src/deep/er/a.js": "",
      "src/a.js": "",
    }),
  })
  const shown = /## WHAT WAS SUGGESTED[^]*?(?=\n## )/.exec(user?.content ?? "")?.[0] ?? ""
  const titles = [...shown.matchAll(/^- \[\w+, \w+\] (\w+)/gm)].map(([, title]) => title)
  expect(titles.slice(0, 5)).toEqual(["Small", "Large", "Later", "Document", "Then"])
  // 20 for subtasks, and one for a person; one about the README alone would be dropped from a plan.
  expect([titles.length, titles.at(-1)]).toEqual([21, "Workflow"])
  expect(shown).toContain("- [ci, fail] Small: about small.js (modify small.js)")
  expect(shown).not.toContain("README")
  expect(user?.content).toMatch(
    /## FILES OF THE REPOSITORY\n\n`{3,}\n?[^]*?large\.js\nsmall\.js\nsrc\/a\.js\nsrc\/deep/,
  )
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

import { expect, test } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../../foundation/src/git/repository.fixture.ts"
import { createAgentLoop } from "../create_agent_loop.ts"

type Files = Readonly<Record<string, string>>

const sumOf = (body: string): string => `exports.sum = (a, b) => ${body}\n`
const testOf = (...expectations: readonly string[]): string =>
  [
    'const test = require("node:test")\nconst assert = require("node:assert")\nconst { sum } = require("../sum.js")',
    ...expectations.map((text, at) => `test("case ${at}", () => assert.equal(${text}))`),
  ].join("\n")

const START: Files = {
  "package.json": '{"scripts":{"test":"node --test test"}}',
  "sum.js": sumOf("a - b"),
  "test/sum.test.js": testOf("sum(1, 2), 3", "sum(0, 0), 0"),
}

/** A run that makes one change and is done. */
async function ran(
  start: Files,
  change: Files,
  options: { readonly knobs?: object; readonly command?: string } = {},
) {
  const root = await repositoryWith(start)
  const { knobs, command = "node --test test/" } = options
  const edit = {
    name: "edit",
    description: "Edits.",
    input_schema: { type: "object" as const },
    annotations: { kind: "edit" },
    execute: async () => {
      await addFiles(root, change)
      return { ok: true, mutation_status: "applied" as const }
    },
  }
  const replies = [{ text: "", tool_calls: [{ name: "edit", arguments: {} }] }]
  const loop = createAgentLoop({
    model: async () => replies.shift() ?? { text: "Done.", tool_calls: [] },
    tools: [edit],
    workspace_root: root,
    verify_completion: { command },
    max_iterations: 3,
    stall_diagnostics: { repair_aware: true, counter_check: "always", ...knobs },
  })
  return loop.run("Do the task.").result
}

const fixed = { "sum.js": sumOf("a + b") }

// @requirement proof.counter-check
test.each<readonly [string, Files, Files, string]>([
  [
    "a fix with a test of its own",
    START,
    { ...fixed, "test/more.test.js": testOf("sum(2, 2), 4") },
    "stands_alone",
  ],
  ["a fix alone", START, fixed, "stands_alone"],
  [
    "a value that moved with the product",
    { ...START, ...fixed },
    { "sum.js": sumOf("a + b + 1"), "test/sum.test.js": testOf("sum(1, 2), 4", "sum(0, 0), 1") },
    "expectation_moved",
  ],
  [
    "a weaker test",
    START,
    { "sum.js": `// tried\n${sumOf("a - b")}`, "test/sum.test.js": testOf("sum(0, 0), 0", "1, 1") },
    "depends_on",
  ],
  ["a refactoring", { ...START, ...fixed }, { "sum.js": sumOf("b + a") }, "not_tested"],
  [
    "a refactoring with a changelog",
    { ...START, ...fixed, "CHANGELOG.md": "" },
    { "sum.js": sumOf("b + a"), "CHANGELOG.md": "Clearer." },
    "not_tested",
  ],
  [
    "another script",
    START,
    {
      "sum.js": `// tried\n${sumOf("a - b")}`,
      "package.json": '{"scripts":{"test":"node --test test/none"}}',
      "test/none/a.test.js": 'require("node:test")("x", () => {})',
    },
    "depends_on",
  ],
])("says of %s what it is", async (what, start, change, verdict) => {
  const command = what === "another script" ? "npm test" : "node --test test/"
  const { verified, proof } = await ran(start, change, { command })
  expect({ verified, verdict: proof?.counter_check?.verdict, reason: proof?.counter_check?.reason }).toEqual({
    verified: true,
    verdict,
    reason: undefined,
  })
})

test("a copy that runs the original proves nothing", async () => {
  const start = {
    ...START,
    "test/sum.test.js": testOf("sum(1, 2), 3").replace('"../sum.js"', 'process.env.SUM ?? "../sum.js"'),
  }
  const { proof } = await ran(start, fixed, {
    command: `sh -c 'SUM="$(git rev-parse --path-format=absolute --git-common-dir)/../sum.js" node --test test/'`,
  })
  expect(proof?.counter_check).toMatchObject({
    verdict: "cannot_tell",
    reason: expect.stringContaining("other files than its own"),
  })
})

test("strict knobs withhold what depends on another file than the product", async () => {
  const knobs = { require_unchanged_checks: true, counter_check: "when_reported" }
  const depends = { verified: false, proof: { counter_check: { verdict: "depends_on" } } }
  const weaker = {
    "sum.js": `// tried\n${sumOf("a - b")}`,
    "test/sum.test.js": testOf("sum(0, 0), 0", "1, 1"),
  }
  expect(await ran(START, weaker, { knobs })).toMatchObject(depends)
  const stands = { verified: true, proof: { counter_check: { verdict: "stands_alone" } } }
  const more = { ...fixed, "test/more.test.js": testOf("sum(2, 2), 4") }
  expect(await ran(START, more, { knobs })).toMatchObject(stands)
})

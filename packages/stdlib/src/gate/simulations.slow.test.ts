import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { gateOver, proposals, removeTemplates } from "./gate.fixture.ts"

afterAll(removeTemplates)

/** Two functions and a passing test for each. @requirement critics.gate */
const f = "export function f() {\n  return 1\n}\n"
const g = "export function g() {\n  return 2\n}\n"
const test_of = (name: string, value: number) =>
  `import test from "node:test"\nimport assert from "node:assert"\nimport { ${name} } from "../src/m.js"\ntest("${name} counts", () => assert.equal(${name}(), ${value}))\n`
const project = {
  "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/m.js": `${f}\n${g}`,
  "test/f.test.js": test_of("f", 1),
  "test/g.test.js": test_of("g", 2),
}
const broken = { "src/m.js": `${f.replace("return 1", "return 3")}\n${g}` }
const right = { "src/m.js": `// counted\n${f}\n${g}` }
const subtask = { id: "T001-S01", title: "Change m", file_hints: ["src/m.js"] }
/** Without npm around it: that costs more than the tests. */
const with_tests = { critics: { G8: { command: "node --test" } } }
const without_tests = { critics: { G8: false, build: false } }

describe("the simulations of gitoma's worker (C, F and G are conformance cases)", () => {
  it("A: flags a first subtask that breaks a test, because the baseline is older than the change", async () => {
    const { root, gate, events, types } = await gateOver(project, { ...with_tests, attempts: 1 })
    const outcome = await gate.submit(subtask, proposals(broken))
    expect(outcome).toMatchObject({ status: "failed", rejection: { source: "G8" } })
    expect(types()).toEqual(["critic_test_regression.fail", "worker.subtask.failed"])
    expect(events[1]).toMatchObject({
      attempt: 1,
      total_count: 1,
      regressions: [expect.stringContaining("f counts")],
    })
    expect(await readFile(join(root, "src/m.js"), "utf8")).toBe(project["src/m.js"])
  })

  it("B: lets the second attempt repair what the second subtask broke", async () => {
    const { gate, events, types } = await gateOver(project, with_tests)
    expect((await gate.submit(subtask, proposals(right))).status).toBe("accepted")
    const second = { ...subtask, id: "T001-S02" }
    const propose = proposals(broken, { "src/m.js": `// better\n${f}\n${g}` })
    expect(await gate.submit(second, propose)).toMatchObject({ status: "accepted", attempts: 2 })
    expect(types()).toEqual(["critic_test_regression.fail", "critic_build_retry.success"])
    expect(events.find(({ type }) => type === "critic_build_retry.success")).toMatchObject({
      subtask_id: "T001-S02",
      attempt: 2,
    })
    expect(propose.told).toHaveLength(2)
  })

  it("D: calls what does not parse a syntax error, not a lost definition", async () => {
    const { root, gate, types } = await gateOver(project, without_tests)
    const unparsable = { "src/m.js": `${f}\nexport function g( {\n` }
    const outcome = await gate.submit(subtask, proposals(unparsable, unparsable))
    expect(outcome).toMatchObject({ status: "failed", error: expect.stringContaining("src/m.js") })
    expect(types()).toEqual(["critic_syntax_check.fail", "critic_syntax_check.fail", "worker.subtask.failed"])
    expect(await readFile(join(root, "src/m.js"), "utf8")).toBe(project["src/m.js"])
  })

  it("E: flags a create over a module that drops a definition", async () => {
    const { gate, events } = await gateOver(project, { ...without_tests, attempts: 1 })
    const patches = [{ action: "create", path: "src/m.js", content: f }]
    const outcome = await gate.submit(subtask, () => ({ patches }))
    expect(outcome).toMatchObject({ status: "failed", rejection: { source: "G7-TS" } })
    expect(events).toContainEqual(
      expect.objectContaining({ type: expect.stringContaining(".fail"), path: "src/m.js", missing: ["g"] }),
    )
  })
})

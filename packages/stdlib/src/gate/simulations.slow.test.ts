import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { gateOver, proposals, removeTemplates } from "./gate.fixture.ts"

afterAll(removeTemplates)

/** Two functions and a passing test for each. @requirement critics.gate */
const F = "export function f() {\n  return 1\n}\n"
const G = "export function g() {\n  return 2\n}\n"
const testOf = (name: string, value: number) =>
  `import test from "node:test"\nimport assert from "node:assert"\nimport { ${name} } from "../src/m.js"\ntest("${name} counts", () => assert.equal(${name}(), ${value}))\n`
const project = {
  "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/m.js": `${F}\n${G}`,
  "test/f.test.js": testOf("f", 1),
  "test/g.test.js": testOf("g", 2),
}
const BROKEN = { "src/m.js": `${F.replace("return 1", "return 3")}\n${G}` }
const RIGHT = { "src/m.js": `// counted\n${F}\n${G}` }
const SUBTASK = { id: "T001-S01", title: "Change m", file_hints: ["src/m.js"] }
/** Without npm around it: that costs more than the tests. */
const WITH_TESTS = { critics: { G8: { command: "node --test" } } }
const WITHOUT_TESTS = { critics: { G8: false, build: false } }

describe("the simulations of gitoma's worker (C, F and G are conformance cases)", () => {
  it("A: flags a first subtask that breaks a test, because the baseline is older than the change", async () => {
    const { root, gate, events, types } = await gateOver(project, { ...WITH_TESTS, attempts: 1 })
    const outcome = await gate.submit(SUBTASK, proposals(BROKEN))
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
    const { gate, events, types } = await gateOver(project, WITH_TESTS)
    expect((await gate.submit(SUBTASK, proposals(RIGHT))).status).toBe("accepted")
    const second = { ...SUBTASK, id: "T001-S02" }
    const propose = proposals(BROKEN, { "src/m.js": `// better\n${F}\n${G}` })
    expect(await gate.submit(second, propose)).toMatchObject({ status: "accepted", attempts: 2 })
    expect(types()).toEqual(["critic_test_regression.fail", "critic_build_retry.success"])
    expect(events.find(({ type }) => type === "critic_build_retry.success")).toMatchObject({
      subtask_id: "T001-S02",
      attempt: 2,
    })
    expect(propose.told).toHaveLength(2)
  })

  it("D: calls what does not parse a syntax error, not a lost definition", async () => {
    const { root, gate, types } = await gateOver(project, WITHOUT_TESTS)
    const unparsable = { "src/m.js": `${F}\nexport function g( {\n` }
    const outcome = await gate.submit(SUBTASK, proposals(unparsable, unparsable))
    expect(outcome).toMatchObject({ status: "failed", error: expect.stringContaining("src/m.js") })
    expect(types()).toEqual(["critic_syntax_check.fail", "critic_syntax_check.fail", "worker.subtask.failed"])
    expect(await readFile(join(root, "src/m.js"), "utf8")).toBe(project["src/m.js"])
  })

  it("E: flags a create over a module that drops a definition", async () => {
    const { gate, events } = await gateOver(project, { ...WITHOUT_TESTS, attempts: 1 })
    const patches = [{ action: "create", path: "src/m.js", content: F }]
    const outcome = await gate.submit(SUBTASK, () => ({ patches }))
    expect(outcome).toMatchObject({ status: "failed", rejection: { source: "G7-TS" } })
    expect(events).toContainEqual(
      expect.objectContaining({ type: expect.stringContaining(".fail"), path: "src/m.js", missing: ["g"] }),
    )
  })
})

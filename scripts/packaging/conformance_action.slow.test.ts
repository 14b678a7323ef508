import { readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { root } from "../setup.mjs"
import { folderOf } from "./folder.fixture.ts"
import { runAction } from "./run_action.ts"

const file = join(root, "actions/conformance/action.yml")
const example = readFileSync(join(root, "examples/06-foreign-implementation/workflow.yml"), "utf8")

/** Answers every message, and counts nothing. */
const FORGETFUL = `
import { createInterface } from "node:readline"
for await (const line of createInterface({ input: process.stdin })) {
  const { id, type } = JSON.parse(line)
  const step = { state: {}, warnings: [], hard_stop: false, reverify_mandated: false }
  const body = type === "hello" ? { name: "forgetful", capabilities: ["detector"] } : { step, config: {} }
  process.stdout.write(JSON.stringify({ id, ...body }) + "\\n")
}
`

function project(): string {
  const folder = folderOf({
    "a host/forgetful.mjs": FORGETFUL,
    "a host/ours.mjs":
      'import { ourImplementation, serveStdio } from "@proofloop/conformance"\nawait serveStdio(ourImplementation())\n',
  })
  symlinkSync(join(root, "node_modules"), join(folder, "a host/node_modules"))
  return folder
}

describe("the conformance action", () => {
  it("passes an implementation that keeps the promises, with what the project installed", async () => {
    const folder = project()
    const { code, output, outputs, summary } = await runAction(file, folder, {
      implementation: "node --import tsx ours.mjs",
      "working-directory": "a host",
      filter: "repair/streak/",
      skip: "actions/\nabc",
    })
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(outputs).toMatchObject({ failed: "0", skipped: "0" })
    expect(Number(outputs["passed"])).toBeGreaterThan(3)
    expect(summary).toContain(`| ${outputs["passed"]} | 0 | 0 |`)
    expect(readFileSync(join(folder, "a host/conformance.xml"), "utf8")).toContain("<testsuite")
  })

  it("is red, and annotates, where a case fails", async () => {
    const { code, output, outputs, summary } = await runAction(file, project(), {
      implementation: "node forgetful.mjs",
      "working-directory": "a host",
      filter: "repair/streak/",
    })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("::error") })
    expect(Number(outputs["failed"])).toBeGreaterThan(0)
    expect(summary).toContain(`| ${outputs["failed"]} |`)
  })

  it.each([
    [{ suite: "promisses" }, "promises"],
    [{ packages: " \n".trim(), "working-directory": "." }, "::error::proofloop is not in node_modules"],
  ])("tells misuse %o", async (given, told) => {
    const { code, output } = await runAction(file, project(), {
      implementation: "node forgetful.mjs",
      "working-directory": "a host",
      ...given,
    })
    expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining(told) })
  })

  it("has every input that the example workflow gives", () => {
    const { inputs } = parse(readFileSync(file, "utf8"))
    const { steps } = parse(example).jobs.conformance
    const step = steps.find(({ uses }: { readonly uses: string }) => uses.includes("/actions/conformance@"))
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)))
  })
})

import { describe, expect, it } from "vitest"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import type { StallOptions } from "./config.ts"
import { createDetector } from "./detector.ts"
import { BASE, FAILED, INFER, OK, read, tap } from "./read_result.fixture.ts"

const EDIT = "sed -i s/a/b/ src/a.ts"

describe("whether a command wrote", () => {
  type Row = readonly [
    what: string,
    wrote: boolean,
    command: string,
    result?: ToolResult,
    annotations?: ToolAnnotations | undefined,
    knobs?: StallOptions,
  ]
  const rows: readonly Row[] = [
    ["one that edits", true, EDIT],
    ["one that edits, declared to execute only", true, EDIT, OK, { kind: "execute" }],
    ["one that edits, at base", false, EDIT, OK, undefined, BASE],
    ["one that edits, without a failure model", false, EDIT, OK, undefined, { undeclared_role: "infer" }],
    ["one that fails to edit", false, EDIT, FAILED],
    ["one that is still running", false, EDIT, { ok: true, status: "running" }],
    ["one whose result says that nothing changed", false, EDIT, { ok: true, mutation_status: "unchanged" }],
    ["one that looks, whose result says that it wrote", true, "ls", { ok: true, mutation_status: "applied" }],
    ["one declared to write nothing", false, EDIT, OK, { mutates: false }],
    ["one declared to observe", false, EDIT, OK, { evidence_role: "observation" }],
    ["one of a tool that reads", false, EDIT, OK, { kind: "read" }],
    ["one that looks", false, "cat src/a.ts | head"],
    ["one that checks", false, "npm test > test.log"],
    ["one that edits and checks", true, `${EDIT} && npm test`],
    ["one whose check failed after the edit", true, `${EDIT} && npm test`, { ok: false, error: tap(1, 1) }],
    ["one that edits and fails before its check reports", false, `${EDIT} && npm test`, FAILED],
    ["one that edits where the check is declared", true, EDIT, OK, { evidence_role: "verification" }],
  ]

  it.each(rows.map((row) => ({ what: row[0], wrote: row[1], row })))("$what: $wrote", ({ wrote, row }) => {
    const [, , command, result = OK, annotations, knobs = INFER] = row
    expect(read(result, annotations, { knobs, command }).wrote).toBe(wrote)
  })

  it("leaves the evidence to the check", () => {
    const both = read({ ok: false, error: tap(1, 1) }, undefined, { command: `${EDIT} && npm test` })
    expect([both.role, both.evidence?.check_id, both.evidence?.class]).toEqual([
      "verification",
      "npm-test",
      "fail",
    ])
    expect(read(OK, undefined, { command: EDIT })).toMatchObject({
      role: "none",
      is_edit: false,
      evidence: null,
    })
  })

  it("names the check by the folder it runs in, from the workspace root", () => {
    const context = { checks: [], workspace_root: "/work/shop" }
    const idOf = (command: string): string | undefined =>
      read(FAILED, undefined, { command, context }).evidence?.check_id
    expect(idOf("cd /work/shop && npm test")).toBe("npm-test")
    expect(idOf("cd /work/shop/packages/a && npm test")).toBe("npm-test (in packages/a)")
  })
})

describe("a module that is missing", () => {
  it("is the environment's fault where it is declared, for results and verdicts", () => {
    const output = "Error: Cannot find module 'express'\nRequire stack:\n- /srv/a.js"
    const kindOf = (declared_dependencies: readonly string[]) => {
      const detector = createDetector({ stall_diagnostics: { repair_aware: true }, declared_dependencies })
      const verdict = detector.verdict(detector.initial_state, {
        status: "fail",
        evidence: output,
        check_id: "run",
      })
      const result = read({ ok: false, output }, undefined, {
        command: "npm test",
        context: { checks: [], declared_dependencies },
      })
      return [result.evidence?.kind, verdict.evidence?.kind]
    }
    expect(kindOf(["express"])).toEqual(["environment", "environment"])
    expect(kindOf(["zod"])).toEqual(["runtime", "runtime"])
  })

  it("is not told by names that are none", () => {
    expect(() => createDetector({ declared_dependencies: [3] as unknown as string[] })).toThrow(
      "createDetector.declared_dependencies",
    )
  })
})

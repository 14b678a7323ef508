import { describe, expect, it } from "vitest"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import type { StallOptions } from "./config.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import { base, failed, infer, ok, read, tap } from "./read_result.fixture.ts"
import type { SettledResult } from "./settled_result.ts"

const rejected: ToolResult = { ok: false, error: "no match", mutation_status: "not_applied" }

const red: ToolResult = { ok: false, output: tap(1, 1) }
const green: ToolResult = { ok: true, output: tap(2, 0) }
const errors: ToolResult = {
  ok: false,
  output: "src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
}

describe("the role of a result", () => {
  type Row = readonly [
    what: string,
    role: SettledResult["role"],
    result: ToolResult,
    annotations: ToolAnnotations | undefined,
    knobs: StallOptions,
    command?: string,
  ]
  const rows: readonly Row[] = [
    ["declared", "verification", ok, { evidence_role: "verification" }, base],
    ["declared to be no evidence", "none", failed, { evidence_role: "observation" }, base],
    [
      "declared, of an edit that failed",
      "verification",
      failed,
      { kind: "edit", evidence_role: "verification" },
      infer,
    ],
    [
      "declared, of an edit that failed and is no evidence, but may have been applied",
      "verification",
      failed,
      { kind: "edit", evidence_role: "verification" },
      { ...infer, failed_edit: "edit_rejected" },
    ],
    [
      "declared, of an edit that was not applied, where that is no evidence",
      "none",
      rejected,
      { kind: "edit", evidence_role: "verification" },
      { ...base, failed_edit: "edit_rejected" },
    ],
    [
      "declared, of an edit that was not applied, at base",
      "verification",
      rejected,
      { kind: "edit", evidence_role: "verification" },
      infer,
    ],
    [
      "declared, of an edit that was not applied, without a failure model",
      "verification",
      rejected,
      { kind: "edit", evidence_role: "verification" },
      { repair_aware: false, failed_edit: "edit_rejected" },
    ],
    [
      "declared, of an ok edit that was not applied",
      "verification",
      { ok: true, mutation_status: "not_applied" },
      { kind: "edit", evidence_role: "verification" },
      { ...infer, failed_edit: "edit_rejected" },
    ],
    [
      "declared, of a check that applied nothing",
      "verification",
      rejected,
      { evidence_role: "verification" },
      { ...infer, failed_edit: "edit_rejected" },
    ],
    ["undeclared, at base", "undeclared", ok, undefined, base],
    ["undeclared, at base, of what only looks", "undeclared", ok, { kind: "read" }, base],
    ["of a failed edit, at base", "undeclared", failed, { kind: "edit" }, base],
    ["of a failed edit, inferred", "undeclared", failed, { kind: "edit" }, infer],
    [
      "of a failed edit, where that is no evidence",
      "none",
      failed,
      { kind: "edit" },
      { ...infer, failed_edit: "edit_rejected" },
    ],
    [
      "of a failed edit, where that is no evidence, without a failure model",
      "undeclared",
      failed,
      { kind: "edit" },
      { repair_aware: false, failed_edit: "edit_rejected" },
    ],
    ["of an edit", "none", ok, { kind: "edit" }, infer],
    ["of an edit that also runs a check", "none", ok, { kind: "edit" }, infer, "npm test"],
    ["of a read", "none", ok, { kind: "read" }, infer],
    ["of a search", "none", failed, { kind: "search" }, infer],
    ["of a fetch", "none", ok, { kind: "fetch" }, infer],
    ["of a thought", "none", ok, { kind: "think" }, infer],
    ["of an inspection", "none", ok, { kind: "inspect" }, infer],
    ["of a list", "none", ok, { kind: "list" }, infer],
    ["of a list that ran tests", "none", { ok: true, output: tap(1, 0) }, { kind: "list" }, infer],
    ["of a test", "verification", ok, { kind: "test" }, infer],
    ["of a check", "verification", failed, { kind: "check" }, infer],
    ["of what verifies", "verification", ok, { kind: "verify" }, infer],
    ["of a verification", "verification", ok, { kind: "verification" }, infer],
    ["of the verifier", "verification", ok, { kind: "verify_completion" }, infer],
    ["of a test, without a failure model", "undeclared", ok, { kind: "test" }, { undeclared_role: "infer" }],
    ["of a known check", "verification", ok, undefined, infer, "npm test"],
    ["of another command", "none", failed, undefined, infer, "git push"],
    [
      "of another command whose output is a report",
      "none",
      { ok: true, output: tap(1, 0) },
      undefined,
      infer,
      "cat log",
    ],
    ["of a check whose exit code is hidden", "none", ok, undefined, infer, "npm test | tail"],
    [
      "of a check whose exit code is hidden, failing without a report",
      "none",
      failed,
      undefined,
      infer,
      "npm test | tail",
    ],
    [
      "of a check whose exit code is hidden, failing with a report",
      "verification",
      { ok: false, error: tap(1, 1) },
      undefined,
      infer,
      "npm test | tail",
    ],
    [
      "of a check whose exit code is hidden, passing with a report",
      "none",
      { ok: true, output: tap(1, 0) },
      undefined,
      infer,
      "npm test | tail",
    ],
    [
      "of no command, whose output is a report",
      "verification",
      { ok: true, output: tap(1, 0) },
      undefined,
      infer,
    ],
    [
      "of no command, whose output is a report without a count",
      "none",
      { ok: false, error: "# Subtest: a\nnot ok 1 - a" },
      undefined,
      infer,
    ],
    [
      "of no command, which says how many tests ran",
      "none",
      { ok: true, output: "done", tests_run: 3 },
      undefined,
      infer,
    ],
    ["of no command, with nothing to tell", "none", ok, undefined, infer],
    [
      "of an unknown command that shows failing tests",
      "reported",
      red,
      undefined,
      infer,
      "ssh host npm test",
    ],
    ["of an unknown command that shows tests", "reported", green, undefined, infer, "./ci.sh"],
    ["of an unknown command that shows errors", "reported", errors, { kind: "execute" }, infer, "inv types"],
    ["of an unknown command that shows no report", "none", failed, undefined, infer, "inv test"],
    ["of an unknown command that only passed", "none", ok, undefined, infer, "inv test"],
    ["of a look at a report", "none", red, undefined, infer, "cat report.txt"],
    ["of a commit that shows a report", "none", red, undefined, infer, "git commit -m done"],
    ["of an unknown command with a report, at base", "undeclared", red, undefined, base, "./ci.sh"],
    [
      "of no command, still running",
      "none",
      { ok: true, status: "running", output: tap(1, 0) },
      undefined,
      infer,
    ],
  ]

  it.each(rows.map((row) => ({ what: row[0], role: row[1], row })))("$what: $role", ({ role, row }) => {
    const [, , result, annotations, knobs, command] = row
    expect(read(result, annotations, { knobs, command }).role).toBe(role)
  })

  it("of a command is the host's to say once it lists its checks", () => {
    const context: EvidenceContext = { checks: ["./judge it"] }
    expect(read(ok, undefined, { command: "./judge  it", context }).role).toBe("verification")
    expect(read(ok, undefined, { command: "npm test", context }).role).toBe("none")
  })
})

describe("a report of a command nobody knows", () => {
  const context: EvidenceContext = { checks: ["npm test"] }
  const evidenceOf = (result: ToolResult, command: string) =>
    read(result, undefined, { command }).evidence ?? undefined

  it("is of a check of its own: the script that is run, else the command", () => {
    expect(evidenceOf(red, "./ci.sh fast")).toMatchObject({ class: "fail", check_id: "./ci.sh" })
    expect(evidenceOf(red, "ssh host  npm test")).toMatchObject({
      class: "fail",
      check_id: "ssh host npm test",
    })
    expect(evidenceOf(green, "inv test")).toMatchObject({ class: "pass", check_id: "inv test", tests_run: 2 })
    expect(evidenceOf(red, `inv ${"x".repeat(300)}`)?.check_id).toMatch(/^sha256:/)
  })

  it("is none where the host lists its checks", () => {
    expect(read(red, undefined, { command: "./ci.sh", context })).toMatchObject({
      role: "none",
      evidence: null,
    })
  })
})

import { describe, expect, it } from "vitest"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import type { StallOptions } from "./config.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import { BASE, FAILED, INFER, OK, read, tap } from "./read_result.fixture.ts"
import type { SettledResult } from "./settled_result.ts"
import type { SettledRole } from "./settled_role.ts"

const REJECTED: ToolResult = { ok: false, error: "no match", mutation_status: "not_applied" }

const red: ToolResult = { ok: false, output: tap(1, 1) }
const green: ToolResult = { ok: true, output: tap(2, 0) }
const ERRORS: ToolResult = {
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
    [
      "a hidden exit code, and counts without a name",
      "verification",
      { ok: true, exit_code: 0, output: "ERRORS!\nTests: 42, Assertions: 108, Errors: 1, Failures: 2." },
      undefined,
      INFER,
      "vendor/bin/phpunit | tail -3",
    ],
    ["declared", "verification", OK, { evidence_role: "verification" }, BASE],
    ["declared to be no evidence", "none", FAILED, { evidence_role: "observation" }, BASE],
    [
      "declared, of an edit that failed",
      "verification",
      FAILED,
      { kind: "edit", evidence_role: "verification" },
      INFER,
    ],
    [
      "declared, of an edit that failed and is no evidence, but may have been applied",
      "verification",
      FAILED,
      { kind: "edit", evidence_role: "verification" },
      { ...INFER, failed_edit: "edit_rejected" },
    ],
    [
      "declared, of an edit that was not applied, where that is no evidence",
      "none",
      REJECTED,
      { kind: "edit", evidence_role: "verification" },
      { ...BASE, failed_edit: "edit_rejected" },
    ],
    [
      "declared, of an edit that was not applied, at base",
      "verification",
      REJECTED,
      { kind: "edit", evidence_role: "verification" },
      INFER,
    ],
    [
      "declared, of an edit that was not applied, without a failure model",
      "verification",
      REJECTED,
      { kind: "edit", evidence_role: "verification" },
      { repair_aware: false, failed_edit: "edit_rejected" },
    ],
    [
      "declared, of an ok edit that was not applied",
      "verification",
      { ok: true, mutation_status: "not_applied" },
      { kind: "edit", evidence_role: "verification" },
      { ...INFER, failed_edit: "edit_rejected" },
    ],
    [
      "declared, of a check that applied nothing",
      "verification",
      REJECTED,
      { evidence_role: "verification" },
      { ...INFER, failed_edit: "edit_rejected" },
    ],
    ["undeclared, at base", "undeclared", OK, undefined, BASE],
    ["undeclared, at base, of what only looks", "undeclared", OK, { kind: "read" }, BASE],
    ["of a failed edit, at base", "undeclared", FAILED, { kind: "edit" }, BASE],
    ["of a failed edit, inferred", "undeclared", FAILED, { kind: "edit" }, INFER],
    [
      "of a failed edit, where that is no evidence",
      "none",
      FAILED,
      { kind: "edit" },
      { ...INFER, failed_edit: "edit_rejected" },
    ],
    [
      "of a failed edit, where that is no evidence, without a failure model",
      "undeclared",
      FAILED,
      { kind: "edit" },
      { repair_aware: false, failed_edit: "edit_rejected" },
    ],
    ["of an edit", "none", OK, { kind: "edit" }, INFER],
    ["of an edit that also runs a check", "none", OK, { kind: "edit" }, INFER, "npm test"],
    ["of a read", "none", OK, { kind: "read" }, INFER],
    ["of a search", "none", FAILED, { kind: "search" }, INFER],
    ["of a fetch", "none", OK, { kind: "fetch" }, INFER],
    ["of a thought", "none", OK, { kind: "think" }, INFER],
    ["of an inspection", "none", OK, { kind: "inspect" }, INFER],
    ["of a list", "none", OK, { kind: "list" }, INFER],
    ["of a list that ran tests", "none", { ok: true, output: tap(1, 0) }, { kind: "list" }, INFER],
    ["of a test", "verification", OK, { kind: "test" }, INFER],
    ["of a check", "verification", FAILED, { kind: "check" }, INFER],
    ["of what verifies", "verification", OK, { kind: "verify" }, INFER],
    ["of a verification", "verification", OK, { kind: "verification" }, INFER],
    ["of the verifier", "verification", OK, { kind: "verify_completion" }, INFER],
    ["of a test, without a failure model", "undeclared", OK, { kind: "test" }, { undeclared_role: "infer" }],
    ["of a known check", "verification", OK, undefined, INFER, "npm test"],
    [
      "of a known check by a tool without effects",
      "verification",
      OK,
      { side_effect_level: "none" },
      INFER,
      "npm test",
    ],
    ["of another command", "none", FAILED, undefined, INFER, "git push"],
    [
      "of another command whose output is a report",
      "none",
      { ok: true, output: tap(1, 0) },
      undefined,
      INFER,
      "cat log",
    ],
    ["of a check whose exit code is hidden", "none", OK, undefined, INFER, "npm test | tail"],
    [
      "of a check whose exit code is hidden, failing without a report",
      "none",
      FAILED,
      undefined,
      INFER,
      "npm test | tail",
    ],
    [
      "of a check whose exit code is hidden, failing with a report",
      "verification",
      { ok: false, error: tap(1, 1) },
      undefined,
      INFER,
      "npm test | tail",
    ],
    [
      "of a check whose exit code is hidden, passing with a report",
      "none",
      { ok: true, output: tap(1, 0) },
      undefined,
      INFER,
      "npm test | tail",
    ],
    [
      "of no command, whose output is a report",
      "reported",
      { ok: true, output: tap(1, 0) },
      undefined,
      INFER,
    ],
    [
      "of no command, whose output is a report without a count",
      "none",
      { ok: false, error: "# Subtest: a\nnot ok 1 - a" },
      undefined,
      INFER,
    ],
    [
      "of no command, which says how many tests ran",
      "none",
      { ok: true, output: "done", tests_run: 3 },
      undefined,
      INFER,
    ],
    ["of no command, with nothing to tell", "none", OK, undefined, INFER],
    ["of an unknown command that shows failing tests", "reported", red, undefined, INFER, "inv test"],
    ["of an unknown command that shows tests", "reported", green, undefined, INFER, "./ci.sh"],
    ["of an unknown command that shows errors", "reported", ERRORS, { kind: "execute" }, INFER, "inv types"],
    [
      "of an unknown command whose report finds nothing and counts no tests",
      "none",
      { ok: true, output: "Success: no issues found in 3 source files" },
      undefined,
      INFER,
      "inv types",
    ],
    ["of an unknown command that shows no report", "none", FAILED, undefined, INFER, "inv test"],
    ["of an unknown command that only passed", "none", OK, undefined, INFER, "inv test"],
    ["of a look at a report", "none", red, undefined, INFER, "cat report.txt"],
    ["of a commit that shows a report", "none", red, undefined, INFER, "git commit -m done"],
    ["of an unknown command with a report, at base", "undeclared", red, undefined, BASE, "./ci.sh"],
    [
      "of no command, still running",
      "none",
      { ok: true, status: "running", output: tap(1, 0) },
      undefined,
      INFER,
    ],
  ]

  it.each(rows.map((row) => ({ what: row[0], role: row[1], row })))("$what: $role", ({ role, row }) => {
    const [, , result, annotations, knobs, command] = row
    expect(read(result, annotations, { knobs, command }).role).toBe(role)
  })

  it("of a command is the host's to say once it lists its checks", () => {
    const context: EvidenceContext = { checks: ["./judge it"] }
    expect(read(OK, undefined, { command: "./judge  it", context }).role).toBe("verification")
    expect(read(OK, undefined, { command: "npm test", context }).role).toBe("none")
  })
})

describe("a report of a command nobody knows", () => {
  const context: EvidenceContext = { checks: ["npm test"] }
  const evidenceOf = (result: ToolResult, command: string) =>
    read(result, undefined, { command }).evidence ?? undefined

  it("is of a check of its own: the script that is run, else program and task", () => {
    expect(evidenceOf(red, "./ci.sh fast")).toMatchObject({ class: "fail", check_id: "./ci.sh" })
    expect(evidenceOf(green, "inv test -v")).toMatchObject({
      class: "pass",
      check_id: "inv test",
      tests_run: 2,
    })
    expect(evidenceOf(red, `./${"x".repeat(300)}`)?.check_id).toMatch(/^sha256:/)
  })

  it("is none where the host lists its checks", () => {
    expect(read(red, undefined, { command: "./ci.sh", context })).toMatchObject({
      role: "none",
      evidence: null,
    })
  })
})

describe("a check behind a program that nobody knows", () => {
  const command = "rtk vitest run"
  it.each<readonly [string, ToolResult, SettledRole]>([
    ["fails by its exit code", { ok: false, exit_code: 1, output: "1 failed" }, "verification"],
    ["fails by its report", { ...red, ok: true, exit_code: 0 }, "verification"],
    ["proves nothing by its exit code alone", { ok: true, exit_code: 0, output: "done" }, "none"],
  ])("%s", (_what, result, role) => {
    expect(read(result, undefined, { command }).role).toBe(role)
  })
})

it("a report of a program that nobody knows counts where its exit code is another one's", () => {
  const output =
    "============ test session starts ============\na.py F\nFAILED a.py::one - assert 1 == 2\n======== 1 failed, 1 passed in 0.02s ========"
  const seen = (command: string) => read({ ok: true, exit_code: 0, output }, undefined, { command })
  expect(seen("zap run | cat")).toMatchObject({ ok: false, evidence: { class: "fail" } })
  expect(seen("cat log.txt")).toMatchObject({ ok: true, evidence: null })
})

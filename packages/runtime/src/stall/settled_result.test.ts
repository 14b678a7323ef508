import { sha256Hex } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import { parseStallConfig, type StallOptions } from "./config.ts"
import { BASE, FAILED, INFER, OK, read, tap } from "./read_result.fixture.ts"
import { isEvidence } from "./settled_result.ts"

describe("the check a result is about", () => {
  it.each<readonly [string, string, ToolAnnotations | undefined, StallOptions, string, readonly string[]]>([
    [
      "is the declared one",
      "unit",
      { evidence_role: "verification", check_id: "unit" },
      INFER,
      "npm test",
      [],
    ],
    [
      "is the one the command runs",
      "vitest src/a.test.ts",
      undefined,
      INFER,
      "npx vitest run src/a.test.ts",
      [],
    ],
    ["is the command the host lists", "./judge it", undefined, INFER, "./judge  it", ["./judge it"]],
    [
      "is by its command also where the host lists another",
      "npm-test",
      { kind: "test" },
      INFER,
      "npm test",
      ["./judge it"],
    ],
    ["is the one slot of an unknown command", "default", { kind: "test" }, INFER, "make it so", []],
    ["is the one slot without a command", "default", { kind: "test" }, INFER, "", []],
    ["is the one slot of an edit", "default", { kind: "edit", mutates: true }, INFER, "npm test", []],
    [
      "is the one slot of a declared role",
      "default",
      { evidence_role: "verification" },
      INFER,
      "npm test",
      [],
    ],
    ["is the one slot at base", "default", undefined, BASE, "npm test", []],
    [
      "is the one slot without a failure model",
      "default",
      undefined,
      { undeclared_role: "infer" },
      "npm test",
      [],
    ],
  ])("%s: %s", (_what, check_id, annotations, knobs, command, checks) => {
    const result: ToolResult = { ...FAILED, mutation_status: undefined }
    const settled = read(result, annotations, { knobs, command, context: { checks } })
    const evidence =
      settled.evidence ??
      read(result, { ...annotations, evidence_role: "verification" }, { knobs, command, context: { checks } })
        .evidence
    expect(evidence?.check_id).toBe(check_id)
  })
})

describe("the evidence in a result", () => {
  const check: ToolAnnotations = { evidence_role: "verification" }

  it("of a failure names it", () => {
    expect(read({ ok: false, error: tap(1, 2) }, check).evidence).toMatchObject({
      check_id: "default",
      class: "fail",
      kind: "test",
      count: 2,
      structured: true,
      tests_run: 3,
      failing_tests: ["bad 0", "bad 1"].map(sha256Hex),
      weakness: "",
      origin: "result",
    })
  })

  it("of a failure without a report is its lines", () => {
    const { evidence, observation } = read(FAILED, check)
    expect(evidence).toMatchObject({
      class: "fail",
      kind: "runtime",
      snippet: "boom",
      count: 1,
      structured: false,
      strong_identities: null,
      tests_run: null,
      failing_tests: [],
      weakness: "",
    })
    expect(evidence?.identities).toHaveLength(1)
    expect(evidence?.signature).toBe(observation.key)
  })

  it("of a pass has nothing that fails", () => {
    expect(read({ ok: true, output: tap(2, 0) }, check).evidence).toMatchObject({
      class: "pass",
      kind: "runtime",
      snippet: "",
      count: 0,
      structured: true,
      identities: [],
      strong_identities: null,
      tests_run: 2,
      failing_tests: [],
      weakness: "",
    })
    expect(read(OK, check).evidence).toMatchObject({ structured: false, tests_run: null })
  })

  it("of a result that nobody diagnoses is what is plain to see", () => {
    expect(read(OK, undefined, { knobs: {} }).evidence).toMatchObject({
      class: "pass",
      kind: "runtime",
      snippet: "",
      count: 0,
      structured: false,
      tests_run: null,
      failing_tests: [],
      weakness: "",
    })
  })

  it.each<readonly [string, string, ToolResult]>([
    ["its report shows failures", "its own report speaks of failures", { ok: true, output: tap(1, 1) }],
    ["its exit code is one of failure", "its exit code is 1", { ...OK, exit_code: 1 }],
    ["both", "its own report speaks of failures", { ok: true, output: tap(1, 1), exit_code: 1 }],
    ["its exit code is 0", "", { ...OK, exit_code: 0 }],
    ["nothing speaks against it", "", { ok: true, output: tap(1, 0) }],
    ["it is a failure anyway", "", { ...FAILED, exit_code: 1 }],
  ])("is contradicted when %s: %s", (_what, weakness, result) => {
    expect(read(result, check).evidence?.weakness).toBe(weakness)
  })

  it("of a pass says what it lacks of what failed before", () => {
    const weaknessOf = (result: ToolResult, failing_tests: readonly string[]) =>
      read(result, check, {
        baseline: () => ({ tests_run: 2, failing_tests, test_files: [], test_file_changed: false }),
      }).evidence?.weakness
    const passed = { ok: true, output: tap(2, 0) }
    expect(weaknessOf(passed, ["good 0"].map(sha256Hex))).toBe("")
    expect(weaknessOf(passed, ["good 0", "gone"].map(sha256Hex))).toBe(
      "1 of the tests that had failed did not run",
    )
    expect(weaknessOf({ ok: true, output: tap(1, 0) }, [])).toBe("1 tests ran, 2 when it failed")
    expect(weaknessOf(OK, [])).toBe("it does not say how many tests ran; 2 ran when it failed")
  })

  it("is read as what its command prints", () => {
    const error = "____ test_a ____\nE   boom\na.py:2: AssertionError"
    expect(read({ ok: false, error }, check, { command: "pytest" }).evidence?.structured).toBe(true)
    expect(read({ ok: false, error }, check, { command: "./all" }).evidence?.structured).toBe(false)
  })

  it("knows at most 64 failing tests, each once", () => {
    const ids = Array.from({ length: 70 }, (_, index) => `test ${index}`)
    const diagnostics = [...ids.slice(0, 1), ...ids].map((test_id) => ({ test_id, message: "no" }))
    expect(read({ ok: false, diagnostics }, check).evidence?.failing_tests).toEqual(
      ids.slice(0, 64).map(sha256Hex),
    )
  })

  it.each<readonly [string, string, string | undefined, readonly string[]]>([
    ["where it failed", "adds", "src/sum.test.ts", ["src/sum.test.ts"]],
    ["what its id begins with", "tests/test_sum.py::test_adds", undefined, ["tests/test_sum.py"]],
    ["not where the code under test failed", "test_sum.py::test_adds", "sum.py", ["test_sum.py"]],
    ["none that is known", "adds", "src/lib.rs", []],
  ])("knows the file of a failing test: %s", (_what, test_id, path, files) => {
    const location = path === undefined ? {} : { location: { path } }
    const diagnostics = [{ kind: "test", message: "red", test_id, ...location }] as const
    expect(read({ ok: false, diagnostics }, check).evidence?.test_files).toEqual(files)
  })

  it("knows no file of what is not a test", () => {
    const diagnostics = [{ message: "red", location: { path: "src/sum.test.ts" } }]
    expect(read({ ok: false, diagnostics }, check).evidence).toMatchObject({
      failing_tests: [],
      test_files: [],
    })
  })

  it.each<readonly [string, boolean, ToolResult]>([
    ["failed", true, FAILED],
    ["passed", true, OK],
    ["is still running", false, { ok: true, status: "running" }],
    ["was skipped", false, { ok: false, status: "skipped" }],
    ["failed and feeds no gate", false, { ...FAILED, status: "advisory" }],
    ["passed and feeds no gate", true, { ...OK, status: "advisory" }],
  ])("is there when it %s: %s", (_what, there, result) => {
    expect(read(result, check).evidence !== null).toBe(there)
  })

  it("of a context that overflowed has no signature of its own", () => {
    const { evidence, observation } = read({ ok: false, error: "maximum context length exceeded" }, check)
    expect(observation).toMatchObject({ kind: "context_window", key: "ctx" })
    expect(evidence).toMatchObject({ signature: "ctx", count: 0, identities: [], strong_identities: null })
  })
})

describe("what else a result says", () => {
  it.each<readonly [string, boolean, ToolResult, ToolAnnotations | undefined]>([
    ["a call that declares nothing", true, OK, undefined],
    ["one that says that it does not know", true, { ...OK, mutation_status: "unknown" }, undefined],
    ["one that changed nothing", false, { ...OK, mutation_status: "unchanged" }, undefined],
    ["one that did not apply", false, { ...FAILED, mutation_status: "not_applied" }, undefined],
    ["one that wrote", false, { ...OK, mutation_status: "applied" }, undefined],
    ["a command", true, OK, { kind: "execute" }],
    ["a command that only reads", false, OK, { kind: "execute", read_only: true }],
    ["a command that verifies", false, OK, { kind: "execute", evidence_role: "verification" }],
    ["a tool that may write by its level", true, OK, { side_effect_level: "process_exec" }],
    ["another declared tool", false, OK, { kind: "deploy" }],
    ["one that was interrupted", true, { ok: false, status: "interrupted" }, { kind: "deploy" }],
    ["one that ran out of time", true, { ...FAILED, timed_out: true }, { kind: "deploy" }],
    ["a look that ran out of time", false, { ...FAILED, timed_out: true }, { kind: "x", read_only: true }],
    ["an edit that failed", false, FAILED, { kind: "edit" }],
    ["an edit that does not know", true, { ...FAILED, mutation_status: "unknown" }, { kind: "edit" }],
  ])("%s may have written: %s", (_what, may_have_written, result, annotations) => {
    expect(read(result, annotations).may_have_written).toBe(may_have_written)
  })

  it("a change before a check was made if the check reports, whatever it reports", () => {
    const failed = { ok: false, error: tap(1, 1), exit_code: 1 }
    const wrote = (annotations: ToolAnnotations | undefined, command: string, result: ToolResult = failed) =>
      read(result, annotations, { command }).wrote
    expect(wrote(undefined, "sed -i s/a/b/ a.ts && npm test")).toBe(true)
    expect(wrote(undefined, "sed -i s/a/b/ a.ts && npm test", FAILED)).toBe(false)
    expect(wrote(undefined, "sed -i s/a/b/ a.ts; ./thing.sh")).toBe(false)
    expect(wrote({ kind: "edit", evidence_role: "verification" }, "npm test")).toBe(false)
  })

  it("that it failed, where a tool hands on what a harness says and no exit code", () => {
    const given = { ok: true, output: "<returncode>1</returncode>\n<output>\n2 rows differ\n</output>" }
    const ok = (result: ToolResult, annotations?: ToolAnnotations, knobs: StallOptions = INFER) =>
      read(result, annotations, { knobs }).ok
    expect(ok(given)).toBe(false)
    expect(ok({ ok: true, output: "Command timed out after 60 s" })).toBe(false)
    expect(ok({ ...given, exit_code: 0 })).toBe(true)
    expect(ok(given, { kind: "read" })).toBe(true)
    expect(ok(given, { evidence_role: "observation" })).toBe(true)
    expect(ok(given, undefined, BASE)).toBe(true)
    expect(read(given, undefined, { command: "cat a.log" }).ok).toBe(false)
    expect(read({ ok: true, output: "assert exit_code == 1" }, undefined, { command: "cat a.py" }).ok).toBe(
      true,
    )
  })

  it("a failure tells why, or not", () => {
    expect(read(FAILED, undefined).failure).toBe("told")
    expect(read({ ok: false, error: "exit code 1" }, undefined).failure).toBe("silent")
    expect(read(OK, undefined).failure).toBeNull()
  })

  it("its output has a digest where it proves something", () => {
    expect(read(OK, { evidence_role: "verification" }).output_sha256).toBe(sha256Hex("done"))
    expect(read(OK, undefined, { command: "./thing.sh" }).output_sha256).toBeNull()
    const reported = read({ ok: true, output: tap(1, 0) }, undefined, { command: "./thing.sh" })
    expect([reported.role, reported.output_sha256]).toEqual(["reported", null])
  })

  it("asks what its check has to show, and whether it would prove it", () => {
    const asked: (readonly [string, boolean])[] = []
    const baseline = (check_id: string, proves: boolean) => void asked.push([check_id, proves])
    read(OK, { evidence_role: "verification" }, { baseline })
    read({ ok: true, output: tap(1, 0) }, undefined, { command: "./thing.sh", baseline })
    expect(asked).toEqual([
      ["default", true],
      ["./thing.sh", false],
    ])
  })

  it.each<readonly [string, boolean, StallOptions, ToolAnnotations | undefined, string]>([
    ["a verification", true, {}, { evidence_role: "verification" }, ""],
    ["a report", true, INFER, undefined, "./thing.sh"],
    ["what declares nothing, with a failure model", true, BASE, undefined, ""],
    ["what declares nothing, without one", false, {}, undefined, ""],
    ["an observation", false, BASE, { evidence_role: "observation" }, ""],
  ])("%s is evidence: %s", (_what, is_evidence, knobs, annotations, command) => {
    const result = read({ ok: true, output: tap(1, 0) }, annotations, { knobs, command })
    expect(isEvidence(result, parseStallConfig(knobs))).toBe(is_evidence)
  })

  it.each<readonly [string, boolean, ToolResult, ToolAnnotations | undefined]>([
    ["an edit that is ok", true, OK, { kind: "edit" }],
    ["an edit that failed", false, FAILED, { kind: "edit" }],
    ["an edit that still runs", false, { ...OK, status: "running" }, { kind: "edit" }],
    ["anything that says so", true, { ...FAILED, mutation_status: "applied" }, undefined],
    ["an edit that did not apply", false, { ...OK, mutation_status: "not_applied" }, { kind: "edit" }],
    ["an edit that changed nothing", false, { ...OK, mutation_status: "unchanged" }, { kind: "edit" }],
    ["anything else", false, OK, undefined],
  ])("%s wrote: %s", (_what, wrote, result, annotations) => {
    expect(read(result, annotations).wrote).toBe(wrote)
  })

  it("the content of at most 64 files, by short names", () => {
    const names = Array.from({ length: 70 }, (_, index) => `file ${String(index).padStart(2, "0")}`)
    const file_hashes = Object.fromEntries(names.map((name) => [name, `hash of ${name}`]))
    expect(read({ ...OK, file_hashes }, undefined).file_hashes).toEqual(
      names.slice(0, 64).map((name) => [name, `hash of ${name}`]),
    )
    const long = "x".repeat(300)
    expect(read({ ...OK, file_hashes: { [long]: long } }, undefined).file_hashes).toEqual([
      [`sha256:${sha256Hex(long)}`, `sha256:${sha256Hex(long)}`],
    ])
  })

  it.each<readonly [string, string, ToolResult, StallOptions]>([
    ["ok", "ok", OK, BASE],
    ["failed", "error", FAILED, BASE],
    ["still running", "ok", { ok: false, status: "running" }, BASE],
    ["feeding no gate", "advisory", { ...FAILED, status: "advisory" }, BASE],
    ["speaking of a context window", "context_window", { ok: false, error: "too many tokens" }, BASE],
    [
      "speaking of it where only models may",
      "error",
      { ok: false, error: "too many tokens" },
      { context_window_from: "model_errors" },
    ],
    [
      "a model speaking of it",
      "context_window",
      { ok: false, error: "too many tokens", error_source: "model" },
      { context_window_from: "model_errors" },
    ],
    ["ok and speaking of it", "ok", { ok: true, output: "too many tokens" }, BASE],
  ])("%s it is %s", (_what, kind, result, knobs) => {
    expect(read(result, undefined, { knobs }).observation.kind).toBe(kind)
  })

  it("whether it is evidence, and whether it ended", () => {
    expect(read(OK, { evidence_role: "observation" }).observation).toMatchObject({
      evidence: false,
      running: false,
    })
    expect(read({ ok: true, status: "queued" }, { evidence_role: "verification" }).observation).toMatchObject(
      {
        evidence: true,
        running: true,
      },
    )
  })
})

describe("a call that may be a check in effect", () => {
  const failing = (
    annotations: ToolAnnotations | undefined,
    command?: string,
    error = "AssertionError: 3 is not 4",
  ) => read({ ok: false, error }, annotations, { command }).suspicion

  it("is an unknown command or tool, by what it does", () => {
    expect(failing({ kind: "execute" }, "./forge same")?.check_id).toBe("./forge")
    expect(failing(undefined)?.check_id).toBe("tool")
    expect(failing({ kind: "execute" }, "./forge same", "exit code 1")).not.toBeNull()
  })

  it.each<[string, ToolAnnotations | undefined, (string | undefined)?, string?]>([
    ["a tool that says nothing", undefined, undefined, "exit code 1"],
    ["one that looks", { kind: "read" }],
    ["one that is read-only", { read_only: true }],
    ["one without effects", { side_effect_level: "none" }],
    ["one that is soft", { soft: true }],
    ["an edit", { kind: "edit", mutates: true }],
    ["a command that looks", { kind: "execute" }, "cat a.ts"],
    ["a known check", { kind: "execute" }, "npm test"],
    ["a command of which nothing ran", { kind: "execute" }, "./forge same", "This command was blocked"],
    ["a full context window", undefined, undefined, "maximum context length exceeded"],
  ])("is not %s", (_what, annotations, command, error) => {
    expect(failing(annotations, command, error)).toBeNull()
  })

  it("is no exempt tool", () => {
    const knobs = { ...INFER, exempt_tools: ["tool"] }
    expect(read(FAILED, undefined, { knobs }).suspicion).toBeNull()
    expect(read(FAILED, undefined).suspicion).not.toBeNull()
  })

  it("proves by what a passing check printed, and nothing else", () => {
    const digest = (result: ToolResult, role: ToolAnnotations["evidence_role"]) =>
      read(result, { evidence_role: role }).output_sha256
    expect(digest(OK, "verification")).toBe(sha256Hex("done"))
    expect(digest(FAILED, "verification")).toBeNull()
    expect(digest(OK, "observation")).toBeNull()
  })
})

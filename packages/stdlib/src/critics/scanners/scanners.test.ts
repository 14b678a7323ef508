import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { setEnvironment } from "../../../../foundation/src/process/environment.fixture.ts"
import type { Baselines } from "../../repository/facts.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { feedbackText } from "../feedback.ts"
import { scanBaseline } from "./scan_baseline.ts"
import { semgrepReport, standIn, TRIVY_REPORT } from "./scanners.fixture.ts"
import { semgrep } from "./semgrep.ts"
import { trivy } from "./trivy.ts"

const change = changeSet([{ path: "src/a.py", before: "old", after: "new" }])

async function judge(critic: typeof semgrep, baselines: Baselines, options = {}, changed = change) {
  const root = await folderWith()
  return {
    root,
    verdict: await critic.check(changed, memoryFacts({}, changed, { baselines, root }), options),
  }
}

const CLEAN = { semgrep: new Set<string>(), trivy: new Set<string>() }

describe("G21", () => {
  it("tells of what is new in touched files, even when nothing was there before", async () => {
    await standIn(
      "semgrep",
      semgrepReport(["a.eval", "src/a.py"], ["a.eval", "src/untouched.py"], ["b", "src/a.py"]),
    )
    const { root, verdict } = await judge(semgrep, { semgrep: new Set(["b\0src/a.py"]) })
    if (verdict.status !== "fail") throw new Error(JSON.stringify(verdict))
    expect(verdict.violations).toEqual([
      {
        path: "src/a.py",
        line: 1,
        rule: "code",
        message: "ERROR a.eval CWE-95: Found a.eval.",
        evidence: "a.eval",
      },
    ])
    expect(semgrep.event.fields(verdict)).toEqual({ conflict_count: 1, rules: ["a.eval"] })
    expect(feedbackText(semgrep, verdict)).toContain("src/a.py:1: ERROR a.eval CWE-95: Found a.eval.")
    const called = await readFile(join(root, "called.txt"), "utf8")
    expect(called).toBe("scan\n--config\np/default\n--json\n--quiet\n--metrics\noff\n.\n")
    expect((await judge(semgrep, CLEAN)).verdict).toMatchObject({ violations: { length: 2 } })
  })

  it("heeds the floor", async () => {
    await standIn("semgrep", semgrepReport(["w", "src/a.py", "WARNING"], ["i", "src/a.py", "INFO"]))
    expect((await judge(semgrep, CLEAN)).verdict).toEqual({ status: "pass" })
    expect((await judge(semgrep, CLEAN, { severity: "warning" })).verdict).toMatchObject({
      violations: { length: 1 },
    })
    expect((await judge(semgrep, CLEAN, { severity: "info" })).verdict).toMatchObject({
      violations: { length: 2 },
    })
  })

  it("takes a finding that moves with its file for an old one", async () => {
    await standIn("semgrep", semgrepReport(["a.eval", "src/b.py"]))
    const moved = changeSet([
      { path: "src/a.py", before: "x" },
      { path: "src/b.py", after: "x" },
    ])
    const baseline = { semgrep: new Set(["a.eval\0src/a.py"]) }
    expect((await judge(semgrep, baseline, {}, moved)).verdict).toEqual({ status: "pass" })
    expect((await judge(semgrep, CLEAN, {}, moved)).verdict).toMatchObject({ status: "fail" })
    const touched = changeSet([
      { path: "src/a.py", before: "x" },
      { path: "src/b.py", before: "y", after: "x" },
    ])
    expect((await judge(semgrep, baseline, {}, touched)).verdict).toMatchObject({ status: "fail" })
  })

  it("tells what it measured, for the next baseline", async () => {
    await standIn("semgrep", `a warning\n${semgrepReport(["w", "src/b.py"])}\nanother\n`)
    const measured: Baselines[] = []
    const facts = memoryFacts({}, change, { baselines: CLEAN, root: await folderWith() })
    await semgrep.check(change, { ...facts, on_measured: (one) => void measured.push(one) })
    expect(measured).toEqual([{ semgrep: new Set(["w\0src/b.py"]) }])
  })
})

describe("G22", () => {
  it("tells of everything new, of touched paths only when asked", async () => {
    await standIn("trivy", TRIVY_REPORT)
    const { verdict } = await judge(trivy, CLEAN, { severity: "warning" })
    if (verdict.status !== "fail") throw new Error(JSON.stringify(verdict))
    expect(trivy.event.fields(verdict)).toEqual({
      conflict_count: 3,
      rules: ["CVE-2021-23337", "KSV001", "aws-access-key-id"],
      kinds: ["misconfig", "secret", "vuln"],
    })
    expect(verdict.violations[0]?.message).toBe(
      "ERROR CVE-2021-23337 CWE-94 (lodash@4.17.20, fixed in 4.17.21): command injection via template",
    )
    expect((await judge(trivy, CLEAN, { touched_only: true })).verdict).toEqual({ status: "pass" })
  })

  it("is called for what is above the floor", async () => {
    await standIn("trivy", '{"SchemaVersion":2}')
    const { root } = await judge(trivy, CLEAN, { severity: "info" })
    expect(await readFile(join(root, "called.txt"), "utf8")).toContain("CRITICAL,HIGH,MEDIUM,LOW,UNKNOWN\n")
  })
})

describe("without a scan", () => {
  it("there is no verdict", async () => {
    const restore = setEnvironment({ PATH: "/nowhere" })
    const { verdict } = await judge(semgrep, CLEAN)
    restore()
    expect(verdict).toEqual({ status: "unable", reason: "semgrep is not installed" })
    expect((await judge(semgrep, {})).verdict).toMatchObject({ status: "unable" })
    expect((await judge(trivy, { trivy: null })).verdict).toMatchObject({ status: "unable" })
    expect((await judge(semgrep, CLEAN, {}, changeSet([]))).verdict).toEqual({ status: "pass" })
  })

  it.each([
    ["not json", 0, /^semgrep failed with exit code 0: not json$/],
    ["broken rules", 7, /^semgrep failed with exit code 7: broken rules$/],
    ['{"other":1}', 0, /^semgrep failed/],
  ])("%s with exit code %d is none", async (prints, exit_code, reason) => {
    await standIn("semgrep", prints, exit_code)
    expect((await judge(semgrep, CLEAN)).verdict).toEqual({
      status: "unable",
      reason: expect.stringMatching(reason),
    })
  })

  it("a scan that takes too long is none", async () => {
    const root = await folderWith()
    const facts = memoryFacts({}, change, { baselines: CLEAN, root })
    expect(await semgrep.check(change, facts, { command: ["sh", "-c", "sleep 5"], timeout_ms: 100 })).toEqual(
      {
        status: "unable",
        reason: "semgrep timed out after 0.1 s",
      },
    )
  })
})

describe("scanBaseline", () => {
  it("is a set, empty after a clean scan and null without one", async () => {
    const root = await folderWith()
    await standIn("semgrep", semgrepReport(["a", "x.py"], ["a", "x.py"], ["w", "x.py", "WARNING"]))
    expect(await scanBaseline(root, "semgrep")).toEqual(new Set(["a\0x.py"]))
    const env = { PROOFLOOP_G21_SEVERITY: "warning", SEMGREP_CONFIG: "rules.yml" }
    expect(await scanBaseline(root, "semgrep", { env })).toEqual(new Set(["a\0x.py", "w\0x.py"]))
    expect(await readFile(join(root, "called.txt"), "utf8")).toContain("--config\nrules.yml\n")
    expect(await scanBaseline(root, "semgrep", { env: { PROOFLOOP_PHASE16_OFF: "1" } })).toBeNull()
    await standIn("trivy", '{"SchemaVersion":2}')
    expect(await scanBaseline(root, "trivy", { env: { PROOFLOOP_PHASE16_OFF: "1" } })).toEqual(new Set())
    expect(await scanBaseline(join(root, "gone"), "trivy")).toBeNull()
  })
})

describe("variables", () => {
  it.each([
    [{}, {}],
    [
      { PROOFLOOP_G21_SEVERITY: " Warning ", SEMGREP_TIMEOUT_S: "2", SEMGREP_CONFIG: "auto" },
      { severity: "warning", timeout_ms: 5000, config: "auto" },
    ],
    [{ PROOFLOOP_G21_SEVERITY: "strict", SEMGREP_TIMEOUT_S: "soon" }, {}],
  ])("%j set %j for semgrep", (env, options) => {
    expect(semgrep.environment(env)).toEqual(options)
  })

  it.each([
    [
      { TRIVY_TIMEOUT_S: "1", PROOFLOOP_G22_TOUCHED_ONLY: "yes" },
      { timeout_ms: 10_000, touched_only: true },
    ],
    [{ PROOFLOOP_G22_SEVERITY: "info", PROOFLOOP_G22_TOUCHED_ONLY: "no" }, { severity: "info" }],
  ])("%j set %j for trivy", (env, options) => {
    expect(trivy.environment(env)).toEqual(options)
  })
})

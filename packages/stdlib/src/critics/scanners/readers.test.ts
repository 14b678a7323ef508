import { describe, expect, it } from "vitest"
import { findingPath, severityOf } from "./finding.ts"
import { readSarif } from "./read_sarif.ts"
import { readSemgrep } from "./read_semgrep.ts"
import { readTrivy } from "./read_trivy.ts"
import { semgrepReport, TRIVY_REPORT } from "./scanners.fixture.ts"

const ROOT = "/work/shop"

function sarif(result: object, rule: object = {}) {
  return {
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "x", rules: [{ id: "r", ...rule }] } },
        results: [
          {
            ruleId: "r",
            message: { text: "broken" },
            locations: [
              { physicalLocation: { artifactLocation: { uri: "src/a%20b.py" }, region: { startLine: 3 } } },
            ],
            ...result,
          },
        ],
      },
    ],
  }
}

describe("semgrep's JSON", () => {
  it("is read; entries without a rule or a known severity are left out", () => {
    const text = semgrepReport(
      ["a.eval", "./src/a.py"],
      ["", "src/b.py"],
      ["b.eval", "/work/shop/b.py", "STRANGE"],
    )
    expect(readSemgrep(JSON.parse(text), ROOT)).toEqual([
      {
        rule: "a.eval",
        path: "src/a.py",
        line: 1,
        severity: "error",
        kind: "code",
        message: "Found a.eval.",
        cwe: "CWE-95",
      },
    ])
  })

  it("is told from other documents", () => {
    for (const document of [undefined, null, [], {}, { results: 1 }])
      expect(readSemgrep(document, ROOT)).toBeNull()
  })
})

describe("trivy's JSON", () => {
  it("is read, of every kind, and never with the secret itself", () => {
    const found = readTrivy(JSON.parse(TRIVY_REPORT), ROOT)
    expect(found).toEqual([
      {
        rule: "CVE-2021-23337",
        path: "package-lock.json",
        severity: "error",
        kind: "vuln",
        message: "command injection via template",
        cwe: "CWE-94",
        package: "lodash@4.17.20",
        fixed_version: "4.17.21",
      },
      {
        rule: "KSV001",
        path: "deploy.yaml",
        line: 4,
        severity: "warning",
        kind: "misconfig",
        message: "Runs as root",
      },
      {
        rule: "aws-access-key-id",
        path: "src/key.py",
        line: 2,
        severity: "error",
        kind: "secret",
        message: "AWS key",
      },
    ])
    expect(JSON.stringify(found)).not.toContain("AKIA")
  })

  it("has no results after a clean scan", () => {
    expect(readTrivy({ SchemaVersion: 2 }, ROOT)).toEqual([])
    expect(readTrivy({ SchemaVersion: 2, Results: null }, ROOT)).toEqual([])
    expect(readTrivy({ Results: [] }, ROOT)).toBeNull()
  })
})

describe("SARIF", () => {
  it.each([
    [{ level: "error" }, {}, "error"],
    [{}, { defaultConfiguration: { level: "note" } }, "info"],
    [{}, {}, "warning"],
  ])("of level %j and rule %j is %s", (result, rule, severity) => {
    expect(readSarif(sarif(result, rule), ROOT)).toEqual([
      expect.objectContaining({
        rule: "r",
        path: "src/a b.py",
        line: 3,
        severity,
        kind: "code",
        message: "broken",
      }),
    ])
  })

  it("names the package of trivy and what is suppressed not at all", () => {
    const text = "Package: lodash\nInstalled Version: 4.17.20\nFixed Version: 4.17.21\nMessage: injection"
    const tags = ["vulnerability", "security", "external/cwe/cwe-94"]
    expect(readSarif(sarif({ message: { text } }, { properties: { tags } }), ROOT)).toEqual([
      expect.objectContaining({
        kind: "vuln",
        cwe: "CWE-94",
        package: "lodash@4.17.20",
        fixed_version: "4.17.21",
        message: "injection",
      }),
    ])
    expect(readSarif(sarif({ suppressions: [{ kind: "inSource" }] }), ROOT)).toEqual([])
    expect(readSarif(sarif({ level: "none" }), ROOT)).toEqual([])
    expect(readSarif({ results: [] }, ROOT)).toBeNull()
  })
})

it.each([
  ["/work/shop/src/a.py", "src/a.py"],
  ["file:///work/shop/src/a.py", "src/a.py"],
  ["./src/../src/a.py", "src/a.py"],
  ["src\\a.py", "src/a.py"],
  ["/elsewhere/a.py", "../../elsewhere/a.py"],
])("the path %s is %s", (printed, path) => {
  expect(findingPath(ROOT, printed)).toBe(path)
})

it.each([
  ["ERROR", "error"],
  ["critical", "error"],
  ["MEDIUM", "warning"],
  ["LOW", "info"],
  ["INVENTORY", null],
  [undefined, null],
])("the severity %s is %s", (word, severity) => {
  expect(severityOf(word)).toBe(severity)
})

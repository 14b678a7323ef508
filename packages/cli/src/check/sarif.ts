import { catalogue } from "@proofloop/stdlib/critics"
import { version } from "../console/version.ts"
import type { CheckReport, ReportedFinding } from "./report.ts"

/** SARIF 2.1.0, for code scanning. Columns are UTF-16 code units, as the format takes them by default. */
export function sarifText({ findings, unable, ran }: CheckReport): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "proofloop", version: version(), rules: rulesOf(findings, ran) } },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { SRCROOT: { description: { text: "The root of the repository" } } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: unable.map(({ critic, reason }) => ({
              level: "warning",
              message: { text: `${critic} could not look: ${reason}` },
            })),
          },
        ],
        results: findings.map(resultOf),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function rulesOf(findings: readonly ReportedFinding[], ran: readonly string[]): readonly object[] {
  const ids = new Set(findings.map(ruleId))
  return [...ids].sort().map((id) => {
    const critic = catalogue.find((known) => ran.includes(known.id) && id.startsWith(`${known.id}/`))
    return {
      id,
      ...(critic === undefined
        ? {}
        : { shortDescription: { text: critic.title }, fullDescription: { text: critic.description } }),
    }
  })
}

function resultOf(finding: ReportedFinding): object {
  const { path, line, column, message } = finding
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(column && { startColumn: column }) } }
  const uri = path.split("/").map(encodeURIComponent).join("/")
  return {
    ruleId: ruleId(finding),
    level: "error",
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId: "SRCROOT" }, ...region } }],
  }
}

function ruleId({ critic, rule }: ReportedFinding): string {
  return `${critic}/${rule}`
}

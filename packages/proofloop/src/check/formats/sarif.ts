import { catalogue, type Critic } from "@proofloop/stdlib/internal/check"
import { version } from "../../console/version.ts"
import type { CheckReport, ReportedFinding, SuppressedFinding } from "../report.ts"

const PAGE = "https://www.npmjs.com/package/proofloop"

/** SARIF 2.1.0, for code scanning. Columns are UTF-16 code units, as the format takes them by default. */
export function sarifText({
  findings,
  suppressed,
  unable,
  unanswered,
  skipped,
  ran,
  looked_at,
}: CheckReport): string {
  const all = [...findings, ...suppressed]
  const rules = rulesOf(all, ran)
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]))
  const ordinals = new Map<string, number>()
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "proofloop",
            version: version(),
            semanticVersion: version(),
            informationUri: PAGE,
            rules,
            notifications: NOTIFICATIONS,
          },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { SRCROOT: { description: { text: "The root of the repository" } } },
        invocations: [
          {
            executionSuccessful: unanswered.length === 0,
            properties: { looked_at },
            toolExecutionNotifications: [
              ...unable.map(({ critic, reason, crashed, timed_out }) => ({
                descriptor: { id: "unable" },
                level: crashed ? "error" : "warning",
                message: { text: `${critic} could not look: ${reason}` },
                properties: { critic, ...(crashed && { crashed }), ...(timed_out && { timed_out }) },
              })),
              ...skipped.map(({ path, reason }) => ({
                descriptor: { id: "skipped" },
                level: "warning",
                message: { text: `left out: ${reason.replaceAll("_", " ")}` },
                locations: [{ physicalLocation: { artifactLocation: artifact(path) } }],
              })),
            ],
          },
        ],
        results: all.map((finding) => {
          const ordinal = (ordinals.get(finding.fingerprint) ?? 0) + 1
          ordinals.set(finding.fingerprint, ordinal)
          return resultOf(finding, indexOf.get(ruleId(finding)) ?? -1, ordinal)
        }),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

const NOTIFICATIONS = [
  { id: "unable", shortDescription: { text: "A critic could not look" } },
  { id: "skipped", shortDescription: { text: "A file was left out" } },
] as const

interface Rule {
  readonly id: string
}

function rulesOf(findings: readonly ReportedFinding[], ran: readonly string[]): readonly Rule[] {
  const severities = new Map(findings.map((finding) => [ruleId(finding), finding.severity]))
  return [...severities]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, level]) => {
      const critic = catalogue.find((known) => ran.includes(known.id) && id.startsWith(`${known.id}/`))
      return {
        id,
        defaultConfiguration: { level },
        ...(critic === undefined ? OF_SUPPRESSIONS : textOf(critic)),
      }
    })
}

const OF_SUPPRESSIONS = {
  helpUri: `${PAGE}#suppressions`,
  shortDescription: { text: "Suppression" },
  fullDescription: { text: "A comment that accepts findings gives a reason, names a critic, and is needed." },
  help: { text: "Give a reason behind a colon, or take the comment out." },
}

function textOf({ id, title, description, advice }: Critic) {
  return {
    helpUri: `${PAGE}#${id.toLowerCase()}`,
    shortDescription: { text: title },
    fullDescription: { text: description },
    help: { text: advice, markdown: `${description}\n\n**What to do.** ${advice}` },
    properties: { tags: [id] },
  }
}

function resultOf(finding: ReportedFinding | SuppressedFinding, ruleIndex: number, ordinal: number): object {
  const { path, after_line, column, side, message, severity, fingerprint, fix } = finding
  // Code scanning shows no result without a line: what is about a whole file stands at its first.
  const region = { startLine: after_line ?? 1, ...(column && side === undefined && { startColumn: column }) }
  return {
    ruleId: ruleId(finding),
    ruleIndex,
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: artifact(path), region } }],
    // Code scanning uses this fingerprint to recognise an alert; without it, it would use line numbers.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:${ordinal}` },
    ...(fix === undefined ? {} : { properties: { fix: fix.title } }),
    ...("by" in finding ? { suppressions: [suppressionOf(finding)] } : {}),
  }
}

function suppressionOf({ by, reason, is_new }: SuppressedFinding): object {
  return {
    kind: by === "comment" ? "inSource" : "external",
    justification: by === "comment" ? (reason ?? "") : "in the baseline",
    properties: { added_by_this_change: is_new },
  }
}

function artifact(path: string): object {
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: "SRCROOT" }
}

function ruleId({ critic, rule }: ReportedFinding): string {
  return `${critic}/${rule}`
}

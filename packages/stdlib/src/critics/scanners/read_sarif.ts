import * as z from "zod"
import { cweOf, type ScannerFinding, findingPath, severityOf } from "./finding.ts"

const rule = z.object({
  id: z.string().min(1),
  defaultConfiguration: z.object({ level: z.string().optional() }).optional().catch(undefined),
  properties: z.object({ tags: z.array(z.string()).catch([]) }).catch({ tags: [] }),
})

const run = z.object({
  tool: z.object({ driver: z.object({ rules: z.array(z.unknown()).catch([]) }) }),
  results: z.array(z.unknown()).nullish(),
})

const result = z.object({
  ruleId: z.string().min(1),
  level: z.string().optional(),
  message: z.object({ text: z.string().catch("") }).catch({ text: "" }),
  suppressions: z.array(z.unknown()).catch([]),
  locations: z
    .array(
      z.object({
        physicalLocation: z.object({
          artifactLocation: z.object({ uri: z.string().min(1) }),
          region: z.object({ startLine: z.int().positive() }).optional().catch(undefined),
        }),
      }),
    )
    .min(1),
})

type Rule = z.output<typeof rule>

const report = z.object({ runs: z.array(z.unknown()) })

/** Reads SARIF 2.1.0, as both scanners can print it; null for anything else. Suppressed results are left out. */
export function readSarif(document: unknown, root: string): readonly ScannerFinding[] | null {
  const read = report.safeParse(document)
  if (!read.success) return null
  return read.data.runs.flatMap((entry) => {
    const { data } = run.safeParse(entry)
    if (data === undefined) return []
    const rules = new Map(
      data.tool.driver.rules.flatMap((one) => {
        const known = rule.safeParse(one).data
        return known === undefined ? [] : [[known.id, known] as const]
      }),
    )
    return (data.results ?? []).flatMap((one) => readResult(one, rules, root))
  })
}

function readResult(
  entry: unknown,
  rules: ReadonlyMap<string, Rule>,
  root: string,
): readonly ScannerFinding[] {
  const { data } = result.safeParse(entry)
  if (data === undefined || data.suppressions.length > 0) return []
  const known = rules.get(data.ruleId)
  const location = data.locations[0]?.physicalLocation
  // The format's own default is "warning".
  const severity = severityOf(data.level ?? known?.defaultConfiguration?.level ?? "warning")
  if (severity === null || location === undefined) return []
  const tags = known?.properties.tags ?? []
  const { text } = data.message
  return [
    {
      rule: data.ruleId,
      path: findingPath(root, decodePath(location.artifactLocation.uri)),
      line: location.region?.startLine,
      severity,
      kind: kindOf(tags),
      message: fieldOf(text, "Message") ?? text,
      cwe: cweOf(tags.map((tag) => tag.slice(tag.lastIndexOf("/") + 1))),
      ...packageOf(text),
    },
  ]
}

function kindOf(tags: readonly string[]): ScannerFinding["kind"] {
  if (tags.includes("vulnerability")) return "vuln"
  if (tags.includes("secret")) return "secret"
  return tags.includes("misconfiguration") ? "misconfig" : "code"
}

/** trivy lists package details in the lines of the message. */
function packageOf(text: string): Pick<ScannerFinding, "package" | "fixed_version"> {
  const name = fieldOf(text, "Package")
  if (name === undefined) return {}
  return {
    package: `${name}@${fieldOf(text, "Installed Version") ?? ""}`,
    fixed_version: fieldOf(text, "Fixed Version"),
  }
}

function fieldOf(text: string, name: string): string | undefined {
  const found = text.split("\n", 20).find((line) => line.startsWith(`${name}: `))
  return found?.slice(name.length + 2).trim() || undefined
}

function decodePath(uri: string): string {
  if (uri.startsWith("file://")) return uri
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}

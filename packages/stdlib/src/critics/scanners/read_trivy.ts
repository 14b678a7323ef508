import * as z from "zod"
import { cweOf, type ScannerFinding, findingPath, severityOf } from "./finding.ts"

const list = z.array(z.unknown()).nullish().catch([])
const text = z.string().optional().catch(undefined)
const line = z.int().positive().optional().catch(undefined)

const report = z.object({ SchemaVersion: z.number(), Results: z.array(z.unknown()).nullish() })

const target = z.object({
  Target: z.string().min(1),
  Vulnerabilities: list,
  Secrets: list,
  Misconfigurations: list,
})

const vulnerability = z.object({
  VulnerabilityID: z.string().min(1),
  PkgName: z.string().catch(""),
  InstalledVersion: z.string().catch(""),
  FixedVersion: text,
  Title: text,
  Severity: z.string(),
  CweIDs: z.array(z.string()).catch([]),
})

// Without "Match": it is the secret.
const secret = z.object({ RuleID: z.string().min(1), Title: text, Severity: z.string(), StartLine: line })

const misconfiguration = z.object({
  ID: z.string().min(1),
  Title: text,
  Message: text,
  Severity: z.string(),
  CauseMetadata: z.object({ StartLine: line }).catch({}),
})

/** Reads `trivy --format json`; null for anything else. A clean scan has no results. Bad entries are left out. */
export function readTrivy(document: unknown, root: string): readonly ScannerFinding[] | null {
  const read = report.safeParse(document)
  if (!read.success) return null
  return (read.data.Results ?? []).flatMap((entry) => {
    const { data } = target.safeParse(entry)
    if (data === undefined) return []
    const path = findingPath(root, data.Target)
    const found = [
      ...entries(data.Vulnerabilities, vulnerability, readVulnerability),
      ...entries(data.Secrets, secret, readSecret),
      ...entries(data.Misconfigurations, misconfiguration, readMisconfiguration),
    ]
    return found.map((finding) => ({ ...finding, path }))
  })
}

type Read = Omit<ScannerFinding, "path" | "severity">

/** Entries that fit a schema, as findings; others and those of an unknown severity are left out. */
function entries<Data extends { readonly Severity: string }>(
  list: readonly unknown[] | null | undefined,
  schema: z.ZodType<Data>,
  read: (data: Data) => Read,
): readonly Omit<ScannerFinding, "path">[] {
  return (list ?? []).flatMap((entry) => {
    const { data } = schema.safeParse(entry)
    const severity = severityOf(data?.Severity)
    return data === undefined || severity === null ? [] : [{ ...read(data), severity }]
  })
}

function readVulnerability(data: z.output<typeof vulnerability>): Read {
  return {
    rule: data.VulnerabilityID,
    kind: "vuln",
    message: data.Title ?? "",
    cwe: cweOf(data.CweIDs),
    package: `${data.PkgName}@${data.InstalledVersion}`,
    fixed_version: data.FixedVersion === "" ? undefined : data.FixedVersion,
  }
}

function readSecret({ RuleID, StartLine, Title = "a secret" }: z.output<typeof secret>): Read {
  return { rule: RuleID, line: StartLine, kind: "secret", message: Title }
}

function readMisconfiguration({
  ID,
  Title,
  Message,
  CauseMetadata,
}: z.output<typeof misconfiguration>): Read {
  const message = [Title, Message].filter(Boolean).join(": ")
  return { rule: ID, line: CauseMetadata.StartLine, kind: "misconfig", message }
}

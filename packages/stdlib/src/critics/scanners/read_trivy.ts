import { z } from "zod"
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
    return [
      ...(data.Vulnerabilities ?? []).flatMap((one) => readVulnerability(one, path)),
      ...(data.Secrets ?? []).flatMap((one) => readSecret(one, path)),
      ...(data.Misconfigurations ?? []).flatMap((one) => readMisconfiguration(one, path)),
    ]
  })
}

function readVulnerability(entry: unknown, path: string): readonly ScannerFinding[] {
  const { data } = vulnerability.safeParse(entry)
  const severity = severityOf(data?.Severity)
  if (data === undefined || severity === null) return []
  return [
    {
      rule: data.VulnerabilityID,
      path,
      severity,
      kind: "vuln",
      message: data.Title ?? "",
      cwe: cweOf(data.CweIDs),
      package: `${data.PkgName}@${data.InstalledVersion}`,
      fixed_version: data.FixedVersion === "" ? undefined : data.FixedVersion,
    },
  ]
}

function readSecret(entry: unknown, path: string): readonly ScannerFinding[] {
  const { data } = secret.safeParse(entry)
  const severity = severityOf(data?.Severity)
  if (data === undefined || severity === null) return []
  const { RuleID: rule, StartLine, Title = "a secret" } = data
  return [{ rule, path, line: StartLine, severity, kind: "secret", message: Title }]
}

function readMisconfiguration(entry: unknown, path: string): readonly ScannerFinding[] {
  const { data } = misconfiguration.safeParse(entry)
  const severity = severityOf(data?.Severity)
  if (data === undefined || severity === null) return []
  const message = [data.Title, data.Message].filter(Boolean).join(": ")
  return [{ rule: data.ID, path, line: data.CauseMetadata.StartLine, severity, kind: "misconfig", message }]
}

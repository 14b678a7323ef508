import * as z from "zod"
import { cweOf, type ScannerFinding, findingPath, severityOf } from "./finding.ts"

const report = z.object({ results: z.array(z.unknown()) })

const result = z.object({
  check_id: z.string().min(1),
  path: z.string().min(1),
  start: z.object({ line: z.int().positive() }).optional().catch(undefined),
  extra: z.object({
    message: z.string().catch(""),
    severity: z.string(),
    metadata: z
      .object({ cwe: z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]) })
      .catch({ cwe: [] }),
  }),
})

/** Reads `semgrep --json`; null for anything else. Entries without a rule, a path or a known severity are left out. */
export function readSemgrep(document: unknown, root: string): readonly ScannerFinding[] | null {
  const read = report.safeParse(document)
  if (!read.success) return null
  return read.data.results.flatMap((entry) => {
    const { data } = result.safeParse(entry)
    const severity = severityOf(data?.extra.severity)
    if (data === undefined || severity === null) return []
    const { message, metadata } = data.extra
    return {
      rule: data.check_id,
      path: findingPath(root, data.path),
      line: data.start?.line,
      severity,
      kind: "code" as const,
      message,
      cwe: cweOf(metadata.cwe),
    }
  })
}

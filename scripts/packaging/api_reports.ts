import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { apiReport, type ApiReport } from "./api_report.ts"
import { publishedPackages } from "./published.mjs"

export const apiFolder = "api"

export interface NamedReport extends ApiReport {
  readonly file: string
  readonly specifier: string
  readonly package_name: string
}

/** One report for each public entry, from `dist` as it is now. */
export function apiReports(root: string): NamedReport[] {
  return publishedPackages(root).flatMap(({ name, folder, entries }) =>
    entries.map(({ specifier, declarations }) => ({
      file: `${specifier.replace("@proofloop/", "").replaceAll("/", ".")}.md`,
      specifier,
      package_name: name,
      ...apiReport({ specifier, entry: join(folder, declarations), folder: join(folder, "dist") }),
    })),
  )
}

/** The reports in `api/` that are not what the code says: missing, stale or about an entry that is gone. */
export function staleReports(root: string, reports: readonly NamedReport[]): string[] {
  const folder = join(root, apiFolder)
  const committed = existsSync(folder) ? readdirSync(folder) : []
  const stale = reports.filter(
    ({ file, text }) => !committed.includes(file) || readFileSync(join(folder, file), "utf8") !== text,
  )
  const gone = committed.filter((name) => !reports.some(({ file }) => file === name))
  return [...stale.map(({ file }) => file), ...gone]
}

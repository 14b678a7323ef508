import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { apiReport } from "./api_report.ts"
import { publishedPackages } from "./published.mjs"

export const API_FOLDER = "api"

/** What an import of one public entry has at run time. */
export interface EntryNames {
  readonly specifier: string
  readonly package_name: string
  readonly values: readonly string[]
}

export interface PackageReport {
  readonly file: string
  readonly text: string
  readonly entries: readonly EntryNames[]
}

/** Entries of this kind are for packages of the same version, and promise nothing. */
export function isInternal(specifier: string): boolean {
  return specifier.includes("/internal")
}

/** One report for each published package that can be imported, from `dist` as it is now, without what is internal. */
export function apiReports(root: string): PackageReport[] {
  return publishedPackages(root)
    .map((one) => ({ ...one, entries: one.entries.filter(({ specifier }) => !isInternal(specifier)) }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ name, folder, entries }) => {
      const faces = entries.map(({ specifier, declarations }) => ({
        specifier,
        declarations: join(folder, declarations),
      }))
      const report = apiReport(faces)
      return {
        file: `${name.replace("@proofloop/", "")}.txt`,
        text: report.text,
        entries: report.entries.map((entry) => ({ ...entry, package_name: name })),
      }
    })
}

/** The reports in `api/` that are not what the code says: missing, stale or about a package that is gone. */
export function staleReports(root: string, reports: readonly PackageReport[]): string[] {
  const folder = join(root, API_FOLDER)
  const committed = existsSync(folder) ? readdirSync(folder) : []
  const stale = reports.filter(
    ({ file, text }) => !committed.includes(file) || readFileSync(join(folder, file), "utf8") !== text,
  )
  const gone = committed.filter((name) => !reports.some(({ file }) => file === name))
  return [...stale.map(({ file }) => file), ...gone]
}

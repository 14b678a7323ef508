import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
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
  /** Fields without a sentence, each with its source: "packages/jobs/src/store/store.ts Approval.round". */
  readonly silent: readonly string[]
}

/** One report for each published package that can be imported, from `dist` as it is now. */
export function apiReports(root: string): PackageReport[] {
  return publishedPackages(root)
    .filter(({ entries }) => entries.length > 0)
    .map(({ name, folder, entries }) => {
      const faces = entries.map(({ specifier, declarations }) => ({
        specifier,
        declarations: join(folder, declarations),
      }))
      const report = apiReport(name, join(folder, "dist"), faces)
      return {
        file: `${name.replace("@proofloop/", "")}.md`,
        text: report.text,
        entries: report.entries.map((entry) => ({ ...entry, package_name: name })),
        silent: report.silent.map(({ file, field }) => `${sourceOf(root, folder, file)} ${field}`),
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

/** The source of a declaration file of `dist`; most lie below `src`. */
function sourceOf(root: string, folder: string, file: string): string {
  const path = file.replace(/\.d\.ts$/, ".ts")
  const below = existsSync(join(folder, "src", path)) ? join("src", path) : path
  return relative(root, join(folder, below))
}

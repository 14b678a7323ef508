import { homedir } from "node:os"
import { join } from "node:path"
import { cleanEnvironment, run } from "../child.mjs"
import { type NamedReport, staleReports } from "./api_reports.ts"
import type { Check } from "./check_list.ts"
import { contentProblems } from "./contents.ts"
import { publintProblems, typesProblems } from "./lint_tarball.ts"
import { publishedPackages } from "./published.mjs"
import type { Tarball } from "./tarball.ts"

/** What can be seen without installing anything. */
export function tarballChecks(
  root: string,
  tarballs: readonly Tarball[],
  reports: readonly NamedReport[],
): Check[] {
  const places = [root, `${homedir()}/`]
  return tarballs
    .flatMap((tarball) => {
      const name = tarball.unpacked.packageName
      const has_types = reports.some(({ package_name }) => package_name === name)
      return [
        { name: `contents of ${name}`, run: () => contentProblems(tarball.files, places) },
        { name: `publint on ${name}`, run: () => publintProblems(tarball) },
        ...(has_types ? [{ name: `types of ${name}`, run: () => typesProblems(tarball) }] : []),
      ]
    })
    .concat(
      { name: "api/ is what the code says", run: () => reportProblems(root, reports) },
      { name: "npm pack refuses", run: () => npmPackProblems(root) },
    )
}

function reportProblems(root: string, reports: readonly NamedReport[]): string[] {
  const stale = staleReports(root, reports)
  if (stale.length === 0) return []
  return [`${stale.join(", ")}: the public face changed. If that is meant: npm run api, and npx changeset`]
}

async function npmPackProblems(root: string): Promise<string[]> {
  const folder = publishedPackages(root)[0]?.folder ?? root
  const options = { cwd: folder, env: cleanEnvironment(), timeout: 60_000 }
  const { code, output } = await run("npm", ["pack", "--dry-run"], options)
  return code !== 0 && output.includes("only pnpm replaces")
    ? []
    : [`${join(folder)}: ended ${code}\n${output}`]
}

import { cleanEnvironment, run } from "../child.mjs"
import { type PackageReport, staleReports } from "./api_reports.ts"
import type { Check } from "./check_list.ts"
import { publishedPackages } from "./published.mjs"

/** What can be seen in the checkout itself. */
export function sourceChecks(root: string, reports: readonly PackageReport[]): Check[] {
  return [
    { name: "api/ is what the code says", run: () => reportProblems(root, reports) },
    { name: "npm pack refuses", run: () => npmPackProblems(root) },
  ]
}

function reportProblems(root: string, reports: readonly PackageReport[]): string[] {
  const stale = staleReports(root, reports)
  if (stale.length === 0) return []
  return [`${stale.join(", ")}: the public face changed. If that is meant: npm run api, and npx changeset`]
}

async function npmPackProblems(root: string): Promise<string[]> {
  const cwd = publishedPackages(root)[0]?.folder ?? root
  const options = { cwd, env: cleanEnvironment(), timeout: 60_000 }
  const { code, output } = await run("npm", ["pack", "--dry-run"], options)
  return code !== 0 && output.includes("only pnpm replaces") ? [] : [`${cwd}: ended ${code}\n${output}`]
}

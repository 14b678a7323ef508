import { type FileChange, lenientText } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { defineCritic } from "../critic.ts"
import { lineAt, lineStarts } from "../docs/lines.ts"
import { type Violation, verdictOf } from "../verdict.ts"
import { isScriptConfig } from "./config_files.ts"
import { canGround } from "./grounded_frameworks.ts"
import { moduleReferences } from "./module_references.ts"
import { packageOf, possiblePackages } from "./package_names.ts"
import { packageScope } from "./package_scope.ts"

/** G12: a JavaScript or TypeScript config that loads a package which no package.json declares. @requirement critics.G12 */
export const packageGrounding = defineCritic({
  id: "G12",
  title: "Config package grounding",
  description:
    "Stops configs of JavaScript tools (Prettier, ESLint, Vite, ...) that load npm packages which are not declared.",
  scope: "repository",
  default_in: { gate: true, check: true },
  event: { type: "critic_config_grounding.fail" },
  check_name: "Config grounding",
  advice: "Use only packages that package.json declares, or declare the package there in the same change.",
  async check(change, facts) {
    const configs = change.files.filter(({ path, after }) => after !== null && isScriptConfig(path))
    if (configs.length === 0) return { status: "pass" }
    const fingerprint = await facts.fingerprint()
    if (!canGround(fingerprint)) return { status: "pass" }
    const found = await Promise.all(configs.map((config) => violationsIn(config, facts, fingerprint)))
    return verdictOf(found.flat())
  },
})

async function violationsIn(
  { path, after }: FileChange,
  facts: RepositoryFacts,
  fingerprint: Fingerprint,
): Promise<readonly Violation[]> {
  const scope = await packageScope(facts, fingerprint, path)
  if (scope === null) return []
  const { declared, aliases } = scope
  const text = lenientText(after) ?? ""
  const first = new Map<string, number>()
  for (const { specifier, offset } of moduleReferences(path, text)) {
    const name = packageOf(specifier)
    if (name === null || first.has(name) || isAlias(specifier, aliases)) continue
    const carriers = possiblePackages(name).concat(
      Object.hasOwn(BROUGHT_BY, name) ? (BROUGHT_BY[name] ?? []) : [],
    )
    if (!carriers.some((possible) => declared.has(possible))) first.set(name, offset)
  }
  const starts = lineStarts(text)
  const known = [...declared].sort().slice(0, 5).join(", ") || "nothing"
  return [...first]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, offset]) => ({
      path,
      line: lineAt(starts, offset),
      rule: "undeclared_package",
      message: `loads the package "${cutCodePoints(name, 100)}", which no package.json from here up declares; declared: ${known}`,
      evidence: name,
    }))
}

/** Tools whose documentation has configs load their own dependencies. */
const BROUGHT_BY: Readonly<Record<string, readonly string[]>> = {
  vite: ["vitepress", "vitest", "astro", "nuxt", "@analogjs/platform"],
  vue: ["vitepress", "nuxt"],
}

/** Whether a specifier begins like a path of a tsconfig; a path without a star must equal it. */
function isAlias(specifier: string, aliases: readonly string[]): boolean {
  return aliases.some(
    (alias) =>
      alias !== "" && (specifier === alias || (/[/@#~]$/.test(alias) && specifier.startsWith(alias))),
  )
}

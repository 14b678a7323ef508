import type { ChangeSet } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { bareSource } from "../../code/bare_source.ts"
import { definitions } from "../../code/definitions.ts"
import type { ModuleExports } from "../../code/exports.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { beforeSide, exportReader, exportsOf, type Side, starNames } from "./exported_names.ts"
import { preservationCritic } from "./preservation_critic.ts"
import { hasRenamed } from "./renamed.ts"
import type { LostName, Rewrite } from "./rewrite.ts"
import { withoutSettled } from "./settled_exports.ts"
import { unboundNames } from "./unbound_names.ts"

/** G7-TS: a module's exports survive a rewrite, `export from` followed; in a script without modules, its globals. */
export const scriptPreservation = preservationCritic({
  id: "G7-TS",
  title: "Export preservation in JavaScript and TypeScript",
  description: "Finds exports that a rewrite of a JavaScript or TypeScript file dropped or renamed",
  languages: ["javascript", "typescript", "tsx"],
  reads: [exportReader],
  async lost(rewrite, change, facts) {
    const before = await exportsOf(rewrite.path, rewrite.before)
    if (before === null) return []
    const after = await exportsOf(rewrite.path, rewrite.after)
    if (after === null) return null
    if (!before.is_module) return lostGlobals(rewrite, before, after)
    const lost = await lostExports({ rewrite, before, after, change, facts })
    const missed = await withoutSettled(lost, rewrite, change, facts)
    return onceEach([...missed, ...(await unboundNames(rewrite))])
  },
  async all({ path, before }) {
    const exports = await exportsOf(path, before)
    return exports === null ? [] : onceEach(exports.names.map(exported))
  },
})

interface Sides {
  readonly rewrite: Rewrite
  readonly before: ModuleExports
  readonly after: ModuleExports
  readonly change: ChangeSet
  readonly facts: RepositoryFacts
}

async function lostExports(sides: Sides): Promise<readonly LostName[]> {
  const { before, after, rewrite, change, facts } = sides
  if (after.open) return []
  const kept = new Set(after.names.map(({ name }) => name))
  if (after.assigns_all) {
    // A value may have any members.
    if (kept.has("default") && before.names.every(({ name }) => name !== "default")) return []
    kept.add("default")
  }
  for (const { module } of after.stars) {
    const names = await starNames(module, rewrite.path, facts)
    const is_new = before.stars.every((star) => star.module !== module)
    if (names === null && is_new) return []
    for (const name of names ?? []) kept.add(name)
  }
  const old = [...before.names.map(exported), ...(await lostStars(sides, beforeSide(change, facts)))]
  return onceEach(old.filter(({ name }) => !kept.has(name)))
}

/** The names that a removed `export * from` gave; where they cannot be read, the statement itself. */
async function lostStars({ rewrite, before, after }: Sides, side: Side): Promise<readonly LostName[]> {
  const lost: LostName[] = []
  for (const { module, line } of before.stars) {
    if (after.stars.some((star) => star.module === module)) continue
    const names = await starNames(module, rewrite.path, side)
    if (names === null) lost.push({ name: `* from ${module}`, line, what: "export" })
    else for (const name of names) lost.push({ name, line, what: "export" })
  }
  return lost
}

/** For a script with private names, because it requires others: only the names it still uses. */
async function lostGlobals(
  { path, before, after }: Rewrite,
  { requires }: ModuleExports,
  exports: ModuleExports,
): Promise<readonly LostName[]> {
  const [old, now] = [await definitions(path, before), await definitions(path, after)]
  if (exports.open || old === null || now === null) return []
  const kept = new Set([...now, ...exports.names].map(({ name }) => name))
  const lines = before.split("\n")
  const lost = old.filter(
    ({ kind, name, line }) =>
      (kind === "function" || kind === "class") &&
      !kept.has(name) &&
      !isGenerated(lines[line - 1] ?? "") &&
      !isBoundInside(name, after),
  )
  const code = bareSource(after, "script")
  const used = new Set(identifiersIn(code, new Set(lost.map(({ name }) => name))))
  const renamed = new Set<string>()
  for (const { name } of lost)
    if (!used.has(name) && (await hasRenamed(name, { path, before, after }))) renamed.add(name)
  return onceEach(
    lost
      .filter(({ name }) => used.has(name) || !(requires || renamed.has(name) || isTestPath(path)))
      .map(({ name, kind, line }) => ({ name, line, what: kind })),
  )
}

/** Whether a function or a block of the text binds the name itself. */
function isBoundInside(name: string, text: string): boolean {
  return [...text.matchAll(BINDING)].some(([, bound]) => bound === name)
}

const BINDING = /\b(?:function\*?|class|const|let|var)\s{1,20}([\w$]{1,200})/g

/** Compilers and minifiers write lines this long, and rename things. UTF-16 code units. */
const LONGEST_LINE = 500

function isGenerated(line: string): boolean {
  return line.length > LONGEST_LINE
}

function exported({ name, line }: { readonly name: string; readonly line: number }): LostName {
  return { name, line, what: "export" }
}

function onceEach(found: readonly LostName[]): readonly LostName[] {
  const seen = new Set<string>()
  return found.filter(({ name }) => !seen.has(name) && seen.add(name))
}

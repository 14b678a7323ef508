import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import type { LostName, Rewrite } from "./rewrite.ts"

/**
 * The lost definitions for which `counts` holds, compared by qualified name. `keeps` says which
 * present definitions count; default all. null: the text after does not parse.
 */
export async function missingDefinitions(
  { path, before, after }: Rewrite,
  counts: (definition: Definition) => boolean,
  keeps: (definition: Definition) => boolean = () => true,
): Promise<readonly Definition[] | null> {
  const old = (await definitions(path, before))?.filter(counts) ?? []
  if (old.length === 0) return []
  const now = await definitions(path, after)
  if (now === null) return null
  const kept = new Set(now.filter(keeps).map((definition) => definition.qualified_name))
  const functions = new Set(now.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])))
  // A type that became a function has no members any more.
  const isOfFunction = ({ kind, qualified_name }: Definition) =>
    kind === "method" && functions.has(qualified_name.split(".").at(-2) ?? "")
  return onceEach(
    old.filter((definition) => !kept.has(definition.qualified_name) && !isOfFunction(definition)),
  )
}

export async function countedDefinitions(
  { path, before }: Rewrite,
  counts: (definition: Definition) => boolean,
): Promise<readonly LostName[]> {
  return onceEach((await definitions(path, before))?.filter(counts) ?? []).map(
    ({ qualified_name, line, kind }) => ({
      name: qualified_name,
      line,
      what: kind,
    }),
  )
}

export function lostName(definition: Definition): LostName {
  return { name: definition.qualified_name, line: definition.line, what: definition.kind, definition }
}

function onceEach(found: readonly Definition[]): readonly Definition[] {
  const seen = new Set<string>()
  return found.filter(({ qualified_name }) => !seen.has(qualified_name) && seen.add(qualified_name))
}

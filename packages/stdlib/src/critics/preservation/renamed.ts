import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { LostName, Rewrite } from "./rewrite.ts"

/**
 * Lost names without those that were renamed throughout: the same definition is there under a new name, and nothing in
 * the repository has the old one any more.
 */
export async function withoutRenamed(
  lost: readonly LostName[],
  { path, before, after }: Rewrite,
  facts: RepositoryFacts,
): Promise<readonly LostName[]> {
  if (lost.length === 0) return lost
  const [old, now] = [(await definitions(path, before)) ?? [], (await definitions(path, after)) ?? []]
  const known = new Set(old.map(({ qualified_name }) => qualified_name))
  const created = now.filter(({ qualified_name }) => !known.has(qualified_name))
  const left: LostName[] = []
  for (const found of lost) {
    const definition = old.find(({ qualified_name }) => qualified_name === found.name)
    const same = (other: Definition) =>
      definition !== undefined &&
      other.kind === definition.kind &&
      shape(after, other) === shape(before, definition)
    const renamed =
      definition !== undefined && created.some(same) && (await isForgotten(definition.name, facts))
    if (!renamed) left.push(found)
  }
  return left
}

/** The text of a definition with its own name blanked. */
function shape(text: string, { range, name }: Definition): string {
  return text
    .slice(range.start, range.end)
    .split(/([\p{L}\p{N}_$]+)/u)
    .map((word) => (word === name ? "\0" : word))
    .join("")
}

async function isForgotten(name: string, facts: RepositoryFacts): Promise<boolean> {
  const { files, unparsed, definitions: defined, truncated } = await symbolIndex(facts, new Set([name]))
  const references = [...files.values()].flatMap((file) => file.references)
  return !truncated && references.length === 0 && !unparsed.has(name) && !defined.has(name)
}

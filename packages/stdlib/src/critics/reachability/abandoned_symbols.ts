import { mentionsOf, unreadMentions } from "../../code/callers.ts"
import type { Definition } from "../../code/definition.ts"
import { type FileSymbols, readSymbols } from "../../code/file_symbols.ts"
import type { Placed } from "../../code/symbol_index.ts"
import { isEntryPoint } from "./entry_points.ts"
import { reachabilityCritic } from "./reachability_critic.ts"
import { identity, indexFor, requireWhole, type TouchedCode } from "./symbols.ts"

/** G18: a symbol that a change keeps and takes the last reference from. @requirement critics.G18 */
export const abandonedSymbols = reachabilityCritic({
  id: "G18",
  title: "Abandoned symbols",
  description: "Finds public symbols that a change kept after it removed their last use",
  rule: "abandoned",
  event_type: "critic_g18_abandoned.fail",
  check_name: "Abandoned symbol check",
  scope: "repository",
  advice: "Remove the symbol with its last caller, or keep the caller.",
  message: ({ definition: { kind, qualified_name } }) =>
    `the ${kind} ${qualified_name} lost its last use in this change and is still here`,
  async find(touched, facts) {
    const candidates: Placed[] = []
    for (const file of touched) candidates.push(...(await abandonedIn(file)))
    if (candidates.length === 0) return []
    const index = await indexFor(facts, touched)
    const found: Placed[] = []
    for (const symbol of candidates) {
      const used = mentionsOf(symbol, index).length > 0 || unreadMentions(symbol, index).length > 0
      if (used || (await isEntryPoint(symbol, facts))) continue
      requireWhole(index)
      found.push(symbol)
    }
    return found
  },
})

/** Symbols on both sides that the rest of the file called or imported before, and does not any more. */
async function abandonedIn({ path, before, after, texts }: TouchedCode): Promise<readonly Placed[]> {
  const old = new Map(before.map((definition) => [identity(definition), definition]))
  const names = new Set(after.filter((definition) => old.has(identity(definition))).map(({ name }) => name))
  if (texts.before === null || names.size === 0) return []
  const wanted = (name: string) => names.has(name)
  const [was, is] = [
    await readSymbols(path, texts.before, wanted),
    await readSymbols(path, texts.after, wanted),
  ]
  if (was === null || is === null) return []
  return after
    .filter((definition) => callsOf(old.get(identity(definition)), was) > 0 && callsOf(definition, is) === 0)
    .map((definition) => ({ path, definition }))
}

function callsOf(definition: Definition | undefined, { references }: FileSymbols): number {
  if (definition === undefined) return 0
  const { start, end } = definition.range
  return references.filter(
    ({ name, kind, offset }) =>
      name === definition.name && (kind === "call" || kind === "import") && (offset < start || offset >= end),
  ).length
}

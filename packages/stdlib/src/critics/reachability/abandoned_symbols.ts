import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { mentionsOf, unreadMentions } from "../../code/callers.ts"
import { type FileSymbols, readSymbols } from "../../code/file_symbols.ts"
import type { Reference } from "../../code/reference.ts"
import { type Placed, symbolIndex } from "../../code/symbol_index.ts"
import { isEntryPoint } from "./entry_points.ts"
import { reachabilityCritic } from "./reachability_critic.ts"
import { identity, isSymbol, requireWhole } from "./symbols.ts"

/** G18: a remaining symbol that loses its last reference. @requirement critics.G18 */
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
  async find(touched, facts, change) {
    const names = await namesNoLongerUsed(change)
    if (names.size === 0) return []
    const old = new Map(touched.map(({ path, before }) => [path, new Set(before.map(identity))]))
    const index = await symbolIndex(facts, names, [...old.keys()])
    const found: Placed[] = []
    for (const symbol of [...index.definitions.values()].flat()) {
      const isOld = old.get(symbol.path)?.has(identity(symbol.definition)) ?? true
      if (!isOld || !isSymbol(symbol.definition)) continue
      const used = mentionsOf(symbol, index).length > 0 || unreadMentions(symbol, index).length > 0
      if (used || (await isEntryPoint(symbol, facts))) continue
      requireWhole(index)
      found.push(symbol)
    }
    return found
  },
})

/** Files that mix code and markup; they are read by their words. */
const COMPONENT = /\.(?:vue|svelte|astro)$/

/** Names that some file of the change called or imported before and no longer does. */
async function namesNoLongerUsed(change: ChangeSet): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { path, before, after } of change.files) {
    const [old, now] = [strictText(before), after === null ? "" : strictText(after)]
    if (old === null || now === null) continue
    const [was, is] = [await usedNames(path, old), await usedNames(path, now)]
    if (was === null || is === null) continue
    for (const name of was) if (!is.has(name)) found.add(name)
  }
  return found
}

/** Calls, imports and markup names of a file; calls from inside the definition itself do not count. */
async function usedNames(path: string, text: string): Promise<ReadonlySet<string> | null> {
  if (COMPONENT.test(path)) return new Set(text.match(/[A-Za-z_$][\w$]*/g))
  const symbols = await readSymbols(path, text, () => true)
  if (symbols === null) return null
  const calls = symbols.references.filter(({ kind }) => kind === "call" || kind === "import")
  return new Set(calls.filter((call) => !isOwnCall(call, symbols)).map(({ name }) => name))
}

function isOwnCall({ name, offset }: Reference, { definitions }: FileSymbols): boolean {
  return definitions.some((own) => own.name === name && offset >= own.range.start && offset < own.range.end)
}

import { type Caller, callersOf, mentionsOf, unreadMentions } from "../../code/callers.ts"
import type { Placed } from "../../code/symbol_index.ts"
import { isEntryFile, isEntryPoint } from "./entry_points.ts"
import { reachabilityCritic } from "./reachability_critic.ts"
import { indexFor, newSymbols, requireWhole, type TouchedCode } from "./symbols.ts"

/** G19: new symbols that only the new files of the same change call. @requirement critics.G19 */
export const echoChamber = reachabilityCritic({
  id: "G19",
  title: "Echo chamber",
  description: "Finds new symbols that only the new files of the same change call",
  rule: "echo_chamber",
  event_type: "critic_g19_echo.fail",
  check_name: "Echo chamber check",
  scope: "repository",
  advice: "Call the new code from code that was there before, or leave it out.",
  message: ({ definition: { kind, qualified_name } }) =>
    `the new ${kind} ${qualified_name} is only called from new code of this change`,
  async find(touched, facts) {
    const created = newSymbols(touched)
    if (created.length === 0) return []
    const index = await indexFor(facts, touched)
    const texts = new Map(touched.map((file) => [file.path, file.texts.after]))
    const fresh = new Set(touched.filter(isNewlyPopulated).map(({ path }) => path))
    const found: Placed[] = []
    for (const symbol of created) {
      const callers = callersOf(symbol, index)
      if (callers.length === 0 || unreadMentions(symbol, index).length > 0) continue
      const users = [...callers, ...mentionsOf(symbol, index)]
      if (!users.every((user) => fresh.has(user.path) || created.some((one) => isInside(user, one)))) continue
      const files = [...new Set(users.map(({ path }) => path))]
      const entries = await Promise.all(files.map((path) => isEntryFile(path, texts.get(path) ?? "", facts)))
      if (entries.includes(true) || (await isEntryPoint(symbol, facts))) continue
      requireWhole(index)
      found.push(symbol)
    }
    return found
  },
})

function isInside({ path, reference }: Caller, { path: own, definition }: Placed): boolean {
  return path === own && reference.offset >= definition.range.start && reference.offset < definition.range.end
}

/** It had no public symbols and has some now. */
function isNewlyPopulated({ before, after }: TouchedCode): boolean {
  return before.length === 0 && after.length > 0
}

import { isTestPath } from "@proofloop/foundation/paths"
import { mentionsOf, unreadMentions } from "../../code/callers.ts"
import type { Placed } from "../../code/symbol_index.ts"
import { isEntryPoint } from "./entry_points.ts"
import { reachabilityCritic } from "./reachability_critic.ts"
import { indexFor, newSymbols, requireWhole } from "./symbols.ts"

/** G16: a new public symbol that nothing in the repository refers to. @requirement critics.G16 */
export const deadCode = reachabilityCritic({
  id: "G16",
  title: "Dead code",
  description: "Finds new public functions, classes and values that nothing in the repository uses",
  rule: "dead_code",
  event_type: "critic_g16_dead_code.fail",
  check_name: "Dead code check",
  scope: "repository",
  advice: "Call the new symbol from the code that needs it, or leave it out.",
  message: ({ definition: { kind, qualified_name } }) => `the new ${kind} ${qualified_name} is used nowhere`,
  async find(touched, facts) {
    const created = newSymbols(touched).filter(({ path }) => !isTestPath(path))
    if (created.length === 0) return []
    const index = await indexFor(facts, touched)
    const found: Placed[] = []
    for (const symbol of created) {
      if (mentionsOf(symbol, index).length > 0 || unreadMentions(symbol, index).length > 0) continue
      if (await isEntryPoint(symbol, facts)) continue
      requireWhole(index)
      found.push(symbol)
    }
    return found
  },
})

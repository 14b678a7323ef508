import { posix } from "node:path"
import { strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { type Caller, callersOf, mentionsOf, unreadMentions } from "../../code/callers.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import type { Placed, SymbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
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
    const reached = await reachedSymbols(created, touched, index, facts)
    const found = created.filter((symbol) => !reached.has(symbol) && callersOf(symbol, index).length > 0)
    if (found.length > 0) requireWhole(index)
    return found
  },
})

/** The new symbols that earlier code, or code that runs by itself, reaches. */
async function reachedSymbols(
  created: readonly Placed[],
  touched: readonly TouchedCode[],
  index: SymbolIndex,
  facts: RepositoryFacts,
): Promise<ReadonlySet<Placed>> {
  const texts = new Map(touched.map((file) => [file.path, file.texts.after]))
  const fresh = new Set(touched.filter(isNewlyPopulated).map(({ path }) => path))
  const users = new Map<Placed, readonly User[]>()
  const reached = new Set<Placed>()
  const firm = new Set<Placed>()
  for (const symbol of created) {
    const callers = [...callersOf(symbol, index), ...mentionsOf(symbol, index)]
    const own = callers.map((caller) => ({ caller, inside: created.find((one) => isInside(caller, one)) }))
    users.set(symbol, own)
    const files = [...new Set(callers.map(({ path }) => path))]
    const entries = await Promise.all(files.map((path) => isEntryFile(path, texts.get(path) ?? "", facts)))
    const isCalled =
      own.some(({ caller, inside }) => inside === undefined && !fresh.has(caller.path)) ||
      entries.includes(true) ||
      (!isTestPath(symbol.path) && (await isEntryPoint(symbol, facts)))
    const unread = unreadMentions(symbol, index)
    if (isCalled || unread.length > 0) reached.add(symbol)
    if (isCalled || (await namesFile(unread, symbol.path, facts))) firm.add(symbol)
  }
  return spread(reached, firm, users)
}

interface User {
  readonly caller: Caller
  /** The new symbol around it; undefined: the body of a file. */
  readonly inside: Placed | undefined
}

/** Whether a file that was not parsed, such as a manifest, names the file of a symbol next to it. */
async function namesFile(unread: readonly string[], path: string, facts: RepositoryFacts): Promise<boolean> {
  const stem = posix.basename(path).split(".", 1)[0] ?? ""
  const texts = await Promise.all(unread.map(async (file) => strictText(await facts.read(file)) ?? ""))
  return texts.some((text) => identifiersIn(text, new Set([stem])).length > 0)
}

/** Everything reached, with what firmly reached symbols use and their files' bodies; a method's name alone is too weak. */
function spread(
  reached: ReadonlySet<Placed>,
  firm: ReadonlySet<Placed>,
  users: ReadonlyMap<Placed, readonly User[]>,
): ReadonlySet<Placed> {
  const known = new Set(firm)
  for (let before = -1; before < known.size;) {
    before = known.size
    const files = new Set(
      [...known].filter(({ definition }) => definition.kind !== "method").map(({ path }) => path),
    )
    for (const [symbol, own] of users) {
      const isUsed = own.some(({ caller, inside }) =>
        inside === undefined ? files.has(caller.path) : known.has(inside),
      )
      if (isUsed) known.add(symbol)
    }
  }
  return new Set([...reached, ...known])
}

function isInside({ path, reference }: Caller, { path: own, definition }: Placed): boolean {
  return path === own && reference.offset >= definition.range.start && reference.offset < definition.range.end
}

/** It had no public symbols before and has some now. */
function isNewlyPopulated({ before, after }: TouchedCode): boolean {
  return before.length === 0 && after.length > 0
}

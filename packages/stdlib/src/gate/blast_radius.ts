import { strictText } from "@proofloop/foundation/git"
import { callersOf } from "../code/callers.ts"
import { readSymbols } from "../code/file_symbols.ts"
import { symbolIndex } from "../code/symbol_index.ts"
import { isSymbol } from "../critics/reachability/symbols.ts"
import type { RepositoryFacts } from "../repository/facts.ts"
import type { SymbolCallers } from "./prompts/worker_prompt.ts"

const MAX_FILES = 3
const MAX_SYMBOLS = 40

/** Where other files call or import the hinted files' public symbols; [] when the code cannot be read. */
export async function blastRadius(
  hints: readonly string[],
  facts: RepositoryFacts,
): Promise<readonly SymbolCallers[]> {
  try {
    const placed = (await Promise.all(hints.slice(0, MAX_FILES).map((path) => symbolsOf(path, facts)))).flat()
    const names = new Set(placed.map(({ definition }) => definition.name))
    const index = await symbolIndex(facts, names, hints)
    return placed.slice(0, MAX_SYMBOLS).flatMap((symbol) => {
      const callers = callersOf(symbol, index).filter(({ path }) => path !== symbol.path)
      const places = [...new Set(callers.map(({ path, reference }) => `${path}:${reference.line}`))]
      return places.length === 0 ? [] : [{ symbol: symbol.definition.qualified_name, callers: places }]
    })
  } catch {
    return []
  }
}

async function symbolsOf(path: string, facts: RepositoryFacts) {
  const text = strictText(await facts.read(path))
  const symbols = text === null ? null : await readSymbols(path, text, () => true)
  return (symbols?.definitions ?? []).filter(isSymbol).map((definition) => ({ path, definition }))
}

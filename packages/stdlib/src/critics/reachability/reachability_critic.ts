import type { ChangeSet } from "@proofloop/foundation/git"
import * as z from "zod"
import type { Placed } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type Critic, defineCritic } from "../critic.ts"
import { type Violation, verdictOf } from "../verdict.ts"
import { touchedCode, type TouchedCode } from "./symbols.ts"

interface Family {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly rule: string
  readonly event_type: string
  readonly check_name: string
  readonly advice: string
  readonly message: (symbol: Placed) => string
  /** The bad symbols, in touched order. Throws to say that it cannot tell. */
  readonly find: (
    touched: readonly TouchedCode[],
    facts: RepositoryFacts,
    change: ChangeSet,
  ) => Promise<readonly Placed[]>
  readonly scope: Critic["scope"]
}

/** A critic of public symbols and their references; it takes part only on request. */
export function reachabilityCritic({ rule, message, event_type, find, ...family }: Family): Critic {
  return defineCritic({
    ...family,
    default_in: { gate: false, check: false },
    input: z.object({}),
    event: {
      type: event_type,
      fields: ({ violations }) => ({
        conflict_count: violations.length,
        symbols: violations.slice(0, 8).map(({ evidence }) => evidence),
        files: [...new Set(violations.map(({ path }) => path))].sort(),
      }),
    },
    async check(change: ChangeSet, facts) {
      const found = await find(await touchedCode(change), facts, change)
      return verdictOf(found.map((symbol) => violation(symbol, rule, message(symbol))))
    },
  })
}

function violation({ path, definition }: Placed, rule: string, message: string): Violation {
  const { line, column, qualified_name } = definition
  return { path, line, column, rule, message, evidence: qualified_name }
}

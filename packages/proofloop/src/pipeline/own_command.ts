import { homedir } from "node:os"
import { join } from "node:path"
import { withoutPassword } from "../jobs/store_place.ts"
import { shellWord } from "../terminal/text.ts"

/** Where runs lie unless --state names another folder. */
export function defaultStateFolder(): string {
  return join(homedir(), ".proofloop", "pipeline")
}

/** Where the rows of runs lie unless --store names another place. */
export function defaultStore(state_dir: string): string {
  return join(state_dir, "runs.db")
}

export interface RunsPlace {
  readonly state_dir: string
  /** Default: the state folder's own. */
  readonly store?: { readonly path: string } | undefined
}

/** A pipeline command in a shell's words that finds the runs of this place from any other folder. */
export function ownCommand({ state_dir, store }: RunsPlace, ...words: readonly string[]): string {
  const state = state_dir === defaultStateFolder() ? [] : ["--state", state_dir]
  const own = store === undefined || store.path === defaultStore(state_dir)
  const database = own ? [] : ["--store", withoutPassword(store.path)]
  return ["npx proofloop pipeline", ...[...words, ...state, ...database].map(shellWord)].join(" ")
}

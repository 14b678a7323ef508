import { homedir } from "node:os"
import { join } from "node:path"
import { shellWord } from "../terminal/text.ts"

/** Where runs lie unless --state names another folder. */
export function defaultStateFolder(): string {
  return join(homedir(), ".proofloop", "pipeline")
}

/** A pipeline command in a shell's words that finds the runs of this state folder from any other folder. */
export function ownCommand(state_dir: string, ...words: readonly string[]): string {
  const state = state_dir === defaultStateFolder() ? [] : ["--state", state_dir]
  return ["npx proofloop pipeline", ...[...words, ...state].map(shellWord)].join(" ")
}

import { homedir } from "node:os"
import { join } from "node:path"
import { shellWord } from "../terminal/text.ts"

/** Where runs lie unless --state names another folder. */
export function defaultStateFolder(): string {
  return join(homedir(), ".proofloop", "pipeline")
}

/** A command of the pipeline that finds the runs of this state folder from any other one, as a shell takes it. */
export function ownCommand(state_dir: string, ...words: readonly string[]): string {
  const state = state_dir === defaultStateFolder() ? [] : ["--state", state_dir]
  return ["npx proofloop pipeline", ...[...words, ...state].map(shellWord)].join(" ")
}

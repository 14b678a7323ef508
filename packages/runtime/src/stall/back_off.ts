import { splitCommands } from "../evidence/command/split_commands.ts"
import type { ProposedCall } from "./state.ts"

const LONGEST_COMMAND = 4096
const SOME_TIME = /^(?:0?\.)?[1-9][\d.]{0,15}[smh]?$|^\$\(?/

/** Whether a call waits by itself before it does anything else, as a retry with back-off does. */
export function waitsFirst({ command }: Pick<ProposedCall, "command">): boolean {
  const [first, next] = splitCommands(command.slice(0, LONGEST_COMMAND))
  return next !== undefined && first?.words[0] === "sleep" && SOME_TIME.test(first.words[1] ?? "")
}

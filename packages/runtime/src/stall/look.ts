import { sha256Hex } from "@proofloop/foundation/text"
import { programName } from "../evidence/command/program_of.ts"
import type { CommandReading } from "../evidence/command/read_command.ts"
import { splitCommands } from "../evidence/command/split_commands.ts"
import { normaliseText } from "../evidence/normalise.ts"
import { OBSERVATION_KINDS } from "./settled_role.ts"
import type { ProposedCall } from "./state.ts"

/** Times and the like are told from content only in short answers: reading costs time. */
const SHORT = 2000
/** What follows a look to show less of it, or nothing when it fails. */
const SHOWS: ReadonlySet<string> = new Set(["head", "tail", "cat", "less", "more", "true", "cd"])

/**
 * What a call that only looks has shown: the same for every spelling of it with one answer, and for answers that differ
 * in a time alone. Null for any other call.
 */
export function lookKey(call: ProposedCall, reading: CommandReading | null, text: string): string | null {
  const declared = call.evidence_role === "observation" || OBSERVATION_KINDS.has(call.kind) || call.read_only
  if (reading === null ? !declared : reading.role !== "observation" || reading.polling) return null
  const answer = text.length <= SHORT ? normaliseText(text, {}) : text
  return sha256Hex(`${reading === null ? call.action : spelling(call.command, text.trim() === "")} ${answer}`)
}

/** With an answer its program is enough; two looks that find nothing may look for different things. */
function spelling(command: string, is_silent: boolean): string {
  const looks = splitCommands(command)
    .map(({ words }) => words)
    .filter(([program = ""]) => !SHOWS.has(programName(program)))
  const chosen = looks.length === 0 ? splitCommands(command).map(({ words }) => words) : looks
  return chosen.map((words) => (is_silent ? words.join(" ") : programName(words[0] ?? ""))).join("; ")
}

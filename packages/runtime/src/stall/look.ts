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

/** Flags choose how an answer looks, and equal answers look the same. Two looks that find nothing may differ in them. */
function spelling(command: string, is_silent: boolean): string {
  const all = splitCommands(command).map(({ words }) => words)
  const looks = all.filter(([program = ""]) => !SHOWS.has(programName(program)))
  return (looks.length === 0 ? all : looks)
    .map((words) =>
      (is_silent ? words : words.filter((word) => !word.startsWith("-")).map(plainPath)).join(" "),
    )
    .join("; ")
}

function plainPath(word: string): string {
  return word.replace(/^\.\/(?=.)/, "").replace(/(?<=.)\/$/, "")
}

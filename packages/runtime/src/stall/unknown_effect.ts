import { readCommand } from "../evidence/command/read_command.ts"
import { splitCommands } from "../evidence/command/split_commands.ts"
import { isEditTool } from "./calls.ts"
import { isPoll } from "./poll.ts"
import type { SettledResult } from "./settled_result.ts"
import { OBSERVATION_KINDS } from "./settled_role.ts"
import type { ProposedCall } from "./state.ts"

/** The parts of a shell session that later commands depend on. */
const SETS_UP = /^(?:cd|pushd|popd|source|\.|export|unset|set|alias|shopt|[A-Za-z_]\w{0,128}\+?=.{0,1024})$/s

const SHELL_KINDS: ReadonlySet<string> = new Set(["", "execute"])

/** Whether a call may have changed something other than files: it succeeded, and nothing says that it only looks. */
export function hasUnknownEffect({ call, ok, is_edit, role, observation }: SettledResult): boolean {
  return ok && !is_edit && !observation.running && mayChange(call, role)
}

/** Whether a call may change something, however it ends: nothing says that it only looks. */
export function mayChange(call: ProposedCall, role: string = call.evidence_role): boolean {
  if (isEditTool(call)) return true
  if (call.soft || call.mutates === false || call.read_only || isPoll(call)) return false
  // A command may do more than print its evidence, so its role does not decide here.
  if (call.command !== "" && SHELL_KINDS.has(call.kind)) return !isLookCommand(call.command)
  return role !== "verification" && call.evidence_role !== "observation" && !OBSERVATION_KINDS.has(call.kind)
}

/** A check looks as well; a line that only sets up the shell does not. */
function isLookCommand(command: string): boolean {
  const { role } = readCommand(command)
  if (role === "verification") return true
  if (role !== "observation") return false
  return splitCommands(command).some(({ words }) => !SETS_UP.test(words[0] ?? ""))
}

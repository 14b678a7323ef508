import { readCommand } from "../evidence/command/read_command.ts"
import { splitCommands } from "../evidence/command/split_commands.ts"
import { isPoll } from "./poll.ts"
import type { SettledResult } from "./settled_result.ts"
import { observationKinds } from "./settled_role.ts"

/** What commands in a shell that stays open depend on. */
const SETS_UP = /^(?:cd|pushd|popd|source|\.|export|unset|set|alias|shopt|[A-Za-z_]\w{0,128}\+?=.{0,1024})$/s

/** Viewers and searches that agents bring along. */
const VIEWERS: ReadonlySet<string> = new Set(["open", "search_dir", "search_file", "find_file"])
const SHELL_KINDS: ReadonlySet<string> = new Set(["", "execute"])

/** Whether a call may have changed something beside files: it went through, and nothing tells that it only looks. */
export function hasUnknownEffect({ call, ok, is_edit, role, observation }: SettledResult): boolean {
  if (!ok || is_edit || observation.running || call.soft) return false
  if (call.mutates === false || call.read_only || isPoll(call)) return false
  // That its output is no evidence, or is, does not tell what else a command does.
  if (call.command !== "" && SHELL_KINDS.has(call.kind)) return !isLookCommand(call.command)
  return role !== "verification" && call.evidence_role !== "observation" && !observationKinds.has(call.kind)
}

/** A check looks as well; a line that does nothing but set the shell up does not. */
function isLookCommand(command: string): boolean {
  const { role } = readCommand(command)
  if (role === "verification") return true
  const programs = splitCommands(command).map(({ words }) => words[0] ?? "")
  if (role === "observation") return programs.some((program) => !SETS_UP.test(program))
  return programs.length === 1 && VIEWERS.has(programs[0] ?? "")
}

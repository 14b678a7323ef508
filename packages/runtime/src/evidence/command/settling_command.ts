import { readCommand } from "./read_command.ts"
import { splitCommands } from "./split_commands.ts"

/**
 * What of a command line settles its check: the checks alone, each in its folder, without what else the line does and
 * without what hides their exit code. The whole line where no part of it is a check. Never throws.
 */
export function settlingCommand(command: string, workspace_root: string): string {
  const check_id = readCommand(command, workspace_root).check?.check_id
  const isIt = (line: string): boolean => readCommand(line, workspace_root).check?.check_id === check_id
  let parts: readonly string[] = []
  let checks: readonly string[] = []
  for (const { words, source } of splitCommands(command)) {
    const goes = words[0] === "cd" || words[0] === "pushd"
    if (goes) parts = [...parts, source]
    else if (readCommand(source, workspace_root).check !== null) {
      parts = [...parts, source]
      checks = [...checks, source]
      if (isIt(source)) return source
    }
    const settles = parts.join(" && ")
    if (!goes && isIt(settles)) return settles
  }
  return checks.length === 0 ? command : parts.join(" && ")
}

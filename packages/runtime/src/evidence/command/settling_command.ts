import { readCommand } from "./read_command.ts"
import { splitCommands } from "./split_commands.ts"

/**
 * The part of a command line that settles its check: the check itself in its folder, without what else the line does,
 * and without what hides its exit code. The whole line where no part of it is that check. Never throws.
 */
export function settlingCommand(command: string, workspace_root: string): string {
  const check_id = readCommand(command, workspace_root).check?.check_id
  const folders: string[] = []
  for (const { words, source } of splitCommands(command)) {
    const settles = [...folders, source].join(" && ")
    if (words[0] === "cd" || words[0] === "pushd") folders.push(source)
    const { check } = readCommand(settles, workspace_root)
    if (check?.check_id !== check_id || (check?.exit_code_hidden !== false && check?.is_wrapped !== true))
      continue
    return readCommand(source, workspace_root).check?.check_id === check_id ? source : settles
  }
  return command
}

import { existsSync, realpathSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import type { CommandOptions, CommandOutcome } from "../process/command.ts"
import type { RoomOptions, Runner } from "./runner.ts"

/** Runs a command as `runCommand` does, in a room with a new home; its tree is the work tree around `cwd`. */
export async function runRoomCommand(
  runner: Runner,
  { cwd = process.cwd(), env = {}, command, timeout_ms, max_output_bytes, signal }: CommandOptions,
  options: Pick<RoomOptions, "git"> = {},
): Promise<CommandOutcome> {
  const folder = realpathSync(resolve(cwd))
  const room = await runner.open(treeOf(folder), options)
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  // Bytecode would hide an edit within one second; no folder can be made below a file, not even by root.
  const told = { PYTHONPYCACHEPREFIX: "/dev/null", ...Object.fromEntries(given) }
  try {
    const limits = { timeout_ms, max_output_bytes, signal }
    return await room.run({ command, cwd: folder, env: told, ...limits })
  } finally {
    await room.close()
  }
}

/** The tree's packages may be installed in a folder above. */
function treeOf(folder: string): string {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (existsSync(join(at, ".git"))) return at
  return folder
}

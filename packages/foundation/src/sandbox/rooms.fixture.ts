import { readdirSync, readFileSync } from "node:fs"
import { onTestFinished } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { sandboxMissing } from "./open_runner.ts"
import type { Room, RoomOptions, Runner } from "./runner.ts"

/** Whether bubblewrap works here; tests that need it are skipped aloud where it does not. */
export const HAS_SANDBOX = (await sandboxMissing()) === null

/** A room with these files; closed when the test ends. */
export async function roomWith(
  runner: Runner,
  files: Readonly<Record<string, string>> = {},
  options: RoomOptions = {},
): Promise<Room> {
  const room = await runner.open(await folderWith(files), options)
  onTestFinished(() => room.close())
  return room
}

/** Command lines of running processes that name a text. */
export function commandsNaming(text: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => commandOf(pid))
    .filter((command) => command.includes(text))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    return ""
  }
}

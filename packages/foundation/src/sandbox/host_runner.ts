import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join } from "node:path"
import { cleanEnvironment } from "../process/clean_environment.ts"
import { endMarkedProcesses, markedEnvironment, MARKS } from "../process/marked_processes.ts"
import { folderIn, openFolders } from "./open_room.ts"
import { roomEnvironment } from "./room_environment.ts"
import { runInRoom } from "./run_in_room.ts"
import type { Room, RoomOptions, Runner } from "./runner.ts"

/**
 * Rooms without isolation: a command has the rights of this process, the network and the disk, and can read its
 * ancestors' environment. Only its environment, home and temporary folder belong to the room. The owner has to allow
 * it.
 */
export function hostRunner(): Runner {
  return { sandbox: "none", open: openHostRoom }
}

async function openHostRoom(tree: string, options: RoomOptions = {}): Promise<Room> {
  const folders = await openFolders(tree)
  const { home, temporary } = folders
  const written = [folders.tree, folders.own, ...(options.writable ?? [])]
  const path = [...(options.programs ?? []), process.env["PATH"] ?? ""].join(delimiter)
  const environment = {
    ...toolchainHomes(homedir()),
    ...roomEnvironment(cleanEnvironment(), { path, home, temporary, network: true }),
    ...options.env,
  }
  return {
    tree: folders.tree,
    sandbox: "none",
    close: () => folders.remove(),
    run: async (command) => {
      const mark = randomUUID()
      try {
        return await runInRoom(command, {
          command: (shell) => guarded(shell, mark),
          cwd: folderIn(folders.tree, command.cwd),
          env: { ...environment, ...command.env, ...markedEnvironment(mark) },
          stdin: "pipe",
          sandbox: "none",
          disk: { folders: written, since: folders.opened_at },
          counts_processes: false,
        })
      } finally {
        // Processes that left the group, where the system can tell.
        await endMarkedProcesses(mark, { kill_after_ms: 500 })
      }
    },
  }
}

/** Toolchains that look for their own files in the home folder. */
function toolchainHomes(home: string): Record<string, string> {
  const found = HOMES.map(([name, folder]) => [name, join(home, folder)] as const)
  return Object.fromEntries(found.filter(([, folder]) => existsSync(folder)))
}

const HOMES = [
  ["ASDF_DATA_DIR", ".asdf"],
  ["NVM_DIR", ".nvm"],
  ["PYENV_ROOT", ".pyenv"],
  ["RUSTUP_HOME", ".rustup"],
  ["VOLTA_HOME", ".volta"],
] as const

/**
 * The command with a guard in its process group. Once standard input closes, because the process at its other end is
 * gone, the guard kills the group. Where the system can tell, it also kills every process with the mark.
 */
function guarded(command: readonly [string, ...string[]], mark: string): readonly [string, ...string[]] {
  return ["sh", "-c", GUARDED, "sh", mark, ...command]
}

/** The guard itself carries no mark. `grep` finds the environments that carry it. */
const WATCH = [
  "cat",
  'for again in 1 2 3; do for at in $(grep -lsF -e "$2" /proc/[0-9]*/environ); do at=${at#/proc/}; kill -9 "${at%/environ}"; done; done',
  'kill -9 "-$1"',
].join("\n")

const GUARDED = [
  "exec 3<&0",
  `(unset ${MARKS}; exec sh -c '${WATCH}' sh $$ "$1" <&3 3<&- >/dev/null 2>&1) &`,
  "exec 3<&-",
  "shift",
  'exec "$@" </dev/null',
].join("\n")
